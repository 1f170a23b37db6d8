import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { useMarkets } from "../../shell/markets/market-data.ts";
import { Page } from "../../shell/page/page.tsx";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { ClosedPositions } from "../../trading/records/closed-positions.tsx";
import { OrderRows } from "../../trading/records/order-rows.tsx";
import { AnnouncedFunding } from "./announced-funding.tsx";
import { FilterBar, FilterButton } from "./filter-bar.tsx";
import { FundingRows } from "./funding-rows.tsx";
import { LiquidationRows } from "./liquidation-rows.tsx";
import "../../trading/records/records.css";
import {
  countOf,
  type RecordsFilter,
  readFilter,
  type SideChoice,
  writeFilter,
} from "../../trading/records/records-filter.ts";
import { TradeRows } from "../../trading/records/trade-rows.tsx";
import { useContractTrades } from "../../trading/records/use-records.ts";

const VIEWS = ["orders", "trades", "positions", "funding", "liquidations"] as const;
type View = (typeof VIEWS)[number];

const VIEW_WORDS: Readonly<Record<View, MessageKey>> = {
  orders: "records.orders",
  trades: "records.trades",
  positions: "profit.closedPositions",
  funding: "records.funding",
  liquidations: "records.liquidations",
};

const SIDES: Readonly<Record<View, readonly SideChoice[]>> = {
  orders: ["buy", "sell"],
  trades: ["buy", "sell"],
  positions: [],
  funding: [],
  liquidations: ["long", "short"],
};

/** Contract history: orders, fills, closed positions, funding and liquidations. */
export function Screen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const contracts = useMarkets("contract");
  const view = VIEWS.find((each) => each === params.get("view")) ?? "orders";
  const read = readFilter(params);
  // A side filter from another view does not apply here.
  const filter = { ...read, side: SIDES[view].find((side) => side === read.side) ?? null };
  const go = (next: View, nextFilter: RecordsFilter) =>
    setParams(writeFilter(nextFilter, next === "orders" ? {} : { view: next }), { replace: true });
  const filters = {
    filter,
    onFilter: (next: RecordsFilter) => go(view, next),
    markets: contracts.map(({ symbol }) => ({ symbol, name: symbol })),
    sides: SIDES[view],
  };
  return (
    <Page title={t("records.futuresTitle")} hasBack actions={<FilterButton {...filters} />}>
      <Chips
        className="records-chips"
        label={t("records.views")}
        value={view}
        onValueChange={(next) => go(next, filter)}
        choices={VIEWS.map((value) => ({ value, label: t(VIEW_WORDS[value]) }))}
      />
      <FilterBar {...filters} />
      <PullToRefresh onRefresh={() => refresh("contractRecord", "contractFunding", "profitPositions")}>
        {view === "orders" && <OrderRows filter={filter} />}
        {view === "trades" && <ContractTrades filter={filter} />}
        {view === "positions" && <ClosedPositions filter={filter} />}
        {view === "funding" && (
          <>
            <AnnouncedFunding />
            <FundingRows filter={filter} />
          </>
        )}
        {view === "liquidations" && <LiquidationRows filter={filter} />}
      </PullToRefresh>
    </Page>
  );
}

function ContractTrades({ filter }: { readonly filter: RecordsFilter }) {
  const pages = useContractTrades(filter);
  return <TradeRows pages={pages} isNarrowed={countOf(filter) > 0} hasProducts={false} />;
}
