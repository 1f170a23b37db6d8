import type { WireOrder, WireTrade } from "@candor/protocol/wire/objects";
import { Badge } from "@candor/ui/badge.tsx";
import { Button } from "@candor/ui/button.tsx";
import { Empty, ErrorState, SkeletonRows } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useT } from "../../i18n/use-t.ts";
import { api } from "../../shell/services.ts";
import { useAppStore } from "../../state/app-store.ts";
import type { MarketLook } from "./market-look.ts";
import { TYPE_WORDS } from "./order-words.ts";
import { SideText, StatusText } from "./orders-panel.tsx";

const PAGE_ROWS = 20;

export interface RecordsProps {
  readonly lookOf: (symbol: string) => MarketLook | undefined;
  readonly isDesktop: boolean;
}

/** One of the two histories, page by page. `record` in the key lets an accepted order refresh it. */
function useRecords<Row extends WireOrder | WireTrade>(view: "history" | "trades") {
  const userId = useAppStore((state) => state.vuex_user?.id ?? "");
  const query = useInfiniteQuery({
    queryKey: ["record", userId, view],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        "record",
        { product: "spot", view, limit: PAGE_ROWS, ...(pageParam !== "" && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
  const rows = (query.data?.pages ?? []).flatMap((page) => page.list as readonly Row[]);
  return { query, rows };
}

interface RecordListProps<Row> {
  readonly view: "history" | "trades";
  readonly label: string;
  readonly emptyTitle: string;
  readonly emptyNote: string;
  readonly columns: readonly Column<Row>[];
  readonly rowKey: (row: Row) => string;
  readonly card: (row: Row) => React.ReactNode;
  readonly isDesktop: boolean;
}

function RecordList<Row extends WireOrder | WireTrade>(props: RecordListProps<Row>) {
  const t = useT();
  const { query, rows } = useRecords<Row>(props.view);
  if (query.isPending) return <SkeletonRows count={4} label={t("shell.loading")} />;
  if (query.isError && rows.length === 0) {
    return (
      <ErrorState
        title={t("shell.loadFailed")}
        action={
          <Button size="small" tone="line" onClick={() => void query.refetch()}>
            {t("shell.tryAgain")}
          </Button>
        }
      >
        {t("shell.loadFailedNote")}
      </ErrorState>
    );
  }
  if (rows.length === 0) {
    return (
      <Empty icon={HistoryIcon} title={props.emptyTitle}>
        {props.emptyNote}
      </Empty>
    );
  }
  return (
    <>
      {props.isDesktop ? (
        <Table label={props.label} columns={props.columns} rows={rows} rowKey={props.rowKey} />
      ) : (
        rows.map((row) => props.card(row))
      )}
      {query.hasNextPage && (
        <div className="load-more">
          <Button size="small" tone="line" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t("trade.loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}

/** Orders that are over. */
export function OrderHistory({ lookOf, isDesktop }: RecordsProps) {
  const t = useT();
  const formats = useFormats();
  const price = (order: WireOrder) => order.averagePrice ?? order.price;
  const columns: Column<WireOrder>[] = [
    {
      key: "date",
      header: t("trade.date"),
      cell: (order) => <span className="n muted">{formats.date(order.updatedAtMs, "full")}</span>,
    },
    { key: "pair", header: t("trade.pair"), cell: (order) => <span className="med">{lookOf(order.symbol)?.name}</span> },
    { key: "type", header: t("trade.type"), cell: (order) => t(TYPE_WORDS[order.type]) },
    { key: "side", header: t("trade.side"), cell: (order) => <SideText order={order} /> },
    {
      key: "price",
      header: t("trade.averagePrice"),
      align: "right",
      cell: (order) => <FinancialText value={price(order)} />,
    },
    {
      key: "filled",
      header: t("trade.filled"),
      align: "right",
      cell: (order) => (
        <span className="n">
          <FinancialText value={order.executedQuantity} minDecimals={0} /> /{" "}
          <FinancialText value={order.quantity ?? order.quoteQuantity} minDecimals={0} />
        </span>
      ),
    },
    {
      key: "fee",
      header: t("trade.fee"),
      align: "right",
      cell: (order) => <FinancialText value={order.fee} asset={order.feeAsset} minDecimals={0} />,
    },
    { key: "status", header: t("trade.status"), cell: (order) => <StatusText order={order} /> },
  ];
  return (
    <RecordList<WireOrder>
      view="history"
      label={t("trade.orderHistory")}
      emptyTitle={t("trade.noHistory")}
      emptyNote={t("trade.noHistoryNote")}
      columns={columns}
      rowKey={(order) => order.orderId}
      isDesktop={isDesktop}
      card={(order) => (
        <article className="order-card" key={order.orderId}>
          <div className="row between">
            <span className="row wrap order-name">
              <b>{lookOf(order.symbol)?.name ?? order.symbol}</b>
              <Badge tone={order.side === "buy" ? "up" : "down"}>
                {t(order.side === "buy" ? "trade.buy" : "trade.sell")} · {t(TYPE_WORDS[order.type])}
              </Badge>
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
              <dd className="med n">
                <FinancialText value={order.executedQuantity} minDecimals={0} /> /{" "}
                <FinancialText value={order.quantity ?? order.quoteQuantity} minDecimals={0} />
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

/** Fills of own orders. */
export function TradeHistory({ lookOf, isDesktop }: RecordsProps) {
  const t = useT();
  const formats = useFormats();
  const role = (trade: WireTrade) => t(trade.role === "maker" ? "trade.maker" : "trade.taker");
  const columns: Column<WireTrade>[] = [
    {
      key: "date",
      header: t("trade.date"),
      cell: (trade) => <span className="n muted">{formats.date(trade.timeMs, "full")}</span>,
    },
    { key: "pair", header: t("trade.pair"), cell: (trade) => <span className="med">{lookOf(trade.symbol)?.name}</span> },
    { key: "side", header: t("trade.side"), cell: (trade) => <SideText order={trade} /> },
    { key: "price", header: t("trade.price"), align: "right", cell: (trade) => <FinancialText value={trade.price} /> },
    {
      key: "amount",
      header: t("trade.amount"),
      align: "right",
      cell: (trade) => <FinancialText value={trade.quantity} asset={lookOf(trade.symbol)?.base ?? ""} />,
    },
    {
      key: "total",
      header: t("trade.total"),
      align: "right",
      cell: (trade) => (
        <FinancialText value={trade.quote} asset={lookOf(trade.symbol)?.quote ?? ""} minDecimals={2} />
      ),
    },
    {
      key: "fee",
      header: t("trade.fee"),
      align: "right",
      cell: (trade) => <FinancialText value={trade.fee} asset={trade.feeAsset} minDecimals={0} />,
    },
    { key: "role", header: t("trade.role"), cell: role },
  ];
  return (
    <RecordList<WireTrade>
      view="trades"
      label={t("trade.tradeHistory")}
      emptyTitle={t("trade.noTradeHistory")}
      emptyNote={t("trade.noTradeHistoryNote")}
      columns={columns}
      rowKey={(trade) => `${trade.tradeId} ${trade.orderId}`}
      isDesktop={isDesktop}
      card={(trade) => (
        <article className="order-card" key={`${trade.tradeId} ${trade.orderId}`}>
          <div className="row between">
            <span className="row wrap order-name">
              <b>{lookOf(trade.symbol)?.name ?? trade.symbol}</b>
              <Badge tone={trade.side === "buy" ? "up" : "down"}>
                {t(trade.side === "buy" ? "trade.buy" : "trade.sell")} · {role(trade)}
              </Badge>
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
