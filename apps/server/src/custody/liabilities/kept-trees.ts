import type { PublishedTree } from "./published-tree.ts";

const HOUR_MS = 60 * 60_000;
/** A day of them. */
export const KEPT_HOURS = 24;

/**
 * Those of which leaves can still be asked for, of all that are, oldest first: of the last hour each, and of each hour before
 * the newest, so that trees made early for new users do not push out the day. The roots of all stay in the audit log.
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
