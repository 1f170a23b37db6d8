import type { OpenOption } from "./open-option.ts";

/**
 * Open options of one market by expiry, then by id, as a binary heap. The first is available at once; adding and
 * removing cost O(log n).
 */
export class ExpiryHeap {
  private readonly items: OpenOption[] = [];

  get size(): number {
    return this.items.length;
  }

  /** The option that expires first; undefined if there is none. */
  get first(): OpenOption | undefined {
    return this.items[0];
  }

  push(option: OpenOption): void {
    const { items } = this;
    let at = items.length;
    items.push(option);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = items[above] as OpenOption;
      if (!isBefore(option, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = option;
  }

  /** Removes the first option, and those behind it that ended before their expiry: the first is always open. */
  shift(): void {
    do this.removeFirst();
    while (this.first?.status === "void");
  }

  /** Call when an option ended before its expiry. */
  dropEnded(): void {
    if (this.first?.status === "void") this.shift();
  }

  private removeFirst(): void {
    const { items } = this;
    const last = items.pop();
    if (last === undefined || items.length === 0) return;
    let at = 0;
    for (;;) {
      let below = at * 2 + 1;
      if (below >= items.length) break;
      const right = items[below + 1];
      if (right !== undefined && isBefore(right, items[below] as OpenOption)) below++;
      const child = items[below] as OpenOption;
      if (!isBefore(child, last)) break;
      items[at] = child;
      at = below;
    }
    items[at] = last;
  }
}

function isBefore(one: OpenOption, other: OpenOption): boolean {
  if (one.expiresAtMs !== other.expiresAtMs) return one.expiresAtMs < other.expiresAtMs;
  return one.optionId < other.optionId;
}
