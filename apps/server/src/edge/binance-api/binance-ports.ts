import type { ApiReading, ApiRevision } from "../../config/api-settings.ts";
import type { Timers } from "../../market/prices/clock.ts";
import type { PastPrices } from "../../market/prices/past-prices.ts";
import type { InternalCalls } from "../gateway/call-door.ts";
import type { Ports } from "../gateway/dependencies.ts";
import type { CancelIds } from "./cancel-ids.ts";
import type { FaultRules } from "./faults/fault-rules.ts";
import type { Countdowns } from "./futures/countdown/countdowns.ts";
import type { OrderChanges } from "./futures/order-changes.ts";
import type { PositionModes } from "./futures/position-modes.ts";
import type { ReduceOnlySums } from "./futures/reduce-only-sums.ts";
import type { OrderLabels } from "./labels/order-labels.ts";
import type { ChangeRegisters } from "./recent-changes.ts";
import type { ListenKeys } from "./streams/listen-keys.ts";

/** Dependencies of the Binance-compatible API. */
export interface BinancePorts
  extends Ports<
    | "engine"
    | "funding"
    | "identity"
    | "listings"
    | "mirror"
    | "history"
    | "klines"
    | "readModels"
    | "site"
    | "log"
  > {
  readonly past?: PastPrices | undefined;
  readonly countdowns: Countdowns;
  readonly listenKeys: ListenKeys;
  readonly cancelIds: CancelIds;
  readonly orderLabels: OrderLabels;
  readonly changes: ChangeRegisters;
  readonly positionModes: PositionModes;
  readonly orderChanges: OrderChanges;
  readonly reduceOnlySums: ReduceOnlySums;
  readonly door: InternalCalls;
  readonly nowMs: () => number;
  /** Timers of that time; by default the system's. */
  readonly timers?: Timers | undefined;
  /** Returns ids of orders whose clients give none; by default random. */
  readonly newClientId?: (() => string) | undefined;
  /** How requests are read. */
  readonly reading: ApiReading;
  /** Where conditional orders of futures are. */
  readonly revision: ApiRevision;
  /** Faults that the owner of a sandbox asks for; absent in live mode. */
  readonly faults?: FaultRules | undefined;
}
