import { LIMITS } from "@candor/domain/limits";
import { expect, test } from "vitest";
import { WithdrawalBook } from "./withdrawal-book.ts";
import type { Site, WithdrawalRecord } from "./withdrawal-records.ts";

const DAY_MS = LIMITS.keyLifetimeMs;
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

const site: Site = {
  siteId: "s-1",
  userId: 7,
  chain: "evm-1",
  address: ADDRESS,
  label: "Cold store",
  bound: true,
  usableAtMs: 5,
  createdAtMs: 5,
};
const requested = (withdrawalId: number, atMs: number, hold: "held" | "free" = "free"): WithdrawalRecord => ({
  type: "requested",
  withdrawalId,
  userId: 7,
  chain: "evm-1",
  address: ADDRESS,
  cents: 100,
  atMs,
  hold: hold === "held" ? { reason: "new-address", untilMs: atMs + 10, byOperator: false } : null,
  request: { key: `k-${withdrawalId}`, fingerprint: "f", untilMs: atMs + DAY_MS },
});

const apply = (records: Iterable<WithdrawalRecord>): WithdrawalBook => {
  const book = new WithdrawalBook();
  for (const record of records) book.apply(record);
  return book;
};

test("WDRL-07 rewritten records yield the same sites, habits, holds and decisions", () => {
  const book = apply([
    { type: "site-kept", site },
    { type: "site-kept", site: { ...site, label: "Ledger" } },
    { type: "site-kept", site: { ...site, siteId: "s-2", address: "0x00", bound: false } },
    { type: "site-removed", userId: 7, siteId: "s-2" },
    requested(11, 1_000, "held"),
    requested(12, 2_000),
    requested(13, 1_000 + DAY_MS),
    { type: "hold-changed", withdrawalId: 11, hold: { reason: "password", untilMs: 99, byOperator: false } },
    { type: "decided", withdrawalId: 11, decision: "refused", operator: "ada", reason: "no", atMs: 50 },
  ]);
  expect(book.outdated).toBeGreaterThan(0);
  const rebuilt = apply(book.dump());
  for (const each of [book, rebuilt]) {
    expect(each.sites(7)).toEqual([{ ...site, label: "Ledger" }]);
    expect(each.boundSite(7, "evm-1")?.siteId).toBe("s-1");
    expect(each.hold(11)).toEqual({ reason: "password", untilMs: 99, byOperator: false });
    expect(each.hold(12)).toBeUndefined();
    expect(each.decision(11)).toMatchObject({ operator: "ada", reason: "no" });
    expect(each.firstUseMs(7, "evm-1", ADDRESS.toLowerCase())).toBe(2_000);
    expect(each.requestsSince(7, 0).map(({ withdrawalId }) => withdrawalId)).toContain(13);
    expect(each.answeredRequest(7, "k-13", 2_000 + DAY_MS)?.result).toEqual({
      kind: "withdrawal",
      withdrawalId: 13,
    });
  }
  expect(rebuilt.outdated).toBe(0);
});

test("WDRL-06 an address that an operator rejected stays new; an address that was paid earlier does not", () => {
  const refused = (withdrawalId: number): WithdrawalRecord => ({
    type: "decided",
    withdrawalId,
    decision: "refused",
    operator: "ada",
    reason: "no",
    atMs: 3_000,
  });
  const firstUseMs = (records: readonly WithdrawalRecord[]) =>
    [apply(records), apply(apply(records).dump())].map((book) => book.firstUseMs(7, "evm-1", ADDRESS));
  expect(firstUseMs([requested(11, 1_000, "held"), refused(11)])).toEqual([undefined, undefined]);
  expect(firstUseMs([requested(10, 500), requested(11, 1_000, "held"), refused(11)])).toEqual([500, 500]);
});

test("WDRL-03 a key is remembered for a day and forgotten after it", () => {
  const book = apply([requested(11, 1_000)]);
  expect(book.answeredRequest(7, "k-11", 1_000 + DAY_MS - 1)).toBeDefined();
  expect(book.answeredRequest(7, "k-11", 1_000 + DAY_MS)).toBeUndefined();
  expect(book.answeredRequest(8, "k-11", 1_001)).toBeUndefined();
});

test("WDRL-03 closing an account removes all its records and no other user's", () => {
  const other = { ...requested(21, 1_500, "held"), userId: 8 } as WithdrawalRecord;
  const book = apply([
    { type: "site-kept", site, request: { key: "k-s", fingerprint: "f", untilMs: DAY_MS } },
    requested(11, 1_000, "held"),
    other,
    { type: "forgotten", userId: 7 },
  ]);
  for (const each of [book, apply(book.dump())]) {
    expect([each.sites(7), each.site("s-1"), each.hold(11), each.checks(11)]).toEqual([
      [],
      undefined,
      undefined,
      undefined,
    ]);
    expect(["k-s", "k-11"].map((key) => each.answeredRequest(7, key, 1_001))).toEqual([undefined, undefined]);
    expect([each.requestsSince(7, 0), each.firstUseMs(7, "evm-1", ADDRESS)]).toEqual([[], undefined]);
    expect(each.hold(21)?.reason).toBe("new-address");
    expect(each.firstUseMs(8, "evm-1", ADDRESS)).toBe(1_500);
    expect(each.answeredRequest(8, "k-21", 1_501)).toBeDefined();
  }
  expect([...book.dump()].map((record) => ("userId" in record ? record.userId : 0))).not.toContain(7);
});

test("WDRL-03 a site that was kept or removed under a key is the answer to it, until the day is over", () => {
  const request = (key: string, untilMs: number) => ({ key, fingerprint: "f", untilMs });
  const book = apply([
    { type: "site-kept", site, request: request("kept", 500 + DAY_MS) },
    { type: "site-removed", userId: 7, siteId: "s-1", request: request("removed", 600 + DAY_MS) },
  ]);
  expect(book.answeredRequest(7, "kept", 600)?.result).toEqual({ kind: "site", site });
  expect(book.answeredRequest(7, "removed", 600)?.result).toEqual({ kind: "removed", siteId: "s-1" });
  // A key used a day later evicts the old ones.
  book.apply({ type: "site-kept", site, request: request("later", 600 + 2 * DAY_MS) });
  expect(book.answeredRequest(7, "kept", 0)).toBeUndefined();
  expect(book.answeredRequest(7, "removed", 0)).toBeUndefined();
  expect(book.answeredRequest(7, "later", 600 + DAY_MS)?.result).toMatchObject({ kind: "site" });
});

test("WDRL-06 a rewrite of the records keeps paid addresses and the day's requests", () => {
  const book = apply([
    requested(11, 1_000),
    requested(12, 1_000 + DAY_MS - 1),
    requested(13, 1_001 + DAY_MS),
  ]);
  for (const each of [book, apply(book.dump())]) {
    // The first is older than a day: it no longer counts, but the address has been known since then.
    expect(each.requestsSince(7, 0).map(({ withdrawalId }) => withdrawalId)).toEqual([12, 13]);
    expect(each.requestsSince(7, 1_000 + DAY_MS - 1).map(({ cents }) => cents)).toEqual([100, 100]);
    expect(each.requestsSince(7, 1_000 + DAY_MS)).toHaveLength(1);
    expect(each.firstUseMs(7, "evm-1", ADDRESS)).toBe(1_000);
    expect(each.firstUseMs(7, "evm-2", ADDRESS)).toBeUndefined();
  }
});
