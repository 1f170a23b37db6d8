import type { PriceE8 } from "@candor/money/brand";
import { LEVER as TERMS } from "../scenario/lever-scenario.ts";
import { GatewayUnderTest } from "./gateway-under-test.ts";
import { type TestOptions } from "./opened-exchange.ts";

/** Bitcoin against dollars at up to 10×, with a pool of both. */
export const LEVER: NonNullable<TestOptions["lever"]> = {
  levers: [{ symbol: "BTCUSDT", lever: TERMS }],
  pool: { USDT: "1000000", BTC: "100" },
};

/** Starts an exchange with margin trading in one market. */
export async function startLeverExchange(): Promise<GatewayUnderTest> {
  return await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 }, lever: LEVER });
}

/** After `afterMs`, reports the only source's Bitcoin price. */
export async function observeBitcoin(
  { engine, time }: GatewayUnderTest,
  price: number,
  afterMs = 1_000,
): Promise<void> {
  time.ms += afterMs;
  await engine.execute({
    kind: "observe-price",
    marketId: 0,
    sourceId: 0,
    priceE8: (price * 1e8) as PriceE8,
    observedAtMs: time.ms,
  });
}
