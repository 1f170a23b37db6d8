import { exchangeHome } from "../runtime/exchange-home.ts";
import { DIVERGES } from "../runtime/frame-replay.ts";
import { readSkips } from "../runtime/skip-list.ts";
import { readStop, type Stop } from "../runtime/stop-file.ts";

/** Exit code of a server that stopped in front of a command. A supervisor must not start it again. */
export const EXIT_STOPPED = 3;

/** The exchange stopped in front of a command that it cannot execute, and nobody has decided what to do. */
export class StoppedCommandError extends Error {
  constructor(stop: Stop) {
    super(stopAdvice(stop));
    this.name = "StoppedCommandError";
  }
}

/** Says what stopped the exchange and what to do. */
export function stopAdvice({ source, message, atMs }: Stop): string {
  const next =
    source === "offered"
      ? "Nothing of it was acknowledged. Install a version that executes it and run npm run operator -- stopped retry"
      : "Start the version that executed it";
  return (
    `The exchange stopped in front of a command at ${new Date(atMs).toISOString()}: ${message}. ${next}, ` +
    "or let two operators decide that it is never executed: npm run operator -- stopped skip. " +
    "See docs/recovery.md#a-command-that-cannot-be-executed"
  );
}

/**
 * Returns what to do about an error with which the engine ended, if another start would end with it again; undefined
 * otherwise. Errors of the engine's thread arrive by their messages only.
 */
export function adviceAfter(home: string, error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const stop = readStop(exchangeHome(home));
  if (stop !== undefined && error.message.includes(stop.message)) return stopAdvice(stop);
  return error.message.includes(DIVERGES)
    ? `${error.message}. This version executes the history differently: start the version that wrote it. See docs/recovery.md`
    : undefined;
}

/**
 * Throws StoppedCommandError if the exchange stopped in front of a command that is not in its journal: clients repeat
 * it, and it would stop the exchange again.
 */
export function assertNotStopped(home: string): void {
  const directories = exchangeHome(home);
  const stop = readStop(directories);
  if (stop?.source !== "offered") return;
  if (!readSkips(directories).all.some(({ sha256 }) => sha256 === stop.sha256))
    throw new StoppedCommandError(stop);
}
