/** A user in a list of hits (`user-search`). Mailbox and phone are masked. */
export interface UserHit {
  readonly userId: number;
  readonly username: string | null;
  readonly nickname: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly frozen: boolean;
  readonly registeredAtMs: number;
  /** null: the account is open. Who had a closed one is forgotten. */
  readonly closedAtMs: number | null;
}

export interface UserSearch {
  readonly hits: readonly UserHit[];
  /** There are more: say more of the name. */
  readonly more: boolean;
}

/** A ledger entry of a user. */
export interface UserFundLine {
  readonly recordId: number;
  readonly timeMs: number;
  readonly kind: string;
  readonly wallet: string;
  readonly asset: string;
  /** Signed decimal. */
  readonly amount: string;
  readonly after: string;
}

/** One user (`user-detail`). Amounts as decimals. */
export interface UserDetail {
  readonly user: UserHit;
  readonly kind: "trader" | "labelled";
  readonly verification: number;
  /** Of a closed account: until when what it was verified by is kept; null: nothing is. */
  readonly documentsKeptUntilMs: number | null;
  readonly invitedBy: number;
  readonly frozenAccounts: readonly string[];
  readonly balances: readonly {
    readonly wallet: string;
    readonly asset: string;
    readonly available: string;
    readonly frozen: string;
  }[];
  /** The newest, newest first. */
  readonly funds: readonly UserFundLine[];
}
