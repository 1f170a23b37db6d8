import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { useT } from "../../i18n/use-t.ts";
import { PANEL_WORDS } from "./panel-words.ts";
import { limitedSize, SIZES, type SizedPanel, sizeVariable } from "./terminal-layout.ts";

/** Pixels per press of an arrow key. */
const STEP = 16;

interface Props {
  readonly panel: SizedPanel;
  /** The chosen size in pixels; `undefined` for the default. */
  readonly size: number | undefined;
  readonly onResize: (panel: SizedPanel, size: number | undefined) => void;
}

/**
 * The border before a panel, which the mouse or the arrow keys move. While it is dragged, only a CSS variable of the
 * terminal changes. A double click returns to the default size.
 */
export function PanelResizer({ panel, size, onResize }: Props) {
  const t = useT();
  const handle = useRef<HTMLDivElement>(null);
  const drag = useRef<{ readonly from: number; readonly size: number; now: number }>(undefined);
  const [measured, setMeasured] = useState<number>();
  const isRow = panel === "records";
  useLayoutEffect(() => {
    const box = panelOf(handle.current, panel);
    if (box === null) return undefined;
    const observer = new ResizeObserver(() => setMeasured(sizeOf(box, panel)));
    observer.observe(box);
    return () => observer.disconnect();
  }, [panel]);
  const measure = (): number => sizeOf(panelOf(handle.current, panel), panel);
  const positionOf = (event: PointerEvent): number => (isRow ? event.clientY : event.clientX);
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const now = measure();
    drag.current = { from: positionOf(event), size: now, now };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const { current } = drag;
    if (current === undefined) return;
    current.now = limitedSize(panel, current.size + current.from - positionOf(event));
    event.currentTarget.parentElement?.style.setProperty(sizeVariable(panel), `${current.now}px`);
  };
  const onPointerUp = () => {
    const { current } = drag;
    drag.current = undefined;
    if (current !== undefined && current.now !== current.size) onResize(panel, current.now);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps = stepsOf(event.key, isRow);
    if (steps === 0) return;
    event.preventDefault();
    onResize(panel, limitedSize(panel, measure() + steps * STEP));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a separator that can be moved is no <hr>
    <div
      ref={handle}
      role="separator"
      tabIndex={0}
      className={`terminal-border of-${panel}`}
      aria-label={t("trade.resizePanel", { panel: t(PANEL_WORDS[panel]) })}
      aria-orientation={isRow ? "horizontal" : "vertical"}
      aria-valuemin={SIZES[panel][0]}
      aria-valuemax={SIZES[panel][1]}
      aria-valuenow={measured ?? size ?? SIZES[panel][0]}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onDoubleClick={() => onResize(panel, undefined)}
      onKeyDown={onKeyDown}
    />
  );
}

const panelOf = (handle: HTMLElement | null, panel: SizedPanel): Element | null =>
  handle?.parentElement?.querySelector(`.terminal-${panel}`) ?? null;

/** Returns the size of a panel as it is shown, in pixels. */
function sizeOf(box: Element | null, panel: SizedPanel): number {
  const { height, width } = box?.getBoundingClientRect() ?? {
    height: SIZES[panel][0],
    width: SIZES[panel][0],
  };
  return Math.round(panel === "records" ? height : width);
}

/** The panel is after its border, so it grows when the border moves left or up. */
function stepsOf(key: string, isRow: boolean): number {
  if (key === (isRow ? "ArrowUp" : "ArrowLeft")) return 1;
  if (key === (isRow ? "ArrowDown" : "ArrowRight")) return -1;
  return 0;
}
