import { ChartPanel } from "./chart-panel.tsx";
import { MarketPage } from "./market-page.tsx";

/** One market's chart, as large as the window allows. */
export function Screen() {
  return (
    <MarketPage>{(shown) => <ChartPanel key={shown.market.symbol} shown={shown} place="page" />}</MarketPage>
  );
}
