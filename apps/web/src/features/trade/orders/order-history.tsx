import type { WireOrder } from "@candor/protocol/wire/objects";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import { FilledText, SideBadge, SideText, StatusText, useTypeText } from "./order-text.tsx";
import { RecordList, type RecordsProps } from "./record-list.tsx";

/** Orders that are over. */
export function OrderHistory({ lookOf, isDesktop }: RecordsProps) {
  const t = useT();
  const formats = useFormats();
  const typeText = useTypeText();
  const price = (order: WireOrder) => order.averagePrice ?? order.price;
  const columns: Column<WireOrder>[] = [
    {
      key: "date",
      header: t("trade.date"),
      renderCell: (order) => <span className="n muted">{formats.date(order.updatedAtMs, "full")}</span>,
    },
    {
      key: "pair",
      header: t("trade.pair"),
      renderCell: (order) => <span className="med">{lookOf(order.symbol)?.name}</span>,
    },
    { key: "type", header: t("trade.type"), renderCell: typeText },
    { key: "side", header: t("trade.side"), renderCell: (order) => <SideText side={order.side} /> },
    {
      key: "price",
      header: t("trade.averagePrice"),
      align: "right",
      renderCell: (order) => <FinancialText value={price(order)} />,
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
  return (
    <RecordList
      view="history"
      label={t("trade.orderHistory")}
      emptyTitle={t("trade.noHistory")}
      emptyNote={t("trade.noHistoryNote")}
      columns={columns}
      rowKey={(order) => order.orderId}
      isDesktop={isDesktop}
      renderCard={(order) => (
        <article className="order-card" key={order.orderId}>
          <div className="row between">
            <span className="row wrap order-name">
              <b>{lookOf(order.symbol)?.name ?? order.symbol}</b>
              <SideBadge side={order.side}>{typeText(order)}</SideBadge>
            </span>
            <span className="small muted n">{formats.date(order.updatedAtMs, "day-time")}</span>
          </div>
          <dl className="g3 small order-figures">
            <div>
              <dt className="muted">{t("trade.averagePrice")}</dt>
              <dd className="med">
                <FinancialText value={price(order)} />
              </dd>
            </div>
            <div>
              <dt className="muted">{t("trade.filled")}</dt>
              <dd className="med">
                <FilledText order={order} look={lookOf(order.symbol)} />
              </dd>
            </div>
            <div className="r">
              <dt className="muted">{t("trade.status")}</dt>
              <dd className="med">
                <StatusText order={order} />
              </dd>
            </div>
          </dl>
        </article>
      )}
    />
  );
}
