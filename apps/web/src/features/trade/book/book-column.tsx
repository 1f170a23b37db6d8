import { trimZeros } from "@candor/money/decimal";
import type { WireOrder } from "@candor/protocol/wire/objects";
import { Select } from "@candor/ui/select.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { memo, type ReactNode, useEffect, useMemo, useState } from "react";
import { groupSizes } from "../../../data/order-book-store.ts";
import { useT } from "../../../i18n/use-t.ts";
import { live } from "../../../shell/services.ts";
import { useLive } from "../../../shell/use-live.ts";
import { useLiveValue } from "../market/use-live-value.ts";
import type { ShownMarket } from "../market/use-market.ts";
import { useMarketFigures } from "../market/use-market-figures.ts";
import { type BookReference, OrderBookView } from "./order-book-view.tsx";
import { ownRows } from "./own-prices.ts";

export interface BookColumnProps {
  readonly shown: ShownMarket;
  /** Rows a side. */
  readonly rows: number;
  /** A third column with the sums. */
  readonly hasTotals?: boolean;
  /** Where the choice of the price step stands. */
  readonly layout: "titled" | "below";
  /** The reader's own, which are marked; absent: the spot ones. */
  readonly ownOrders?: readonly WireOrder[];
  /** What stands beside the last price; absent: the index. */
  readonly reference?: BookReference;
  readonly onPick?: (price: string) => void;
}

/** The live order book of a market, grouped as the reader likes, with their own prices marked. */
export const BookColumn = memo(function BookColumn(props: BookColumnProps) {
  const { shown, rows, hasTotals = false, layout, ownOrders, onPick } = props;
  const t = useT();
  const { market, look } = shown;
  const { symbol, tick, market: kind } = market;
  const [size, setSize] = useState(tick);
  const store = live.orderBook(symbol, kind);
  useEffect(
    () => store.setGrouping({ size: size === tick ? undefined : size, rows }),
    [store, size, rows, tick],
  );
  const book = useLive(store);
  const spotOrders = useLiveValue(live.account, (account) => account.openOrders);
  const openOrders = ownOrders ?? spotOrders;
  const own = useMemo(
    () => ownRows(openOrders, symbol, size, look.priceDecimals),
    [openOrders, symbol, size, look.priceDecimals],
  );
  const { lastPrice, lastSide, indexPrice } = useMarketFigures(market);
  const reference = props.reference ?? { label: t("trade.index"), price: indexPrice };
  const grouping = <GroupingChoice tick={tick} size={size} onChoose={setSize} />;
  return (
    <div className="book-column">
      {layout === "titled" && <PanelHead title={t("trade.orderBook")}>{grouping}</PanelHead>}
      <OrderBookView
        status={book.status}
        asks={book.asks}
        bids={book.bids}
        rows={rows}
        base={look.base}
        priceDecimals={Math.min(look.priceDecimals, decimalsOf(size))}
        quantityDecimals={look.quantityDecimals}
        hasTotals={hasTotals}
        lastPrice={lastPrice}
        lastDecimals={look.priceDecimals}
        lastSide={lastSide}
        reference={reference}
        own={own}
        {...(onPick && { onPick })}
      />
      {layout === "below" && grouping}
    </div>
  );
});

export function PanelHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className="row between panel-head">
      <h2 className="panel-title">{title}</h2>
      {children}
    </div>
  );
}

/** Decimals that count: none for "10.0". */
const decimalsOf = (size: string): number => trimZeros(size).split(".")[1]?.length ?? 0;

interface GroupingChoiceProps {
  readonly tick: string;
  readonly size: string;
  readonly onChoose: (size: string) => void;
}

function GroupingChoice({ tick, size, onChoose }: GroupingChoiceProps) {
  const t = useT();
  const formats = useFormats();
  const sizes = useMemo(() => groupSizes(tick), [tick]);
  return (
    <div className="grouping">
      <Select
        label={t("trade.grouping")}
        value={size}
        onValueChange={onChoose}
        choices={sizes.map((value) => ({ value, label: formats.decimal(value, { minDecimals: 0 }) }))}
      />
    </div>
  );
}
