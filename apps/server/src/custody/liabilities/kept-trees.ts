import type { PublishedTree } from "./published-tree.ts";

const HOUR_MS = 60 * 60_000;
/** One day. */
export const KEPT_HOURS = 24;

/**
 * Returns the trees that still serve leaves, oldest first: every tree of the last hour, and the newest of each hour
 * before, so that early trees for new users do not push out the day. The roots of all trees stay in the audit log.
 */
export function keptTrees(trees: readonly PublishedTree[], nowMs: number): PublishedTree[] {
  const hours = new Set<number>();
  const kept: PublishedTree[] = [];
  for (const tree of trees.toReversed()) {
    const hour = Math.floor(tree.madeAtMs / HOUR_MS);
    const isLastOfHour = !hours.has(hour);
    if (isLastOfHour && hours.size === KEPT_HOURS) break;
    hours.add(hour);
    if (isLastOfHour || tree.madeAtMs > nowMs - HOUR_MS) kept.push(tree);
  }
  return kept.reverse();
}
