import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { ShownMarket } from "../market/use-market.ts";
import { useMarketFigures } from "../market/use-market-figures.ts";

export interface MarketFiguresProps {
  readonly shown: ShownMarket;
  /** Shown above the price on desktops, which have no title bar. */
  readonly heading?: ReactNode;
}

/** Last price, change and index on the left, 24-hour figures on the right. */
export function MarketFigures({ shown, heading }: MarketFiguresProps) {
  const t = useT();
  const { market, look } = shown;
  const { lastPrice, lastSide, indexPrice, change } = useMarketFigures(market);
  const figure = (label: string, value: ReactNode, hint?: string) => (
    <div title={hint}>
      <dt className={hint === undefined ? undefined : "dot"}>{label}</dt>
      <dd className="n" translate="no">
        {value}
      </dd>
    </div>
  );
  return (
    <section className="chart-figures" aria-label={t("chart.figures")}>
      <div>
        {heading}
        <b className={`last ${lastSide === undefined ? "" : lastSide === "buy" ? "up" : "down"}`}>
          <FinancialText value={lastPrice} decimals={look.priceDecimals} />
        </b>
        <p className="small row wrap chart-change">
          <FinancialText value={change} decimals={look.priceDecimals} sign="always" toned className="med" />
          <Percent value={market.updown} inParentheses />
        </p>
        <p className="small muted">
          {t("trade.index")} <FinancialText value={indexPrice} decimals={look.priceDecimals} />
        </p>
      </div>
      <dl>
        {figure(t("market.high24h"), <FinancialText value={market.high} decimals={look.priceDecimals} />)}
        {figure(t("market.low24h"), <FinancialText value={market.low} decimals={look.priceDecimals} />)}
        {figure(
          t("chart.volumeIn", { coin: look.base }),
          <FinancialText value={market.volume} compact />,
          t("chart.volumeHint"),
        )}
        {figure(
          t("chart.volumeIn", { coin: look.quote }),
          <FinancialText value={market.quoteVolume} compact />,
          t("chart.volumeHint"),
        )}
      </dl>
    </section>
  );
}
