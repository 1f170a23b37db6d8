import { LEVER as TERMS } from "../scenario/leverage-world.ts";
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
