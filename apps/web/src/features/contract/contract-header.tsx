import { signOfDecimal } from "@candor/text/decimal-text";
import { Badge } from "@candor/ui/badge.tsx";
import { IconLink } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { CandlesIcon } from "@candor/ui/icons.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { ReactNode } from "react";
import { useT } from "../../i18n/use-t.ts";
import { type HelpArticle, HelpButton } from "../../shared/help/help-button.tsx";
import { chartPath } from "../../shell/routing/routes.ts";
import { FavoriteButton } from "../../trading/market/favorite-button.tsx";
import { Freshness } from "../../trading/market/freshness.tsx";
import "../../trading/market/market-head.css";
import { PairButton, type PairHeaderProps } from "../../trading/market/pair-header.tsx";
import { useMarketFigures } from "../../trading/market/use-market-figures.ts";
import { useMark } from "./contract-live.ts";
import { FundingCountdown } from "./funding-countdown.tsx";

/** "+0.0100%" */
function FundingRate({ rate }: { readonly rate: string | null }) {
  const formats = useFormats();
  const sign = signOfDecimal(rate);
  return (
    <span translate="no" className={`n ${sign > 0 ? "up" : sign < 0 ? "down" : ""}`}>
      {formats.rate(rate, { signed: true })}
    </span>
  );
}

interface FigureProps {
  readonly label: string;
  /** Explanation shown on hover. */
  readonly hint?: string;
  /** Whether the label is marked to show that it has a hint. */
  readonly isMarked?: boolean;
  /** The article that the label opens. */
  readonly article?: HelpArticle;
  readonly children: ReactNode;
}

function Figure({ label, hint, isMarked = false, article, children }: FigureProps) {
  return (
    <div title={hint}>
      <dt className={isMarked && article === undefined ? "dot" : undefined}>
        {article === undefined ? (
          label
        ) : (
          <HelpButton article={article} topic={label}>
            {label}
          </HelpButton>
        )}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

interface MarkFiguresProps extends Pick<PairHeaderProps, "shown"> {
  readonly isMarked?: boolean;
}

/** Mark, index and next funding. */
function MarkFigures({ shown, isMarked = false }: MarkFiguresProps) {
  const t = useT();
  const { market, look } = shown;
  const mark = useMark(market);
  return (
    <>
      <Figure
        label={t("contract.mark")}
        hint={t("contract.markHint")}
        isMarked={isMarked}
        article="mark-price"
      >
        <FinancialText value={mark.markPrice} decimals={look.priceDecimals} />
      </Figure>
      <Figure label={t("trade.index")} hint={t("contract.indexHint")} isMarked={isMarked}>
        <FinancialText value={mark.indexPrice} decimals={look.priceDecimals} />
      </Figure>
      <Figure
        label={t("contract.fundingCountdown")}
        hint={t("contract.fundingHint")}
        isMarked={isMarked}
        article="funding"
      >
        <FundingRate rate={mark.fundingRate} />
        {isMarked ? " · " : " "}
        <FundingCountdown atMs={mark.nextFundingAtMs} />
      </Figure>
    </>
  );
}

/** Phone header of a contract with mark, index and next funding. */
export function ContractHeaderPhone({ shown, onChoosePair }: PairHeaderProps) {
  const t = useT();
  const { market } = shown;
  return (
    <>
      <header className="pair-phone">
        <PairButton shown={shown} onChoosePair={onChoosePair} />
        <span className="row grow wrap pair-state">
          <Badge>{t("contract.perpetual")}</Badge>
          <Percent value={market.updown} className="small" />
          <Freshness shown={shown} />
        </span>
        <IconLink to={chartPath(market.symbol, "contract")} label={t("chart.title")}>
          <CandlesIcon />
        </IconLink>
        <FavoriteButton market={market} className="pair-star" />
      </header>
      <dl className="contract-strip">
        <MarkFigures shown={shown} />
      </dl>
    </>
  );
}

/** Desktop bar above the chart. */
export function ContractBar({ shown, onChoosePair }: PairHeaderProps) {
  const t = useT();
  const { market, look } = shown;
  const mark = useMark(market);
  const { lastPrice, lastSide } = useMarketFigures(market);
  return (
    <header className="pair-bar contract-bar">
      <PairButton shown={shown} onChoosePair={onChoosePair}>
        <CoinIcon symbol={look.base} size="m" />
      </PairButton>
      <Badge>{t("contract.perpetual")}</Badge>
      <span className="pair-price">
        <b className={lastSide === undefined ? "" : lastSide === "buy" ? "up" : "down"}>
          <FinancialText value={lastPrice} decimals={look.priceDecimals} />
        </b>
        <Percent value={market.updown} className="small" />
      </span>
      <dl>
        <MarkFigures shown={shown} isMarked />
        <Figure label={t("market.high24h")}>
          <FinancialText value={market.high} decimals={look.priceDecimals} />
        </Figure>
        <Figure label={t("market.low24h")}>
          <FinancialText value={market.low} decimals={look.priceDecimals} />
        </Figure>
        <Figure label={t("chart.volumeIn", { coin: look.quote })}>
          <FinancialText value={market.quoteVolume} compact />
        </Figure>
        <Figure label={t("contract.openInterest", { coin: look.base })}>
          <FinancialText value={mark.openInterest} compact />
        </Figure>
      </dl>
      <span className="grow" />
      <Freshness shown={shown} />
      <FavoriteButton market={market} className="pair-star" />
    </header>
  );
}
