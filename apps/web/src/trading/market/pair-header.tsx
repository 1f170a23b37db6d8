import { IconLink } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { CandlesIcon, ChevronDownIcon } from "@candor/ui/icons.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { chartPath } from "../../shell/routing/routes.ts";
import { FavoriteButton } from "./favorite-button.tsx";
import { Freshness } from "./freshness.tsx";
import "./market-head.css";
import type { MarketFormat } from "./market-format.ts";
import type { ShownMarket } from "./use-market.ts";
import { useMarketFigures } from "./use-market-figures.ts";

export interface PairHeaderProps {
  readonly shown: ShownMarket;
  readonly onChoosePair: () => void;
}

interface PairButtonProps extends Pick<PairHeaderProps, "onChoosePair"> {
  readonly shown: { readonly look: Pick<MarketFormat, "name"> };
  readonly children?: ReactNode;
}

/** The pair as a button that opens the pair choice. */
export function PairButton({ shown, onChoosePair, children }: PairButtonProps) {
  return (
    <button
      type="button"
      className="row pair-button"
      data-hotkey="market"
      onClick={onChoosePair}
      aria-haspopup="dialog"
    >
      {children}
      <h1>{shown.look.name}</h1>
      <ChevronDownIcon size="s" />
    </button>
  );
}

/** Phone header: pair, change, and links to chart and favorites. */
export function PairHeaderPhone({ shown, onChoosePair }: PairHeaderProps) {
  const t = useT();
  return (
    <header className="pair-phone">
      <PairButton shown={shown} onChoosePair={onChoosePair} />
      <span className="row grow wrap pair-state">
        <Percent value={shown.market.updown} className="small" />
        <Freshness shown={shown} />
      </span>
      <IconLink to={chartPath(shown.market.symbol)} label={t("chart.title")}>
        <CandlesIcon />
      </IconLink>
      <FavoriteButton market={shown.market} className="pair-star" />
    </header>
  );
}

/** Desktop bar above the chart: pair, price and 24-hour figures. */
export function PairBar({ shown, onChoosePair }: PairHeaderProps) {
  const t = useT();
  const { market, look } = shown;
  const { lastPrice, lastSide, indexPrice, change } = useMarketFigures(market);
  const figure = (label: string, value: ReactNode, hint?: string) => (
    <div title={hint}>
      <dt className={hint === undefined ? undefined : "dot"}>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <header className="pair-bar">
      <PairButton shown={shown} onChoosePair={onChoosePair}>
        <CoinIcon symbol={look.base} size="m" />
      </PairButton>
      <span className="pair-price">
        <b className={lastSide === undefined ? "" : lastSide === "buy" ? "up" : "down"}>
          <FinancialText value={lastPrice} decimals={look.priceDecimals} />
        </b>
        <span className="small muted nowrap">
          {t("trade.index")} <FinancialText value={indexPrice} decimals={look.priceDecimals} />
        </span>
      </span>
      <dl>
        {figure(
          t("market.change24h"),
          <>
            <FinancialText value={change} decimals={look.priceDecimals} sign="always" toned />{" "}
            <Percent value={market.updown} inParentheses />
          </>,
        )}
        {figure(t("market.high24h"), <FinancialText value={market.high} decimals={look.priceDecimals} />)}
        {figure(t("market.low24h"), <FinancialText value={market.low} decimals={look.priceDecimals} />)}
        {figure(
          t("chart.volumeIn", { coin: look.quote }),
          <FinancialText value={market.quoteVolume} compact />,
          t("chart.volumeHint"),
        )}
      </dl>
      <span className="grow" />
      <Freshness shown={shown} />
      <FavoriteButton market={market} className="pair-star" />
    </header>
  );
}
