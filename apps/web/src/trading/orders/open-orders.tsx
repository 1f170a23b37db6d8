import { Empty } from "@candor/ui/feedback.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { HistoryIcon } from "@candor/ui/icons.tsx";
import { Checkbox } from "@candor/ui/switch.tsx";
import { type Column, Table } from "@candor/ui/table.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { memo, useMemo, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { useExtraColumns } from "../../shell/hooks/use-media-query.ts";
import type { MarketFormat } from "../market/market-format.ts";
import { CancelAllButton, type OrderActions, OrderButtons } from "./order-buttons.tsx";
import { usePairColumns } from "./order-columns.tsx";
import { icebergPartsOf, isOcoLeg, lockedOf, triggerOf } from "./order-figures.ts";
import { BoundText, FilledText, PriceText, SideBadge, TriggerText, useTypeText } from "./order-text.tsx";
import { RecordCard } from "./record-card.tsx";
import { useGradually } from "./use-gradually.ts";

export interface OpenOrdersProps {
  readonly actions: OrderActions;
  readonly orders: readonly WireOrder[];
  /** Whether the filter hides further orders. */
  readonly hasOthers: boolean;
  readonly formatOf: (symbol: string) => MarketFormat | undefined;
  readonly isDesktop: boolean;
  readonly isThisPairOnly: boolean;
  readonly onThisPairOnly: (on: boolean) => void;
}

/** Pending orders: cards on phones, a table on desktops. */
export function OpenOrders(props: OpenOrdersProps) {
  const { orders, hasOthers, formatOf, actions, isDesktop } = props;
  const t = useT();
  const rows = useGradually(orders);
  if (orders.length === 0 && !hasOthers) {
    return (
      <Empty icon={HistoryIcon} title={t("trade.noOpenOrders")}>
        {t("trade.noOpenOrdersNote")}
      </Empty>
    );
  }
  if (isDesktop) return <OrderTable {...props} rows={rows} />;
  return (
    <>
      <div className="row between orders-filter">
        <Checkbox
          label={t("trade.thisPairOnly")}
          checked={props.isThisPairOnly}
          onCheckedChange={props.onThisPairOnly}
        />
        {orders.length > 0 && <CancelAllButton {...actions} />}
      </div>
      {rows.map((order) => {
        const look = formatOf(order.symbol);
        const locked = lockedOf(order, look, orders);
        return (
          <OrderCard
            key={order.orderId}
            order={order}
            isLeg={isOcoLeg(order, orders)}
            lockedAmount={locked?.amount}
            lockedAsset={locked?.asset}
            look={look}
            actions={actions}
          />
        );
      })}
    </>
  );
}

interface OrderCardProps {
  readonly order: WireOrder;
  /** Whether another listed order cancels it, and it that one. */
  readonly isLeg: boolean;
  /** Undefined where it does not follow from the listed orders. */
  readonly lockedAmount: string | undefined;
  readonly lockedAsset: string | undefined;
  readonly look: MarketFormat | undefined;
  readonly actions: OrderActions;
}

const OrderCard = memo(function OrderCard(props: OrderCardProps) {
  const { order, isLeg, lockedAmount, lockedAsset, look, actions } = props;
  const t = useT();
  const typeText = useTypeText();
  const formats = useFormats();
  const isWaiting = triggerOf(order) !== undefined;
  return (
    <RecordCard
      pair={look?.name ?? order.symbol}
      badge={<SideBadge of={order}>{typeText(order, isLeg)}</SideBadge>}
      note={
        <span className="small muted n" translate="no">
          {formats.date(order.createdAtMs, "time")}
        </span>
      }
      aside={<OrderButtons order={order} actions={actions} />}
      figures={[
        { label: t("trade.price"), value: <PriceText order={order} /> },
        { label: t("trade.filled"), value: <FilledText order={order} look={look} /> },
        isWaiting
          ? { label: t("trade.trigger"), value: <TriggerText order={order} /> }
          : { label: t("trade.locked"), value: <LockedText amount={lockedAmount} asset={lockedAsset} /> },
        ...(order.visibleQuantity === undefined
          ? []
          : [
              { label: t("trade.visible"), value: <ShownText order={order} look={look} /> },
              { label: t("trade.hidden"), value: <HiddenText order={order} look={look} /> },
            ]),
      ]}
    />
  );
});

interface OrderTextProps {
  readonly order: WireOrder;
  readonly look: MarketFormat | undefined;
}

/** "≤ 0.1": the most that an iceberg shows now. */
const ShownText = ({ order, look }: OrderTextProps) => (
  <BoundText words="trade.atMost" amount={icebergPartsOf(order, look)?.shown} />
);

/** "≥ 0.4": the least that it hides now. */
const HiddenText = ({ order, look }: OrderTextProps) => (
  <BoundText words="trade.atLeast" amount={icebergPartsOf(order, look)?.hidden} />
);

interface LockedProps {
  readonly amount: string | undefined;
  readonly asset: string | undefined;
}

function LockedText({ amount, asset }: LockedProps) {
  return <FinancialText value={amount} minDecimals={0} {...(asset !== undefined && { asset })} />;
}

function OrderTable(props: OpenOrdersProps & { readonly rows: readonly WireOrder[] }) {
  const t = useT();
  return (
    <Table
      label={t("trade.openOrders", { count: props.orders.length })}
      columns={useColumns(props)}
      rows={props.rows}
      rowKey={(order) => order.orderId}
      isCompact={!useExtraColumns()}
    />
  );
}

/** Returns the same list as long as it has the same orders. */
function useSame(orders: readonly WireOrder[]): readonly WireOrder[] {
  const [kept, setKept] = useState(orders);
  const isSame = kept.length === orders.length && kept.every((each, index) => each === orders[index]);
  if (isSame) return kept;
  setKept(orders);
  return orders;
}

function useColumns({ formatOf, actions, orders }: OpenOrdersProps): readonly Column<WireOrder>[] {
  const t = useT();
  const columns = usePairColumns(formatOf);
  const typeText = useTypeText();
  const hasIcebergs = orders.some(({ visibleQuantity }) => visibleQuantity !== undefined);
  // New columns rerender all rows, which only a change of a leg may do.
  const legs = useSame(orders.filter(({ groupId }) => groupId !== null));
  return useMemo(
    () => [
      columns.time,
      columns.market,
      { ...columns.type, renderCell: (order) => typeText(order, isOcoLeg(order, legs)) },
      columns.side,
      columns.price,
      {
        key: "trigger",
        header: t("trade.trigger"),
        align: "right",
        joins: true,
        renderCell: (order) => <TriggerText order={order} />,
      },
      columns.amount,
      columns.executed,
      ...(hasIcebergs ? icebergColumns(t, formatOf) : []),
      {
        key: "locked",
        header: t("trade.locked"),
        align: "right",
        figure: (order) => {
          const locked = lockedOf(order, formatOf(order.symbol), legs);
          return { value: locked?.amount, ...(locked && { asset: locked.asset }) };
        },
      },
      {
        key: "action",
        header: <CancelAllButton {...actions} />,
        align: "right",
        className: "pinned",
        renderCell: (order) => <OrderButtons order={order} actions={actions} isInTable />,
      },
    ],
    [t, columns, typeText, formatOf, actions, hasIcebergs, legs],
  );
}

/** Only while an iceberg is listed: most people have none. */
const icebergColumns = (
  t: ReturnType<typeof useT>,
  formatOf: OpenOrdersProps["formatOf"],
): readonly Column<WireOrder>[] => [
  {
    key: "visible",
    header: t("trade.visible"),
    align: "right",
    renderCell: (order) => <ShownText order={order} look={formatOf(order.symbol)} />,
  },
  {
    key: "hidden",
    header: t("trade.hidden"),
    align: "right",
    joins: true,
    renderCell: (order) => <HiddenText order={order} look={formatOf(order.symbol)} />,
  },
];
