import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { onceAMinute } from "../../kit/once-a-minute.ts";

const SYSTEM_LIMITS = "/proc/self/limits";
const OPEN_FILES = /^Max open files +([0-9]+)/m;
/** For the exchange's own files and connections: some 150 after a start, 300 were seen under load. */
const OWN_FILES = 512;
/** Where that many are not to be had clients get so much of what there is. */
const LEAST_SHARE = 0.25;

/** How many files this process may have open; undefined: this system does not say. */
export function openFilesLimit(): number | undefined {
  let text: string;
  try {
    text = readFileSync(SYSTEM_LIMITS, "utf8");
  } catch {
    return undefined;
  }
  const limit = OPEN_FILES.exec(text)?.[1];
  return limit === undefined ? undefined : Number(limit);
}

/** How many connections leave the exchange the files that it needs itself. */
export function connectionsWithin(openFiles: number): number {
  return Math.max(openFiles - OWN_FILES, Math.floor(openFiles * LEAST_SHARE));
}

/**
 * Turns connections away before they use up the files that the process may open: without one for its journal or its
 * database it would have to end.
 * @param warn told of the first one that is turned away, and of others at most once a minute
 */
export function boundConnections(
  server: Server,
  most: number,
  warn: (message: string) => void,
  nowMs: () => number = Date.now,
): void {
  server.maxConnections = most;
  const say = onceAMinute(warn, nowMs);
  server.on("drop", () =>
    say(
      `connections: ${most} are open, as many as the system's limit of open files leaves room for: new ones are turned away`,
    ),
  );
}
