import { readFileSync } from "node:fs";
import type { Server } from "node:net";
import { onceAMinute } from "../../kit/limits/once-a-minute.ts";

const SYSTEM_LIMITS = "/proc/self/limits";
const OPEN_FILES = /^Max open files +([0-9]+)/m;
/** Reserved for the exchange's own files and connections: about 150 after a start, 300 seen under load. */
const OWN_FILES = 512;
/** Minimum share for clients when the limit is too low to reserve that many. */
const MIN_CLIENT_SHARE = 0.25;

/** Returns how many files this process may have open, or `undefined` if the system does not report it. */
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

/** Returns how many connections can be accepted while keeping enough file descriptors for the exchange itself. */
export function connectionsWithin(openFiles: number): number {
  return Math.max(openFiles - OWN_FILES, Math.floor(openFiles * MIN_CLIENT_SHARE));
}

/**
 * Rejects connections before they use up the process's file descriptors: without one for its journal or database the
 * process would have to exit.
 * @param warn called for the first rejection, and at most once a minute after that
 */
export function limitConnections(
  server: Server,
  most: number,
  warn: (message: string) => void,
  nowMs: () => number = Date.now,
): void {
  server.maxConnections = most;
  const say = onceAMinute(warn, nowMs);
  server.on("drop", () =>
    say(
      `connections: ${most} are open, the maximum within the system's limit of open files: rejecting new ones`,
    ),
  );
}
