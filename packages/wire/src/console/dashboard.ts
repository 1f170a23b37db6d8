/** How one part of the exchange does. */
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

/** Something that somebody has to act on. */
export interface AlarmLine {
  readonly name: string;
  readonly title: string;
  readonly severity: "critical" | "warning";
  /** The market, asset, chain or deposit that it is about; empty: the server as a whole. */
  readonly subject: string;
  readonly text: string;
  readonly sinceMs: number;
}

/** One asset, as decimals. Owed and escrowed are what the exchange must have; held is what it has. */
export interface SolvencyLine {
  readonly asset: string;
  /** What users own, frozen money and open withdrawals included. */
  readonly owed: string;
  /** Locked for sold timed options and running machines. */
  readonly escrowed: string;
  /** Deposited less paid out, and in a sandbox the play money that was given out. */
  readonly held: string;
  /** Of that, play money. */
  readonly playMoney: string;
  /** What stands on the chains, hot wallets and deposit addresses together; null: on no chain, or out of reach. */
  readonly onChain: string | null;
  /** Held ÷ (owed + escrowed) in 1/10,000, rounded down; null: nothing is owed. */
  readonly coverE4: number | null;
  /** What nobody can explain on a chain; null: as for `onChain`. */
  readonly difference: string | null;
}

export interface PoolLine {
  readonly name: string;
  readonly asset: string;
  /** What its used part is. */
  readonly usedFor: "in escrow" | "owed" | "borrowed";
  /** What users have of it, or are owed. */
  readonly used: string;
  readonly total: string;
  /** used ÷ total in 1/10,000, rounded up. */
  readonly usedE4: number;
}

/** One asset of the last published tree, as decimals. */
export interface PublishedTotal {
  readonly asset: string;
  readonly liabilities: string;
  /** On chains, as the node told, and play money; nothing of a chain that did not answer. */
  readonly reserves: string;
  readonly playMoney: string;
}

/** The last tree of liabilities, as everybody can see it, and how many users it holds, which nobody else sees. */
export interface PublishedLiabilities {
  readonly treeId: string;
  readonly atSeq: number;
  readonly atMs: number;
  readonly rootHash: string;
  readonly leaves: number;
  readonly users: number;
  readonly totals: readonly PublishedTotal[];
}

/** What the first page shows (`dashboard`). */
export interface Dashboard {
  /** The last durable command when the figures were taken. */
  readonly asOfSeq: number;
  readonly siteOpen: boolean;
  /** The severest first. */
  readonly alarms: readonly AlarmLine[];
  readonly users: number;
  readonly health: readonly HealthLine[];
  readonly solvency: readonly SolvencyLine[];
  readonly pools: readonly PoolLine[];
  /** null: none was ever made. */
  readonly liabilities: PublishedLiabilities | null;
  /** When the next tree is made, or tried again. */
  readonly nextLiabilitiesAtMs: number;
  /** Waiting for an operator. */
  readonly waiting: {
    readonly withdrawals: number;
    /** Milliseconds since the oldest was asked for; null: none waits. */
    readonly oldestWithdrawalMs: number | null;
    readonly verifications: number;
  };
}
