import { ButtonLink, IconButton, IconLink } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { FinancialText, Percent } from "@candor/ui/financial-text.tsx";
import { CandlesIcon, ChevronDownIcon, StarIcon } from "@candor/ui/icons.tsx";
import { LiveState } from "@candor/ui/badge.tsx";
import { useT } from "../../i18n/use-t.ts";
import { useConnection } from "../../shell/connection.ts";
import { CHART } from "../../shell/routes.ts";
import { live } from "../../shell/services.ts";
import { useLive } from "../../shell/use-live.ts";
import { useAppStore } from "../../state/app-store.ts";
import { useFavourite } from "./use-favourite.ts";
import type { ShownMarket } from "./use-market.ts";

export interface PairHeaderProps {
  readonly shown: ShownMarket;
  readonly isDesktop: boolean;
  readonly onChoosePair: () => void;
}

/** The pair, its price and how fresh they are. */
export function PairHeader({ shown, isDesktop, onChoosePair }: PairHeaderProps) {
  const t = useT();
  const { market, look } = shown;
  const trades = useLive(live.trades(market.symbol)).trades;
  const last = trades[0]?.price ?? market.chPrice;
  const tone = trades[0] === undefined ? "" : trades[0].side === "buy" ? "up" : "down";
  const pair = (
    <button type="button" className="row pair-button" onClick={onChoosePair} aria-haspopup="dialog">
      {isDesktop && <CoinIcon asset={look.base} size="m" />}
      <h1>{look.name}</h1>
      <ChevronDownIcon size="s" />
    </button>
  );
  if (!isDesktop) {
    return (
      <header className="pair-phone">
        {pair}
        <span className="row grow wrap pair-state">
          <Percent value={market.updown} className="small" />
          <Freshness shown={shown} />
        </span>
        <IconLink to={`${CHART}?symbol=${market.symbol}`} label={t("chart.title")}>
          <CandlesIcon />
        </IconLink>
        <FavouriteButton shown={shown} />
      </header>
    );
  }
  const figure = (label: string, value: React.ReactNode) => (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
  return (
    <header className="pair-bar">
      {pair}
      <span className="pair-price">
        <b className={tone}>
          <FinancialText value={last} decimals={look.priceDecimals} />
        </b>
        <span className="small muted nowrap">
          {t("trade.index")} <FinancialText value={market.indexPrice} decimals={look.priceDecimals} />
        </span>
      </span>
      <dl>
        {figure(t("market.change24h"), <Percent value={market.updown} />)}
        {figure(t("market.high24h"), <FinancialText value={market.high} />)}
        {figure(t("market.low24h"), <FinancialText value={market.low} />)}
        {figure(`${t("market.volume")} (${look.quote})`, <FinancialText value={market.quoteVolume} compact />)}
      </dl>
      <span className="grow" />
      <Freshness shown={shown} />
      <FavouriteButton shown={shown} />
    </header>
  );
}

/** Live, simulated or recorded prices; or that nothing comes at the moment. */
function Freshness({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const connection = useConnection();
  const { priceSource } = shown.market;
  if (connection === "reconnecting") return <LiveState state="off">{t("shell.reconnecting")}</LiveState>;
  return <LiveState state={priceSource}>{t(`shell.${priceSource}`)}</LiveState>;
}

function FavouriteButton({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const isLoggedIn = useAppStore((state) => state.token !== "");
  const { isFavourite, toggle } = useFavourite(shown.market.symbol);
  if (!isLoggedIn) return null;
  return (
    <IconButton
      label={t(isFavourite ? "market.removeFavourite" : "market.addFavourite", { pair: shown.look.name })}
      aria-pressed={isFavourite}
      onClick={toggle}
    >
      <StarIcon className={isFavourite ? "fill warn" : ""} />
    </IconButton>
  );
}

/** Kept beside the header because only phones offer it: the ticket from the chart. */
export function TradeLinks({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  return (
    <ButtonLink to={`/pages/trans/index?symbol=${shown.market.symbol}`} tone="primary" block>
      {t("chart.trade")} {shown.look.name}
    </ButtonLink>
  );
}
