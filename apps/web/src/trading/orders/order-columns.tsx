import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { CellColumn, Column } from "@candor/ui/table.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { type ReactNode, useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { MarketFormat } from "../market/market-format.ts";
import { feeOf } from "./order-figures.ts";
import {
  DateText,
  FilledText,
  PlacedTriggerText,
  PriceText,
  SideText,
  StatusText,
  TimeText,
  useTypeText,
} from "./order-text.tsx";

type Name =
  | "time"
  | "date"
  | "market"
  | "side"
  | "price"
  | "average"
  | "amount"
  | "filled"
  | "executed"
  | "fee";

type OrderColumns = Readonly<Record<Name | "placedTrigger", Column<WireOrder>>> &
  Readonly<Record<"type" | "status", CellColumn<WireOrder>>>;

/**
 * Columns shared by all order lists; each list picks some and adds its own. Stable, so that a row rerenders only when
 * its order changes.
 * @param header heading of the market column
 * @param nameOf content of the market column; must be stable
 */
export function useOrderColumns(
  formatOf: LookOf,
  header: string,
  nameOf: (order: WireOrder, look: MarketFormat | undefined) => ReactNode,
): OrderColumns {
  const t = useT();
  const typeText = useTypeText();
  return useMemo(
    () => ({ ...wordColumns(t, typeText, formatOf, header, nameOf), ...figureColumns(t, formatOf) }),
    [formatOf, header, nameOf, t, typeText],
  );
}

type Translate = ReturnType<typeof useT>;
type LookOf = (symbol: string) => MarketFormat | undefined;

const wordColumns = (
  t: Translate,
  typeText: ReturnType<typeof useTypeText>,
  formatOf: LookOf,
  header: string,
  nameOf: (order: WireOrder, look: MarketFormat | undefined) => ReactNode,
) =>
  ({
    time: {
      key: "time",
      header: t("trade.time"),
      renderCell: (order) => <TimeText timeMs={order.createdAtMs} />,
    },
    date: {
      key: "date",
      header: t("trade.date"),
      // Lists are sorted and filtered by creation time.
      renderCell: (order) => <DateText timeMs={order.createdAtMs} />,
    },
    market: {
      key: "market",
      header,
      joins: true,
      renderCell: (order) => <span className="med">{nameOf(order, formatOf(order.symbol))}</span>,
    },
    type: { key: "type", header: t("trade.type"), renderCell: (order) => typeText(order) },
    side: {
      key: "side",
      header: t("trade.side"),
      joins: true,
      renderCell: (order) => <SideText of={order} />,
    },
    status: {
      key: "status",
      header: t("trade.status"),
      className: "words",
      renderCell: (order) => <StatusText order={order} />,
    },
  }) satisfies Partial<OrderColumns>;

const figureColumns = (t: Translate, formatOf: LookOf) =>
  ({
    price: {
      key: "price",
      header: t("trade.price"),
      align: "right",
      renderCell: (order) => <PriceText order={order} />,
    },
    placedTrigger: {
      key: "trigger",
      header: t("trade.trigger"),
      align: "right",
      joins: true,
      renderCell: (order) => <PlacedTriggerText order={order} />,
    },
    average: {
      key: "average",
      header: t("trade.averagePrice"),
      align: "right",
      renderCell: (order) => <FinancialText value={order.averagePrice} />,
    },
    amount: {
      key: "amount",
      header: t("trade.amount"),
      align: "right",
      figure: (order) => ({
        value: order.quantity ?? order.quoteQuantity,
        unit: `${order.symbol} ${order.quantity === null ? "quote" : "base"}`,
      }),
    },
    filled: {
      key: "filled",
      header: t("trade.filled"),
      align: "right",
      renderCell: (order) => <FilledText order={order} look={formatOf(order.symbol)} />,
    },
    executed: {
      key: "filled",
      header: t("trade.filled"),
      align: "right",
      joins: true,
      figure: ({ executedQuantity, symbol }) => ({ value: executedQuantity, unit: symbol }),
    },
    fee: {
      key: "fee",
      header: t("trade.fee"),
      align: "right",
      joins: true,
      figure: (order) => ({ value: feeOf(order), asset: order.feeAsset }),
    },
  }) satisfies Partial<OrderColumns>;

/** Columns with spot pairs by their usual name, "BTC/USDT". */
export function usePairColumns(formatOf: LookOf) {
  return useOrderColumns(formatOf, useT()("trade.pair"), pairName);
}

const pairName = ({ symbol }: WireOrder, look: MarketFormat | undefined) => look?.name ?? symbol;
