import type { ReactNode } from "react";
import { useLargeScreen } from "../../shell/hooks/use-media-query.ts";
import { MARKET_PARAM } from "../../shell/routing/routes.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { ChartPanel } from "../../trading/chart/chart-panel.tsx";
import { ChartGrid } from "../../trading/chart/layout/chart-grid.tsx";
import { MarketPage } from "../../trading/chart/market-page.tsx";

/** One market's chart at full window size; on large screens others next to it. */
export function Screen() {
  const [search] = useSearchParams();
  const kind = search.get(MARKET_PARAM) === "contract" ? "contract" : "spot";
  return (
    <MarketPage kind={kind}>
      {(shown) => (
        <Charts>
          <ChartPanel key={shown.market.symbol} shown={shown} place="page" />
        </Charts>
      )}
    </MarketPage>
  );
}

function Charts({ children }: { readonly children: ReactNode }) {
  const isLarge = useLargeScreen();
  return isLarge ? <ChartGrid>{children}</ChartGrid> : children;
}
