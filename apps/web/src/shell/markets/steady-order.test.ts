import type { WireMarket } from "@candor/wire/objects";
import { expect, test } from "vitest";
import { marketKey } from "./market-key.ts";
import { inOrderOf } from "./steady-order.ts";

const market = (symbol: string, kind: WireMarket["market"] = "spot") =>
  ({ symbol, market: kind }) as WireMarket;

test("WEB-33 markets to choose from keep their order while their turnover changes", () => {
  const [btc, eth, sol, perpetual] = [
    market("BTCUSDT"),
    market("ETHUSDT"),
    market("SOLUSDT"),
    market("BTCUSDT", "contract"),
  ];
  const opened = [btc, perpetual, eth].map(marketKey);
  expect(inOrderOf(opened, [sol, eth, perpetual, btc])).toEqual([btc, perpetual, eth, sol]);
  // A delisted market leaves no gap.
  expect(inOrderOf(opened, [eth, btc])).toEqual([btc, eth]);
  expect(inOrderOf([], [sol, btc])).toEqual([sol, btc]);
});
