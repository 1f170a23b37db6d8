import { FinancialText } from "@candor/ui/financial-text.tsx";
import { PullToRefresh } from "@candor/ui/pull-to-refresh.tsx";
import type { Column } from "@candor/ui/table.tsx";
import { Chips } from "@candor/ui/tabs.tsx";
import type { WireFundingPayment, WireLiquidation } from "@candor/wire/contract-objects";
import type { WireLeverLiquidation } from "@candor/wire/lever-objects";
import type { WireOption } from "@candor/wire/option-objects";
import { useMemo } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { refresh } from "../../shell/calls/use-call.ts";
import { useTicker } from "../../shell/markets/market-data.ts";
import { Page } from "../../shell/page/page.tsx";
import { useSearchParams } from "../../shell/routing/use-search-params.ts";
import { OptionCard } from "../../trading/records/option-rows.tsx";
import { DirectionText } from "../../trading/records/option-text.tsx";
import { EvidenceLink, PositionSideText } from "../../trading/records/record-text.tsx";
import { FilterBar, FilterButton } from "./filter-bar.tsx";
import { FundingCard } from "./funding-rows.tsx";
import { LiquidationCard } from "./liquidation-rows.tsx";
import { METHOD_WORDS } from "./method-words.ts";
import "../../trading/records/records.css";
import { DateText } from "../../trading/orders/order-text.tsx";
import {
  countOf,
  type RecordsFilter,
  readFilter,
  writeFilter,
} from "../../trading/records/records-filter.ts";
import { RowList } from "../../trading/records/row-list.tsx";
import { marketsOf } from "../../trading/records/trade-products.ts";
import {
  mapPages,
  memoizedByObject,
  mergePages,
  useFundings,
  useLeverLiquidations,
  useLiquidations,
  useOptions,
} from "../../trading/records/use-records.ts";

/** Settlements made by the exchange. A product with settlements adds its kind and list here. */
const KINDS = ["funding", "liquidation", "option"] as const;
type Kind = (typeof KINDS)[number];
const CHOICES = ["all", ...KINDS] as const;
type Choice = (typeof CHOICES)[number];

const CHOICE_WORDS: Readonly<Record<Choice, MessageKey>> = {
  all: "records.all",
  funding: "records.funding",
  liquidation: "records.liquidations",
  option: "shell.navSecondContracts",
};

type Settlement =
  | { readonly kind: "funding"; readonly timeMs: number; readonly payment: WireFundingPayment }
  | {
      readonly kind: "liquidation";
      readonly timeMs: number;
      readonly liquidation: WireLiquidation;
      readonly isMargin: boolean;
    }
  | {
      readonly kind: "option";
      readonly timeMs: number;
      readonly listedAtMs: number;
      readonly option: WireOption;
    };

const ofFunding = memoizedByObject(
  (payment: WireFundingPayment): Settlement => ({
    kind: "funding",
    timeMs: payment.timeMs,
    payment,
  }),
);
const ofLiquidation = memoizedByObject(
  (liquidation: WireLiquidation): Settlement => ({
    kind: "liquidation",
    timeMs: liquidation.timeMs,
    liquidation,
    isMargin: false,
  }),
);
const ofLeverLiquidation = memoizedByObject(
  (liquidation: WireLeverLiquidation): Settlement => ({
    kind: "liquidation",
    timeMs: liquidation.timeMs,
    // A debt in base coins means that the account was short.
    liquidation: { ...liquidation, side: liquidation.side === "buy" ? "short" : "long" },
    isMargin: true,
  }),
);
// The server sorts options by purchase, but they settle on expiry.
const ofOption = memoizedByObject(
  (option: WireOption): Settlement => ({
    kind: "option",
    timeMs: option.sellTimeMs,
    listedAtMs: option.orderTimeMs,
    option,
  }),
);

/** Settlements, newest first, each with a link to its evidence. */
export function Screen() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const { markets } = useTicker();
  const choice = CHOICES.find((each) => each === params.get("kind")) ?? "all";
  const filter = { ...readFilter(params), side: null };
  const go = (next: Choice, nextFilter: RecordsFilter) =>
    setParams(writeFilter(nextFilter, next === "all" ? {} : { kind: next }), { replace: true });
  const filters = {
    filter,
    onFilter: (next: RecordsFilter) => go(choice, next),
    markets: marketsOf(
      "all",
      markets.filter(({ market, lever, option }) => market === "contract" || lever || option),
    ),
    sides: [],
  };
  return (
    <Page title={t("records.settlementsTitle")} hasBack actions={<FilterButton {...filters} />}>
      <Chips
        className="records-chips"
        label={t("records.views")}
        value={choice}
        onValueChange={(next) => go(next, filter)}
        choices={CHOICES.map((value) => ({ value, label: t(CHOICE_WORDS[value]) }))}
      />
      <p className="records-note small muted">{t("records.settlementsNote")}</p>
      <FilterBar {...filters} />
      <PullToRefresh onRefresh={() => refresh("contractRecord", "contractFunding", "orderLRecord", "record")}>
        <Settlements filter={filter} choice={choice} />
      </PullToRefresh>
    </Page>
  );
}

function Settlements({ filter, choice }: { readonly filter: RecordsFilter; readonly choice: Choice }) {
  const t = useT();
  const isShown = (kind: Kind): boolean => choice === "all" || choice === kind;
  const fundings = useFundings(filter, isShown("funding"));
  const liquidations = useLiquidations(filter, isShown("liquidation"));
  const leverLiquidations = useLeverLiquidations(filter, isShown("liquidation"));
  const options = useOptions(filter, isShown("option"));
  const columns = useColumns(choice);
  const pages = mergePages<Settlement>([
    { pages: mapPages(fundings, ofFunding), isShown: isShown("funding") },
    { pages: mapPages(liquidations, ofLiquidation), isShown: isShown("liquidation") },
    { pages: mapPages(leverLiquidations, ofLeverLiquidation), isShown: isShown("liquidation") },
    { pages: mapPages(options, ofOption), isShown: isShown("option") },
  ]);
  return (
    <RowList
      pages={pages}
      label={t("records.settlementsTitle")}
      emptyTitle={t("records.noSettlements")}
      emptyNote={t("records.noSettlementsNote")}
      isNarrowed={choice !== "all" || countOf(filter) > 0}
      columns={columns}
      rowKey={keyOf}
      renderCard={cardOf}
    />
  );
}

function cardOf(row: Settlement) {
  if (row.kind === "funding") return <FundingCard payment={row.payment} />;
  if (row.kind === "liquidation")
    return <LiquidationCard liquidation={row.liquidation} isMargin={row.isMargin} />;
  return <OptionCard option={row.option} timeMs={row.timeMs} />;
}

const idOf = (row: Settlement): string => {
  if (row.kind === "funding") return row.payment.fundingId;
  if (row.kind === "option") return row.option.optionId;
  return `${row.isMargin ? "margin" : "contract"} ${row.liquidation.liquidationId}`;
};

const keyOf = (row: Settlement): string => `${row.kind} ${idOf(row)}`;

const symbolOf = (row: Settlement): string => {
  if (row.kind === "funding") return row.payment.symbol;
  return row.kind === "liquidation" ? row.liquidation.symbol : row.option.name;
};

const markOf = (row: Settlement): string | null => {
  if (row.kind === "option") return row.option.sellPrice;
  return row.kind === "funding" ? row.payment.markPrice : row.liquidation.markPrice;
};

const KIND_WORDS: Readonly<Record<Kind, MessageKey>> = {
  funding: "records.funding",
  liquidation: "records.liquidation",
  option: "shell.navSecondContracts",
};

interface RowProps {
  readonly row: Settlement;
}

function KindText({ row }: RowProps) {
  const t = useT();
  return (
    <>
      <span className="med">{t(KIND_WORDS[row.kind])}</span>
      {row.kind === "liquidation" && row.isMargin && (
        <span className="muted"> · {t("shell.navLeverage")}</span>
      )}
      {row.kind === "liquidation" && (
        <span className="muted"> · {t(METHOD_WORDS[row.liquidation.method])}</span>
      )}
    </>
  );
}

function SideOf({ row }: RowProps) {
  return row.kind === "option" ? (
    <DirectionText option={row.option} />
  ) : (
    <PositionSideText side={row.kind === "funding" ? row.payment.positionSide : row.liquidation.side} />
  );
}

function useColumns(choice: Choice): readonly Column<Settlement>[] {
  const t = useT();
  return useMemo(() => {
    // A timed option has a direction, a stake and a settlement price, so a list of all kinds names both.
    const header = (contract: MessageKey, option: MessageKey): string =>
      choice === "all" ? `${t(contract)} / ${t(option)}` : t(choice === "option" ? option : contract);
    return [
      { key: "date", header: t("trade.date"), renderCell: ({ timeMs }) => <DateText timeMs={timeMs} /> },
      {
        key: "kind",
        header: t("records.settled"),
        renderCell: (row) => <KindText row={row} />,
      },
      {
        key: "market",
        header: t("records.market"),
        renderCell: symbolOf,
      },
      {
        key: "side",
        header: header("records.position", "records.optionDirection"),
        renderCell: (row) => <SideOf row={row} />,
      },
      {
        key: "quantity",
        header: header("trade.amount", "records.optionStake"),
        align: "right",
        figure: (row) => {
          if (row.kind === "option") return { value: row.option.amount, asset: "USDT", least: 2 };
          const { quantity, symbol } = row.kind === "funding" ? row.payment : row.liquidation;
          return { value: quantity, unit: symbol };
        },
      },
      {
        key: "mark",
        header: header("records.markPrice", "records.optionSettledAt"),
        align: "right",
        renderCell: (row) => <FinancialText value={markOf(row)} />,
      },
      {
        key: "funding",
        header: header("records.paidOrReceived", "records.optionResult"),
        align: "right",
        figure: (row) => ({
          value:
            row.kind === "funding" ? row.payment.amount : row.kind === "option" ? row.option.profit : null,
          toned: true,
          sign: "always",
          least: 2,
        }),
      },
      {
        key: "fee",
        header: t("trade.fee"),
        align: "right",
        figure: (row) => ({ value: row.kind === "liquidation" ? row.liquidation.fee : null, least: 2 }),
      },
      {
        key: "evidence",
        header: t("records.evidence"),
        align: "right",
        renderCell: (row) => <EvidenceLink kind={row.kind} id={idOf(row)} />,
      },
    ];
  }, [t, choice]);
}
