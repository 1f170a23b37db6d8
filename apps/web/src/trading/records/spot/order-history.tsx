import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { memo, useMemo } from "react";
import { useT } from "../../../i18n/use-t.ts";
import type { MarketFormat } from "../../market/market-format.ts";
import { usePairColumns } from "../../orders/order-columns.tsx";
import {
  FilledText,
  PlacedTriggerText,
  PriceText,
  ShortDateText,
  SideBadge,
  StatusText,
  useTypeText,
} from "../../orders/order-text.tsx";
import { RecordCard } from "../../orders/record-card.tsx";
import { RecordList, type RecordsProps } from "./record-list.tsx";

/** Closed orders. */
export function OrderHistory({ formatOf, isDesktop }: RecordsProps) {
  const t = useT();
  return (
    <RecordList
      view="history"
      label={t("trade.orderHistory")}
      emptyTitle={t("trade.noHistory")}
      emptyNote={t("trade.noHistoryNote")}
      columns={useColumns(formatOf)}
      rowKey={(order) => order.orderId}
      isDesktop={isDesktop}
      renderCard={(order) => <HistoryCard key={order.orderId} order={order} look={formatOf(order.symbol)} />}
    />
  );
}

function useColumns(formatOf: RecordsProps["formatOf"]): readonly Column<WireOrder>[] {
  const columns = usePairColumns(formatOf);
  return useMemo(() => {
    const { date, market, type, side, price, placedTrigger, average, filled, fee, status } = columns;
    return [date, market, type, side, price, placedTrigger, average, filled, fee, status];
  }, [columns]);
}

interface HistoryCardProps {
  readonly order: WireOrder;
  readonly look: MarketFormat | undefined;
}

/** A closed order on phones. */
export const HistoryCard = memo(function HistoryCard({ order, look }: HistoryCardProps) {
  const t = useT();
  const typeText = useTypeText();
  return (
    <RecordCard
      pair={look?.name ?? order.symbol}
      badge={<SideBadge of={order}>{typeText(order)}</SideBadge>}
      aside={<ShortDateText timeMs={order.createdAtMs} />}
      figures={[
        { label: t("trade.price"), value: <PriceText order={order} /> },
        ...(order.stopPrice === null
          ? []
          : [{ label: t("trade.trigger"), value: <PlacedTriggerText order={order} /> }]),
        { label: t("trade.averagePrice"), value: <FinancialText value={order.averagePrice} /> },
        { label: t("trade.filled"), value: <FilledText order={order} look={look} /> },
        { label: t("trade.status"), value: <StatusText order={order} /> },
      ]}
    />
  );
});
