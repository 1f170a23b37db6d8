import { LIMITS } from "@candor/protocol/limits";
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

test("WDRL-07 what is written anew says the same of sites, habits, holds and decisions", () => {
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
  const anew = apply(book.dump());
  for (const each of [book, anew]) {
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
  expect(anew.outdated).toBe(0);
});

test("WDRL-06 an address that an operator refused is as new as before, one that was paid earlier is not", () => {
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
