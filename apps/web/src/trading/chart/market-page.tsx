import { ButtonLink, IconButton } from "@candor/ui/button.tsx";
import { CoinIcon } from "@candor/ui/coin-icon.tsx";
import { ChevronLeftIcon } from "@candor/ui/icons.tsx";
import "@candor/ui/shell.css";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { type ReactNode, useState } from "react";
import type { MarketKind } from "../../data/market-kind.ts";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { useStalePrices } from "../../shell/markets/fresh-prices.ts";
import { useGoBack, usePageTitle } from "../../shell/routing/page-title.ts";
import { contractPath, tradePath } from "../../shell/routing/routes.ts";
import { FavoriteButton } from "../market/favorite-button.tsx";
import { Freshness } from "../market/freshness.tsx";
import { MarketState } from "../market/market-state.tsx";
import { PairButton } from "../market/pair-header.tsx";
import { PairSheet } from "../market/pair-sheet.tsx";
import { type ShownMarket, useMarket, useSymbol } from "../market/use-market.ts";
import "./chart.css";
import { MarketFigures } from "./market-figures.tsx";
import "./market-page.css";

export interface MarketPageProps {
  /** Default: spot markets only. */
  readonly kind?: MarketKind;
  /** Content below the figures of the market in the address. */
  readonly children: (shown: ShownMarket) => ReactNode;
}

/** Frame of a market's pages: pair, figures, content and links to the order ticket. */
export function MarketPage({ kind = "spot", children }: MarketPageProps) {
  const isDesktop = useDesktop();
  const t = useT();
  const formats = useFormats();
  const [symbol, choose] = useSymbol();
  const shown = useMarket(symbol, kind);
  const [isChoosing, setChoosing] = useState(false);
  const openPairs = () => setChoosing(true);
  const price = useStalePrices() ? null : shown?.market.chPrice;
  usePageTitle(shown ? `${price ? formats.decimal(price) : ""} ${shown.look.name}`.trim() : t("chart.title"));
  return (
    <div className={isDesktop ? "wide market-page" : "market-page"}>
      {!isDesktop && <PhoneBar shown={shown} onChoosePair={openPairs} />}
      {shown ? (
        <>
          <div className="market-page-card">
            <MarketFigures
              shown={shown}
              heading={isDesktop && <DesktopHeading shown={shown} onChoosePair={openPairs} />}
            />
            {children(shown)}
          </div>
          <TradeButtons shown={shown} />
        </>
      ) : (
        <MarketState shown={shown} onChoosePair={openPairs} />
      )}
      <PairSheet open={isChoosing} onOpenChange={setChoosing} symbol={symbol} kind={kind} onChoose={choose} />
    </div>
  );
}

interface HeadProps {
  readonly shown: ShownMarket;
  readonly onChoosePair: () => void;
}

function PhoneBar({
  shown,
  onChoosePair,
}: Omit<HeadProps, "shown"> & { shown: ShownMarket | null | undefined }) {
  const t = useT();
  const goBack = useGoBack();
  return (
    <header className="nav on-surface">
      <IconButton label={t("shell.back")} onClick={goBack}>
        <ChevronLeftIcon />
      </IconButton>
      {shown ? (
        <>
          <PairButton shown={shown} onChoosePair={onChoosePair} />
          <span className="grow" />
          <Freshness shown={shown} />
          <FavoriteButton market={shown.market} className="pair-star" />
        </>
      ) : (
        <h1>{t("chart.title")}</h1>
      )}
    </header>
  );
}

function DesktopHeading({ shown, onChoosePair }: HeadProps) {
  return (
    <div className="row market-page-head">
      <PairButton shown={shown} onChoosePair={onChoosePair}>
        <CoinIcon symbol={shown.look.base} size="m" />
      </PairButton>
      <FavoriteButton market={shown.market} className="pair-star" />
      <Freshness shown={shown} />
    </div>
  );
}

/** Both buttons open the ticket with that side selected. */
function TradeButtons({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const { symbol, market } = shown.market;
  const coin = shown.look.base;
  const path = market === "contract" ? contractPath(symbol) : tradePath(symbol);
  return (
    <div className="actbar market-page-acts">
      <ButtonLink to={`${path}&side=buy`} tone="buy" className="grow">
        {t("trade.buyCoin", { coin })}
      </ButtonLink>
      <ButtonLink to={`${path}&side=sell`} tone="sell" className="grow">
        {t("trade.sellCoin", { coin })}
      </ButtonLink>
    </div>
  );
}
