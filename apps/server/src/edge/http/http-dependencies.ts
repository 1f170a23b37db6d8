import type { Timers } from "../../market/prices/clock.ts";
import type { Countdowns } from "../binance-api/futures/countdown/countdowns.ts";
import type { OrderLabels } from "../binance-api/labels/order-labels.ts";
import type { ListenKeys } from "../binance-api/streams/listen-keys.ts";
import type { ConsolePorts } from "../console-api/console-ports.ts";
import type { GatewayDependencies } from "../gateway/dependencies.ts";

/** What the whole HTTP server uses: the wire's gateway, the Binance-compatible API and the console's API. */
export interface HttpDependencies extends GatewayDependencies {
  /** Keys of the Binance-compatible API's user data streams. Without them a new registry is created. */
  readonly listenKeys?: ListenKeys;
  /** Cancels contract orders of users whose countdown expires. */
  readonly countdowns: Countdowns;
  /** What programs write on orders. */
  readonly orderLabels: OrderLabels;
  /** Timers of the exchange's time; by default the system's. */
  readonly timers?: Timers;
  /** Returns ids of orders whose clients give none; by default random. */
  readonly newClientId?: (() => string) | undefined;
  /** The operators' console; not served when absent. */
  readonly console?: ConsolePorts;
}
