import type { KeyboardEvent } from "react";

const NEXT = new Set(["ArrowRight", "ArrowDown"]);
const PREVIOUS = new Set(["ArrowLeft", "ArrowUp"]);

/**
 * Arrow keys, Home and End move through a group's choices; only the selected one is in the tab order. With `chooses`,
 * moving to a choice also selects it.
 */
export function moveFocus(event: KeyboardEvent<HTMLElement>, selector: string, chooses = true): void {
  const choices = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = choices.indexOf(document.activeElement as HTMLElement);
  if (at < 0) return;
  let to: number;
  if (NEXT.has(event.key)) to = (at + 1) % choices.length;
  else if (PREVIOUS.has(event.key)) to = (at - 1 + choices.length) % choices.length;
  else if (event.key === "Home") to = 0;
  else if (event.key === "End") to = choices.length - 1;
  else return;
  event.preventDefault();
  choices[to]?.focus();
  if (chooses) choices[to]?.click();
}
