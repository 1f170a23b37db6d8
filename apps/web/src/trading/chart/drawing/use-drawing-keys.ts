import { type RefObject, useEffect, useEffectEvent } from "react";
import { stepOfKey } from "./key-steps.ts";
import type { DrawingTools } from "./use-drawing-tools.ts";

/**
 * Escape ends a tool or a selection, Delete removes the selected drawing, Ctrl+Z and Ctrl+Shift+Z undo and redo. Arrows move
 * the pointer of a tool, or the selected drawing or its anchor, and Enter sets it, while the chart itself has the focus. Keys
 * belong to the chart that has the focus or the pointer, unless someone types or a dialog is open.
 */
export function useDrawingKeys(panel: RefObject<HTMLElement | null>, tools: DrawingTools): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOurs(panel.current, event.target)) return;
    if (!(isOnChart() && draw(event, tools)) && !press(event, tools)) return;
    event.preventDefault();
    // The library scrolls and zooms with arrow keys.
    event.stopPropagation();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener("keydown", listener, true);
    return () => document.removeEventListener("keydown", listener, true);
  }, []);
}

function isOurs(panel: HTMLElement | null, target: EventTarget | null): boolean {
  if (panel === null || document.querySelector("dialog[open]") !== null) return false;
  if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null)
    return false;
  return panel.matches(":hover") || panel.contains(document.activeElement);
}

/** Whether the focus is on the canvas, or nowhere: buttons, sliders and colors have arrow keys of their own. */
function isOnChart(): boolean {
  const focused = document.activeElement;
  return focused === null || focused === document.body || focused.matches(".candles [role=application]");
}

/** Draws with arrows and Enter. Returns whether the key meant something. */
function draw(
  { key, shiftKey, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent,
  tools: DrawingTools,
): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  if (key === "Enter") return tools.keyboard.enter();
  const step = stepOfKey(key, shiftKey);
  return step !== undefined && tools.keyboard.move(step, repeat);
}

/** Returns whether the key meant something. */
function press(event: KeyboardEvent, tools: DrawingTools): boolean {
  const { tool, selected, actions } = tools;
  if (event.key === "Escape") {
    if (tool === null && selected === null) return false;
    tools.setTool(null);
    tools.select(null);
    return true;
  }
  if ((event.key === "Delete" || event.key === "Backspace") && selected !== null) {
    tools.removeSelected();
    return true;
  }
  if (!event.ctrlKey && !event.metaKey) return false;
  const key = event.key.toLowerCase();
  const step =
    key === "y" || (key === "z" && event.shiftKey) ? actions.redo : key === "z" ? actions.undo : undefined;
  step?.();
  return step !== undefined;
}
