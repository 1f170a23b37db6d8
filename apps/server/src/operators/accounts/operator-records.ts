import type { OperatorAccountRecord } from "./operator-account.ts";

/** A record in the journal of operator accounts. Tokens appear only as hashes, and secrets only sealed. */
export type OperatorRecord =
  | OperatorAccountRecord
  | { readonly type: "session-opened"; readonly session: OperatorSession }
  | { readonly type: "session-seen"; readonly tokenHash: string; readonly atMs: number }
  | { readonly type: "sessions-ended"; readonly tokenHashes: readonly string[] }
  | { readonly type: "sign-up-begun"; readonly signUp: PendingSignUp };

export interface OperatorSession {
  /** SHA-256 of the token in the operator's cookie. */
  readonly tokenHash: string;
  /** Of the account. */
  readonly name: string;
  readonly openedAtMs: number;
  /** Last request that an operator caused, as of the last record. */
  readonly lastSeenAtMs: number;
}

/** A secret that was shown for an authenticator app, until the holder of the link has proved it. */
export interface PendingSignUp {
  /** SHA-256 of the token in the link. */
  readonly linkHash: string;
  /** Sealed. */
  readonly secret: string;
  readonly expiresAtMs: number;
}
