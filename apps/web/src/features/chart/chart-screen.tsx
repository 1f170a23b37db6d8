import { MARKET_PARAM } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { ChartPanel } from "../../trading/chart/chart-panel.tsx";
import { MarketPage } from "../../trading/chart/market-page.tsx";

/** One market's chart at full window size. */
export function Screen() {
  const [search] = useSearchParams();
  const kind = search.get(MARKET_PARAM) === "contract" ? "contract" : "spot";
  return (
    <MarketPage kind={kind}>
      {(shown) => <ChartPanel key={shown.market.symbol} shown={shown} place="page" />}
    </MarketPage>
  );
}
