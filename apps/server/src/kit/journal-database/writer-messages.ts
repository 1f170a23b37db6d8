import type { MessagePort } from "node:worker_threads";
import type { DatabaseSettings } from "./database-settings.ts";

/** A frame for the database. */
export interface StoredFrame {
  readonly journal: string;
  readonly number: number;
  readonly firstSeq: number;
  readonly lastSeq: number;
  readonly timeMs: number;
  readonly previous: Uint8Array;
  readonly hash: Uint8Array;
  readonly sealed: Uint8Array;
  /** JSON; undefined for none. */
  readonly relayed: string | undefined;
}

/** A journal as the database knows it. */
export interface StoredJournal {
  readonly path: string;
  readonly store: string | undefined;
  /** Name in its segment files. */
  readonly name: string;
  readonly segmentBytes: number | undefined;
  readonly isDraft: boolean;
}

/** The newest frame in the database; number 0 for none. */
export interface StoredEnd {
  readonly number: number;
  readonly hash: Uint8Array | undefined;
}

/** What a caller asks of its writer, one at a time. */
export type WriterRequest =
  | { readonly kind: "append"; readonly frame: StoredFrame }
  | { readonly kind: "open"; readonly journal: StoredJournal }
  | { readonly kind: "activate"; readonly path: string; readonly origin: string }
  | { readonly kind: "discard"; readonly path: string }
  | {
      readonly kind: "put-file";
      readonly path: string;
      readonly content: Uint8Array;
      readonly sha256: string;
    }
  | { readonly kind: "drop-file"; readonly path: string };

/** Errors cross threads by name. */
export interface SentError {
  readonly name: string;
  readonly message: string;
}

export type WriterReply =
  | { readonly kind: "done"; readonly end?: StoredEnd }
  | { readonly kind: "failed"; readonly error: SentError };

/** What a writer is doing, for people: waiting for a standby is no reason to end. */
export const WRITER_STATES = ["ready", "writing", "waiting for a standby", "no primary database"] as const;
export type WriterState = (typeof WRITER_STATES)[number];

/** From the thread that owns the writer. Requests wait until it has begun. */
export type ToWriter =
  | { readonly kind: "connect" }
  | { readonly kind: "begin"; readonly term: number }
  | { readonly kind: "close" };

/** A caller's end of the link to its writer. */
export interface WriterPort {
  readonly port: MessagePort;
  /** Counters, see below. */
  readonly signal: SharedArrayBuffer;
}

/** What a writer's thread is started with. */
export interface WriterThreadData {
  readonly settings: { readonly database: DatabaseSettings; readonly name: string };
  readonly link: WriterPort;
}

/** Int32 at this place: the number of replies sent. */
export const REPLIES = 0;
/** Int32: grows while the writer's thread lives. */
export const BEATS = 1;
/** Int32: the index of a WriterState. */
export const STATE = 2;
/** Int32: not 0 once the thread accepts no more requests. Set before REPLIES is raised. */
export const END = 3;
export const ENDED = 1;
export const ENDED_FENCED = 2;
/** Two BigInt64: clock and monotonic time, in milliseconds, at which the newest completed look at the leader's term began. */
export const LOOKED_AT = 2;
export const SIGNAL_BYTES = 32;

/** Milliseconds that do not stop or jump, the same in all threads of a process. */
export const monotonicMs = (): bigint => process.hrtime.bigint() / 1_000_000n;

/** What the writers with these signals do together. */
export function stateOfWriters(signals: readonly SharedArrayBuffer[]): WriterState {
  const states = signals.map((signal) => WRITER_STATES[Atomics.load(new Int32Array(signal), STATE)]);
  return states.find((state) => state !== undefined && state !== "ready") ?? "ready";
}
