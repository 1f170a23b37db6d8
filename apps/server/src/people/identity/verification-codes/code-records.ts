import type { CodeEvent } from "./code-event.ts";

/** `session`: one of the account; `place`: a device or network that has logged in to it before, without a session. */
export type CodeGroup = "session" | "place" | "stranger";

/**
 * Records of verification codes. Each replaces the one before with the same key. They contain neither recipients nor
 * codes: both appear only as keyed hashes, whose keys are outside the journal.
 */
export type CodeRecord =
  | {
      readonly type: "codes";
      readonly group: CodeGroup;
      /** Keyed hash of the recipient. */
      readonly recipient: string;
      readonly sent: SentCodes;
    }
  | { readonly type: "wrong-codes"; readonly recipient: string; readonly wrong: WrongCodesOf };

/** What callers of one group have requested for a recipient. */
export interface SentCodes {
  /** Times of the last day's codes, oldest first. */
  readonly sentAtMs: readonly number[];
  /** Whether the last code has not been used yet, so another one has to wait. */
  readonly isPending: boolean;
  /** At most one per event and requester. */
  readonly codes: readonly SentCode[];
}

export interface SentCode {
  readonly event: CodeEvent;
  /** Keyed hash of the requester within its group. */
  readonly asker: string;
  /** Keyed hash of the code and of all that it is for. */
  readonly hash: string;
  readonly expiresAtMs: number;
  /** Attempts left for the caller that requested it. */
  readonly attemptsLeft: number;
  /** Attempts left for all other callers that may submit it. */
  readonly othersLeft: number;
}

/** Strangers' wrong codes for a recipient. */
export interface WrongCodesOf {
  /** Wrong codes without a day's pause, newest at `guesses.at(-1)`. */
  readonly inARow: number;
  /** The newest of the last day, oldest first. */
  readonly guesses: readonly { readonly atMs: number; readonly event: CodeEvent }[];
}
