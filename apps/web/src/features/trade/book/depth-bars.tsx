import type { BookRow } from "../../../data/order-book-store.ts";
import { barsShape } from "./bars-shape.ts";

export interface DepthBarsProps {
  /** Best first. */
  readonly levels: readonly BookRow[];
  /** Rows of the side; missing levels are blank ones. */
  readonly rows: number;
  /** The best is the last row. */
  readonly fromEnd?: boolean;
}

/**
 * How much rests up to each row of a side, against the deeper side: one shape for all rows. A bar in each row would cost more
 * with each change of the book than all of its figures.
 */
export function DepthBars({ levels, rows, fromEnd = false }: DepthBarsProps) {
  const shares = levels.slice(0, rows).map(({ share }) => share);
  return <i className="bars" style={{ clipPath: barsShape(shares, rows, fromEnd) }} />;
}
