import type { CallDoor } from "../gateway/call-door.ts";
import type { GatewayDependencies } from "../gateway/dependencies.ts";

/** What the Binance-compatible API stands on. */
export interface BinancePorts
  extends Pick<
    GatewayDependencies,
    "engine" | "identity" | "listings" | "mirror" | "history" | "klines" | "readModels" | "site" | "log"
  > {
  readonly door: CallDoor;
  readonly nowMs: () => number;
}
