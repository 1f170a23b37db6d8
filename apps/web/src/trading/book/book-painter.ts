import type { Formats } from "@candor/ui/formats";
import type { BookRow, OrderBookStore, OrderBookView } from "../../data/order-book-store.ts";
import { PaintedText } from "../../shell/translation/painted-text.ts";
import { barsShape } from "./bars-shape.ts";
import { ownRow } from "./own-prices.ts";

/** Formatting of the book and its marked rows. */
export interface BookFormat {
  readonly formats: Formats;
  /** Rows per side. */
  readonly rows: number;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
  /** Rows with the user's orders. */
  readonly own: ReadonlySet<string>;
}

const MAX_TOTAL_DECIMALS = 3;

/**
 * Writes the book's figures into rows rendered by React, ten times a second: only changed texts, and one shape per side
 * for the bars. React would diff and render whole rows (docs/performance.md, `web/order-book`).
 * @returns a function that stops it
 */
export function paintBook(book: HTMLElement, store: OrderBookStore, look: BookFormat): () => void {
  const asks = new SidePainter(book.querySelector(".asks"), "asks", look);
  const bids = new SidePainter(book.querySelector(".bids"), "bids", look);
  const paint = () => {
    const view = store.getSnapshot();
    asks.paint(view);
    bids.paint(view);
  };
  paint();
  return store.subscribe(paint);
}

class SidePainter {
  private readonly side: "asks" | "bids";
  private readonly look: BookFormat;
  private readonly rows: readonly RowPainter[];
  private readonly bars: Element | null;
  private shape = "";

  /** @param element null if this side is hidden */
  constructor(element: HTMLElement | null, side: "asks" | "bids", look: BookFormat) {
    this.side = side;
    this.look = look;
    this.bars = element?.querySelector(".bars polygon") ?? null;
    const rows = [...(element?.querySelectorAll<HTMLElement>("[data-rank]") ?? [])];
    // Best level first: asks are in reverse order.
    if (side === "asks") rows.reverse();
    this.rows = rows.map((row) => new RowPainter(row, look));
  }

  paint(view: OrderBookView): void {
    if (this.bars === null) return;
    const { own, rows } = this.look;
    const levels = view[this.side].slice(0, this.rows.length);
    const side = this.side === "asks" ? "sell" : "buy";
    for (const [rank, level] of levels.entries())
      this.rows[rank]?.paint(level, own.size > 0 && own.has(ownRow(side, level.price)));
    const shape = barsShape(
      levels.map(({ share }) => share),
      rows,
      this.side === "asks",
    );
    // A plain attribute: changing it triggers no style recalculation.
    if (shape !== this.shape) this.bars.setAttribute("points", shape);
    this.shape = shape;
  }
}

class RowPainter {
  private readonly element: HTMLElement;
  private readonly figures: readonly FigurePainter[];
  private isOwn = false;

  constructor(element: HTMLElement, { formats, priceDecimals, quantityDecimals }: BookFormat) {
    const decimals = [priceDecimals, quantityDecimals, Math.min(MAX_TOTAL_DECIMALS, quantityDecimals)];
    this.element = element;
    this.isOwn = element.classList.contains("mine");
    this.figures = [...element.querySelectorAll(".n")].map(
      (figure, place) => new FigurePainter(figure, formats, decimals[place] ?? 0),
    );
  }

  paint({ price, quantity, total }: BookRow, isOwn: boolean): void {
    const values = [price, quantity, total] as const;
    for (const [place, figure] of this.figures.entries()) figure.paint(values[place] ?? "");
    if (isOwn !== this.isOwn) this.element.classList.toggle("mine", isOwn);
    this.isOwn = isOwn;
  }
}

class FigurePainter {
  private readonly place: PaintedText;
  private readonly formats: Formats;
  private readonly decimals: number;
  private value: string | undefined;
  private text = "";

  constructor(element: Element, formats: Formats, decimals: number) {
    this.place = new PaintedText(element);
    this.formats = formats;
    this.decimals = decimals;
  }

  paint(value: string): void {
    if (value !== this.value) this.text = this.formats.decimal(value, { decimals: this.decimals });
    this.value = value;
    this.place.write(this.text);
  }
}
