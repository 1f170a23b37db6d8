import type { BookRow } from "../../data/order-book-store.ts";
import { barsShape } from "./bars-shape.ts";

export interface DepthBarsProps {
  /** Best level first. */
  readonly levels: readonly BookRow[];
  /** Rows per side; missing levels are blank. */
  readonly rows: number;
  /** Whether the best level is the last row. */
  readonly fromEnd?: boolean;
}

/**
 * Cumulative depth of each row relative to the deeper side, as one shape. A bar per row would cost more per update than
 * all figures.
 */
export function DepthBars({ levels, rows, fromEnd = false }: DepthBarsProps) {
  const shares = levels.slice(0, rows).map(({ share }) => share);
  return <i className="bars" style={{ clipPath: barsShape(shares, rows, fromEnd) }} />;
}
