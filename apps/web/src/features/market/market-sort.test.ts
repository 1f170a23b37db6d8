import type { WireMarket } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { matches } from "./market-match.ts";
import { DEFAULT_SORT, nextSort, sortMarkets } from "./market-sort.ts";

const market = (tokenCur: string, chPrice: string | null, updown: string | null, quoteVolume: string) =>
  ({
    market: "spot",
    symbol: `${tokenCur}USDT`,
    tokenCur,
    quote: "USDT",
    chPrice,
    updown,
    quoteVolume,
  }) as WireMarket;

const MARKETS = [
  market("ETH", "3518.24", "1.37", "1080000000.000000"),
  market("NEW", null, null, "0"),
  market("BTC", "67412.50", "-2.14", "1920000000.000000"),
  market("ADA", "0.4518", "1.37", "47900000.000000"),
];

const TURNOVERS = new Map(MARKETS.map(({ symbol, quoteVolume }) => [symbol, quoteVolume]));

const order = (key: Parameters<typeof nextSort>[1], isAscending: boolean) =>
  sortMarkets(MARKETS, { key, isAscending }, TURNOVERS).map(({ tokenCur }) => tokenCur);

test("WEB-33 markets are sorted by name, price, change and turnover as numbers, both ways; unknown values stand last", () => {
  expect(order("tokenCur", true)).toEqual(["ADA", "BTC", "ETH", "NEW"]);
  expect(order("chPrice", false)).toEqual(["BTC", "ETH", "ADA", "NEW"]);
  expect(order("chPrice", true)).toEqual(["ADA", "ETH", "BTC", "NEW"]);
  expect(order("updown", false)).toEqual(["ADA", "ETH", "BTC", "NEW"]);
  expect(order("turnover", false)).toEqual(["BTC", "ETH", "ADA", "NEW"]);
});

test("WEB-33 the same column again turns the order round", () => {
  const byPrice = nextSort(DEFAULT_SORT, "chPrice");
  expect(byPrice).toEqual({ key: "chPrice", isAscending: false });
  expect(nextSort(byPrice, "chPrice")).toEqual({ key: "chPrice", isAscending: true });
  expect(nextSort(byPrice, "tokenCur")).toEqual({ key: "tokenCur", isAscending: true });
});

test("WEB-33 a search finds symbol, pair and name in any letter case", () => {
  const btc = market("BTC", null, null, "0");
  for (const text of ["b", "btc", "BTC/USDT", "bitc", " Bitcoin "])
    expect(matches(btc, "Bitcoin", text), text).toBe(true);
  expect(matches(btc, "Bitcoin", "eth")).toBe(false);
});
