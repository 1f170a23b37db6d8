import type { WireOrder } from "@candor/protocol/wire/objects";
import { Button } from "@candor/ui/button.tsx";
import { Empty } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { MarketLook } from "../trade/market/market-look.ts";
import { triggerOf } from "../trade/orders/order-figures.ts";
import { FilledText, SideBadge, SideText, useTypeText } from "../trade/orders/order-text.tsx";
import { RecordCard } from "../trade/orders/record-card.tsx";
import { TRIGGER_BY_WORDS } from "./contract-problem-text.ts";

export interface ContractOrdersProps {
  readonly orders: readonly WireOrder[];
  /** Those that wait for their trigger, or those that rest in a book. */
  readonly kind: "triggers" | "orders";
  readonly lookOf: (symbol: string) => MarketLook | undefined;
  readonly isDesktop: boolean;
  /** Orders under way to be canceled. */
  readonly busyIds: ReadonlySet<string>;
  readonly onCancel: (order: WireOrder) => void;
  readonly onReduce: (order: WireOrder) => void;
  readonly onCancelAll: () => void;
}

/** Contract orders that wait: cards on a phone, a table on a desktop. */
export function ContractOrders(props: ContractOrdersProps) {
  const { orders, kind, isDesktop } = props;
  const t = useT();
  if (orders.length === 0) {
    return (
      <Empty icon={HistoryIcon} title={t(kind === "triggers" ? "contract.noTriggers" : "trade.noOpenOrders")}>
        {t(kind === "triggers" ? "contract.noTriggersNote" : "trade.noOpenOrdersNote")}
      </Empty>
    );
  }
  if (isDesktop) return <OrderTable {...props} />;
  return (
    <>
      <div className="row between orders-filter">
        <span />
        <CancelAllButton {...props} />
      </div>
      {orders.map((order) => (
        <OrderCard key={order.orderId} order={order} {...props} />
      ))}
    </>
  );
}

function CancelAllButton({ onCancelAll }: ContractOrdersProps) {
  const t = useT();
  return (
    <Button tone="ghost" size="small" onClick={onCancelAll}>
      {t("trade.cancelAll")}
    </Button>
  );
}

interface OrderProps extends ContractOrdersProps {
  readonly order: WireOrder;
}

/** Where it fires, and which price that looks at. */
function TriggerText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  const formats = useFormats();
  const trigger = triggerOf(order);
  if (trigger === undefined) return <>–</>;
  const price = formats.decimal(trigger.price);
  return (
    <span className="n">
      {t(trigger.isAbove ? "trade.triggerAbove" : "trade.triggerBelow", { price })}
      {order.triggerBy !== null && <span className="muted"> · {t(TRIGGER_BY_WORDS[order.triggerBy])}</span>}
    </span>
  );
}

function PriceText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  return order.price === null ? <>{t("trade.typeMarket")}</> : <FinancialText value={order.price} />;
}

function OpensText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  return <>{t(order.reduceOnly ? "contract.reduceOnly" : "contract.mayOpen")}</>;
}

/** Only a quantity of its own can shrink. */
const canReduce = ({ type, groupId }: WireOrder): boolean =>
  groupId === null && (type === "limit" || type === "stop-limit");

function OrderActs({ order, busyIds, onCancel, onReduce }: OrderProps) {
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

function OrderCard(props: OrderProps) {
  const { order, kind, lookOf } = props;
  const t = useT();
  const typeText = useTypeText();
  const formats = useFormats();
  return (
    <RecordCard
      pair={order.symbol}
      badge={<SideBadge side={order.side}>{typeText(order)}</SideBadge>}
      note={
        <span className="small muted n">
          {formats.date(order.createdAtMs, "time")}
          {order.reduceOnly && ` · ${t("contract.reduceOnly")}`}
        </span>
      }
      aside={<OrderActs {...props} />}
      figures={[
        { label: t("trade.price"), value: <PriceText order={order} /> },
        { label: t("trade.filled"), value: <FilledText order={order} look={lookOf(order.symbol)} /> },
        kind === "triggers"
          ? { label: t("trade.trigger"), value: <TriggerText order={order} /> }
          : { label: t("contract.purpose"), value: <OpensText order={order} /> },
      ]}
    />
  );
}

function OrderTable(props: ContractOrdersProps) {
  const t = useT();
  return (
    <Table
      label={t(props.kind === "triggers" ? "contract.triggers" : "contract.orders", {
        count: props.orders.length,
      })}
      columns={useColumns(props)}
      rows={props.orders}
      rowKey={(order) => order.orderId}
    />
  );
}

function useColumns(props: ContractOrdersProps): readonly Column<WireOrder>[] {
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
      key: "symbol",
      header: t("contract.contract"),
      renderCell: ({ symbol }) => <span className="med">{symbol}</span>,
    },
    { key: "type", header: t("trade.type"), renderCell: typeText },
    { key: "side", header: t("trade.side"), renderCell: (order) => <SideText side={order.side} /> },
    {
      key: "price",
      header: t("trade.price"),
      align: "right",
      renderCell: (order) => <PriceText order={order} />,
    },
    {
      key: "amount",
      header: t("trade.amount"),
      align: "right",
      renderCell: (order) => <FinancialText value={order.quantity} minDecimals={0} />,
    },
    {
      key: "filled",
      header: t("trade.filled"),
      align: "right",
      renderCell: (order) => <FinancialText value={order.executedQuantity} minDecimals={0} />,
    },
    ...(props.kind === "triggers"
      ? [
          {
            key: "trigger",
            header: t("trade.trigger"),
            renderCell: (order: WireOrder) => <TriggerText order={order} />,
          },
        ]
      : []),
    { key: "opens", header: t("contract.purpose"), renderCell: (order) => <OpensText order={order} /> },
    {
      key: "action",
      header: <CancelAllButton {...props} />,
      align: "right",
      renderCell: (order) => <OrderActs {...props} order={order} />,
    },
  ];
}
