import type { FundRecordKind, Wallet } from "@candor/domain/enumerations";

/** Fund record kinds whose notes depend on their origin or use error texts. */
export type OwnWords = "trade" | "transfer-in" | "transfer-out" | "withdrawal-return";

/** Notes of ledger entries, in one language. */
export interface FundNoteTexts {
  readonly wallets: Readonly<Record<Wallet, string>>;
  /** With {quantity}, {base}, {price}, {quote} and {order}. */
  readonly bought: string;
  readonly sold: string;
  /** With {from} and {to}, values of `wallets`. */
  readonly transfer: string;
  /** A transfer between the spot wallet and a market's margin account, in either direction. */
  readonly margin: string;
  /**
   * `deposit` with {chain} and {transaction}, `withdrawal` with {chain} and {address}, `withdrawal-fee` with {address},
   * `trade-fee` with {order} and {trade}; the others without placeholders.
   */
  readonly notes: Readonly<Record<Exclude<FundRecordKind, OwnWords>, string>>;
}
