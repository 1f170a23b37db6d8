import type { SignedCall } from "../../binance-call.ts";
import { BINANCE } from "../../binance-error.ts";
import type { BinancePorts } from "../../binance-ports.ts";
import { marketOf } from "../../market-of.ts";
import { tradeCall } from "../../signed-calls.ts";

/** As Binance counts it for its address. */
const WEIGHT = 10;
/** A longer one is no switch that anybody waits for. */
const MAX_MS = 24 * 3_600_000;

/** Cancels all orders of a contract unless it is called again in time; 0 stops that. */
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
    looksOnly: true,
    weight: WEIGHT,
  };
}
