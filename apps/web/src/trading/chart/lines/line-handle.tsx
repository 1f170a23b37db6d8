import { useFormats } from "@candor/ui/ui-context.tsx";
import type { Chart } from "klinecharts";
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useT } from "../../../i18n/use-t.ts";
import { priceText, readTicks } from "../../market/market-terms.ts";
import type { MovableLine } from "./drawn-line.ts";
import { areaOf, ticksAt } from "./pane.ts";
import type { LabelPlace } from "./place-labels.ts";
import type { MovingLines } from "./use-moving-lines.ts";

/** Pixels that a pointer moves before it drags. */
const SLACK = 3;
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

export interface LineHandleProps {
  readonly chart: Chart;
  readonly line: MovableLine;
  readonly moving: MovingLines;
  /** A sheet asks about a moved line. */
  readonly isAsking: boolean;
  /** Asks whether the line should move there. */
  readonly onDrop: (line: MovableLine, ticks: number) => void;
}

/**
 * The label of a line, by which it is dragged. With the keyboard, arrows move it and Enter drops it; Escape takes it back.
 */
export function LineHandle(props: LineHandleProps) {
  const { line } = props;
  const { orderId } = line;
  const { setPlace } = props.moving;
  const t = useT();
  const formats = useFormats();
  const handle = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    setPlace(orderId, (place) => placeHandle(handle.current, place));
    return () => setPlace(orderId, undefined);
  }, [orderId, setPlace]);
  const { ticks, isMoved, isDragging, events } = useLineGrip(props);
  const price = formats.decimal(priceText(ticks, line.move.terms));
  const looks = [
    "line-handle",
    ...(line.isPending === true ? ["is-pending"] : []),
    ...(isDragging ? ["is-dragging"] : []),
  ];
  return (
    <button
      ref={handle}
      type="button"
      className={looks.join(" ")}
      role="slider"
      aria-orientation="vertical"
      aria-label={t("lines.handle", { line: line.label })}
      aria-valuenow={ticks}
      aria-valuetext={price}
      title={t("lines.drag")}
      {...events}
    >
      {isMoved ? `${line.label} → ${price}` : line.label}
    </button>
  );
}

/** Follows the pointer or the keys. `ticks` is where the line is at present. */
function useLineGrip({ chart, line, moving, isAsking, onDrop }: LineHandleProps) {
  const { move, orderId } = line;
  const grip = useRef<{ readonly y: number; isDragging: boolean } | null>(null);
  const [isDragging, setDragging] = useState(false);
  const { moved, setMoved } = moving;
  const own = readTicks(line.price, move.terms) ?? 1;
  const ticks = moved?.line.orderId === orderId ? moved.ticks : own;
  const release = (): void => {
    grip.current = null;
    setDragging(false);
  };
  const giveBack = (): void => {
    release();
    setMoved(null);
  };
  const drop = (): void => {
    release();
    if (ticks === own) setMoved(null);
    else onDrop(line, ticks);
  };
  useEscape(isDragging, giveBack);
  const follow = (event: PointerEvent): void => {
    const area = areaOf(chart);
    const { current } = grip;
    if (current === null || area === undefined) return;
    if (!current.isDragging && Math.abs(event.clientY - current.y) < SLACK) return;
    current.isDragging = true;
    setDragging(true);
    const y = Math.min(Math.max(event.clientY, area.top), area.bottom) - area.top;
    const at = ticksAt(chart, y, move.terms);
    if (at !== undefined) setMoved({ line, ticks: at });
  };
  const press = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) setMoved({ line, ticks: Math.max(1, ticks + step) });
    else if (event.key === "Enter" || event.key === " ") drop();
    else if (event.key === "Escape" && moved !== null) giveBack();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const events = {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      grip.current = { y: event.clientY, isDragging: false };
    },
    onPointerMove: follow,
    onPointerUp: () => (grip.current?.isDragging === true ? drop() : release()),
    onPointerCancel: giveBack,
    onKeyDown: press,
    onBlur: () => {
      if (ticks !== own && !isDragging && !isAsking) giveBack();
    },
  };
  return { ticks, isMoved: ticks !== own, isDragging, events };
}

/** Moves a label without rendering: the chart is drawn many times a second. */
function placeHandle(handle: HTMLElement | null, place: LabelPlace | null): void {
  if (handle === null) return;
  handle.hidden = place === null;
  if (place === null) return;
  const { x, y, isRight } = place;
  handle.classList.toggle("is-right", isRight);
  handle.style.transform = `translate(${isRight ? -x : x}px, ${Math.round(y)}px) translateY(-50%)`;
}

function useEscape(isOn: boolean, act: () => void): void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: globalThis.KeyboardEvent): void => {
      if (event.key === "Escape") latest.current();
    };
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, [isOn]);
}
