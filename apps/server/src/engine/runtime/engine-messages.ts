import type { EventBatch, QueryName } from "@candor/domain/engine-port";

/** A query to the engine, answered in order with the surrounding commands. */
export interface Query {
  readonly name: QueryName | "stateHash";
  readonly parameters: readonly unknown[];
}

export interface StateHash {
  readonly seq: number;
  /** SHA-256 of the machine's snapshot, lower-case hex. */
  readonly hash: string;
}

/** The value is the view that the query's row in QUERIES names, or a StateHash. */
export type Answer = { readonly value: object } | { readonly error: string };

/** A gateway process and its number of the request. A gateway numbers its requests from 1, without reusing a number. */
type RequestOrigin = readonly [gatewayId: string, requestNumber: number];

/** A gateway's request in a frame of the journal. */
export type RelayedEntry = readonly [
  gatewayId: string,
  requestNumber: number,
  firstSeq: number,
  commands: number,
];

export interface EngineRequest {
  /** Encoded commands (see command-layout.ts). */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly commands: number;
  /** In order; `after` is the number of this request's commands before the query. */
  readonly queries: readonly { readonly after: number; readonly query: Query }[];
  /** Set for a request of a gateway process. The journal stores it next to the frame. */
  readonly origin?: RequestOrigin;
}

/** Batch of commands that became durable together, with its answers. */
export interface EngineResult {
  /** Undefined when there were only queries. */
  readonly batch: EventBatch | undefined;
  /** One per query, in order. */
  readonly answers: readonly Answer[];
}

/** A result as one of several clients of the engine receives it: every batch, but only its own answers. */
export interface ClientResult extends EngineResult {
  /**
   * Which commands of the batch are the client's: alternately how many are of others, and how many are its own. Absent
   * if all are its own.
   */
  readonly own?: readonly number[];
}
