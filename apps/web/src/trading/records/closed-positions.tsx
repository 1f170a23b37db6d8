import { Badge } from "@candor/ui/badge.tsx";
import { ceilDecimals, floorDecimals } from "@candor/ui/decimal-math";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireClosedPosition } from "@candor/wire/profit-calls";
import { memo, useMemo, useState } from "react";
import type { Translate } from "../../i18n/i18n.ts";
import { useT } from "../../i18n/use-t.ts";
import { type Pages, usePages } from "../../shell/calls/use-pages.ts";
import { api } from "../../shell/services/services.ts";
import { DateText, ShortDateText } from "../orders/order-text.tsx";
import { RecordCard } from "../orders/record-card.tsx";
import { ClosedPositionSheet } from "./closed-position-sheet.tsx";
import { CoinAmount, END_WORDS, ReturnRate } from "./closed-position-words.tsx";
import { PositionSideBadge } from "./record-text.tsx";
import { countOf, type RecordsFilter, requestOf } from "./records-filter.ts";
import { RowList } from "./row-list.tsx";

const PAGE_ROWS = 20;

function useClosedPositions(filter: RecordsFilter): Pages<WireClosedPosition> {
  const request = { limit: PAGE_ROWS, ...requestOf(filter, []) };
  return usePages(["profitPositions", request], (start, signal) =>
    api.call("profitPositions", { ...request, ...start }, { signal }),
  );
}

/** Contract positions that have ended, with their results. A row opens the calculation. */
export function ClosedPositions({ filter }: { readonly filter: RecordsFilter }) {
  const t = useT();
  const pages = useClosedPositions(filter);
  const [opened, setOpened] = useState<WireClosedPosition | null>(null);
  const columns = useMemo(() => columnsOf(t, setOpened), [t]);
  return (
    <>
      <RowList
        pages={pages}
        label={t("profit.closedPositions")}
        emptyTitle={t("profit.noClosed")}
        emptyNote={t("profit.noClosedNote")}
        isNarrowed={countOf({ ...filter, side: null }) > 0}
        columns={columns}
        rowKey={({ id }) => id}
        renderCard={(position) => <PositionCard position={position} onOpen={setOpened} />}
      />
      <ClosedPositionSheet position={opened} onClose={() => setOpened(null)} />
    </>
  );
}

type Open = (position: WireClosedPosition) => void;

function SideLeverage({ position: { side, leverage } }: { readonly position: WireClosedPosition }) {
  const t = useT();
  return (
    <span className={`small ${side === "long" ? "up" : "down"}`}>
      {t(side === "long" ? "records.long" : "records.short")} {leverage}×
    </span>
  );
}

function NetProfit({ position }: { readonly position: WireClosedPosition }) {
  const profit = floorDecimals(position.netProfit, 2);
  return <FinancialText value={profit} decimals={2} sign="always" toned className="med" />;
}

function resultColumns(t: Translate): readonly Column<WireClosedPosition>[] {
  return [
    {
      key: "fee",
      header: t("trade.fee"),
      align: "right",
      renderCell: ({ fee }) => <FinancialText value={ceilDecimals(fee, 2)} decimals={2} />,
    },
    {
      key: "funding",
      header: t("records.funding"),
      align: "right",
      joins: true,
      renderCell: ({ funding }) => (
        <FinancialText value={floorDecimals(funding, 2)} decimals={2} sign="always" />
      ),
    },
    {
      key: "net",
      header: t("profit.netIn", { coin: "USDT" }),
      align: "right",
      renderCell: (position) => <NetProfit position={position} />,
    },
    {
      key: "roe",
      header: t("profit.roe"),
      align: "right",
      joins: true,
      renderCell: ({ roe }) => <ReturnRate rate={roe} />,
    },
    {
      key: "ended",
      header: t("profit.endedBy"),
      renderCell: ({ endedBy }) => t(END_WORDS[endedBy]),
    },
  ];
}

function columnsOf(t: Translate, onOpen: Open): readonly Column<WireClosedPosition>[] {
  return [
    {
      key: "market",
      header: t("records.contract"),
      renderCell: (position) => (
        <button type="button" className="stack-1 closed-open" onClick={() => onOpen(position)}>
          <b className="med link">{position.symbol}</b>
          <SideLeverage position={position} />
        </button>
      ),
    },
    {
      key: "opened",
      header: t("profit.openedAt"),
      renderCell: ({ openedAtMs }) => <DateText timeMs={openedAtMs} />,
    },
    {
      key: "closed",
      header: t("profit.closedAt"),
      joins: true,
      renderCell: ({ closedAtMs }) => <DateText timeMs={closedAtMs} />,
    },
    {
      key: "size",
      header: t("profit.size"),
      align: "right",
      renderCell: ({ quantity, symbol }) => <CoinAmount value={quantity} symbol={symbol} />,
    },
    {
      key: "entry",
      header: t("profit.entry"),
      align: "right",
      renderCell: ({ entryPrice }) => <FinancialText value={entryPrice} />,
    },
    {
      key: "exit",
      header: t("profit.exit"),
      align: "right",
      joins: true,
      renderCell: ({ exitPrice }) => <FinancialText value={exitPrice} />,
    },
    ...resultColumns(t),
  ];
}

interface CardProps {
  readonly position: WireClosedPosition;
  readonly onOpen: Open;
}

const PositionCard = memo(function PositionCard({ position, onOpen }: CardProps) {
  const t = useT();
  return (
    <div className="closed-card">
      <RecordCard
        pair={
          <button type="button" className="row-act" onClick={() => onOpen(position)}>
            {position.symbol}
          </button>
        }
        badge={<PositionSideBadge side={position.side} />}
        note={
          <>
            <Badge>{position.leverage}×</Badge>
            <Badge>{t(END_WORDS[position.endedBy])}</Badge>
          </>
        }
        aside={<ShortDateText timeMs={position.closedAtMs} />}
        figures={[
          { label: t("profit.netIn", { coin: "USDT" }), value: <NetProfit position={position} /> },
          { label: t("profit.roe"), value: <ReturnRate rate={position.roe} /> },
          {
            label: t("profit.size"),
            value: <CoinAmount value={position.quantity} symbol={position.symbol} />,
          },
          { label: t("profit.entry"), value: <FinancialText value={position.entryPrice} /> },
          { label: t("profit.exit"), value: <FinancialText value={position.exitPrice} /> },
          {
            label: t("trade.fee"),
            value: <FinancialText value={ceilDecimals(position.fee, 2)} decimals={2} />,
          },
        ]}
      />
    </div>
  );
});
