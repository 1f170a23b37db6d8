import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { pairOf, useTicker } from "../../shell/market-data.ts";
import { Page } from "../../shell/page.tsx";
import { refresh } from "../../shell/use-call.ts";
import { useSearchParams } from "../../shell/use-search-params.ts";
import { FilterBar, FilterButton } from "./filter-bar.tsx";
import "./records.css";
import { countOf, type RecordsFilter, readFilter, writeFilter } from "./records-filter.ts";
import { ofOption, type TradeRow, TradeRows } from "./trade-rows.tsx";
import { mapPages, mergePages, useContractTrades, useOptions, useSpotTrades } from "./use-records.ts";

/** Whose fills there are. A product that trades adds its name and its list here. */
const PRODUCTS = ["spot", "contract", "option"] as const;
type Product = (typeof PRODUCTS)[number];
const CHOICES = ["all", ...PRODUCTS] as const;
type Choice = (typeof CHOICES)[number];

const CHOICE_WORDS: Readonly<Record<Choice, MessageKey>> = {
  all: "records.all",
  spot: "trade.spot",
  contract: "records.contracts",
  option: "shell.navSecondContracts",
};

const SIDES = ["buy", "sell"] as const;

/** Every fill of every product, newest first. */
export function Screen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const { markets } = useTicker();
  const choice = CHOICES.find((each) => each === params.get("product")) ?? "all";
  const read = readFilter(params);
  const filter = { ...read, side: SIDES.find((side) => side === read.side) ?? null };
  const go = (next: Choice, nextFilter: RecordsFilter) =>
    setParams(writeFilter(nextFilter, next === "all" ? {} : { product: next }), { replace: true });
  // A contract has the symbol of its spot market: one choice finds the trades of both.
  const names = new Map(
    markets
      .filter(({ market, option }) => choice === "all" || (choice === "option" ? option : market === choice))
      .map((market) => [market.symbol, choice === "contract" ? market.symbol : pairOf(market)] as const),
  );
  const filters = {
    filter,
    onFilter: (next: RecordsFilter) => go(choice, next),
    markets: [...names].map(([symbol, name]) => ({ symbol, name })),
    sides: choice === "option" ? [] : SIDES,
  };
  return (
    <Page title={t("records.tradesTitle")} hasBack actions={<FilterButton {...filters} />}>
      <Chips
        className="records-chips"
        label={t("records.product")}
        value={choice}
        onValueChange={(next) => go(next, filter)}
        choices={CHOICES.map((value) => ({ value, label: t(CHOICE_WORDS[value]) }))}
      />
      <FilterBar {...filters} />
      <PullToRefresh onRefresh={() => refresh("record", "contractRecord")}>
        <Trades filter={filter} choice={choice} />
      </PullToRefresh>
    </Page>
  );
}

function Trades({ filter, choice }: { readonly filter: RecordsFilter; readonly choice: Choice }) {
  const isShown = (product: Product): boolean => choice === "all" || choice === product;
  const spot = useSpotTrades(filter, isShown("spot"));
  const contract = useContractTrades(filter, isShown("contract"));
  const options = useOptions(filter, isShown("option"));
  const pages = mergePages<TradeRow>([
    { pages: spot, isShown: isShown("spot") },
    { pages: contract, isShown: isShown("contract") },
    { pages: mapPages(options, ofOption), isShown: isShown("option") },
  ]);
  return (
    <TradeRows
      pages={pages}
      isNarrowed={choice !== "all" || countOf(filter) > 0}
      hasProducts={choice === "all"}
      hasProfit={choice !== "spot"}
    />
  );
}
