import { moveFocus } from "@candor/ui/roving-focus";
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useState } from "react";

export interface PointedRow {
  readonly side: "asks" | "bids";
  /** Best first. */
  readonly rank: number;
  /** Of the row in the book, in pixels. */
  readonly top: number;
}

/** The row of a book under pointer, finger or focus, and what the book's element listens to for it. */
export function usePointedRow() {
  const [pointed, setPointed] = useState<PointedRow>();
  const clear = (): void => setPointed(undefined);
  const isPointed = pointed !== undefined;
  // A finger leaves nothing: what it pointed at stays until it points elsewhere.
  useEffect(() => {
    if (!isPointed) return undefined;
    const onPress = (event: Event) => {
      if ((event.target as Element).closest(".book") === null) setPointed(undefined);
    };
    window.addEventListener("pointerdown", onPress);
    return () => window.removeEventListener("pointerdown", onPress);
  }, [isPointed]);
  const point = ({ target }: PointerEvent | FocusEvent): void => {
    const row = (target as Element).closest<HTMLElement>("[data-rank]");
    if (row === null) return clear();
    const rows = row.parentElement;
    const side = rows?.className === "asks" ? "asks" : "bids";
    const rank = Number(row.dataset["rank"]);
    const top = row.offsetTop + (rows?.offsetTop ?? 0);
    setPointed((was) =>
      was?.side === side && was.rank === rank && was.top === top ? was : { side, rank, top },
    );
  };
  const watch = {
    onPointerOver: point,
    onPointerLeave: (event: PointerEvent) => event.pointerType === "mouse" && clear(),
    onFocus: point,
    onBlur: clear,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === "Escape") clear();
      else moveFocus(event, "button.br", false);
    },
  };
  return { pointed, watch };
}
