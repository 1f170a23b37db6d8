import type { WireOrder } from "@candor/protocol/wire/objects";
import { Empty } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { useT } from "../../i18n/use-t.ts";
import type { MarketLook } from "../trade/market/market-look.ts";
import { CancelAllButton, type OrderActions, OrderActs } from "../trade/orders/order-acts.tsx";
import { useOrderColumns } from "../trade/orders/order-columns.tsx";
import { FilledText, PriceText, SideBadge, TriggerText, useTypeText } from "../trade/orders/order-text.tsx";
import { RecordCard } from "../trade/orders/record-card.tsx";
import { ContractName } from "./contract-name.tsx";
import { TRIGGER_BY_WORDS } from "./contract-problem-text.ts";

export interface ContractOrdersProps extends OrderActions {
  readonly orders: readonly WireOrder[];
  /** Those that wait for their trigger, or those that rest in a book. */
  readonly kind: "triggers" | "orders";
  readonly lookOf: (symbol: string) => MarketLook | undefined;
  readonly isDesktop: boolean;
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

interface OrderProps extends ContractOrdersProps {
  readonly order: WireOrder;
}

/** Where it fires, and which price that looks at. */
function ContractTriggerText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  return (
    <TriggerText order={order}>
      {order.triggerBy !== null && <span className="muted"> · {t(TRIGGER_BY_WORDS[order.triggerBy])}</span>}
    </TriggerText>
  );
}

function OpensText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  return <>{t(order.reduceOnly ? "contract.reduceOnly" : "contract.mayOpen")}</>;
}

function OrderCard(props: OrderProps) {
  const { order, kind, lookOf } = props;
  const t = useT();
  const typeText = useTypeText();
  const formats = useFormats();
  return (
    <RecordCard
      pair={<ContractName order={order} />}
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
          ? { label: t("trade.trigger"), value: <ContractTriggerText order={order} /> }
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
  const columns = useOrderColumns(props.lookOf, {
    header: t("contract.contract"),
    nameOf: (order) => <ContractName order={order} />,
  });
  const { time, market, type, side, price, amount, executed } = columns;
  const trigger: Column<WireOrder> = {
    key: "trigger",
    header: t("trade.trigger"),
    renderCell: (order) => <ContractTriggerText order={order} />,
  };
  return [
    time,
    market,
    type,
    side,
    price,
    amount,
    executed,
    ...(props.kind === "triggers" ? [trigger] : []),
    { key: "opens", header: t("contract.purpose"), renderCell: (order) => <OpensText order={order} /> },
    {
      key: "action",
      header: <CancelAllButton {...props} />,
      align: "right",
      className: "pinned",
      renderCell: (order) => <OrderActs {...props} order={order} />,
    },
  ];
}
