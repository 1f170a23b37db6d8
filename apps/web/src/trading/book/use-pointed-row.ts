import { moveFocus } from "@candor/ui/roving-focus";
import { type FocusEvent, type KeyboardEvent, type PointerEvent, useEffect, useState } from "react";

export interface PointedRow {
  readonly side: "asks" | "bids";
  /** Position of the level on its side, best first. */
  readonly rank: number;
  /** Offset of the row in the book, in pixels. */
  readonly top: number;
  readonly row: HTMLElement;
}

/** The book row under pointer, finger or focus, and the event handlers for the book's element. */
export function usePointedRow() {
  const [pointed, setPointed] = useState<PointedRow>();
  const clear = (): void => setPointed(undefined);
  const isPointed = pointed !== undefined;
  const row = pointed?.row;
  // CSS marks all rows up to it. Touch does not reliably set hover or visible focus.
  useEffect(() => {
    row?.setAttribute("data-at", "");
    return () => row?.removeAttribute("data-at");
  }, [row]);
  // A finger has no leave event: the row stays marked until another place is touched.
  useEffect(() => {
    if (!isPointed) return undefined;
    const onPress = (event: Event) => {
      if ((event.target as Element).closest(".book") === null) setPointed(undefined);
    };
    window.addEventListener("pointerdown", onPress);
    return () => window.removeEventListener("pointerdown", onPress);
  }, [isPointed]);
  const point = ({ target }: PointerEvent | FocusEvent): void => {
    const found = (target as Element).closest<HTMLElement>("[data-rank]");
    if (found === null) return clear();
    const rows = found.parentElement;
    const side = rows?.className === "asks" ? "asks" : "bids";
    const rank = Number(found.dataset["rank"]);
    const top = found.offsetTop + (rows?.offsetTop ?? 0);
    setPointed((was) => (was?.row === found && was.top === top ? was : { side, rank, top, row: found }));
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
