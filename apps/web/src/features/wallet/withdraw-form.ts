import { addressFault } from "@candor/text/chain-address";
import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { WireWithdrawalSite } from "@candor/wire/deposit-calls";
import type { MessageKey } from "../../i18n/message-keys.ts";

export type CashTypes = CallReply<"cashTypeList">;
/** Withdrawal terms of one asset on one chain. */
export type WithdrawTerms = CashTypes["list"][number];

export interface WithdrawDraft {
  readonly address: string;
  /** A complete decimal. */
  readonly amount: string;
}

export interface WithdrawProblem {
  readonly field: "address" | "amount" | "none";
  readonly words: MessageKey;
  /** Amount, time or chain for the text. */
  readonly amount?: string;
  readonly untilMs?: number;
}

const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Returns the address book entry of an address; on EVM chains letter case is only a checksum. */
export const siteOf = (
  book: readonly WireWithdrawalSite[],
  chain: string,
  address: string,
): WireWithdrawalSite | undefined =>
  book.find((site) => site.chain === chain && sameAddress(site.address, address));

/** Returns the problem with an entered address; null if none is visible here. The server decides. */
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
    // Ignore a pattern that this browser does not support.
    return true;
  }
}

/** Returns the amount after the fee; null if it does not exceed the fee. */
export function netOf(
  amount: string,
  terms: Pick<WithdrawTerms, "fee" | "feeAsset" | "asset">,
): string | null {
  if (terms.feeAsset !== terms.asset) return amount;
  const net = subtractDecimals(amount, terms.fee);
  return signOfDecimal(net) > 0 ? net : null;
}

/** Returns the current maximum of a withdrawal. */
export const mostOf = (terms: Pick<WithdrawTerms, "available" | "maxAmount">): string =>
  compareDecimals(terms.available, terms.maxAmount) < 0 ? terms.available : terms.maxAmount;

/** Outside the limits of a single withdrawal. */
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

/** Returns why an entered amount cannot be withdrawn. */
export function amountProblem(
  amount: string,
  terms: Pick<WithdrawTerms, "minAmount" | "maxAmount" | "available">,
): WithdrawProblem | null {
  if (signOfDecimal(amount) === 0) return null;
  const isTooMuch = compareDecimals(amount, terms.available) > 0;
  return boundProblem(amount, terms) ?? (isTooMuch ? { field: "amount", words: "wallet.amountAbove" } : null);
}

/**
 * The server's checks in its order, as far as possible here, so that most errors show before sending. Null if valid.
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
