import type { WireLeverAccount } from "@candor/wire/lever-objects";
import { expect, test } from "vitest";
import { BTC_TERMS } from "../../trading/market/testing/bitcoin-market.ts";
import { newTicket } from "../../trading/ticket/ticket-state.ts";
import { maxPayment, previewLoan } from "./lever-capacity.ts";

const terms = BTC_TERMS;
/** 60,000 USDT. */
const INDEX_TICKS = 600_000;
const coin = (asset: string, available: string, debt = "0", frozen = "0") => ({
  asset,
  available,
  frozen,
  debt,
  interest: "0",
  borrowable: "100000",
  maxTransferOut: "0",
});
const account = (base: ReturnType<typeof coin>, quote: ReturnType<typeof coin>): WireLeverAccount => ({
  symbol: "BTCUSDT",
  status: "normal",
  base,
  quote,
  hourlyRate: { base: "0.000008", quote: "0.000012" },
  marginLevel: null,
  liquidationPrice: null,
});
const borrow = { leverage: 5, effect: "borrow" } as const;
const MILLION = 1_000_000;

test("LEV-21 a buy borrows what it pays beyond what there is, and puts all of the account's own at stake", () => {
  const own = account(coin("BTC", "0.01", "0", "0.01"), coin("USDT", "500", "200"));
  // 0.02 BTC is 1,200, plus 500 − 200: the user's own 1,500. 12 millionths of 300.000001, rounded up.
  expect(previewLoan(own, terms, true, borrow, INDEX_TICKS, 800 * MILLION + 1)).toEqual({
    borrowedUnits: 300 * MILLION + 1,
    hourlyUnits: 3_601,
    worstLossUnits: 1_500 * MILLION,
  });
});

test("LEV-21 a sell borrows the base coin; the loss is told in the quote coin", () => {
  const own = account(coin("BTC", "0.001"), coin("USDT", "940"));
  expect(previewLoan(own, terms, false, borrow, INDEX_TICKS, 1_100_000)).toEqual({
    borrowedUnits: MILLION,
    hourlyUnits: 8,
    worstLossUnits: 1_000 * MILLION,
  });
});

test("LEV-21 nothing is told of a loan that there is not, or of which not enough is known", () => {
  const own = account(coin("BTC", "0"), coin("USDT", "500"));
  const pays = 500 * MILLION;
  expect(previewLoan(own, terms, true, borrow, INDEX_TICKS, pays)).toBeUndefined();
  expect(previewLoan(own, terms, true, borrow, INDEX_TICKS, undefined)).toBeUndefined();
  expect(previewLoan(own, terms, true, borrow, undefined, pays + 1)).toBeUndefined();
  const none = { leverage: 5, effect: "none" } as const;
  expect(previewLoan(own, terms, true, none, INDEX_TICKS, pays + 1)).toBeUndefined();
  expect(previewLoan(own, terms, true, borrow, INDEX_TICKS, pays + 1)).toMatchObject({ borrowedUnits: 1 });
});

test("LEV-21 a market order of a quantity may go on to the protection's distance from the index, within what it may pay with", () => {
  const buy = { ...newTicket("buy"), type: "market", unit: "base", quantity: "0.02" } as const;
  const pays = 1_200 * MILLION;
  // 0.02 BTC at 1.05 × 60,000.1, rounded up to the next tick: 63,000.2.
  expect(maxPayment(buy, terms, INDEX_TICKS, pays, 5_000 * MILLION)).toBe(1_260_004_000);
  expect(maxPayment(buy, terms, INDEX_TICKS, pays, 1_250 * MILLION)).toBe(1_250 * MILLION);
  expect(maxPayment(buy, terms, undefined, pays, 5_000 * MILLION)).toBeUndefined();
  const sell = { ...newTicket("sell"), type: "market", unit: "quote", total: "570" } as const;
  expect(maxPayment(sell, terms, INDEX_TICKS, 950_000, 5 * MILLION)).toBe(MILLION);
  for (const exact of [
    { ...buy, unit: "quote" },
    { ...sell, unit: "base" },
    { ...buy, type: "limit" },
  ] as const)
    expect(maxPayment(exact, terms, INDEX_TICKS, 7, 5_000 * MILLION)).toBe(7);
});
