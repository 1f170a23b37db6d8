import type { DepositReason, DepositStatus } from "@candor/domain/enumerations";
import type { Units } from "@candor/money/brand";

/**
 * The chains as the rest of the server sees them. Amounts are in the exchange's own units of an asset; what a chain
 * counts more finely (wei) stays inside. Addresses are 20 bytes, written with their EIP-55 checksum in views.
 */
export interface ChainPort {
  /** In the order of their index; empty where none is configured. */
  readonly chains: readonly ChainView[];
  /** By the wire's id (`evm-31337`), in any letter case. */
  chain(chain: string): ChainView | undefined;
  /** By the number that commands and events carry. */
  chainOfIndex(chainIndex: number): ChainView | undefined;

  /** The user's own address, the same on every EVM chain. Made and kept at the first request. */
  depositAddressOf(userId: number): Promise<string>;
  /** The same without making one. */
  knownDepositAddressOf(userId: number): string | undefined;
  /**
   * Form and, where letters are of both cases, checksum; neither the address of nought nor the contract of a token, from which
   * nothing comes back.
   */
  isValidAddress(chain: string, address: string): boolean;
  /** Whether it belongs to this exchange: somebody's deposit address, the hot wallet, the gas account. */
  isOwnAddress(address: string): boolean;

  /** Newest first, at most `limit`; with `before`, those older than that deposit. */
  depositsOf(userId: number, limit: number, before?: string): readonly DepositView[];
  deposit(depositId: string): DepositView | undefined;
  /** Looks at a transaction and says what it is to this user. Never credits. */
  explainTransaction(chain: string, txHash: string, userId: number): Promise<TransactionFinding>;

  /** What the chain says of a withdrawal that was signed; undefined before. */
  withdrawalProgress(withdrawalId: number): WithdrawalProgress | undefined;

  /**
   * Sends play money on the development chain to the user's deposit address. Resolves once the transaction is kept
   * and handed to the chain: it will be mined, over any crash. Undefined: this asset is on no development chain.
   */
  sendFromFaucet(userId: number, assetId: number, amountUnits: Units): Promise<FaucetSending | undefined>;

  /** Arrived and not credited, on all chains: what waits for an operator first. */
  uncreditedDeposits(): readonly DepositView[];
  /** Coins on deposit addresses that no transaction explains, where a node cannot trace. */
  unclaimedCoins(): readonly UnclaimedView[];
  /** An operator has an uncredited deposit credited, if the chain still shows it. False: there is nothing to credit. */
  creditDeposit(depositId: string): Promise<boolean>;
  /** An operator settled a held deposit outside the exchange; the user reads how. False: it is not held. */
  settleDeposit(depositId: string, note: string): Promise<boolean>;
  /** Looks for coins that a contract sent to users in this transaction; the deposits' ids, or why there are none. */
  findDeposits(
    chain: string,
    txHash: string,
    claim: { readonly userId: number; readonly amount: string } | undefined,
  ): Promise<readonly string[] | string>;

  /**
   * An operator says that the platform bears a credited deposit which a reorganisation took away for good; the chain
   * goes on then. False: there is no such deposit.
   */
  acceptLoss(depositId: string): Promise<boolean>;

  /** Each change once, in order, after it is durable. Returns the way to stop. */
  subscribe(listener: (change: ChainChange) => void): () => void;

  /** Hot wallets against liabilities, for operators and metrics. */
  custody(): Promise<readonly CustodyView[]>;
  /** The gas accounts of chains with tokens, asked of them now. Rejects when one does not answer. */
  gas(): Promise<readonly GasView[]>;
}

export interface ChainView {
  /** The wire's id: `evm-` and the EVM chain id. */
  readonly chain: string;
  readonly chainIndex: number;
  readonly chainName: string;
  readonly evmChainId: number;
  /** Blocks, the one that holds the transaction included. */
  readonly confirmationsRequired: number;
  /** From sending to credit, as a rule. */
  readonly etaSeconds: number;
  /** Not real money: the development chain, or a public test network. */
  readonly testnet: boolean;
  readonly kind: "embedded" | "simulated" | "external";
  /** Why neither deposits nor withdrawals go on; undefined: not paused. Read at the moment of asking. */
  readonly paused: ChainPause | undefined;
  /** What the node does not confirm of the chain file, in words. */
  readonly unconfirmed: readonly string[];
  readonly headBlock: number;
  /** Of its web pages, with a `/` at the end; null: there are none. */
  readonly explorerUrl: string | null;
  readonly assets: readonly ChainAssetView[];
}

export type ChainPause =
  | "unreachable"
  /** The node does not confirm what the chain file says. */
  | "unconfirmed"
  | "wrong-chain"
  | "credited-deposit-reorganised"
  | "reorganised-too-deep";

export interface ChainAssetView {
  readonly assetId: number;
  readonly symbol: string;
  /** Of the token's contract; null: the chain's own coin. */
  readonly contractAddress: string | null;
  readonly chainDecimals: number;
  /** The smallest deposit in the chain's smallest unit. */
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
  /** In the exchange's units, rounded down; undefined: more than it can count. */
  readonly amountUnits: Units | undefined;
  /** Exactly what the chain says, in its smallest unit, as decimal digits. */
  readonly amountWei: string;
  readonly chainDecimals: number;
  readonly address: string;
  readonly txHash: string;
  /** Position in the transaction, see transfer-index.ts. */
  readonly logIndex: number;
  readonly status: DepositStatus;
  readonly reason: DepositReason | null;
  /** What an operator says became of it. */
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

/** In the order in which they are decided; `deposit` is set for the user's own only. */
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
 * One asset on one chain, in units of the chain (wei), as decimal digits. `difference` is what nobody can explain: on
 * the chain − (outside world + uncredited + platform). Below "0" is an alarm: money is missing. Above it somebody sent
 * coins by way of a contract's inner call, which blocks do not tell.
 */
export interface CustodyView {
  readonly chain: string;
  readonly assetId: number;
  readonly symbol: string;
  readonly chainDecimals: number;
  readonly hotWallet: string;
  readonly depositAddresses: string;
  /** Deposited by users less paid out to them: the exchange's outside-world account, and what is just being paid. */
  readonly outsideWorld: string;
  /** Arrived and not credited: on its way, dust, below the minimum, finer than a unit. */
  readonly uncredited: string;
  /** The platform's own money in custody: gas, fees, refills; less gas spent. */
  readonly platform: string;
  readonly difference: string;
  /** What users own in the exchange in all, on or off this chain. */
  readonly liabilities: string;
}

/** The platform's own account that pays for the gas of sweeps of tokens. It is no part of the custody. */
export interface GasView {
  readonly chain: string;
  readonly chainName: string;
  readonly address: string;
  /** The symbol of what gas is paid in; "coins" where it is not offered, so that the chain file does not name it. */
  readonly coin: string;
  /** In wei, as decimal digits. */
  readonly balance: string;
  /** How many deposit addresses it can still give the gas for one sweep of a usual token, at the fees of now. */
  readonly sweeps: number;
  /** It should be refilled. */
  readonly isLow: boolean;
}
