import type { Product } from "@candor/domain/enumerations";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import { Page } from "../../shell/page/page.tsx";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { FilterBar, FilterButton } from "./filter-bar.tsx";
import "../../trading/records/records.css";
import {
  countOf,
  type RecordsFilter,
  readFilter,
  writeFilter,
} from "../../trading/records/records-filter.ts";
import {
  marketsOf,
  offeredChoices,
  TRADE_CHOICE_WORDS,
  TRADE_CHOICES,
  type TradeChoice,
} from "../../trading/records/trade-products.ts";
import { ofOption, type TradeRow, TradeRows } from "../../trading/records/trade-rows.tsx";
import {
  mapPages,
  mergePages,
  useContractTrades,
  useLeverTrades,
  useOptions,
  useSpotTrades,
} from "../../trading/records/use-records.ts";

const SIDES = ["buy", "sell"] as const;

/** Every fill of every product, newest first. */
export function Screen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const { markets } = useTicker();
  const choice = TRADE_CHOICES.find((each) => each === params.get("product")) ?? "all";
  const read = readFilter(params);
  const filter = { ...read, side: SIDES.find((side) => side === read.side) ?? null };
  const go = (next: TradeChoice, nextFilter: RecordsFilter) =>
    setParams(writeFilter(nextFilter, next === "all" ? {} : { product: next }), { replace: true });
  const filters = {
    filter,
    onFilter: (next: RecordsFilter) => go(choice, next),
    markets: marketsOf(choice, markets),
    sides: choice === "option" ? [] : SIDES,
  };
  return (
    <Page title={t("records.tradesTitle")} hasBack actions={<FilterButton {...filters} />}>
      <Chips
        className="records-chips"
        label={t("records.product")}
        value={choice}
        onValueChange={(next) => go(next, filter)}
        choices={offeredChoices(markets).map((value) => ({ value, label: t(TRADE_CHOICE_WORDS[value]) }))}
      />
      <FilterBar {...filters} />
      <PullToRefresh onRefresh={() => refresh("record", "orderLRecord", "contractRecord")}>
        <Trades filter={filter} choice={choice} />
      </PullToRefresh>
    </Page>
  );
}

function Trades({ filter, choice }: { readonly filter: RecordsFilter; readonly choice: TradeChoice }) {
  const isShown = (product: Product): boolean => choice === "all" || choice === product;
  const spot = useSpotTrades(filter, isShown("spot"));
  const lever = useLeverTrades(filter, isShown("lever"));
  const contract = useContractTrades(filter, isShown("contract"));
  const options = useOptions(filter, isShown("option"));
  const pages = mergePages<TradeRow>([
    { pages: spot, isShown: isShown("spot") },
    { pages: lever, isShown: isShown("lever") },
    { pages: contract, isShown: isShown("contract") },
    { pages: mapPages(options, ofOption), isShown: isShown("option") },
  ]);
  return (
    <TradeRows
      pages={pages}
      isNarrowed={choice !== "all" || countOf(filter) > 0}
      hasProducts={choice === "all"}
    />
  );
}
