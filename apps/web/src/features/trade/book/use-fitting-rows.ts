import { type RefObject, useLayoutEffect, useState } from "react";

const FEWEST_ROWS = 3;

/**
 * Rows a side for which a book's column has room, measured before it is painted and again when the column's size
 * changes. The book keeps the room of rows that it lacks, so what is measured does not depend on its data.
 */
export function useFittingRows(column: RefObject<HTMLElement | null>, isFitted: boolean): number {
  const [rows, setRows] = useState(FEWEST_ROWS);
  useLayoutEffect(() => {
    const box = column.current;
    if (!isFitted || !box) return undefined;
    const measure = (): void => {
      // a row found earlier may be gone by now, and no row has a height while the column is hidden
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
