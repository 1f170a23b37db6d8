import type { WireLeverAccount } from "@candor/protocol/wire/lever-objects";
import { expect, test } from "vitest";
import { marketTerms } from "../trade/market/market-terms.ts";
import { loanAhead } from "./lever-room.ts";

const terms = marketTerms(
  {
    symbol: "BTCUSDT",
    tokenCur: "BTC",
    quote: "USDT",
    tick: "0.1",
    lot: "0.00001",
    minQuantity: "0.00001",
    maxQuantity: "100",
    minNotional: "5",
    priceBandRate: "0.2",
    makerFeeRate: "0.001",
    takerFeeRate: "0.001",
  },
  8,
  6,
);
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
  // 0.02 BTC are 1,200, and 500 − 200: 1,500 are the user's. 12 millionths of 300.000001, rounded up.
  expect(loanAhead(own, terms, true, borrow, INDEX_TICKS, 800 * MILLION + 1)).toEqual({
    borrowedUnits: 300 * MILLION + 1,
    hourlyUnits: 3_601,
    worstLossUnits: 1_500 * MILLION,
  });
});

test("LEV-21 a sell borrows the base coin; the loss is told in the quote coin", () => {
  const own = account(coin("BTC", "0.001"), coin("USDT", "940"));
  expect(loanAhead(own, terms, false, borrow, INDEX_TICKS, 1_100_000)).toEqual({
    borrowedUnits: MILLION,
    hourlyUnits: 8,
    worstLossUnits: 1_000 * MILLION,
  });
});

test("LEV-21 nothing is told of a loan that there is not, or of which not enough is known", () => {
  const own = account(coin("BTC", "0"), coin("USDT", "500"));
  const pays = 500 * MILLION;
  expect(loanAhead(own, terms, true, borrow, INDEX_TICKS, pays)).toBeUndefined();
  expect(loanAhead(own, terms, true, borrow, INDEX_TICKS, undefined)).toBeUndefined();
  expect(loanAhead(own, terms, true, borrow, undefined, pays + 1)).toBeUndefined();
  const none = { leverage: 5, effect: "none" } as const;
  expect(loanAhead(own, terms, true, none, INDEX_TICKS, pays + 1)).toBeUndefined();
  expect(loanAhead(own, terms, true, borrow, INDEX_TICKS, pays + 1)).toMatchObject({ borrowedUnits: 1 });
});
