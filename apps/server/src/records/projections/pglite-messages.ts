import type { MessagePort } from "node:worker_threads";
import type { ProjectorSettings } from "./projector-messages.ts";
import type { Turn } from "./session-turns.ts";
import type { DatabaseWork } from "./wasm-compiler.ts";

/** Messages between the owner of an embedded database and its thread. */
export interface PGliteStart {
  /** In memory if `undefined`. */
  readonly directory: string | undefined;
  readonly work: DatabaseWork;
}

export type PGliteRequest =
  | {
      readonly id: number;
      readonly kind: "query";
      readonly connection: number;
      readonly turn: Turn | undefined;
      readonly sql: string;
      /** A Float64Array represents an array of integers. */
      readonly parameters: readonly unknown[];
    }
  | { readonly id: number; readonly kind: "close" }
  /** Opens a projector that is served at the port. */
  | { readonly kind: "project"; readonly port: MessagePort; readonly settings: ProjectorSettings };

export type PGliteReply =
  | { readonly kind: "ready" }
  | {
      readonly kind: "result";
      readonly id: number;
      readonly rows: readonly unknown[];
      /** `undefined` if the statement changes nothing. */
      readonly affectedRows: number | undefined;
    }
  | { readonly kind: "closed"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly error: DatabaseProblem }
  /** A statement of a projector met corrupt files. */
  | { readonly kind: "damaged"; readonly error: DatabaseProblem }
  | { readonly kind: "not-opened"; readonly error: DatabaseProblem };

/** A database error in a form that can be sent between threads. */
export interface DatabaseProblem {
  readonly message: string;
  /** SQLSTATE. */
  readonly code: string | undefined;
  readonly detail: string | undefined;
}
