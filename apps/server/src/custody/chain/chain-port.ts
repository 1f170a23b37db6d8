import type { DepositReason, DepositStatus } from "@candor/domain/enumerations";
import type { Units } from "@candor/money/brand";

/**
 * The chains as the rest of the server sees them. Amounts are in the exchange's units of an asset; finer chain units
 * (wei) stay internal. Addresses are 20 bytes, written with their EIP-55 checksum in views.
 */
export interface ChainPort {
  /** Ordered by index. Empty when no chain is configured. */
  readonly chains: readonly ChainView[];
  /** Finds a chain by its wire id (`evm-31337`), in any letter case. */
  chain(chain: string): ChainView | undefined;
  /** Finds a chain by the index in commands and events. */
  chainOfIndex(chainIndex: number): ChainView | undefined;

  /** Returns the user's own address, the same on every EVM chain. Created and stored at the first request. */
  depositAddressOf(userId: number): Promise<string>;
  /** The same, but never creates an address. */
  existingDepositAddressOf(userId: number): string | undefined;
  /**
   * Checks the format and, for mixed-case addresses, the checksum. Rejects the zero address and token contracts, from
   * which nothing can be recovered.
   */
  isValidAddress(chain: string, address: string): boolean;
  /** Whether the address belongs to this exchange: a deposit address, the hot wallet or the gas account. */
  isOwnAddress(address: string): boolean;

  /** Newest first, at most `limit`; with `before`, only older deposits than that one. */
  depositsOf(userId: number, limit: number, before?: string): readonly DepositView[];
  deposit(depositId: string): DepositView | undefined;
  /** Looks up a transaction and explains what it means for this user. Never credits. */
  explainTransaction(chain: string, txHash: string, userId: number): Promise<TransactionFinding>;

  /** Returns the chain's state of a signed withdrawal; undefined before it is signed. */
  withdrawalProgress(withdrawalId: number): WithdrawalProgress | undefined;

  /**
   * Sends play money on the development chain to the user's deposit address. Resolves once the transaction is stored
   * and broadcast: it will be mined even after a crash. Returns undefined when no development chain has the asset.
   */
  sendFromFaucet(userId: number, assetId: number, amountUnits: Units): Promise<FaucetSending | undefined>;

  /** Returns uncredited deposits of all chains, those waiting for an operator first. */
  uncreditedDeposits(): readonly DepositView[];
  /** Returns coins on deposit addresses that no transaction explains, for nodes that cannot trace. */
  unclaimedCoins(): readonly UnclaimedView[];
  /**
   * Credits an uncredited deposit for an operator, if the chain still shows it. Returns false when there is nothing to
   * credit.
   */
  creditDeposit(depositId: string): Promise<boolean>;
  /**
   * Marks a held deposit as settled outside the exchange; the user sees the note. Returns false when it is not held.
   */
  settleDeposit(depositId: string, note: string): Promise<boolean>;
  /** Searches a transaction for coins that a contract sent to users. Returns the deposit ids, or why there are none. */
  findDeposits(
    chain: string,
    txHash: string,
    claim: { readonly userId: number; readonly amount: string } | undefined,
  ): Promise<readonly string[] | string>;

  /**
   * Records that the platform bears the loss of a credited deposit that a reorganization removed for good; the chain
   * then resumes. Returns false when there is no such deposit.
   */
  acceptLoss(depositId: string): Promise<boolean>;

  /** Calls the listener once per durable change, in order. Returns a function that unsubscribes. */
  subscribe(listener: (change: ChainChange) => void): () => void;

  /** Compares hot wallets with liabilities, for operators and metrics. */
  custody(): Promise<readonly CustodyView[]>;
  /** Queries the gas accounts of chains with tokens. Rejects when a chain does not answer. */
  gas(): Promise<readonly GasView[]>;
}

export interface ChainView {
  /** Wire id: `evm-` and the EVM chain id. */
  readonly chain: string;
  readonly chainIndex: number;
  readonly chainName: string;
  readonly evmChainId: number;
  /** In blocks, including the one with the transaction. */
  readonly confirmationsRequired: number;
  /** Usual time from sending to credit. */
  readonly etaSeconds: number;
  /** No real money: the development chain, or a public test network. */
  readonly testnet: boolean;
  readonly kind: "embedded" | "simulated" | "external";
  /** Why deposits and withdrawals are paused; undefined when they are not. Evaluated on each read. */
  readonly paused: ChainPause | undefined;
  /** Entries of the chain file that the node does not confirm, as text. */
  readonly unconfirmed: readonly string[];
  readonly headBlock: number;
  /** URL of its web pages, ending with `/`; null if there are none. */
  readonly explorerUrl: string | null;
  readonly assets: readonly ChainAssetView[];
}

export type ChainPause =
  | "unreachable"
  /** The node does not confirm the chain file. */
  | "unconfirmed"
  | "wrong-chain"
  | "credited-deposit-reorganised"
  | "reorganised-too-deep";

export interface ChainAssetView {
  readonly assetId: number;
  readonly symbol: string;
  /** Address of the token contract; null for the chain's own coin. */
  readonly contractAddress: string | null;
  readonly chainDecimals: number;
  /** Minimum deposit in the chain's smallest unit. */
  readonly minDepositWei: bigint;
  readonly minDepositUnits: Units;
  readonly withdrawalFeeUnits: Units;
  readonly minWithdrawalUnits: Units;
  readonly maxWithdrawalUnits: Units;
}

export interface DepositView {
  /** `^[0-9A-Za-z_-]{1,40}$`; see deposit-id.ts. */
  readonly depositId: string;
  readonly userId: number;
  readonly assetId: number;
  readonly chainIndex: number;
  /** In the exchange's units, rounded down; undefined when it exceeds their range. */
  readonly amountUnits: Units | undefined;
  /** Exact amount on the chain, in its smallest unit, as decimal digits. */
  readonly amountWei: string;
  readonly chainDecimals: number;
  readonly address: string;
  readonly txHash: string;
  /** Position in the transaction, see transfer-index.ts. */
  readonly logIndex: number;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  /** The operator's note on how it was settled. */
  readonly note: string | null;
  readonly confirmations: number;
  readonly confirmationsRequired: number;
  /** Sequence number of the credit in the exchange's journal; 0 before. */
  readonly creditSeq: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface UnclaimedView {
  readonly chain: string;
  readonly userId: number;
  readonly address: string;
  readonly symbol: string;
  /** In whole coins. */
  readonly amount: string;
}

/** In order of evaluation. `deposit` is set only for the user's own deposits. */
export interface TransactionFinding {
  readonly kind:
    | "not-found"
    | "wrong-chain"
    | "pending"
    | "failed-transaction"
    | "deposit"
    | "not-scanned"
    | "unknown-token"
    | "internal-transfer"
    | "other-address";
  readonly deposit: DepositView | undefined;
}

export interface WithdrawalProgress {
  readonly txHash: string;
  readonly confirmations: number;
  readonly confirmationsRequired: number;
}

export interface FaucetSending {
  readonly chain: string;
  readonly txHash: string;
  readonly address: string;
}

export type ChainChange =
  | { readonly kind: "deposit"; readonly deposit: DepositView }
  | { readonly kind: "withdrawal"; readonly withdrawalId: number; readonly progress: WithdrawalProgress }
  | { readonly kind: "chain"; readonly chain: ChainView };

/**
 * One asset on one chain, in chain units (wei), as decimal digits. `difference` is the unexplained amount: on the chain
 * − (outside world + uncredited + platform). Below "0" is an alarm: money is missing. Above "0", someone sent coins
 * through an internal call of a contract, which blocks do not show.
 */
export interface CustodyView {
  readonly chain: string;
  readonly assetId: number;
  readonly symbol: string;
  readonly chainDecimals: number;
  readonly hotWallet: string;
  readonly depositAddresses: string;
  /** Deposits minus payouts of users: the exchange's outside-world account plus payouts in progress. */
  readonly outsideWorld: string;
  /** Arrived but not credited: pending, dust, below the minimum, or fractions of a unit. */
  readonly uncredited: string;
  /** The platform's own money in custody: gas, fees and refills, minus gas spent. */
  readonly platform: string;
  readonly difference: string;
  /** Total user balances in the exchange, on or off this chain. */
  readonly liabilities: string;
}

/** The platform's account that pays gas for token sweeps. It is not part of the custody. */
export interface GasView {
  readonly chain: string;
  readonly chainName: string;
  readonly address: string;
  /** Symbol of the gas coin; "coins" when it is not offered and the chain file does not name it. */
  readonly coin: string;
  /** In wei, as decimal digits. */
  readonly balance: string;
  /** Number of deposit addresses it can fund for one sweep of a typical token, at current fees. */
  readonly sweeps: number;
  /** Whether it needs a refill. */
  readonly isLow: boolean;
}
