import type { WireOrder } from "@candor/protocol/wire/objects";
import { Button } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import type { MarketLook } from "../market/market-look.ts";
import { lockedOf, triggerOf } from "./order-figures.ts";
import { FilledText, SideBadge, SideText, useTypeText } from "./order-text.tsx";
import { RecordCard } from "./record-card.tsx";

export interface OpenOrdersProps {
  readonly orders: readonly WireOrder[];
  /** There are more, which the filter hides. */
  readonly hasOthers: boolean;
  readonly lookOf: (symbol: string) => MarketLook | undefined;
  readonly isDesktop: boolean;
  readonly isThisPairOnly: boolean;
  readonly onThisPairOnly: (on: boolean) => void;
  /** Orders under way to be canceled. */
  readonly busyIds: ReadonlySet<string>;
  readonly onCancel: (order: WireOrder) => void;
  readonly onReduce: (order: WireOrder) => void;
  readonly onCancelAll: () => void;
}

/** Orders that wait: cards on a phone, a table on a desktop. */
export function OpenOrders(props: OpenOrdersProps) {
  const { orders, hasOthers, isDesktop } = props;
  const t = useT();
  if (orders.length === 0 && !hasOthers) {
    return (
      <Empty icon={HistoryIcon} title={t("trade.noOpenOrders")}>
        {t("trade.noOpenOrdersNote")}
      </Empty>
    );
  }
  if (isDesktop) return <OrderTable {...props} />;
  return (
    <>
      <div className="row between orders-filter">
        <Checkbox
          label={t("trade.thisPairOnly")}
          checked={props.isThisPairOnly}
          onCheckedChange={props.onThisPairOnly}
        />
        {orders.length > 0 && <CancelAllButton onClick={props.onCancelAll} />}
      </div>
      {orders.map((order) => (
        <OrderCard key={order.orderId} order={order} {...props} />
      ))}
    </>
  );
}

function CancelAllButton({ onClick }: { readonly onClick: () => void }) {
  const t = useT();
  return (
    <Button tone="ghost" size="small" onClick={onClick}>
      {t("trade.cancelAll")}
    </Button>
  );
}

interface OrderCardProps extends OpenOrdersProps {
  readonly order: WireOrder;
}

function OrderCard(props: OrderCardProps) {
  const { order, lookOf } = props;
  const t = useT();
  const typeText = useTypeText();
  const formats = useFormats();
  const look = lookOf(order.symbol);
  const isWaiting = triggerOf(order) !== undefined;
  return (
    <RecordCard
      pair={look?.name ?? order.symbol}
      badge={<SideBadge side={order.side}>{typeText(order)}</SideBadge>}
      note={<span className="small muted n">{formats.date(order.createdAtMs, "time")}</span>}
      aside={<OrderActs {...props} />}
      figures={[
        { label: t("trade.price"), value: <OrderPrice order={order} /> },
        { label: t("trade.filled"), value: <FilledText order={order} look={look} /> },
        isWaiting
          ? { label: t("trade.trigger"), value: <TriggerText order={order} /> }
          : { label: t("trade.locked"), value: <LockedText order={order} look={look} /> },
      ]}
    />
  );
}

function OrderActs({ order, busyIds, onCancel, onReduce }: OrderCardProps) {
  const t = useT();
  return (
    <span className="row order-acts">
      {canReduce(order) && (
        <Button size="small" tone="ghost" onClick={() => onReduce(order)}>
          {t("trade.reduce")}
        </Button>
      )}
      <Button size="small" tone="line" busy={busyIds.has(order.orderId)} onClick={() => onCancel(order)}>
        {t("trade.cancel")}
      </Button>
    </span>
  );
}

/** Only what rests in the book, or waits for its trigger, with a quantity of its own can shrink. */
const canReduce = (order: WireOrder): boolean =>
  order.groupId === null &&
  order.quantity !== null &&
  (order.type === "limit" || order.type === "stop-limit");

function OrderPrice({ order }: { readonly order: WireOrder }) {
  const t = useT();
  return order.price === null ? <>{t("trade.typeMarket")}</> : <FinancialText value={order.price} />;
}

function TriggerText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  const formats = useFormats();
  const trigger = triggerOf(order);
  if (trigger === undefined) return <>–</>;
  const price = formats.decimal(trigger.price);
  return (
    <span className="n">{t(trigger.isAbove ? "trade.triggerAbove" : "trade.triggerBelow", { price })}</span>
  );
}

interface LockedTextProps {
  readonly order: WireOrder;
  readonly look: MarketLook | undefined;
}

function LockedText({ order, look }: LockedTextProps) {
  const locked = lockedOf(order, look);
  return <FinancialText value={locked?.amount} minDecimals={0} {...(locked && { asset: locked.asset })} />;
}

function OrderTable(props: OpenOrdersProps) {
  const t = useT();
  return (
    <Table
      label={t("trade.openOrders", { count: props.orders.length })}
      columns={useColumns(props)}
      rows={props.orders}
      rowKey={(order) => order.orderId}
    />
  );
}

function useColumns(props: OpenOrdersProps): readonly Column<WireOrder>[] {
  const { lookOf } = props;
  const t = useT();
  const typeText = useTypeText();
  const formats = useFormats();
  return [
    {
      key: "time",
      header: t("trade.time"),
      renderCell: (order) => (
        <span className="n muted">{formats.date(order.createdAtMs, "time-seconds")}</span>
      ),
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
      header: t("trade.price"),
      align: "right",
      renderCell: (order) => <OrderPrice order={order} />,
    },
    {
      key: "amount",
      header: t("trade.amount"),
      align: "right",
      renderCell: (order) => <FinancialText value={order.quantity ?? order.quoteQuantity} minDecimals={0} />,
    },
    {
      key: "filled",
      header: t("trade.filled"),
      align: "right",
      renderCell: (order) => <FinancialText value={order.executedQuantity} minDecimals={0} />,
    },
    {
      key: "locked",
      header: t("trade.locked"),
      align: "right",
      renderCell: (order) => <LockedText order={order} look={lookOf(order.symbol)} />,
    },
    { key: "trigger", header: t("trade.trigger"), renderCell: (order) => <TriggerText order={order} /> },
    {
      key: "action",
      header: <CancelAllButton onClick={props.onCancelAll} />,
      align: "right",
      renderCell: (order) => <OrderActs {...props} order={order} />,
    },
  ];
}
