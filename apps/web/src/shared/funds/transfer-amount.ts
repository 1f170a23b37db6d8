import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";

/** Transfer errors that belong to the amount field. */
export const AMOUNT_ERRORS: readonly string[] = [
  "wallet.amountError",
  "wallet.belowMinimumTransfer",
  "wallet.insufficientBalance",
  "wallet.remainderBelowMinimum",
];

export interface TransferBounds {
  /** Null while loading. */
  readonly available: string | null;
  readonly minimum: string | null;
}

export interface AmountFault {
  readonly words: MessageKey;
  readonly min?: string;
}

/**
 * Same checks as the server, in its order, so that most errors show before sending. The full balance may always be
 * transferred, however small.
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

/** Returns the text of an invalid amount. */
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
