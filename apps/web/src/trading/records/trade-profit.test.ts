import type { WireTrade } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { tradeProfit } from "./trade-profit.ts";

const trade: WireTrade = {
  marketTradeId: "1",
  tradeId: "1",
  orderId: "1",
  product: "spot",
  symbol: "BTCUSDT",
  side: "sell",
  price: "60000.0",
  quantity: "0.01000",
  quote: "600.000000",
  fee: "0.600000",
  feeAsset: "USDT",
  role: "taker",
  realizedProfit: "-1.2399999999999999",
  labelled: false,
  timeMs: 1,
};

test("PNLW-08 a trade shows what it realized in cents; a purchase that realized nothing shows nothing", () => {
  expect(tradeProfit(trade)).toBe("-1.23");
  expect(tradeProfit({ ...trade, realizedProfit: "0.0000000000000000" })).toBe("0.00");
  expect(tradeProfit({ ...trade, side: "buy", realizedProfit: "0.0000000000000000" })).toBeNull();
  // A purchase with coins that are not USDT realizes their profit.
  expect(tradeProfit({ ...trade, side: "buy", realizedProfit: "2.5000000000000000" })).toBe("2.50");
  expect(tradeProfit({ ...trade, realizedProfit: null })).toBeNull();
  expect(tradeProfit({ ...trade, product: "contract", realizedProfit: "0.123456" })).toBe("0.123456");
});
