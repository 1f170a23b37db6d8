import type { EventBatch } from "@candor/domain/engine-port";
import type { ProjectorLimits } from "./projector-options.ts";
import type { ThreadError } from "./thread-error.ts";

/** What the thread of a projector needs to open it. */
export interface ProjectorSettings {
  readonly journalId: string;
  readonly limits: Partial<ProjectorLimits>;
  /** Why the tables were emptied when the database was opened. */
  readonly discarded: string | undefined;
}

/** Messages to the thread of a projector. */
export type ToProjector =
  | { readonly kind: "replay" | "follow" | "drain" | "room" | "close" }
  | { readonly kind: "accept"; readonly batches: readonly EventBatch[] }
  | { readonly kind: "wait"; readonly seq: number; readonly timeoutMs: number }
  /** Asks for unchanging tables, until the release with the same id. */
  | { readonly kind: "hold" | "release"; readonly id: number };

/** Progress of a projector. */
export interface ProjectorStatus {
  readonly reachedSeq: number;
  /** Of all accepted batches, what is no longer queued. */
  readonly takenBytes: number;
  readonly rows: number;
  readonly transactions: number;
}

/** Messages from the thread of a projector. */
export type FromProjector =
  | {
      readonly kind: "opened";
      readonly reachedSeq: number;
      readonly discarded: string | undefined;
      readonly knownSeq: number;
    }
  /** After each transaction. */
  | { readonly kind: "written"; readonly status: ProjectorStatus }
  | { readonly kind: "retry"; readonly error: ThreadError; readonly delayMs: number }
  /** The database lost commits, which are written again. */
  | { readonly kind: "rewound"; readonly fromSeq: number; readonly toSeq: number }
  | { readonly kind: "not-opened"; readonly error: ThreadError }
  | { readonly kind: "failed"; readonly error: ThreadError }
  | { readonly kind: "warned"; readonly message: string; readonly error: ThreadError }
  | { readonly kind: "held"; readonly id: number; readonly seq: number }
  | { readonly kind: "released"; readonly id: number; readonly isInTime: boolean }
  | { readonly kind: "closed" };
