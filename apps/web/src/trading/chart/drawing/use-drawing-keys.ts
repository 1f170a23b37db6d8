import { type RefObject, useEffect, useEffectEvent } from "react";
import type { DrawingTools } from "./use-drawing-tools.ts";

/**
 * Escape ends a tool or a selection, Delete removes the selected drawing, Ctrl+Z and Ctrl+Shift+Z undo and redo. Keys
 * belong to the chart that has the focus or the pointer, unless someone types or a dialog is open.
 */
export function useDrawingKeys(panel: RefObject<HTMLElement | null>, tools: DrawingTools): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isOurs(panel.current, event.target)) return;
    if (press(event, tools)) event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}

function isOurs(panel: HTMLElement | null, target: EventTarget | null): boolean {
  if (panel === null || document.querySelector("dialog[open]") !== null) return false;
  if (target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null)
    return false;
  return panel.matches(":hover") || panel.contains(document.activeElement);
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
