import type { WireTrade } from "@candor/protocol/wire/objects";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { SideBadge, SideText } from "./order-text.tsx";
import { RecordList, type RecordsProps } from "./record-list.tsx";

/** Fills of own orders. */
export function TradeHistory({ lookOf, isDesktop }: RecordsProps) {
  const t = useT();
  const formats = useFormats();
  const role = (trade: WireTrade) => t(trade.role === "maker" ? "trade.maker" : "trade.taker");
  const columns: Column<WireTrade>[] = [
    {
      key: "date",
      header: t("trade.date"),
      renderCell: (trade) => <span className="n muted">{formats.date(trade.timeMs, "full")}</span>,
    },
    {
      key: "pair",
      header: t("trade.pair"),
      renderCell: (trade) => <span className="med">{lookOf(trade.symbol)?.name}</span>,
    },
    { key: "side", header: t("trade.side"), renderCell: (trade) => <SideText side={trade.side} /> },
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
      renderCell: (trade) => (
        <FinancialText value={trade.quantity} {...assetOf(lookOf(trade.symbol)?.base)} minDecimals={0} />
      ),
    },
    {
      key: "total",
      header: t("trade.total"),
      align: "right",
      renderCell: (trade) => (
        <FinancialText value={trade.quote} {...assetOf(lookOf(trade.symbol)?.quote)} minDecimals={2} />
      ),
    },
    {
      key: "fee",
      header: t("trade.fee"),
      align: "right",
      renderCell: (trade) => <FinancialText value={trade.fee} asset={trade.feeAsset} minDecimals={0} />,
    },
    { key: "role", header: t("trade.role"), renderCell: role },
  ];
  return (
    <RecordList
      view="trades"
      label={t("trade.tradeHistory")}
      emptyTitle={t("trade.noTradeHistory")}
      emptyNote={t("trade.noTradeHistoryNote")}
      columns={columns}
      rowKey={(trade) => `${trade.tradeId} ${trade.orderId}`}
      isDesktop={isDesktop}
      renderCard={(trade) => (
        <article className="order-card" key={`${trade.tradeId} ${trade.orderId}`}>
          <div className="row between">
            <span className="row wrap order-name">
              <b>{lookOf(trade.symbol)?.name ?? trade.symbol}</b>
              <SideBadge side={trade.side}>{role(trade)}</SideBadge>
            </span>
            <span className="small muted n">{formats.date(trade.timeMs, "day-time")}</span>
          </div>
          <dl className="g3 small order-figures">
            <div>
              <dt className="muted">{t("trade.price")}</dt>
              <dd className="med">
                <FinancialText value={trade.price} />
              </dd>
            </div>
            <div>
              <dt className="muted">{t("trade.amount")}</dt>
              <dd className="med">
                <FinancialText value={trade.quantity} minDecimals={0} />
              </dd>
            </div>
            <div className="r">
              <dt className="muted">{t("trade.fee")}</dt>
              <dd className="med">
                <FinancialText value={trade.fee} asset={trade.feeAsset} minDecimals={0} />
              </dd>
            </div>
          </dl>
        </article>
      )}
    />
  );
}

const assetOf = (asset: string | undefined) => (asset === undefined ? {} : { asset });
