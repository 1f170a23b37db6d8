import { Empty } from "@candor/ui/feedback.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { memo, useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useExtraColumns } from "../../shell/hooks/use-media-query.ts";
import { contractName } from "../../trading/market/contract-name.tsx";
import type { MarketFormat } from "../../trading/market/market-format.ts";
import { CancelAllButton, type OrderActions, OrderButtons } from "../../trading/orders/order-buttons.tsx";
import { useOrderColumns } from "../../trading/orders/order-columns.tsx";
import {
  FilledText,
  PriceText,
  SideBadge,
  TriggerText,
  useTypeText,
} from "../../trading/orders/order-text.tsx";
import { RecordCard } from "../../trading/orders/record-card.tsx";
import { useGradually } from "../../trading/orders/use-gradually.ts";
import { TRIGGER_BY_WORDS } from "./contract-problem-text.ts";

export interface ContractOrdersProps {
  readonly actions: OrderActions;
  readonly orders: readonly WireOrder[];
  /** Untriggered orders, or orders in the book. */
  readonly kind: "triggers" | "orders";
  readonly formatOf: (symbol: string) => MarketFormat | undefined;
  readonly isDesktop: boolean;
}

/** Pending contract orders: cards on phones, a table on desktops. */
export function ContractOrders(props: ContractOrdersProps) {
  const { orders, kind, formatOf, actions, isDesktop } = props;
  const t = useT();
  const rows = useGradually(orders);
  if (orders.length === 0) {
    return (
      <Empty icon={HistoryIcon} title={t(kind === "triggers" ? "contract.noTriggers" : "trade.noOpenOrders")}>
        {t(kind === "triggers" ? "contract.noTriggersNote" : "trade.noOpenOrdersNote")}
      </Empty>
    );
  }
  if (isDesktop) return <OrderTable {...props} rows={rows} />;
  return (
    <>
      <div className="row between orders-filter">
        <span />
        <CancelAllButton {...actions} />
      </div>
      {rows.map((order) => (
        <OrderCard
          key={order.orderId}
          order={order}
          kind={kind}
          look={formatOf(order.symbol)}
          actions={actions}
        />
      ))}
    </>
  );
}

interface OrderCardProps extends Pick<ContractOrdersProps, "kind" | "actions"> {
  readonly order: WireOrder;
  readonly look: MarketFormat | undefined;
}

/** Trigger price and the price type that it is compared with. */
function ContractTriggerText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  return (
    <TriggerText order={order}>
      {order.triggerBy !== null && <span className="muted"> · {t(TRIGGER_BY_WORDS[order.triggerBy])}</span>}
    </TriggerText>
  );
}

/** In hedge mode an order that is not reduce-only never closes. */
function OpensText({ order }: { readonly order: WireOrder }) {
  const t = useT();
  if (order.reduceOnly) return <>{t("contract.reduceOnly")}</>;
  return <>{t(order.positionSide === undefined ? "contract.mayOpen" : "contract.open")}</>;
}

const OrderCard = memo(function OrderCard({ order, kind, look, actions }: OrderCardProps) {
  const t = useT();
  const typeText = useTypeText();
  const formats = useFormats();
  return (
    <RecordCard
      pair={contractName(order)}
      badge={<SideBadge of={order}>{typeText(order)}</SideBadge>}
      note={
        <span className="small muted n" translate="no">
          {formats.date(order.createdAtMs, "time")}
          {order.reduceOnly && order.positionSide === undefined && ` · ${t("contract.reduceOnly")}`}
        </span>
      }
      aside={<OrderButtons order={order} actions={actions} />}
      figures={[
        { label: t("trade.price"), value: <PriceText order={order} /> },
        { label: t("trade.filled"), value: <FilledText order={order} look={look} /> },
        kind === "triggers"
          ? { label: t("trade.trigger"), value: <ContractTriggerText order={order} /> }
          : { label: t("contract.purpose"), value: <OpensText order={order} /> },
      ]}
    />
  );
});

function OrderTable(props: ContractOrdersProps & { readonly rows: readonly WireOrder[] }) {
  const t = useT();
  return (
    <Table
      label={t(props.kind === "triggers" ? "contract.triggers" : "contract.orders", {
        count: props.orders.length,
      })}
      columns={useColumns(props)}
      rows={props.rows}
      rowKey={(order) => order.orderId}
      isCompact={!useExtraColumns()}
    />
  );
}

const renderTrigger = (order: WireOrder) => <ContractTriggerText order={order} />;

function useColumns({ kind, formatOf, actions }: ContractOrdersProps): readonly Column<WireOrder>[] {
  const t = useT();
  const columns = useOrderColumns(formatOf, t("contract.contract"), contractName);
  return useMemo(
    () => [
      columns.time,
      columns.market,
      columns.type,
      columns.side,
      columns.price,
      ...(kind === "triggers"
        ? [
            {
              key: "trigger",
              header: t("trade.trigger"),
              align: "right" as const,
              joins: true,
              renderCell: renderTrigger,
            },
          ]
        : []),
      columns.amount,
      // Nothing is filled before the trigger.
      ...(kind === "orders" ? [columns.executed] : []),
      {
        key: "opens",
        header: t("contract.purpose"),
        joins: kind === "triggers",
        renderCell: (order) => <OpensText order={order} />,
      },
      {
        key: "action",
        header: <CancelAllButton {...actions} />,
        align: "right",
        className: "pinned",
        renderCell: (order) => <OrderButtons order={order} actions={actions} isInTable />,
      },
    ],
    [t, columns, kind, actions],
  );
}
