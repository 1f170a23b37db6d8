import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";

/** Refusals of a transfer that belong to its amount. */
export const AMOUNT_ERRORS: readonly string[] = [
  "wallet.amountError",
  "wallet.belowMinimumTransfer",
  "wallet.insufficientBalance",
  "wallet.remainderBelowMinimum",
];

export interface TransferBounds {
  /** Null: not known yet. */
  readonly available: string | null;
  readonly minimum: string | null;
}

export interface AmountFault {
  readonly words: MessageKey;
  readonly min?: string;
}

/**
 * The same checks as the server's, in its order, so that most mistakes show before anything is sent. All that there is may
 * leave a wallet, however little.
 */
export function transferFault(amount: string, { available, minimum }: TransferBounds): AmountFault | null {
  if (signOfDecimal(amount) === 0) return { words: "wallet.amountEmpty" };
  const isAll = available !== null && compareDecimals(amount, available) === 0;
  if (minimum !== null && compareDecimals(amount, minimum) < 0 && !isAll)
    return { words: "wallet.amountBelow", min: minimum };
  if (available === null) return null;
  if (compareDecimals(amount, available) > 0) return { words: "wallet.amountAbove" };
  const rest = subtractDecimals(available, amount);
  if (minimum !== null && signOfDecimal(rest) > 0 && compareDecimals(rest, minimum) < 0)
    return { words: "wallet.remainderBelow", min: minimum };
  return null;
}

/** What is wrong with an amount, in words. */
export function useTransferFault(asset: string): (amount: string, bounds: TransferBounds) => string | null {
  const t = useT();
  const formats = useFormats();
  return (amount, bounds) => {
    const fault = transferFault(amount, bounds);
    if (fault === null) return null;
    const { words, min } = fault;
    return min === undefined
      ? t(words)
      : t(words, { min: `${formats.decimal(min, { minDecimals: 0 })} ${asset}` });
  };
}
