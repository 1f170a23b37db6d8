import type { SignedCall } from "../../binance-call.ts";
import { BINANCE } from "../../binance-error.ts";
import type { BinancePorts } from "../../binance-ports.ts";
import { marketOf } from "../../market-of.ts";
import { tradeCall } from "../../signed-calls.ts";

/** Longest countdown; longer ones make no sense for a dead man's switch. */
const MAX_MS = 24 * 3_600_000;

/** Cancels all orders of a contract unless called again in time; 0 stops the countdown. */
export function countdownCall(ports: BinancePorts): SignedCall {
  return {
    ...tradeCall("POST", "/v1/countdownCancelAll", async (parameters, { session }) => {
      const { symbol } = marketOf(ports, parameters, "contract").listed.spec;
      parameters.needed("countdownTime");
      const lengthMs = parameters.integer("countdownTime") ?? 0;
      if (lengthMs > MAX_MS) throw BINANCE.range("countdownTime");
      if (lengthMs === 0) await ports.countdowns.stop(session.userId, symbol);
      else await ports.countdowns.begin(session.userId, symbol, lengthMs);
      return { symbol, countdownTime: String(lengthMs) };
    }),
    readsOnly: true,
  };
}
