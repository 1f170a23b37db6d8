import { Tabs } from "@candor/ui/tabs.tsx";
import { useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useDesktop } from "../../shell/hooks/use-media-query.ts";
import { BookColumn, PanelHead } from "../../trading/book/book-column.tsx";
import { TapeColumn } from "../../trading/book/tape-column.tsx";
import { ChartPanel } from "../../trading/chart/chart-panel.tsx";
import { MarketPage } from "../../trading/chart/market-page.tsx";
import type { ShownMarket } from "../../trading/market/use-market.ts";
import { AboutMarket } from "./about-market.tsx";
import "./market-detail.css";

type DetailTab = "book" | "trades" | "about";

const BOOK_ROWS = 10;
const TAPE_ROWS = 30;
/** Same height as the book next to it. */
const DESKTOP_TAPE_ROWS = 20;
const PANEL_ID = "market-panel";

/** One market at a glance: chart, book, trades and rules. */
export function Screen() {
  return <MarketPage>{(shown) => <MarketDetail key={shown.market.symbol} shown={shown} />}</MarketPage>;
}

function MarketDetail({ shown }: { readonly shown: ShownMarket }) {
  const isDesktop = useDesktop();
  return (
    <>
      <ChartPanel shown={shown} place="summary" />
      {isDesktop ? <DetailColumns shown={shown} /> : <DetailTabs shown={shown} />}
    </>
  );
}

interface DetailProps {
  readonly shown: ShownMarket;
}

function DetailTabs({ shown }: DetailProps) {
  const t = useT();
  const [tab, setTab] = useState<DetailTab>("book");
  const choices = [
    { value: "book" as const, label: t("trade.orderBook") },
    { value: "trades" as const, label: t("trade.lastTrades") },
    { value: "about" as const, label: t("chart.about", { coin: shown.look.base }) },
  ];
  return (
    <>
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

/** Desktops show all three side by side. */
function DetailColumns({ shown }: DetailProps) {
  const t = useT();
  return (
    <div className="detail-columns">
      <BookColumn shown={shown} rows={BOOK_ROWS} layout="above" hasTotals />
      <div>
        <PanelHead title={t("trade.lastTrades")} />
        <TapeColumn symbol={shown.market.symbol} look={shown.look} rows={DESKTOP_TAPE_ROWS} />
      </div>
      <div>
        <PanelHead title={t("chart.about", { coin: shown.look.base })} />
        <AboutMarket shown={shown} />
      </div>
    </div>
  );
}
