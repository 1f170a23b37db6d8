import { Badge } from "@candor/ui/badge.tsx";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import type { Column } from "@candor/ui/table.tsx";
import type { WireTrade } from "@candor/wire/objects";
import type { WireOption } from "@candor/wire/option-objects";
import { memo, useCallback, useMemo } from "react";
import { useT } from "../../i18n/use-t.ts";
import type { Pages } from "../../shell/calls/use-pages.ts";
import { useMarketFormats } from "../market/use-market.ts";
import { DateText, ShortDateText, SideBadge, SideText } from "../orders/order-text.tsx";
import { RecordCard } from "../orders/record-card.tsx";
import { OptionCard } from "./option-rows.tsx";
import { DirectionText, OPTION_STATUS_WORDS } from "./option-text.tsx";
import { profitFigures } from "./profit-figures.tsx";
import { RowList } from "./row-list.tsx";
import { PRODUCT_WORDS } from "./trade-products.ts";
import { tradeProfit } from "./trade-profit.ts";
import { memoizedByObject } from "./use-records.ts";

/** An ended timed option in the list of fills, sorted by purchase time like its own list. */
export type OptionTrade = WireOption & { readonly timeMs: number };
export type TradeRow = WireTrade | OptionTrade;

export const ofOption = memoizedByObject(
  (option: WireOption): OptionTrade => ({ ...option, timeMs: option.orderTimeMs }),
);

const isOption = (row: TradeRow): row is OptionTrade => "optionId" in row;

interface TradeRowsProps {
  readonly pages: Pages<TradeRow>;
  readonly isNarrowed: boolean;
  /** The list mixes products, so each row shows its product. */
  readonly hasProducts: boolean;
}

/** Fills of the user's orders. */
export function TradeRows({ pages, isNarrowed, hasProducts }: TradeRowsProps) {
  const t = useT();
  const columns = useColumns(hasProducts);
  return (
    <RowList
      pages={pages}
      label={t("records.trades")}
      emptyTitle={t("trade.noTradeHistory")}
      emptyNote={t("trade.noTradeHistoryNote")}
      isNarrowed={isNarrowed}
      columns={columns}
      rowKey={keyOf}
      renderCard={(row) =>
        isOption(row) ? (
          <OptionCard option={row} timeMs={row.orderTimeMs} />
        ) : (
          <TradeCard trade={row} hasProducts={hasProducts} />
        )
      }
    />
  );
}

/** In a self-trade both sides are the user's; all products share one trade counter. */
const keyOf = (row: TradeRow): string =>
  isOption(row) ? row.optionId : `${row.tradeId} ${row.orderId} ${row.side}`;

/** "BTC/USDT" for spot, "BTCUSDT" for contracts. */
function useName(): (row: TradeRow) => string {
  const spot = useMarketFormats("spot");
  return useCallback(
    (row) => {
      if (isOption(row)) return row.name;
      return row.product === "contract" ? row.symbol : (spot(row.symbol)?.name ?? row.symbol);
    },
    [spot],
  );
}

function ProductBadge({ trade }: { readonly trade: TradeRow }) {
  const t = useT();
  return <Badge>{t(PRODUCT_WORDS[isOption(trade) ? "option" : trade.product])}</Badge>;
}

/** Columns with rules of their own. */
function occasionalColumns(t: ReturnType<typeof useT>) {
  const profit: Column<TradeRow> = {
    key: "profit",
    header: t("records.realizedProfit"),
    align: "right",
    joins: true,
    figure: (trade) => ({
      value: isOption(trade) ? trade.profit : tradeProfit(trade),
      toned: true,
      sign: "always",
      least: 2,
    }),
  };
  const product: Column<TradeRow> = {
    key: "product",
    header: t("records.product"),
    renderCell: (trade) => <ProductBadge trade={trade} />,
  };
  return { product, profit };
}

function useColumns(hasProducts: boolean): readonly Column<TradeRow>[] {
  const t = useT();
  const nameOf = useName();
  return useMemo(() => {
    const { product, profit } = occasionalColumns(t);
    return [
      { key: "date", header: t("trade.date"), renderCell: (trade) => <DateText timeMs={trade.timeMs} /> },
      ...(hasProducts ? [product] : []),
      {
        key: "market",
        header: t("records.market"),
        joins: true,
        renderCell: (trade) => <span className="med">{nameOf(trade)}</span>,
      },
      {
        key: "side",
        header: t("trade.side"),
        renderCell: (trade) => (isOption(trade) ? <DirectionText option={trade} /> : <SideText of={trade} />),
      },
      {
        key: "price",
        header: t("trade.price"),
        align: "right",
        renderCell: (trade) => <FinancialText value={isOption(trade) ? trade.strikePrice : trade.price} />,
      },
      {
        key: "amount",
        header: t("trade.amount"),
        align: "right",
        figure: (trade) =>
          isOption(trade)
            ? { value: null }
            : { value: trade.quantity, unit: `${trade.product} ${trade.symbol}` },
      },
      {
        key: "total",
        header: t("trade.total"),
        align: "right",
        joins: true,
        figure: (trade) => ({ value: isOption(trade) ? trade.amount : trade.quote, least: 2 }),
      },
      {
        key: "fee",
        header: t("trade.fee"),
        align: "right",
        figure: (trade) => (isOption(trade) ? { value: null } : { value: trade.fee, asset: trade.feeAsset }),
      },
      profit,
      {
        key: "role",
        header: t("trade.role"),
        renderCell: (trade) => {
          if (isOption(trade)) return t(OPTION_STATUS_WORDS[trade.status]);
          return t(trade.role === "maker" ? "trade.maker" : "trade.taker");
        },
      },
    ];
  }, [t, nameOf, hasProducts]);
}

interface TradeCardProps extends Pick<TradeRowsProps, "hasProducts"> {
  readonly trade: WireTrade;
}

const TradeCard = memo(function TradeCard({ trade, hasProducts }: TradeCardProps) {
  const t = useT();
  const nameOf = useName();
  const role = t(trade.role === "maker" ? "trade.maker" : "trade.taker");
  return (
    <RecordCard
      pair={nameOf(trade)}
      badge={<SideBadge of={trade}>{role}</SideBadge>}
      note={hasProducts && <ProductBadge trade={trade} />}
      aside={<ShortDateText timeMs={trade.timeMs} />}
      figures={[
        { label: t("trade.price"), value: <FinancialText value={trade.price} /> },
        { label: t("trade.amount"), value: <FinancialText value={trade.quantity} minDecimals={0} /> },
        {
          label: t("trade.fee"),
          value: <FinancialText value={trade.fee} asset={trade.feeAsset} minDecimals={0} />,
        },
        ...profitFigures(t, trade),
      ]}
    />
  );
});
