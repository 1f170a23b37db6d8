import type { EventBatch } from "@candor/domain/engine-port";
import type { EngineRequest, EngineResult } from "./engine-messages.ts";
import type { ExchangeHome } from "./exchange-home.ts";
import type { RecoveryReport } from "./recover.ts";
import type { TimeSettings } from "./trusted-time.ts";

/** Maximum number of replayed batches in transit to the reader. */
export const MAX_UNREAD_REPLAYS = 32;

/** Startup settings of the engine's thread. */
export interface WorkerSettings {
  readonly home: ExchangeHome;
  readonly segmentBytes: number | undefined;
  readonly snapshotInterval: number | undefined;
  readonly eventsAfterSeq: number | undefined;
  /** One Int32: number of replayed batches the reader has processed. */
  readonly replaysRead: SharedArrayBuffer;
  /** Where the thread publishes its time; see TimePublisher. */
  readonly time: SharedArrayBuffer;
  readonly timeSettings: TimeSettings;
}

export type ToWorker =
  | { readonly kind: "request"; readonly request: EngineRequest }
  | { readonly kind: "accept-clock"; readonly deviationMs: number }
  | { readonly kind: "close" };

export type FromWorker =
  | { readonly kind: "replayed"; readonly batch: EventBatch }
  | { readonly kind: "ready"; readonly report: RecoveryReport }
  | { readonly kind: "result"; readonly result: EngineResult }
  | { readonly kind: "warning"; readonly message: string };
