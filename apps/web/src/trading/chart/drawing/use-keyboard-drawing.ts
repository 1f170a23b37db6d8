import type { Chart } from "klinecharts";
import { useEffect, useMemo, useState } from "react";
import type { Drawing, DrawingTool } from "./drawing.ts";
import type { DrawingBoard } from "./drawing-board.ts";
import { KeyPointer } from "./key-pointer.ts";
import { movedPoints, placeOf, type Step } from "./key-steps.ts";
import type { DrawingActions } from "./use-drawings.ts";

export interface KeyboardDrawing {
  /**
   * Moves the pointer of a tool, the selected drawing or its anchor. Returns whether there is one.
   * @param isContinued whether the key is being held, which makes one step to undo
   */
  move: (step: Step, isContinued: boolean) => boolean;
  /** Sets a point of a tool, goes on to the next anchor of the selected drawing, or selects the newest one. */
  enter: () => boolean;
}

interface Shown {
  readonly tool: DrawingTool | null;
  readonly selected: Drawing | null;
  readonly list: readonly Drawing[];
  readonly actions: DrawingActions;
  readonly select: (id: string) => void;
}

/** Draws, moves and selects with keys. */
export function useKeyboardDrawing(
  chart: Chart | null,
  board: DrawingBoard | null,
  { tool, selected, list, actions, select }: Shown,
): KeyboardDrawing {
  const pointer = useMemo(() => (chart === null ? null : new KeyPointer(chart)), [chart]);
  const [held, setHeld] = useState<{ readonly id: string; readonly anchor: number } | null>(null);
  const anchor = held !== null && held.id === selected?.id ? held.anchor : null;
  useEffect(() => pointer?.take(tool), [pointer, tool]);
  const point = (drawing: Drawing, index: number | null): void => {
    const at = index === null ? undefined : drawing.points[index];
    const place = chart === null || at === undefined ? undefined : placeOf(chart, at);
    if (place !== undefined) pointer?.show(place);
  };
  return {
    move: (step, isContinued) => {
      if (chart === null) return false;
      if (tool !== null) pointer?.moveBy(step);
      else if (selected !== null && !selected.isLocked) {
        const points = movedPoints(chart, selected.points, anchor, step);
        if (points === undefined) return true;
        actions.change(selected.id, { points }, isContinued);
        point({ ...selected, points }, anchor);
      } else return selected !== null;
      return true;
    },
    enter: () => {
      if (tool !== null && board !== null) pointer?.click(() => board.draftStep());
      else if (selected !== null && !selected.isLocked) {
        const next = anchor === null ? 0 : anchor + 1;
        const isWhole = next >= selected.points.length;
        setHeld(isWhole ? null : { id: selected.id, anchor: next });
        point(selected, isWhole ? null : next);
      } else {
        const newest = list.at(-1);
        if (selected !== null || newest === undefined) return false;
        select(newest.id);
      }
      return true;
    },
  };
}
