import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import { expect, test } from "vitest";
import { exportSpan, readFilter, requestOf, writeFilter } from "./record-filter.ts";
import { fundOrderOf, GROUP_KINDS, KINDS, RECORD_GROUPS, walletOf } from "./record-words.ts";

const DAY_MS = 86_400_000;
const EVERYTHING = readFilter(new URLSearchParams());

test("WEB-64 the filters of the records are in the page's address, and nonsense there filters nothing", () => {
  const text = "kind=trades&wallet=coin&asset=BTC&result=success&since=2026-11-01&until=2026-11-21";
  expect(writeFilter(readFilter(new URLSearchParams(text))).toString()).toBe(text);
  const nonsense = "kind=x&wallet=x&asset=b!tc&result=x&since=yesterday&until=2026-1-1";
  expect(writeFilter(readFilter(new URLSearchParams(nonsense))).toString()).toBe("");
  expect(requestOf(EVERYTHING)).toEqual({});
});

test("WEB-64 days are those of the reader's calendar, the last one included", () => {
  const day = { ...EVERYTHING, since: "2026-11-21", until: "2026-11-21" };
  const { sinceMs, untilMs } = requestOf(day);
  expect(sinceMs).toBe(new Date(2026, 10, 21).getTime());
  expect(untilMs).toBe(new Date(2026, 10, 22).getTime());
});

test("WEB-64 an export spans at most 366 days, the newest of what was asked for", () => {
  const nowMs = new Date(2026, 10, 22, 12).getTime();
  const all = exportSpan(EVERYTHING, nowMs);
  expect(all).toEqual({ sinceMs: nowMs - 366 * DAY_MS, untilMs: nowMs, isCut: false });
  const long = exportSpan({ ...EVERYTHING, since: "2020-01-01" }, nowMs);
  expect(long).toEqual({ ...all, isCut: true });
  const month = exportSpan({ ...EVERYTHING, since: "2026-10-01", until: "2026-10-31" }, nowMs);
  expect(month).toEqual({
    sinceMs: new Date(2026, 9, 1).getTime(),
    untilMs: new Date(2026, 10, 1).getTime(),
    isCut: false,
  });
});

test("WEB-64 every kind of entry has a name, a meaning, and leads to its cause where it has one", () => {
  for (const kind of FUND_RECORD_KINDS) expect(KINDS[kind].words).not.toBe(KINDS[kind].meaning);
  expect(fundOrderOf({ kind: "withdrawal-fee", refId: "7" })).toEqual({ kind: "withdrawal", id: "7" });
  expect(fundOrderOf({ kind: "transfer-in", refId: "8" })).toEqual({ kind: "transfer", id: "8" });
  expect(fundOrderOf({ kind: "deposit", refId: null })).toBeNull();
  expect(fundOrderOf({ kind: "trade", refId: "9" })).toBeNull();
});

test("WEB-64 every kind of entry is found by one of the filters, and each filter asks for its kinds", () => {
  expect(RECORD_GROUPS.flatMap((group) => GROUP_KINDS[group]).toSorted()).toEqual(
    FUND_RECORD_KINDS.toSorted(),
  );
  for (const group of RECORD_GROUPS.slice(1)) {
    expect(GROUP_KINDS[group]).not.toHaveLength(0);
    expect(requestOf({ ...EVERYTHING, group })).toEqual({ kind: GROUP_KINDS[group] });
  }
});

test("WEB-64 margin accounts and the spot wallet are filtered and named apart", () => {
  const asked = (wallet: string) => requestOf(readFilter(new URLSearchParams({ wallet })));
  expect(asked("margin")).toEqual({ margin: true });
  expect(asked("coin")).toEqual({ wallet: "coin", margin: false });
  expect(asked("main")).toEqual({ wallet: "main" });
  const t = (key: string) => key;
  expect(walletOf(t, { wallet: "coin" })).toBe("wallet.coin");
  expect(walletOf(t, { wallet: "coin", marginSymbol: "BTCUSDT" })).toBe("shell.navLeverage BTCUSDT");
});
