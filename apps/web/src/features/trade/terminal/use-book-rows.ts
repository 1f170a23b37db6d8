import { useSyncExternalStore } from "react";

/** Rows a side of the book in a window 900 pixels high, at least and at most. */
const USUAL_BOOK_ROWS = 7;
const FEWEST_BOOK_ROWS = 4;
const MOST_BOOK_ROWS = 20;
const USUAL_HEIGHT = 900;
/** Both sides grow by one row of 19 pixels; a third of the room goes to the tape. */
const HEIGHT_A_ROW = 57;

const watchHeight = (onChange: () => void) => {
  window.addEventListener("resize", onChange);
  return () => window.removeEventListener("resize", onChange);
};

/** A higher window shows more of the book. */
export function useBookRows(): number {
  return useSyncExternalStore(watchHeight, () => {
    const more = Math.floor((window.innerHeight - USUAL_HEIGHT) / HEIGHT_A_ROW);
    return Math.min(MOST_BOOK_ROWS, Math.max(FEWEST_BOOK_ROWS, USUAL_BOOK_ROWS + more));
  });
}
