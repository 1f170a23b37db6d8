/** One of the operator's own passkeys (`passkey-list`). */
export interface OwnPasskey {
  readonly passkeyId: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
}

/** The operator signed in to the console (`me`). */
export interface ConsoleOperator {
  readonly name: string;
  readonly roles: readonly string[];
  readonly mode: "sandbox" | "live";
  /** Whether everything can be set here. */
  readonly isTestRig: boolean;
  /** Whether links are sent by mail; otherwise an operator sees them. */
  readonly sendsMail: boolean;
  /** Chains for deposits and withdrawals, by wire id. */
  readonly chains: readonly string[];
  /** Operator commands allowed by their roles, such as `user freeze`. */
  readonly commands: readonly string[];
  /** Console calls allowed by their roles. */
  readonly calls: readonly string[];
}
