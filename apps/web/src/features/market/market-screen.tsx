import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { PriceBadge } from "../../shell/markets/price-badge.tsx";
import { usePageTitle } from "../../shell/routing/page-title.ts";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { live } from "../../shell/services/services.ts";
import { marketPath } from "../../trading/market/pair-name.tsx";
import { HeatMap } from "./heat-map.tsx";
import { MarketList } from "./market-list.tsx";
import { MarketSearch } from "./market-search.tsx";
import { MarketTable } from "./market-table.tsx";
import { MarketTabs } from "./market-tabs.tsx";
import "./market.css";
import { DEFAULT_SORT } from "./market-sort.ts";
import { SortRow } from "./sort-row.tsx";
import type { MarketTab } from "./use-market-rows.ts";
import { MARKET_TABS, useMarketRows } from "./use-market-rows.ts";
import { useWatchlists } from "./use-watchlists.ts";
import { WatchlistBar } from "./watchlist-bar.tsx";

const PANEL = "markets";

const reloadPrices = async (): Promise<void> => live.tickers.reload();

/** All markets: search, favorites, sorting. */
export function Screen() {
  const t = useT();
  const isDesktop = useDesktop();
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const [text, setText] = useState("");
  // In the address, so that it survives a reload.
  const tab = MARKET_TABS.find((each) => each === params.get("tab")) ?? "spot";
  const setTab = (next: MarketTab) => setParams({ tab: next }, { replace: true });
  const [sort, setSort] = useState(DEFAULT_SORT);
  const watchlists = useWatchlists();
  const shownList = tab === "favourites" ? watchlists.chosen : undefined;
  const rows = useMarketRows(tab, text, sort, shownList);
  usePageTitle(t("market.title"));
  const openFirst = () => {
    const [first] = rows.markets;
    if (text !== "" && first !== undefined) void navigate(marketPath(first));
  };
  const search = (
    <MarketSearch
      value={text}
      onValueChange={setText}
      onEnter={openFirst}
      startsFocused={params.has("search")}
    />
  );
  const tabs = <MarketTabs value={tab} onValueChange={setTab} panelId={PANEL} />;
  const list = { tab, rows, text, list: shownList, onClearText: () => setText("") };
  const heatMap = <HeatMap {...list} />;
  const lists = tab === "favourites" && <WatchlistBar control={watchlists} />;
  if (isDesktop) {
    return (
      <div className="wide">
        <div className="row between market-head">
          <h1 className="page">{t("market.title")}</h1>
          <div className="market-search-desk">{search}</div>
        </div>
        <section className="group">
          {tabs}
          {lists}
          <div id={PANEL} role="tabpanel" aria-label={t("market.lists")}>
            {tab === "heatMap" ? heatMap : <MarketTable {...list} sort={sort} onSort={setSort} />}
          </div>
        </section>
      </div>
    );
  }
  return (
    <>
      <h1 className="vh">{t("market.title")}</h1>
      <div className="market-top">
        <div className="row market-search">
          {search}
          <PriceBadge />
        </div>
        {tabs}
        {lists}
        {tab !== "heatMap" && <SortRow sort={sort} onSort={setSort} />}
      </div>
      <PullToRefresh onRefresh={reloadPrices}>
        <div id={PANEL} role="tabpanel" aria-label={t("market.lists")}>
          {tab === "heatMap" ? heatMap : <MarketList {...list} />}
        </div>
      </PullToRefresh>
    </>
  );
}
