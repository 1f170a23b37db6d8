import { type RefObject, useLayoutEffect, useState } from "react";

const FEWEST_ROWS = 3;

/**
 * Returns the rows per side that fit, measured before painting and on resize. Blank rows keep their space, so the
 * measurement does not depend on data.
 */
export function useFittingRows(column: RefObject<HTMLElement | null>, isFitted: boolean): number {
  const [rows, setRows] = useState(FEWEST_ROWS);
  useLayoutEffect(() => {
    const box = column.current;
    if (!isFitted || !box) return undefined;
    const measure = (): void => {
      // the row may be gone by now, and rows have no height while the column is hidden
      const rowHeight = box.querySelector<HTMLElement>(".book .br")?.offsetHeight;
      if (!rowHeight) return;
      let rowsHeight = 0;
      let height = 0;
      for (const side of box.querySelectorAll<HTMLElement>(".asks, .bids")) rowsHeight += side.offsetHeight;
      for (const part of box.children) height += (part as HTMLElement).offsetHeight;
      const room = box.clientHeight - (height - rowsHeight);
      setRows(Math.max(FEWEST_ROWS, Math.floor(room / rowHeight / 2)));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    return () => observer.disconnect();
  }, [column, isFitted]);
  return rows;
}
