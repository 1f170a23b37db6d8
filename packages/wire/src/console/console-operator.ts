/** One of the operator's own passkeys (`passkey-list`). */
export interface OwnPasskey {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/** Who is signed in to the operators' console (`me`). */
export interface ConsoleOperator {
  readonly name: string;
  readonly roles: readonly string[];
  readonly mode: "sandbox" | "live";
  /** Whether links go to mailboxes; otherwise an operator sees them. */
  readonly sendsMail: boolean;
  /** The chains of deposits and withdrawals, by the wire's ids. */
  readonly chains: readonly string[];
  /** Commands of the desk that their roles allow, such as `user freeze`. */
  readonly commands: readonly string[];
  /** Calls of the console that their roles allow. */
  readonly calls: readonly string[];
}
