import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireTrade } from "@candor/wire/objects";
import { memo, useCallback, useMemo } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { DateText, ShortDateText, SideBadge, SideText } from "../../orders/order-text.tsx";
import { RecordCard } from "../../orders/record-card.tsx";
import { profitFigures } from "../profit-figures.tsx";
import { tradeProfit } from "../trade-profit.ts";
import { RecordList, type RecordsProps } from "./record-list.tsx";

/** Fills of the user's orders. */
export function TradeHistory({ formatOf, isDesktop }: RecordsProps) {
  const t = useT();
  return (
    <RecordList
      view="trades"
      label={t("trade.tradeHistory")}
      emptyTitle={t("trade.noTradeHistory")}
      emptyNote={t("trade.noTradeHistoryNote")}
      columns={useColumns(formatOf)}
      rowKey={tradeKeyOf}
      isDesktop={isDesktop}
      renderCard={(trade) => (
        <TradeCard
          key={tradeKeyOf(trade)}
          trade={trade}
          pair={formatOf(trade.symbol)?.name ?? trade.symbol}
        />
      )}
    />
  );
}

/** In a self-trade both sides are the user's, so the trade id is not unique. */
export const tradeKeyOf = (trade: WireTrade): string => `${trade.tradeId} ${trade.orderId}`;

function useRoleText(): (trade: WireTrade) => string {
  const t = useT();
  return useCallback(({ role }) => t(role === "maker" ? "trade.maker" : "trade.taker"), [t]);
}

function useColumns(formatOf: RecordsProps["formatOf"]): readonly Column<WireTrade>[] {
  const t = useT();
  const role = useRoleText();
  return useMemo(
    () => [
      {
        key: "date",
        header: t("trade.date"),
        renderCell: (trade) => <DateText timeMs={trade.timeMs} />,
      },
      {
        key: "pair",
        header: t("trade.pair"),
        joins: true,
        renderCell: (trade) => <span className="med">{formatOf(trade.symbol)?.name ?? trade.symbol}</span>,
      },
      { key: "side", header: t("trade.side"), renderCell: (trade) => <SideText of={trade} /> },
      {
        key: "price",
        header: t("trade.price"),
        align: "right",
        renderCell: (trade) => <FinancialText value={trade.price} />,
      },
      {
        key: "amount",
        header: t("trade.amount"),
        align: "right",
        figure: (trade) => ({
          value: trade.quantity,
          unit: trade.symbol,
          ...assetOf(formatOf(trade.symbol)?.base),
        }),
      },
      {
        key: "total",
        header: t("trade.total"),
        align: "right",
        joins: true,
        figure: (trade) => ({ value: trade.quote, ...assetOf(formatOf(trade.symbol)?.quote), least: 2 }),
      },
      {
        key: "fee",
        header: t("trade.fee"),
        align: "right",
        figure: (trade) => ({ value: trade.fee, asset: trade.feeAsset }),
      },
      {
        key: "profit",
        header: t("records.realizedProfit"),
        align: "right",
        joins: true,
        figure: (trade) => ({ value: tradeProfit(trade), toned: true, sign: "always", least: 2 }),
      },
      { key: "role", header: t("trade.role"), renderCell: role },
    ],
    [t, role, formatOf],
  );
}

const assetOf = (asset: string | undefined) => (asset === undefined ? {} : { asset });

export const TradeCard = memo(function TradeCard({
  trade,
  pair,
}: {
  readonly trade: WireTrade;
  readonly pair: string;
}) {
  const t = useT();
  const role = useRoleText();
  return (
    <RecordCard
      pair={pair}
      badge={<SideBadge of={trade}>{role(trade)}</SideBadge>}
      aside={<ShortDateText timeMs={trade.timeMs} />}
      figures={[
        { label: t("trade.price"), value: <FinancialText value={trade.price} /> },
        { label: t("trade.amount"), value: <FinancialText value={trade.quantity} minDecimals={0} /> },
        {
          label: t("trade.fee"),
          value: <FinancialText value={trade.fee} asset={trade.feeAsset} minDecimals={0} />,
        },
        ...profitFigures(t, trade),
      ]}
    />
  );
});
