import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { memo, useMemo } from "react";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { useT } from "../../i18n/use-t.ts";
import { contractName } from "../market/contract-name.tsx";
import type { MarketFormat } from "../market/market-format.ts";
import { useMarketFormats } from "../market/use-market.ts";
import { useOrderColumns } from "../orders/order-columns.tsx";
import { feeOf } from "../orders/order-figures.ts";
import {
  FilledText,
  PlacedTriggerText,
  PriceText,
  ShortDateText,
  SideBadge,
  StatusText,
  useTypeText,
} from "../orders/order-text.tsx";
import { RecordCard } from "../orders/record-card.tsx";
import { countOf, type RecordsFilter } from "./records-filter.ts";
import { RowList } from "./row-list.tsx";
import { useContractOrders } from "./use-records.ts";

/** Cancel reasons that only contract orders have. */
const REASON_WORDS: Readonly<Record<string, MessageKey | undefined>> = {
  "reduce-only": "records.reasonReduceOnly",
  "position-closed": "records.reasonPositionClosed",
  liquidation: "records.reasonLiquidation",
  adl: "records.reasonAdl",
};

/** Closed contract orders. */
export function OrderRows({ filter }: { readonly filter: RecordsFilter }) {
  const t = useT();
  const pages = useContractOrders(filter);
  const formatOf = useMarketFormats("contract");
  const columns = useColumns(formatOf);
  return (
    <RowList
      pages={pages}
      label={t("records.orders")}
      emptyTitle={t("trade.noHistory")}
      emptyNote={t("trade.noHistoryNote")}
      isNarrowed={countOf(filter) > 0}
      columns={columns}
      rowKey={(order) => order.orderId}
      renderCard={(order) => <OrderCard order={order} look={formatOf(order.symbol)} />}
    />
  );
}

function EndText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  const reason = order.reason === null ? undefined : REASON_WORDS[order.reason];
  return <StatusText order={order}>{reason !== undefined && t(reason)}</StatusText>;
}

/** In hedge mode the side says that an order closes. */
const isMarked = ({ positionSide, reduceOnly }: WireOrder): boolean =>
  reduceOnly && positionSide === undefined;

/** "Limit · Reduce-only" */
function KindText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  const typeText = useTypeText();
  return (
    <>
      {typeText(order)}
      {isMarked(order) && <span className="muted"> · {t("records.reduceOnly")}</span>}
    </>
  );
}

function useColumns(formatOf: (symbol: string) => MarketFormat | undefined): readonly Column<WireOrder>[] {
  const columns = useOrderColumns(formatOf, useT()("records.contract"), contractName);
  return useMemo(
    () => [
      columns.date,
      columns.market,
      { ...columns.type, renderCell: (order) => <KindText order={order} /> },
      columns.side,
      columns.price,
      columns.placedTrigger,
      columns.average,
      columns.filled,
      columns.fee,
      { ...columns.status, renderCell: (order) => <EndText order={order} /> },
    ],
    [columns],
  );
}

interface OrderCardProps {
  readonly order: WireOrder;
  readonly look: MarketFormat | undefined;
}

const OrderCard = memo(function OrderCard({ order, look }: OrderCardProps) {
  const t = useT();
  const typeText = useTypeText();
  return (
    <RecordCard
      pair={contractName(order)}
      badge={<SideBadge of={order}>{typeText(order)}</SideBadge>}
      note={isMarked(order) && <span className="small muted">{t("records.reduceOnly")}</span>}
      aside={<ShortDateText timeMs={order.createdAtMs} />}
      figures={[
        { label: t("trade.averagePrice"), value: <FinancialText value={order.averagePrice} /> },
        { label: t("trade.filled"), value: <FilledText order={order} look={look} /> },
        { label: t("trade.status"), value: <EndText order={order} /> },
        { label: t("trade.price"), value: <PriceText order={order} /> },
        { label: t("trade.trigger"), value: <PlacedTriggerText order={order} /> },
        { label: t("trade.total"), value: <FinancialText value={order.executedQuote} minDecimals={2} /> },
        {
          label: t("trade.fee"),
          value: <FinancialText value={feeOf(order)} asset={order.feeAsset} minDecimals={0} />,
        },
      ]}
    />
  );
});
