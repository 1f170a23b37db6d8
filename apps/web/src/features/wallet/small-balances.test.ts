import { expect, test } from "vitest";
import { holdingsOf } from "../../shell/wallets/valued-wallets.ts";
import { leftOf, smallBalances, sumOf } from "./small-balances.ts";

const PRICES = [
  { asset: "BTC", price: "60000" },
  { asset: "DOGE", price: "0.13" },
  { asset: "ETH", price: "3000" },
  { asset: "SOL", price: "150" },
];
const MARKETS = [
  { tokenCur: "ETH", quote: "BTC", minQuantity: "0.001" },
  { tokenCur: "BTC", quote: "USDT", minQuantity: "0.00001" },
  { tokenCur: "ETH", quote: "USDT", minQuantity: "0.0001" },
  { tokenCur: "DOGE", quote: "USDT", minQuantity: "1" },
];
const held = (asset: string, available: string, frozen = "0") =>
  ({ wallet: "coin", asset, available, frozen }) as const;

test("WEB-123 small is what is worth less than 10 USDT and free; what no market trades is named and cannot be chosen", () => {
  const holdings = holdingsOf(
    [
      held("USDT", "3"),
      held("BTC", "0.00009990"),
      held("ETH", "0.00333334"),
      held("DOGE", "0.9"),
      held("SOL", "0.01"),
      held("XYZ", "1"),
      held("BTC", "0", "0.00001"),
    ],
    PRICES,
  );
  expect(smallBalances(holdings, MARKETS)).toEqual([
    { asset: "BTC", available: "0.00009990", value: "5.99", isTooLittle: false },
    { asset: "SOL", available: "0.01", value: "1.50", isTooLittle: true },
    { asset: "DOGE", available: "0.9", value: "0.11", isTooLittle: true },
  ]);
  const [, , eth] = holdings;
  expect(eth?.value).toBe("10.00");
  expect(leftOf("0.00009990", "0.00009000")).toBe("0.00000990");
  expect(leftOf("0.5", "0.50")).toBeNull();
  expect(sumOf(["5.391234", "0.1"])).toBe("5.491234");
});
