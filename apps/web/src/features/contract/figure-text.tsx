import { formatDecimal } from "@candor/money/decimal";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { BalanceText } from "../../shell/balance-text.tsx";
import { priceText, quantityText } from "../trade/market/market-terms.ts";
import type { ContractTerms } from "./contract-terms.ts";

const CENTS = 2;
const PPM_DECIMALS = 6;
const PERCENT_DECIMALS = 4;

interface MoneyTextProps {
  /** In units of the margin's coin; undefined: unknown. */
  readonly units: number | undefined;
  readonly terms: ContractTerms;
  readonly signed?: boolean;
  readonly hasCoin?: boolean;
  /** Of what the reader owns: hidden where balances are. */
  readonly isOwn?: boolean;
  readonly className?: string;
}

/** An amount in the margin's coin. A signed one has its direction's colour. */
export function MoneyText({ units, terms, signed, hasCoin, isOwn = false, className }: MoneyTextProps) {
  const Text = isOwn ? BalanceText : FinancialText;
  return (
    <Text
      value={units === undefined ? null : formatDecimal(units, terms.scale.quoteScale)}
      decimals={CENTS}
      {...(signed === true && { sign: "always", toned: true })}
      {...(hasCoin === true && { asset: terms.quote })}
      {...(className !== undefined && { className })}
    />
  );
}

/** A price in ticks; 0 is none. */
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

/** A rate in parts per million as percent with two decimals; undefined: unknown. */
export function usePpmText(): (ppm: number | undefined, signed?: boolean) => string {
  const formats = useFormats();
  return (ppm, signed = false) =>
    ppm === undefined ? "–" : formats.percent(formatDecimal(ppm, PERCENT_DECIMALS, CENTS), { signed });
}

/** A rate in parts per million as the wire writes it. */
export const rateText = (ppm: number): string => formatDecimal(ppm, PPM_DECIMALS);

/** An amount of the margin's coin as text, for sentences. */
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
