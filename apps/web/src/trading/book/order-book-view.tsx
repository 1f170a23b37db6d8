import type { Side } from "@candor/domain/enumerations";
import { FinancialText } from "@candor/ui/financial-text.tsx";
import { useFormats } from "@candor/ui/ui-context.tsx";
import { type MouseEvent, memo, useId, useLayoutEffect, useRef } from "react";
import type { OrderBookStore } from "../../data/order-book-store.ts";
import { useT } from "../../i18n/use-t.ts";
import { useTradingSettings } from "../../shared/confirmation/trading-settings.ts";
import { useLive } from "../../shell/hooks/use-live.ts";
import type { MarketFormat } from "../market/market-format.ts";
import "./book.css";
import { paintBook } from "./book-painter.ts";
import type { BookSides } from "./book-settings.ts";
import { BookTip } from "./book-tip.tsx";
import { type BookShape, useBookShape } from "./use-book-shape.ts";
import { type PointedRow, usePointedRow } from "./use-pointed-row.ts";

/** The price next to the last price: the index, or a contract's mark price. */
export interface BookReference {
  readonly label: string;
  readonly price: string | null;
}

/** @param quantity total of the row, if it was picked as the amount */
export type PickFromBook = (price: string, quantity?: string) => void;

export interface OrderBookViewProps {
  readonly store: OrderBookStore;
  readonly sides: BookSides;
  /** Rows per visible side; blank rows keep their space, so that the middle never jumps. */
  readonly rows: number;
  readonly look: MarketFormat;
  /** Decimals of the rows, which may be grouped. */
  readonly priceDecimals: number;
  readonly hasTotals: boolean;
  readonly lastPrice: string | null;
  /** Direction of the last price change. */
  readonly lastSide: Side | undefined;
  readonly reference: BookReference;
  /** Rows with the user's orders. */
  readonly own: ReadonlySet<string>;
  /** If absent, rows are not clickable. */
  readonly onPick?: PickFromBook;
}

/** Asks above, bids below, last price between. Tapping a row picks its price; tapping its total picks the total too. */
export function OrderBookView(props: OrderBookViewProps) {
  const t = useT();
  const formats = useFormats();
  const { store, rows, sides, hasTotals, look, own, priceDecimals, onPick } = props;
  const { quantityDecimals } = look;
  const shape = useBookShape(store, rows);
  const { status, asks, bids } = shape;
  const book = useRef<HTMLElement>(null);
  const { pointed, watch } = usePointedRow();
  const tipId = useId();
  const canPick = onPick !== undefined;
  const tabStop = sides === "asks" ? "sell" : "buy";
  // oxlint-disable-next-line react/exhaustive-deps -- rows that came or went are painted too
  useLayoutEffect(() => {
    if (book.current === null) return undefined;
    return paintBook(book.current, store, { formats, rows, priceDecimals, quantityDecimals, own });
  }, [store, formats, rows, priceDecimals, quantityDecimals, own, shape, sides, hasTotals, canPick]);
  const lines = (side: Side, count: number) =>
    Array.from({ length: count }, (_, rank) => (
      <BookLine
        // oxlint-disable-next-line react/no-array-index-key -- the row of a rank stays where it is, under pointer and
        // focus
        key={rank}
        rank={rank}
        side={side}
        store={store}
        isTabStop={rank === 0 && side === tabStop}
        tipId={tipId}
        hasTotals={hasTotals}
        onPick={onPick}
      />
    ));
  return (
    <section
      ref={book}
      className={`book${hasTotals ? " has-totals" : ""}${status === "stale" ? " is-stale" : ""}`}
      translate="no"
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
          <Bars rows={rows} />
          <BlankLines count={rows - asks} isLoading={status === "loading"} />
          {lines("sell", asks).reverse()}
        </div>
      )}
      <div className="mid">
        <MiddlePrice {...props} shape={shape} />
        {pointed && <PointedTip id={tipId} pointed={pointed} store={store} look={look} />}
      </div>
      {sides !== "asks" && (
        <div className="bids">
          <Bars rows={rows} />
          {lines("buy", bids)}
          <BlankLines count={rows - bids} isLoading={status === "loading"} />
        </div>
      )}
    </section>
  );
}

/** Cumulative depth per row, relative to the deeper side; the painter sets the shape. */
function Bars({ rows }: { readonly rows: number }) {
  return (
    <svg className="bars" viewBox={`0 0 100 ${rows}`} preserveAspectRatio="none" aria-hidden="true">
      <polygon />
    </svg>
  );
}

interface PointedTipProps extends Pick<OrderBookViewProps, "store" | "look"> {
  readonly id: string;
  readonly pointed: PointedRow;
}

function PointedTip({ id, pointed, store, look }: PointedTipProps) {
  const level = useLive(store)[pointed.side][pointed.rank];
  const sum = level && store.sumUpTo(pointed.side, level.price);
  return sum && <BookTip id={id} pointed={pointed} sum={sum} look={look} />;
}

/** Placeholder book of a market that is loading, with its final height. */
export function BlankBook({ rows }: { readonly rows: number }) {
  const t = useT();
  const side = (
    <div>
      <BlankLines count={rows} isLoading />
    </div>
  );
  return (
    <section className="book" aria-label={t("trade.orderBook")} aria-busy>
      <div className="bh">
        <span>{t("trade.price")}</span>
        <span>{t("trade.amount")}</span>
      </div>
      {side}
      <div className="mid">
        <span className="mid-price">
          <b>–</b>
          <span className="small muted">{t("trade.index")} –</span>
        </span>
      </div>
      {side}
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

/** Next to the last price: the book's status or the reference price, never both, so that nothing moves. */
function MiddlePrice({
  shape,
  lastPrice,
  lastSide,
  reference,
  look,
}: OrderBookViewProps & { readonly shape: BookShape }) {
  const t = useT();
  const { status, asks, bids } = shape;
  const tone = lastSide === undefined ? "" : lastSide === "buy" ? "up" : "down";
  const arrow = lastSide === undefined ? "" : lastSide === "buy" ? "↑ " : "↓ ";
  const isEmpty = status === "live" && asks === 0 && bids === 0;
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

interface BookLineProps extends Pick<OrderBookViewProps, "store" | "hasTotals"> {
  /** Position of the level on its side, best first. */
  readonly rank: number;
  readonly side: Side;
  /** The row reached by Tab; arrow keys move to the others. */
  readonly isTabStop: boolean;
  readonly tipId: string;
  readonly onPick: PickFromBook | undefined;
}

/** One row: the painter fills in its figures. */
const BookLine = memo(function BookLine({ rank, side, hasTotals, onPick, ...props }: BookLineProps) {
  const common = { className: `br ${side === "sell" ? "a" : "b"}`, "data-rank": rank };
  const figures = (
    <>
      <span className="n" />
      <span className="n" />
      {hasTotals && <span className="n sum" />}
    </>
  );
  const isAmountTaken = useTradingSettings().settings.bookAmount;
  if (onPick === undefined) return <div {...common}>{figures}</div>;
  const pick = (event: MouseEvent) => {
    const level = props.store.getSnapshot()[side === "sell" ? "asks" : "bids"][rank];
    if (level !== undefined) onPick(level.price, isAmountTaken || takesSum(event) ? level.total : undefined);
  };
  return (
    <button
      type="button"
      {...common}
      aria-describedby={props.tipId}
      tabIndex={props.isTabStop ? 0 : -1}
      onClick={pick}
    >
      {figures}
    </button>
  );
});

/** Clicking a row's total, or shift-clicking, includes all rows before it. */
const takesSum = ({ target, shiftKey }: MouseEvent): boolean =>
  shiftKey || (target as Element).closest(".sum") !== null;
