import type { WireOrder } from "@candor/protocol/wire/objects";
import { Empty } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../../i18n/use-t.ts";
import type { MarketLook } from "../market/market-look.ts";
import { CancelAllButton, type OrderActions, OrderActs } from "./order-acts.tsx";
import { usePairColumns } from "./order-columns.tsx";
import { lockedOf, triggerOf } from "./order-figures.ts";
import { FilledText, PriceText, SideBadge, TriggerText, useTypeText } from "./order-text.tsx";
import { RecordCard } from "./record-card.tsx";

export interface OpenOrdersProps extends OrderActions {
  readonly orders: readonly WireOrder[];
  /** There are more, which the filter hides. */
  readonly hasOthers: boolean;
  readonly lookOf: (symbol: string) => MarketLook | undefined;
  readonly isDesktop: boolean;
  readonly isThisPairOnly: boolean;
  readonly onThisPairOnly: (on: boolean) => void;
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
        {orders.length > 0 && <CancelAllButton {...props} />}
      </div>
      {orders.map((order) => (
        <OrderCard key={order.orderId} order={order} {...props} />
      ))}
    </>
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
        { label: t("trade.price"), value: <PriceText order={order} /> },
        { label: t("trade.filled"), value: <FilledText order={order} look={look} /> },
        isWaiting
          ? { label: t("trade.trigger"), value: <TriggerText order={order} /> }
          : { label: t("trade.locked"), value: <LockedText order={order} look={look} /> },
      ]}
    />
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
  const { time, market, type, side, price, amount, executed } = usePairColumns(lookOf);
  return [
    time,
    market,
    type,
    side,
    price,
    amount,
    executed,
    {
      key: "locked",
      header: t("trade.locked"),
      align: "right",
      renderCell: (order) => <LockedText order={order} look={lookOf(order.symbol)} />,
    },
    { key: "trigger", header: t("trade.trigger"), renderCell: (order) => <TriggerText order={order} /> },
    {
      key: "action",
      header: <CancelAllButton {...props} />,
      align: "right",
      className: "pinned",
      renderCell: (order) => <OrderActs {...props} order={order} />,
    },
  ];
}
