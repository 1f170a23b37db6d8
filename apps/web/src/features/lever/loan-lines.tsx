import { formatDecimal } from "@candor/money/decimal";
import { KeyValue } from "@candor/ui/card.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useT } from "../../i18n/use-t.ts";
import { type MarketTerms, shownDecimals } from "../../trading/market/market-terms.ts";
import type { LoanPreview } from "./lever-capacity.ts";

interface Props {
  readonly loan: LoanPreview;
  readonly terms: MarketTerms;
  readonly isBuy: boolean;
}

/** Debt and maximum loss of a borrowing order, before it is sent. */
export function LoanLines({ loan, terms, isBuy }: Props) {
  const t = useT();
  const { base, quote, scale } = terms;
  const money = (units: number, isQuote: boolean) => {
    const coinScale = isQuote ? scale.quoteScale : scale.baseScale;
    const minDecimals = isQuote ? shownDecimals(coinScale) : 0;
    const asset = isQuote ? quote : base;
    return <FinancialText value={formatDecimal(units, coinScale)} asset={asset} minDecimals={minDecimals} />;
  };
  return (
    <KeyValue
      small
      lines={[
        { key: "loan", label: t("lever.loanMost"), value: money(loan.borrowedUnits, isBuy) },
        { key: "hourly", label: t("lever.hourly"), value: money(loan.hourlyUnits, isBuy) },
        { key: "worst", label: t("lever.worstLoss"), value: money(loan.worstLossUnits, true) },
      ]}
    />
  );
}
