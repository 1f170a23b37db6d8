import { trimZeros } from "@candor/money/decimal";
import { Select } from "@candor/ui/select.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import type { WireOrder } from "@candor/wire/objects";
import { memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { groupSizes } from "../../data/order-book-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { live } from "../../shell/services/services.ts";
import { useLiveValue } from "../market/use-live-value.ts";
import type { ShownMarket } from "../market/use-market.ts";
import { useMarketFigures } from "../market/use-market-figures.ts";
import { useBookSettings } from "./book-settings.ts";
import { type BookReference, OrderBookView, type PickFromBook } from "./order-book-view.tsx";
import { ownRows } from "./own-prices.ts";
import { SidesChoice } from "./sides-choice.tsx";
import { useFittingRows } from "./use-fitting-rows.ts";

export interface BookColumnProps {
  readonly shown: ShownMarket;
  /** Rows per side; default: as many as fit. */
  readonly rows?: number;
  /** Adds a third column with totals. */
  readonly hasTotals?: boolean;
  /** Position of the controls for price step and sides. */
  readonly layout: "above" | "below";
  /** The user's orders to mark; default: spot orders. */
  readonly ownOrders?: readonly WireOrder[];
  /** Price next to the last price; default: the index. */
  readonly reference?: BookReference;
  readonly onPick?: PickFromBook;
}

/** A market's live order book, grouped as chosen, with the user's prices marked. */
export const BookColumn = memo(function BookColumn(props: BookColumnProps) {
  const { shown, hasTotals = false, layout, ownOrders, onPick } = props;
  const t = useT();
  const { market, look } = shown;
  const { symbol, tick, market: kind } = market;
  const [size, setSize] = useState(tick);
  const column = useRef<HTMLDivElement>(null);
  const fitting = useFittingRows(column, props.rows === undefined);
  const sides = useBookSettings((settings) => settings.sides);
  const rows = (props.rows ?? fitting) * (sides === "both" ? 1 : 2);
  const store = live.orderBook(symbol, kind);
  useEffect(
    () => store.setGrouping({ size: size === tick ? undefined : size, rows }),
    [store, size, rows, tick],
  );
  const spotOrders = useLiveValue(live.account, (account) => account.openOrders);
  const openOrders = ownOrders ?? spotOrders;
  const own = useMemo(
    () => ownRows(openOrders, symbol, size, look.priceDecimals),
    [openOrders, symbol, size, look.priceDecimals],
  );
  const { lastPrice, lastSide, indexPrice } = useMarketFigures(market);
  const reference = props.reference ?? { label: t("trade.index"), price: indexPrice };
  const choices = (
    <div className="row between book-choices">
      <SidesChoice isCompact={layout === "below"} />
      <GroupingChoice tick={tick} size={size} onChoose={setSize} />
    </div>
  );
  return (
    <div ref={column} className="book-column">
      {layout === "above" && choices}
      <OrderBookView
        sides={sides}
        store={store}
        rows={rows}
        look={look}
        priceDecimals={Math.min(look.priceDecimals, decimalsOf(size))}
        hasTotals={hasTotals}
        lastPrice={lastPrice}
        lastSide={lastSide}
        reference={reference}
        own={own}
        {...(onPick && { onPick })}
      />
      {layout === "below" && choices}
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

/** Significant decimals: none for "10.0". */
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
