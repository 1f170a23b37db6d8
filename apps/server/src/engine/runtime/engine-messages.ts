import type { KeyedQuery } from "@candor/domain/commands/commands";
import type {
  AccountView,
  BookView,
  EventBatch,
  ExchangeView,
  KeyedAnswer,
  MiningView,
  OpenPositionsView,
  OptionsView,
  SettingsView,
  SolvencyView,
  WithdrawalsView,
} from "@candor/domain/engine-port";

/** Queries to the engine, answered in order with the surrounding commands. */
export type Query =
  | { readonly kind: "account-view"; readonly userId: number }
  | { readonly kind: "book-view"; readonly marketId: number; readonly levels: number }
  | { readonly kind: "exchange-view" }
  | { readonly kind: "withdrawals-view"; readonly userId: number | undefined }
  | { readonly kind: "options-view"; readonly userId: number | undefined }
  | { readonly kind: "solvency-view" }
  | { readonly kind: "open-positions-view" }
  | { readonly kind: "settings-view" }
  | { readonly kind: "mining-view"; readonly userId: number | undefined }
  | { readonly kind: "keyed-answer"; readonly question: KeyedQuery }
  | { readonly kind: "state-hash" };

export interface StateHash {
  readonly seq: number;
  /** SHA-256 of the machine's snapshot, lower-case hex. */
  readonly hash: string;
}

export type AnswerValue =
  | AccountView
  | BookView
  | ExchangeView
  | WithdrawalsView
  | SolvencyView
  | MiningView
  | KeyedAnswer
  | OpenPositionsView
  | OptionsView
  | SettingsView
  | StateHash;
export type Answer = { readonly value: AnswerValue } | { readonly error: string };

export interface EngineRequest {
  /** Encoded commands (see command-layout.ts). */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly commands: number;
  /** In order; `after` is the number of this request's commands before the query. */
  readonly queries: readonly { readonly after: number; readonly query: Query }[];
}

/** Batch of commands that became durable together, with its answers. */
export interface EngineResult {
  /** Undefined when there were only queries. */
  readonly batch: EventBatch | undefined;
  /** One per query, in order. */
  readonly answers: readonly Answer[];
}
