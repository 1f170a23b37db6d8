import type { Side } from "@candor/protocol/enumerations";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { memo } from "react";
import type { BookRow, BookStatus } from "../../../data/order-book-store.ts";
import { useT } from "../../../i18n/use-t.ts";
import "./book.css";
import { ownRow } from "./own-prices.ts";

/** The price that stands beside the last one: the index, or a contract's mark. */
export interface BookReference {
  readonly label: string;
  readonly price: string | null;
}

export interface OrderBookViewProps {
  readonly status: BookStatus;
  readonly asks: readonly BookRow[];
  readonly bids: readonly BookRow[];
  /** Rows on each side; missing ones keep their room, so that the middle never jumps. */
  readonly rows: number;
  readonly base: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly hasTotals: boolean;
  readonly lastPrice: string | null;
  readonly lastDecimals: number;
  /** Which way the last price moved. */
  readonly lastSide: Side | undefined;
  readonly reference: BookReference;
  /** Rows in which the reader has orders. */
  readonly own: ReadonlySet<string>;
  /** Absent: rows cannot be chosen. */
  readonly onPick?: (price: string) => void;
}

/** Asks above, bids below, the last price between; tapping a row takes its price. */
export function OrderBookView(props: OrderBookViewProps) {
  const t = useT();
  const { rows, asks, bids, hasTotals, status } = props;
  const isEmpty = status === "live" && asks.length === 0 && bids.length === 0;
  const lines = (side: Side, levels: readonly BookRow[]) =>
    levels
      .slice(0, rows)
      .map((level) => (
        <BookLine
          key={level.price}
          side={side}
          level={level}
          isOwn={props.own.has(ownRow(side, level.price))}
          priceDecimals={props.priceDecimals}
          quantityDecimals={props.quantityDecimals}
          hasTotals={hasTotals}
          onPick={props.onPick}
        />
      ));
  return (
    <section
      className={`book${hasTotals ? " has-totals" : ""}${status === "stale" ? " is-stale" : ""}`}
      aria-label={t("trade.orderBook")}
      aria-busy={status === "loading"}
    >
      <div className="bh">
        <span>{t("trade.price")}</span>
        <span>{hasTotals ? props.base : t("trade.amount")}</span>
        {hasTotals && <span>{t("trade.sum")}</span>}
      </div>
      <div className="asks">
        <BlankLines count={rows - asks.length} isLoading={status === "loading"} />
        {lines("sell", asks).reverse()}
      </div>
      <div className="mid">
        <MiddlePrice {...props} />
        {status === "stale" && <span className="book-state small warn">{t("trade.bookStale")}</span>}
        {isEmpty && <span className="book-state small muted">{t("trade.noOrdersInBook")}</span>}
      </div>
      <div className="bids">
        {lines("buy", bids)}
        <BlankLines count={rows - bids.length} isLoading={status === "loading"} />
      </div>
    </section>
  );
}

function BlankLines({ count, isLoading }: { readonly count: number; readonly isLoading: boolean }) {
  return Array.from({ length: Math.max(0, count) }, (_, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- placeholders have no other identity
    <div key={index} className="br">
      {isLoading && <span className="skel" />}
    </div>
  ));
}

function MiddlePrice({ lastPrice, lastSide, reference, lastDecimals }: OrderBookViewProps) {
  const tone = lastSide === undefined ? "" : lastSide === "buy" ? "up" : "down";
  const arrow = lastSide === undefined ? "" : lastSide === "buy" ? "↑ " : "↓ ";
  return (
    <span className="mid-price">
      <b className={tone}>
        <span aria-hidden="true">{arrow}</span>
        <FinancialText value={lastPrice} decimals={lastDecimals} />
      </b>
      <span className="small muted">
        {reference.label} <FinancialText value={reference.price} decimals={lastDecimals} />
      </span>
    </span>
  );
}

interface BookLineProps {
  readonly side: Side;
  readonly level: BookRow;
  readonly isOwn: boolean;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly hasTotals: boolean;
  readonly onPick: ((price: string) => void) | undefined;
}

const isSameLine = (a: BookLineProps, b: BookLineProps): boolean =>
  a.level.price === b.level.price &&
  a.level.quantity === b.level.quantity &&
  a.level.total === b.level.total &&
  a.level.share === b.level.share &&
  a.isOwn === b.isOwn &&
  a.priceDecimals === b.priceDecimals &&
  a.quantityDecimals === b.quantityDecimals &&
  a.hasTotals === b.hasTotals &&
  a.onPick === b.onPick;

/** The store makes its rows anew with each beat; most of them say the same as before. */
const BookLine = memo(function BookLine(props: BookLineProps) {
  const { side, level, isOwn, hasTotals, onPick } = props;
  const className = `br ${side === "sell" ? "a" : "b"}${isOwn ? " mine" : ""}`;
  const figures = (
    <>
      <i style={{ width: `${Math.max(1, level.share * 100)}%` }} />
      <FinancialText value={level.price} decimals={props.priceDecimals} />
      <FinancialText value={level.quantity} decimals={props.quantityDecimals} />
      {hasTotals && <FinancialText value={level.total} decimals={Math.min(3, props.quantityDecimals)} />}
    </>
  );
  if (onPick === undefined) return <div className={className}>{figures}</div>;
  return (
    // The price can be typed just as well, so the rows stay out of the tab order.
    <button type="button" className={className} onClick={() => onPick(level.price)} tabIndex={-1}>
      {figures}
    </button>
  );
}, isSameLine);
