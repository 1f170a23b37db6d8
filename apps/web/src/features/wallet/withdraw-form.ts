import { addressFault } from "@candor/text/chain-address";
import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import type { MessageKey } from "../../i18n/message-keys.ts";

export type CashTypes = CallReply<"cashTypeList">;
/** What may be withdrawn of one asset on one chain. */
export type WithdrawTerms = CashTypes["list"][number];

export interface WithdrawDraft {
  readonly address: string;
  /** A finished decimal text. */
  readonly amount: string;
}

export interface WithdrawProblem {
  readonly field: "address" | "amount" | "none";
  readonly words: MessageKey;
  /** An amount, a moment or a chain for the words. */
  readonly amount?: string;
  readonly untilMs?: number;
}

const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The entry of the book that an address belongs to; on EVM chains the letter case is only a checksum. */
export const siteOf = (
  book: readonly WireWithdrawalSite[],
  chain: string,
  address: string,
): WireWithdrawalSite | undefined =>
  book.find((site) => site.chain === chain && sameAddress(site.address, address));

/** What is wrong with an address that was typed or pasted; null: nothing that can be told here. The server judges. */
export function addressProblem(
  { chain, addressPattern }: Pick<WithdrawTerms, "chain" | "addressPattern">,
  address: string,
): "wallet.addressInvalid" | "wallet.addressChecksum" | null {
  const fault = hasForm(addressPattern, address) ? addressFault(chain, address) : "form";
  if (fault === undefined) return null;
  return fault === "form" ? "wallet.addressInvalid" : "wallet.addressChecksum";
}

function hasForm(pattern: string, address: string): boolean {
  try {
    return new RegExp(pattern).test(address);
  } catch {
    // A pattern that this browser cannot read decides nothing.
    return true;
  }
}

/** What arrives of an amount; null while it is not above the fee. */
export function netOf(
  amount: string,
  terms: Pick<WithdrawTerms, "fee" | "feeAsset" | "asset">,
): string | null {
  if (terms.feeAsset !== terms.asset) return amount;
  const net = subtractDecimals(amount, terms.fee);
  return signOfDecimal(net) > 0 ? net : null;
}

/** The largest amount of a withdrawal at this moment. */
export const mostOf = (terms: Pick<WithdrawTerms, "available" | "maxAmount">): string =>
  compareDecimals(terms.available, terms.maxAmount) < 0 ? terms.available : terms.maxAmount;

/** Beyond what one withdrawal may be. */
function boundProblem(
  amount: string,
  { minAmount, maxAmount }: Pick<WithdrawTerms, "minAmount" | "maxAmount">,
): WithdrawProblem | null {
  if (compareDecimals(amount, minAmount) < 0)
    return { field: "amount", words: "wallet.amountBelow", amount: minAmount };
  if (compareDecimals(amount, maxAmount) > 0)
    return { field: "amount", words: "wallet.withdrawMost", amount: maxAmount };
  return null;
}

/** Why an amount, as far as one was entered, can never be withdrawn like this. */
export function amountProblem(
  amount: string,
  terms: Pick<WithdrawTerms, "minAmount" | "maxAmount" | "available">,
): WithdrawProblem | null {
  if (signOfDecimal(amount) === 0) return null;
  const isTooMuch = compareDecimals(amount, terms.available) > 0;
  return boundProblem(amount, terms) ?? (isTooMuch ? { field: "amount", words: "wallet.amountAbove" } : null);
}

/**
 * The server's own checks in its order, as far as they can be made here, so that most mistakes show before anything is
 * sent. Null: nothing stands in the way.
 */
export function withdrawProblem(
  draft: WithdrawDraft,
  terms: WithdrawTerms,
  cash: Pick<CashTypes, "bookOnly" | "hold">,
  book: readonly WireWithdrawalSite[],
  nowMs: number,
): WithdrawProblem | null {
  const site = siteOf(book, terms.chain, draft.address);
  if (draft.address === "") return { field: "address", words: "wallet.addressEmpty" };
  if (signOfDecimal(draft.amount) === 0) return { field: "amount", words: "wallet.amountEmpty" };
  const wrong = addressProblem(terms, draft.address);
  if (wrong !== null) return { field: "address", words: wrong };
  const beyond = boundProblem(draft.amount, terms);
  if (beyond !== null) return beyond;
  if (terms.paused) return { field: "none", words: "wallet.withdrawPaused" };
  if (terms.boundAddress !== null && !sameAddress(terms.boundAddress, draft.address))
    return { field: "address", words: "wallet.addressBound" };
  if (cash.bookOnly && site === undefined) return { field: "address", words: "wallet.addressNotInBook" };
  if (site !== undefined && site.usableAtMs > nowMs)
    return { field: "address", words: "wallet.addressLockedUntil", untilMs: site.usableAtMs };
  if (cash.hold !== null && cash.hold.untilMs > nowMs)
    return { field: "none", words: "wallet.onHold", untilMs: cash.hold.untilMs };
  if (compareDecimals(draft.amount, terms.available) > 0)
    return { field: "amount", words: "wallet.amountAbove" };
  return null;
}
