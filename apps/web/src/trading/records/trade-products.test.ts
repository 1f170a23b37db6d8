import { PRODUCTS } from "@candor/domain/enumerations";
import { expect, test } from "vitest";
import { marketsOf, offeredChoices, TRADE_CHOICES } from "./trade-products.ts";

const market = (tokenCur: string, kind: "spot" | "contract", flags = {}) => ({
  symbol: `${tokenCur}USDT`,
  market: kind,
  tokenCur,
  quote: "USDT",
  option: false,
  lever: false,
  ...flags,
});
const MARKETS = [
  market("TRX", "spot", { lever: true }),
  market("BTC", "spot", { option: true }),
  market("SOL", "contract"),
  market("BTC", "contract"),
];

test("WEB-103 the list of all trades has a chip for every product", () => {
  expect(TRADE_CHOICES).toEqual(["all", ...PRODUCTS]);
  expect(offeredChoices(MARKETS)).toEqual(["all", "spot", "lever", "contract", "option"]);
});

test("WEB-103 what the exchange does not offer has no chip", () => {
  expect(offeredChoices([market("BTC", "spot")])).toEqual(["all", "spot"]);
  expect(offeredChoices([])).toEqual(TRADE_CHOICES);
});

test("WEB-103 markets of a filter are in the order of their names, which are all of one kind", () => {
  expect(marketsOf("all", MARKETS).map(({ name }) => name)).toEqual(["BTC/USDT", "SOL/USDT", "TRX/USDT"]);
  expect(marketsOf("contract", MARKETS).map(({ name }) => name)).toEqual(["BTCUSDT", "SOLUSDT"]);
  expect(marketsOf("lever", MARKETS).map(({ symbol }) => symbol)).toEqual(["TRXUSDT"]);
});
