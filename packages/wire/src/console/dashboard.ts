/** Health of one part of the exchange. */
export interface HealthLine {
  readonly part:
    | "journal"
    | "engine"
    | "clock"
    | "read models"
    | "prices"
    | "chain"
    | "gas"
    | "signer"
    | "codes";
  readonly name: string;
  readonly state: "well" | "delayed" | "down";
  readonly detail: string;
}

/** A condition that someone has to act on. */
export interface AlarmLine {
  readonly name: string;
  readonly title: string;
  readonly severity: "critical" | "warning";
  /** The affected market, asset, chain or deposit; empty for the whole server. */
  readonly subject: string;
  readonly text: string;
  readonly sinceMs: number;
}

/** One asset, in decimals. Owed and escrowed are liabilities; held is what the exchange has. */
export interface SolvencyLine {
  readonly asset: string;
  /** User balances, including frozen money and open withdrawals. */
  readonly owed: string;
  /** Locked for sold timed options and running mining machines. */
  readonly escrowed: string;
  /** Deposits minus payouts, plus the play money issued in a sandbox. */
  readonly held: string;
  /** The part of it that is play money. */
  readonly playMoney: string;
  /**
   * Balance on the chains, hot wallets plus deposit addresses; null if the asset is on no chain or the chain cannot be
   * reached.
   */
  readonly onChain: string | null;
  /** Held ÷ (owed + escrowed) in 1/10,000, rounded down; null when nothing is owed. */
  readonly coverE4: number | null;
  /** Unexplained difference on a chain; null as for `onChain`. */
  readonly difference: string | null;
}

export interface PoolLine {
  readonly name: string;
  readonly asset: string;
  /** Meaning of its used part. */
  readonly usedFor: "in escrow" | "owed" | "borrowed";
  /** Amount that users have of it, or are owed. */
  readonly used: string;
  readonly total: string;
  /** used ÷ total in 1/10,000, rounded up. */
  readonly usedE4: number;
}

/** One asset of the last published tree, in decimals. */
export interface PublishedTotal {
  readonly asset: string;
  readonly liabilities: string;
  /** On-chain balance as reported by the node, and play money. Chains that did not answer are left out. */
  readonly reserves: string;
  readonly playMoney: string;
}

/** The last liabilities tree as published, plus its number of users, which is not public. */
export interface PublishedLiabilities {
  readonly treeId: string;
  readonly atSeq: number;
  readonly atMs: number;
  readonly rootHash: string;
  readonly leaves: number;
  readonly users: number;
  readonly totals: readonly PublishedTotal[];
}

/** Figures of the first page (`dashboard`). */
export interface Dashboard {
  /** Last durable command when the figures were read. */
  readonly asOfSeq: number;
  readonly siteOpen: boolean;
  /** Most severe first. */
  readonly alarms: readonly AlarmLine[];
  readonly users: number;
  readonly health: readonly HealthLine[];
  readonly solvency: readonly SolvencyLine[];
  readonly pools: readonly PoolLine[];
  /** Null if none was ever created. */
  readonly liabilities: PublishedLiabilities | null;
  /** When the next tree is due or will be retried. */
  readonly nextLiabilitiesAtMs: number;
  /** Items waiting for an operator. */
  readonly waiting: {
    readonly withdrawals: number;
    /** Age of the oldest waiting withdrawal in milliseconds; null if none is waiting. */
    readonly oldestWithdrawalMs: number | null;
    readonly verifications: number;
  };
}
