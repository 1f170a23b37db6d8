/** A search result (`user-search`). Mailbox and phone are masked. */
export interface UserHit {
  readonly userId: number;
  readonly username: string | null;
  readonly nickname: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly frozen: boolean;
  readonly registeredAtMs: number;
  /** Null for an open account. Personal data of closed accounts is deleted. */
  readonly closedAtMs: number | null;
}

export interface UserSearch {
  readonly hits: readonly UserHit[];
  /** There are more results: refine the search. */
  readonly more: boolean;
}

/** A ledger entry of a user. */
export interface UserFundLine {
  readonly recordId: number;
  readonly timeMs: number;
  readonly kind: string;
  readonly wallet: string;
  /** Symbol of the margin account; null for a wallet. */
  readonly margin: string | null;
  readonly asset: string;
  /** Signed decimal. */
  readonly amount: string;
  readonly after: string;
}

/** A user's coin in a wallet or a margin account. Amounts are decimals. */
export interface UserBalance {
  readonly wallet: string;
  /** Symbol of the margin account; null for a wallet. */
  readonly margin: string | null;
  readonly asset: string;
  readonly available: string;
  readonly frozen: string;
  /** What the margin account borrowed and has not paid back, with interest. */
  readonly debt: string;
}

/** What a user owns in USDT, as in the total of `/wallet/index`. */
export interface UserEquity {
  readonly amount: string;
  /** In margin accounts: assets minus debts. */
  readonly leverage: string;
  /** The price that machines have not earned back. */
  readonly mining: string;
  /** Stakes of open timed options. */
  readonly options: string;
  readonly unrealizedProfit: string;
  /** Assets without an index, which count as nothing. */
  readonly unpriced: readonly string[];
}

/** One user (`user-detail`). Amounts are decimals. */
export interface UserDetail {
  readonly user: UserHit;
  readonly kind: "trader" | "labelled";
  readonly verification: number;
  /** For a closed account: when its verification documents will be deleted; null if there are none. */
  readonly documentsKeptUntilMs: number | null;
  readonly invitedBy: number;
  readonly frozenAccounts: readonly string[];
  readonly equity: UserEquity;
  readonly balances: readonly UserBalance[];
  /** Most recent entries, newest first. */
  readonly funds: readonly UserFundLine[];
}
