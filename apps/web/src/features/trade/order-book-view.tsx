import type { Side } from "@candor/protocol/enumerations";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { memo } from "react";
import type { BookRow } from "../../data/order-book-store.ts";
import { useT } from "../../i18n/use-t.ts";

export interface OrderBookViewProps {
  readonly asks: readonly BookRow[];
  readonly bids: readonly BookRow[];
  /** Rows on each side; missing ones keep their room, so that the middle never jumps. */
  readonly rows: number;
  readonly base: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly hasTotals: boolean;
  readonly lastPrice: string | null;
  /** Which way the last price moved. */
  readonly lastSide: Side | undefined;
  readonly indexPrice: string | null;
  readonly isStale: boolean;
  /** Prices at which the reader has orders. */
  readonly ownPrices: ReadonlySet<string>;
  readonly onPick: (price: string) => void;
}

/** Asks above, bids below, the last price between; tapping a row takes its price. */
export function OrderBookView(props: OrderBookViewProps) {
  const t = useT();
  const { rows, asks, bids, hasTotals } = props;
  const blank = (count: number) =>
    Array.from({ length: Math.max(0, count) }, (_, i) => <div key={i} className="br" />);
  const row = (side: "a" | "b") => (level: BookRow) => (
    <BookLine
      key={level.price}
      side={side}
      level={level}
      isOwn={props.ownPrices.has(level.price)}
      priceDecimals={props.priceDecimals}
      quantityDecimals={props.quantityDecimals}
      hasTotals={hasTotals}
      onPick={props.onPick}
    />
  );
  return (
    <section className={props.isStale ? "book is-stale" : "book"} aria-label={t("trade.orderBook")}>
      <div className="bh">
        <span>{t("trade.price")}</span>
        <span>{hasTotals ? props.base : t("trade.amount")}</span>
        {hasTotals && <span>{t("trade.total")}</span>}
      </div>
      <div className="asks">
        {blank(rows - asks.length)}
        {asks.slice(0, rows).reverse().map(row("a"))}
      </div>
      <div className="mid">
        <MiddlePrice {...props} />
        {props.isStale && <span className="small warn">{t("trade.bookStale")}</span>}
      </div>
      <div className="bids">
        {bids.slice(0, rows).map(row("b"))}
        {blank(rows - bids.length)}
      </div>
    </section>
  );
}

function MiddlePrice({ lastPrice, lastSide, indexPrice, priceDecimals }: OrderBookViewProps) {
  const t = useT();
  const tone = lastSide === undefined ? "" : lastSide === "buy" ? "up" : "down";
  const arrow = lastSide === undefined ? "" : lastSide === "buy" ? "↑ " : "↓ ";
  return (
    <span className="mid-price">
      <b className={tone}>
        <span aria-hidden="true">{arrow}</span>
        <FinancialText value={lastPrice} decimals={priceDecimals} />
      </b>
      <span className="small muted">
        {t("trade.index")} <FinancialText value={indexPrice} decimals={priceDecimals} />
      </span>
    </span>
  );
}

interface BookLineProps {
  readonly side: "a" | "b";
  readonly level: BookRow;
  readonly isOwn: boolean;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly hasTotals: boolean;
  readonly onPick: (price: string) => void;
}

const BookLine = memo(function BookLine(props: BookLineProps) {
  const { side, level, isOwn, hasTotals, onPick } = props;
  return (
    <button
      type="button"
      className={`br ${side}${isOwn ? " mine" : ""}`}
      onClick={() => onPick(level.price)}
      tabIndex={-1}
    >
      <i style={{ width: `${Math.max(1, level.share * 100)}%` }} />
      <FinancialText value={level.price} decimals={props.priceDecimals} />
      <FinancialText value={level.quantity} decimals={props.quantityDecimals} />
      {hasTotals && <FinancialText value={level.total} decimals={Math.min(3, props.quantityDecimals)} />}
    </button>
  );
});
