import type { MessagePosition } from "./personal-messages.ts";

/** Newest first, ties by id descending, like all wire lists. */
export function byNewest(a: MessagePosition, b: MessagePosition): number {
  if (a.timeMs !== b.timeMs) return b.timeMs - a.timeMs;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

/** Whether a message comes after a position in that order. */
export function isAfter(message: MessagePosition, position: MessagePosition | undefined): boolean {
  return position === undefined || byNewest(position, message) < 0;
}
