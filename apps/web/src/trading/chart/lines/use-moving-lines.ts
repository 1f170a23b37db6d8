import type { Chart } from "klinecharts";
import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from "react";
import { orderStyles } from "../chart-style.ts";
import type { MovableLine } from "./drawn-line.ts";
import { ORDER_LINE } from "./order-line.ts";
import { drawnAt } from "./pane.ts";
import type { LabelPlace } from "./place-labels.ts";

const GROUP = "movable-lines";

/** A line away from its price: while it is dragged, and until the question about it is answered. */
export interface MovedLine {
  readonly line: MovableLine;
  readonly ticks: number;
}

/** Places the label of a line; null hides it. */
type Place = (place: LabelPlace | null) => void;

export interface MovingLines {
  readonly moved: MovedLine | null;
  readonly setMoved: Dispatch<SetStateAction<MovedLine | null>>;
  /** Registers the label of a line; call it with `undefined` when the label ends. */
  readonly setPlace: (orderId: string, place: Place | undefined) => void;
}

/** Draws lines that can be moved, each with a label of the app's own, and keeps a moved line where it was moved to. */
export function useMovingLines(chart: Chart, lines: readonly MovableLine[]): MovingLines {
  const [moved, setMoved] = useState<MovedLine | null>(null);
  const places = useRef(new Map<string, Place>());
  const placed = useRef(new Map<string, LabelPlace | null>());
  const latest = useRef(moved);
  useEffect(() => {
    latest.current = moved;
  });

  useEffect(() => {
    for (const line of lines) {
      const { orderId } = line;
      const place: Place = (at) => {
        placed.current.set(orderId, at);
        places.current.get(orderId)?.(at);
      };
      chart.createOverlay({
        name: ORDER_LINE,
        id: idOf(orderId),
        groupId: GROUP,
        lock: true,
        points: [{ value: shownValue(line, latest.current) }],
        extendData: { label: line.label, place },
        styles: orderStyles(document.documentElement, line.isPending),
      });
    }
    return () => void chart.removeOverlay({ groupId: GROUP });
  }, [chart, lines]);

  useEffect(() => {
    for (const line of lines)
      chart.overrideOverlay({ id: idOf(line.orderId), points: [{ value: shownValue(line, moved) }] });
  }, [chart, lines, moved]);

  const setPlace = useCallback((orderId: string, place: Place | undefined) => {
    if (place === undefined) {
      places.current.delete(orderId);
      return;
    }
    places.current.set(orderId, place);
    place(placed.current.get(orderId) ?? null);
  }, []);
  return { moved, setMoved, setPlace };
}

const idOf = (orderId: string): string => `movable-${orderId}`;

const shownValue = (line: MovableLine, moved: MovedLine | null): number =>
  moved?.line.orderId === line.orderId ? drawnAt(moved.ticks, line.move.terms) : Number(line.price);
