import type { Side } from "@candor/protocol/enumerations";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { type MouseEvent, memo, useId } from "react";
import type { BookSum } from "../../../data/book-sum.ts";
import type { BookRow, BookStatus } from "../../../data/order-book-store.ts";
import { useT } from "../../../i18n/use-t.ts";
import type { MarketLook } from "../market/market-look.ts";
import "./book.css";
import type { BookSides } from "./book-settings.ts";
import { BookTip } from "./book-tip.tsx";
import { ownRow } from "./own-prices.ts";
import { usePointedRow } from "./use-pointed-row.ts";

/** The price that stands beside the last one: the index, or a contract's mark. */
export interface BookReference {
  readonly label: string;
  readonly price: string | null;
}

/** @param quantity what the row's sum is to be taken as the amount */
export type PickFromBook = (price: string, quantity?: string) => void;

export interface OrderBookViewProps {
  readonly status: BookStatus;
  readonly asks: readonly BookRow[];
  readonly bids: readonly BookRow[];
  readonly sides: BookSides;
  /** Rows on each side that is shown; missing ones keep their room, so that the middle never jumps. */
  readonly rows: number;
  readonly look: MarketLook;
  /** Of the rows, which may be merged. */
  readonly priceDecimals: number;
  readonly hasTotals: boolean;
  readonly lastPrice: string | null;
  /** Which way the last price moved. */
  readonly lastSide: Side | undefined;
  readonly reference: BookReference;
  /** Rows in which the reader has orders. */
  readonly own: ReadonlySet<string>;
  readonly sumUpTo: (side: "asks" | "bids", price: string) => BookSum | undefined;
  /** Absent: rows cannot be chosen. */
  readonly onPick?: PickFromBook;
}

/** Asks above, bids below, the last price between; tapping a row takes its price, tapping its sum the sum too. */
export function OrderBookView(props: OrderBookViewProps) {
  const t = useT();
  const { rows, sides, asks, bids, hasTotals, status, look } = props;
  const { pointed, watch } = usePointedRow();
  const tipId = useId();
  const level = pointed && props[pointed.side][pointed.rank];
  const sum = level && props.sumUpTo(pointed.side, level.price);
  const tabStop = sides === "asks" ? "sell" : "buy";
  const lines = (side: Side, levels: readonly BookRow[]) =>
    levels.slice(0, rows).map((level, rank) => (
      <BookLine
        // oxlint-disable-next-line react/no-array-index-key -- the row of a rank stays where it is, under pointer and focus
        key={rank}
        rank={rank}
        side={side}
        level={level}
        isOwn={props.own.has(ownRow(side, level.price))}
        isTabStop={rank === 0 && side === tabStop}
        tipId={tipId}
        priceDecimals={props.priceDecimals}
        quantityDecimals={look.quantityDecimals}
        hasTotals={hasTotals}
        onPick={props.onPick}
      />
    ));
  return (
    <section
      className={`book${hasTotals ? " has-totals" : ""}${status === "stale" ? " is-stale" : ""}`}
      aria-label={t("trade.orderBook")}
      aria-busy={status === "loading"}
      {...watch}
    >
      <div className="bh">
        <span>{t("trade.price")}</span>
        <span>{hasTotals ? look.base : t("trade.amount")}</span>
        {hasTotals && <span>{t("trade.sum")}</span>}
      </div>
      {sides !== "bids" && (
        <div className="asks">
          <BlankLines count={rows - asks.length} isLoading={status === "loading"} />
          {lines("sell", asks).reverse()}
        </div>
      )}
      <div className="mid">
        <MiddlePrice {...props} />
        {pointed && sum && <BookTip id={tipId} pointed={pointed} sum={sum} look={look} />}
      </div>
      {sides !== "asks" && (
        <div className="bids">
          {lines("buy", bids)}
          <BlankLines count={rows - bids.length} isLoading={status === "loading"} />
        </div>
      )}
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

/** Below or beside the last price what the book is doing, or the other price: one of them, so that nothing moves. */
function MiddlePrice({ status, asks, bids, lastPrice, lastSide, reference, look }: OrderBookViewProps) {
  const t = useT();
  const tone = lastSide === undefined ? "" : lastSide === "buy" ? "up" : "down";
  const arrow = lastSide === undefined ? "" : lastSide === "buy" ? "↑ " : "↓ ";
  const isEmpty = status === "live" && asks.length === 0 && bids.length === 0;
  return (
    <span className="mid-price">
      <b className={tone}>
        <span aria-hidden="true">{arrow}</span>
        <FinancialText value={lastPrice} decimals={look.priceDecimals} />
      </b>
      {status === "stale" || isEmpty ? (
        <span className={`small ${isEmpty ? "muted" : "warn"}`}>
          {t(isEmpty ? "trade.noOrdersInBook" : "trade.bookStale")}
        </span>
      ) : (
        <span className="small muted">
          {reference.label} <FinancialText value={reference.price} decimals={look.priceDecimals} />
        </span>
      )}
    </span>
  );
}

interface BookLineProps {
  /** Best first. */
  readonly rank: number;
  readonly side: Side;
  readonly level: BookRow;
  readonly isOwn: boolean;
  /** The one row that Tab comes to; arrows lead from it to the others. */
  readonly isTabStop: boolean;
  readonly tipId: string;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  readonly hasTotals: boolean;
  readonly onPick: PickFromBook | undefined;
}

const isSameLine = (a: BookLineProps, b: BookLineProps): boolean =>
  a.level.price === b.level.price &&
  a.level.quantity === b.level.quantity &&
  a.level.total === b.level.total &&
  a.level.share === b.level.share &&
  a.isOwn === b.isOwn &&
  a.isTabStop === b.isTabStop &&
  a.priceDecimals === b.priceDecimals &&
  a.quantityDecimals === b.quantityDecimals &&
  a.hasTotals === b.hasTotals &&
  a.onPick === b.onPick;

/** The store makes its rows anew with each beat; most of them say the same as before. */
const BookLine = memo(function BookLine(props: BookLineProps) {
  const { rank, side, level, isOwn, hasTotals, onPick } = props;
  const common = {
    className: `br ${side === "sell" ? "a" : "b"}${isOwn ? " mine" : ""}`,
    "data-rank": rank,
  };
  const figures = (
    <>
      <i style={{ width: `${Math.max(1, level.share * 100)}%` }} />
      <FinancialText value={level.price} decimals={props.priceDecimals} />
      <FinancialText value={level.quantity} decimals={props.quantityDecimals} />
      {hasTotals && (
        <FinancialText value={level.total} decimals={Math.min(3, props.quantityDecimals)} className="sum" />
      )}
    </>
  );
  if (onPick === undefined) return <div {...common}>{figures}</div>;
  return (
    <button
      type="button"
      {...common}
      aria-describedby={props.tipId}
      tabIndex={props.isTabStop ? 0 : -1}
      onClick={(event) => onPick(level.price, takesSum(event) ? level.total : undefined)}
    >
      {figures}
    </button>
  );
}, isSameLine);

/** A row pressed at its sum, or with the shift key, is taken with all rows before it. */
const takesSum = ({ target, shiftKey }: MouseEvent): boolean =>
  shiftKey || (target as Element).closest(".sum") !== null;
