import { useCallback, useState } from "react";
import type { MarketKind } from "../../../data/market-kind.ts";
import { useAccountDocument } from "../../../shell/documents/use-account-document.ts";
import { type Drawing, type Drawings, MOST_DRAWINGS, NO_DRAWINGS, readDrawings } from "./drawing.ts";
import { type History, NO_HISTORY, redo, remember, undo } from "./drawing-history.ts";

export interface DrawingActions {
  /** Adds a drawing unless the market has too many; returns whether it did. */
  add: (drawing: Drawing) => boolean;
  /** @param isContinued whether this continues the change before, with which it is undone. Default: false. */
  change: (id: string, change: Partial<Omit<Drawing, "id" | "tool">>, isContinued?: boolean) => void;
  remove: (id: string) => void;
  removeAll: () => void;
  setHidden: (isHidden: boolean) => void;
  /** Absent if there is nothing to undo. */
  undo?: () => void;
  redo?: () => void;
}

/** A market's drawings, kept in the account. What this page did can be undone and redone. */
export function useDrawings(kind: MarketKind, symbol: string): readonly [Drawings, DrawingActions] {
  const [drawings, save] = useAccountDocument(`drawings:${kind}:${symbol}`, readDrawings, NO_DRAWINGS);
  const [history, setHistory] = useState<History<Drawings>>(NO_HISTORY);
  const replace = useCallback(
    (next: Drawings, isContinued = false) => {
      if (!isContinued) setHistory((before) => remember(before, drawings));
      save(next);
    },
    [drawings, save],
  );
  const { list } = drawings;
  const step = (taken: ReturnType<typeof undo<Drawings>>): (() => void) | undefined =>
    taken &&
    (() => {
      setHistory(taken.history);
      save(taken.value);
    });
  const [back, forth] = [step(undo(history, drawings)), step(redo(history, drawings))];
  return [
    drawings,
    {
      add: (drawing) => {
        if (list.length >= MOST_DRAWINGS) return false;
        replace({ list: [...list, drawing], isHidden: false });
        return true;
      },
      change: (id, change, isContinued) =>
        replace(
          { ...drawings, list: list.map((each) => (each.id === id ? { ...each, ...change } : each)) },
          isContinued,
        ),
      remove: (id) => replace({ ...drawings, list: list.filter((each) => each.id !== id) }),
      removeAll: () => replace(NO_DRAWINGS),
      setHidden: (isHidden) => replace({ ...drawings, isHidden }),
      ...(back && { undo: back }),
      ...(forth && { redo: forth }),
    },
  ];
}
