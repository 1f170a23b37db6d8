import { formatDecimal } from "@candor/money/decimal";
import { floorDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { BalanceText } from "../../shell/wallets/balance-text.tsx";
import { priceText, quantityText } from "../../trading/market/market-terms.ts";
import type { ContractTerms } from "./contract-terms.ts";

const CENTS = 2;
const PPM_DECIMALS = 6;
const PERCENT_DECIMALS = 4;

interface MoneyTextProps {
  /** In units of the margin currency; undefined if unknown. */
  readonly units: number | undefined;
  readonly terms: ContractTerms;
  readonly signed?: boolean;
  readonly hasCoin?: boolean;
  /** Belongs to the user's own funds: hidden together with balances. */
  readonly isOwn?: boolean;
  readonly className?: string;
}

/**
 * An amount in the margin currency. Signed amounts are colored by sign and rounded down, so that a loss never looks
 * smaller than it is.
 */
export function MoneyText({ units, terms, signed, hasCoin, isOwn = false, className }: MoneyTextProps) {
  const Text = isOwn ? BalanceText : FinancialText;
  const exact = units === undefined ? null : formatDecimal(units, terms.scale.quoteScale);
  return (
    <Text
      value={signed === true && exact !== null ? floorDecimals(exact, CENTS) : exact}
      decimals={CENTS}
      {...(signed === true && { sign: "always", toned: true })}
      {...(hasCoin === true && { asset: terms.quote })}
      {...(className !== undefined && { className })}
    />
  );
}

/** A price in ticks; 0 means none. */
export function TicksText({
  ticks,
  terms,
  className,
}: {
  readonly ticks: number | undefined;
  readonly terms: ContractTerms;
  readonly className?: string;
}) {
  return (
    <FinancialText
      value={ticks === undefined || ticks === 0 ? null : priceText(ticks, terms)}
      {...(className !== undefined && { className })}
    />
  );
}

export function LotsText({
  lots,
  terms,
  hasCoin = false,
}: {
  readonly lots: number | undefined;
  readonly terms: ContractTerms;
  readonly hasCoin?: boolean;
}) {
  return (
    <FinancialText
      value={lots === undefined ? null : quantityText(Math.abs(lots), terms)}
      {...(hasCoin && { asset: terms.base })}
    />
  );
}

/** Formats a rate in ppm as a percentage with two decimals; undefined if unknown. */
export function usePpmText(): (ppm: number | undefined, signed?: boolean) => string {
  const formats = useFormats();
  return (ppm, signed = false) =>
    ppm === undefined ? "–" : formats.percent(formatDecimal(ppm, PERCENT_DECIMALS, CENTS), { signed });
}

/** Formats a rate in ppm for the wire. */
export const rateText = (ppm: number): string => formatDecimal(ppm, PPM_DECIMALS);

/** Formats an amount of the margin currency for sentences. */
export function useUnitsText(terms: ContractTerms): (units: number | undefined, signed?: boolean) => string {
  const formats = useFormats();
  return (units, signed = false) =>
    units === undefined
      ? "–"
      : formats.decimal(formatDecimal(units, terms.scale.quoteScale), {
          decimals: CENTS,
          sign: signed ? "always" : "auto",
        });
}
