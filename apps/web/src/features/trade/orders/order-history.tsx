import type { WireOrder } from "@candor/protocol/wire/objects";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import type { MarketLook } from "../market/market-look.ts";
import { FilledText, SideBadge, SideText, StatusText, useTypeText } from "./order-text.tsx";
import { RecordCard } from "./record-card.tsx";
import { RecordList, type RecordsProps } from "./record-list.tsx";

/** Orders that are over. */
export function OrderHistory({ lookOf, isDesktop }: RecordsProps) {
  const t = useT();
  return (
    <RecordList
      view="history"
      label={t("trade.orderHistory")}
      emptyTitle={t("trade.noHistory")}
      emptyNote={t("trade.noHistoryNote")}
      columns={useColumns(lookOf)}
      rowKey={(order) => order.orderId}
      isDesktop={isDesktop}
      renderCard={(order) => <HistoryCard key={order.orderId} order={order} look={lookOf(order.symbol)} />}
    />
  );
}

/** What it traded at, or what it was to trade at. */
const priceOf = (order: WireOrder): string | null => order.averagePrice ?? order.price;

function useColumns(lookOf: RecordsProps["lookOf"]): readonly Column<WireOrder>[] {
  const t = useT();
  const formats = useFormats();
  const typeText = useTypeText();
  return [
    {
      key: "date",
      header: t("trade.date"),
      renderCell: (order) => <span className="n muted">{formats.date(order.updatedAtMs, "full")}</span>,
    },
    {
      key: "pair",
      header: t("trade.pair"),
      renderCell: (order) => <span className="med">{lookOf(order.symbol)?.name ?? order.symbol}</span>,
    },
    { key: "type", header: t("trade.type"), renderCell: typeText },
    { key: "side", header: t("trade.side"), renderCell: (order) => <SideText side={order.side} /> },
    {
      key: "price",
      header: t("trade.averagePrice"),
      align: "right",
      renderCell: (order) => <FinancialText value={priceOf(order)} />,
    },
    {
      key: "filled",
      header: t("trade.filled"),
      align: "right",
      renderCell: (order) => <FilledText order={order} look={lookOf(order.symbol)} />,
    },
    {
      key: "fee",
      header: t("trade.fee"),
      align: "right",
      renderCell: (order) => <FinancialText value={order.fee} asset={order.feeAsset} minDecimals={0} />,
    },
    { key: "status", header: t("trade.status"), renderCell: (order) => <StatusText order={order} /> },
  ];
}

interface HistoryCardProps {
  readonly order: WireOrder;
  readonly look: MarketLook | undefined;
}

function HistoryCard({ order, look }: HistoryCardProps) {
  const t = useT();
  const formats = useFormats();
  const typeText = useTypeText();
  return (
    <RecordCard
      pair={look?.name ?? order.symbol}
      badge={<SideBadge side={order.side}>{typeText(order)}</SideBadge>}
      aside={<span className="small muted n">{formats.date(order.updatedAtMs, "day-time")}</span>}
      figures={[
        { label: t("trade.averagePrice"), value: <FinancialText value={priceOf(order)} /> },
        { label: t("trade.filled"), value: <FilledText order={order} look={look} /> },
        { label: t("trade.status"), value: <StatusText order={order} /> },
      ]}
    />
  );
}
