import { rmSync, statSync } from "node:fs";
import path from "node:path";
import { SnapshotStore, snapshotFile } from "@candor/journal/snapshot-store";
import { exchangeHome } from "../runtime/exchange-home.ts";
import { readSkips } from "../runtime/skip-list.ts";

/** Clocks of two machines may differ by as much. A snapshot that is dropped without need only makes a start slower. */
const CLOCK_MARGIN_MS = 60_000;

/**
 * Drops snapshots of a copied home that contain what a journaled command did, if operators decided on another machine that
 * it is skipped. Call it when the decisions are in the home. @returns the files dropped
 */
export function dropUnskipped(home: string): readonly string[] {
  const directories = exchangeHome(home);
  const journaled = readSkips(directories).all.filter(({ source }) => source === "journal");
  if (journaled.length === 0) return [];
  const isUnskipped = (seq: number, madeMs: number): boolean =>
    journaled.some((skip) => seq >= skip.seq && madeMs < skip.decidedAtMs + CLOCK_MARGIN_MS);
  const dropped: string[] = [];
  for (const seq of new SnapshotStore(directories.snapshotDirectory).sequenceNumbers()) {
    const file = path.join(directories.snapshotDirectory, snapshotFile(seq));
    if (!isUnskipped(seq, statSync(file).mtimeMs)) continue;
    rmSync(file);
    dropped.push(file);
  }
  return dropped;
}
