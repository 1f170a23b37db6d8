import { Tabs } from "@candor/ui/tabs.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { ChartPanel } from "../chart/chart-panel.tsx";
import { MarketPage } from "../chart/market-page.tsx";
import { BookColumn } from "../trade/book/book-column.tsx";
import { TapeColumn } from "../trade/book/tape-column.tsx";
import type { ShownMarket } from "../trade/market/use-market.ts";
import { AboutMarket } from "./about-market.tsx";
import "./market-detail.css";

type DetailTab = "book" | "trades" | "about";

const BOOK_ROWS = 10;
const TAPE_ROWS = 30;
const PANEL_ID = "market-panel";

/** One market in short: chart, book, trades, and its rules. */
export function Screen() {
  return <MarketPage>{(shown) => <MarketDetail key={shown.market.symbol} shown={shown} />}</MarketPage>;
}

function MarketDetail({ shown }: { readonly shown: ShownMarket }) {
  const t = useT();
  const [tab, setTab] = useState<DetailTab>("book");
  const choices = [
    { value: "book" as const, label: t("trade.orderBook") },
    { value: "trades" as const, label: t("trade.lastTrades") },
    { value: "about" as const, label: t("chart.about", { coin: shown.look.base }) },
  ];
  return (
    <>
      <ChartPanel shown={shown} place="summary" />
      <Tabs
        className="detail-tabs"
        label={t("chart.details")}
        value={tab}
        onValueChange={setTab}
        choices={choices}
        panelId={PANEL_ID}
      />
      <div
        id={PANEL_ID}
        role="tabpanel"
        aria-label={choices.find(({ value }) => value === tab)?.label}
        className="detail-body"
      >
        {tab === "book" && <BookColumn shown={shown} rows={BOOK_ROWS} layout="below" hasTotals />}
        {tab === "trades" && <TapeColumn symbol={shown.market.symbol} look={shown.look} rows={TAPE_ROWS} />}
        {tab === "about" && <AboutMarket shown={shown} />}
      </div>
    </>
  );
}
