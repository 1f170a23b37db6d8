import type { FundRecordKind, Wallet } from "@candor/domain/enumerations";

/** Kinds of fund records whose words depend on what they come from, or stand with the errors. */
export type OwnWords = "trade" | "transfer-in" | "transfer-out" | "withdrawal-return";

/** Ledger entries in words, in one language. */
export interface FundNoteTexts {
  readonly wallets: Readonly<Record<Wallet, string>>;
  /** With {quantity}, {base}, {price}, {quote} and {order}. */
  readonly bought: string;
  readonly sold: string;
  /** With {from} and {to}, words of `wallets`. */
  readonly transfer: string;
  /** A transfer between the spot wallet and the margin account of a market, in either direction. */
  readonly margin: string;
  /**
   * `deposit` with {chain} and {transaction}, `withdrawal` with {chain} and {address}, `withdrawal-fee` with {address},
   * `trade-fee` with {order} and {trade}; the others as they are.
   */
  readonly notes: Readonly<Record<Exclude<FundRecordKind, OwnWords>, string>>;
}
