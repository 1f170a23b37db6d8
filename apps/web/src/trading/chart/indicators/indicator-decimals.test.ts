import { expect, test } from "vitest";
import { indicatorDecimals } from "./indicator-decimals.ts";
import { OVERLAYS, PANES } from "./indicator-list.ts";

test("NUM-05 indicators made of prices have the market's decimals and two more, those of 0 to 100 two", () => {
  const decimals = (price: number, quantity: number) =>
    Object.fromEntries(
      [...OVERLAYS, ...PANES].map((name) => [name, indicatorDecimals(name, price, quantity)]),
    );
  expect(decimals(5, 0)).toEqual({
    MA: 7,
    EMA: 7,
    BOLL: 7,
    ICHIMOKU: 7,
    SAR: 7,
    VWAP: 7,
    SUPERTREND: 7,
    ATR: 7,
    MACD: 7,
    RSI: 2,
    KDJ: 2,
    WR: 2,
    VOL: 0,
    OBV: 0,
  });
  expect(decimals(1, 5)).toMatchObject({ MA: 3, MACD: 3, RSI: 2, OBV: 5 });
});
