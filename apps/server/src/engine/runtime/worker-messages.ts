import type { MessagePort } from "node:worker_threads";
import type { EventBatch } from "@candor/domain/engine-port";
import type { WriterPort } from "../../kit/journal-database/writer-messages.ts";
import type { ClientResult, EngineRequest } from "./engine-messages.ts";
import type { ExchangeHome } from "./exchange-home.ts";
import type { FollowerPosition } from "./follower.ts";
import type { RecoveryReport } from "./recover.ts";
import type { TimeSettings } from "./trusted-time.ts";

/** Size of batches at which a client that does not receive them is dropped: it hangs, and they would fill the memory. */
export const MAX_UNREAD_BYTES = 512 * 1024 * 1024;

/** Maximum number of replayed batches in transit to the reader. */
export const MAX_UNREAD_REPLAYS = 32;

/** A home in a database, and the link to the writer of the engine's thread. */
export interface EngineReplication {
  /** CANDOR_HOME */
  readonly home: string;
  readonly link: WriterPort;
}

/** Startup settings of the engine's thread. */
export interface WorkerSettings {
  readonly task: "engine";
  /** The module that this thread runs; the threads that make its snapshots run the same. */
  readonly thread: string;
  readonly home: ExchangeHome;
  /** Writes to the database of a replicated home; undefined if the files are the only ones. */
  readonly replication: EngineReplication | undefined;
  readonly segmentBytes: number | undefined;
  readonly snapshotInterval: number | undefined;
  readonly eventsAfterSeq: number | undefined;
  /** Whether to execute what a leader has made durable, until it leads. */
  readonly follows: boolean;
  /** One Int32: number of replayed batches the reader has processed. */
  readonly replaysRead: SharedArrayBuffer;
  /** Where the thread publishes its time; see TimePublisher. */
  readonly time: SharedArrayBuffer;
  readonly timeSettings: TimeSettings;
  /** Whether each request is a frame of its own. */
  readonly isSerial: boolean;
}

/** Startup settings of a thread that makes one snapshot. */
export interface SnapshotSettings {
  readonly task: "snapshot";
  readonly home: ExchangeHome;
  /** The last command of a frame. */
  readonly seq: number;
}

export type ToWorker =
  | { readonly kind: "request"; readonly request: EngineRequest }
  | { readonly kind: "accept-clock"; readonly deviationMs: number }
  /** Adds a client, which sends its requests to this port. */
  | { readonly kind: "join"; readonly port: MessagePort; readonly maxUnreadBytes: number }
  /** Only while it follows: the next sealed frames, which the home's journal has already. Answered by `applied`. */
  | { readonly kind: "frames"; readonly frames: readonly Uint8Array<ArrayBuffer>[] }
  /** Only while it follows: the home has new decisions about commands to skip. */
  | { readonly kind: "skips" }
  /** Ends following. Answered by `ready`. */
  | { readonly kind: "lead"; readonly replication: EngineReplication | undefined }
  | { readonly kind: "close" };

export type FromWorker =
  | { readonly kind: "replayed"; readonly batch: EventBatch }
  /** It takes commands, or if it follows, frames. */
  | { readonly kind: "ready"; readonly report: RecoveryReport }
  | { readonly kind: "applied"; readonly position: FollowerPosition }
  | { readonly kind: "result"; readonly result: ClientResult }
  | { readonly kind: "warning"; readonly message: string };

/** What a client that joined later may send. */
export type FromClient = Extract<ToWorker, { readonly kind: "request" }>;

/** What the engine sends to such a client; first `joined`, and then every batch after `lastSeq`. */
export type ToClient =
  | {
      readonly kind: "joined";
      readonly lastSeq: number;
      /** Memory of its UnreadBatches. */
      readonly unread: SharedArrayBuffer;
    }
  | Extract<FromWorker, { readonly kind: "result" }>;
