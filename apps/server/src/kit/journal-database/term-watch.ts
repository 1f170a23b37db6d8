import { setTimeout as sleep } from "node:timers/promises";
import { FencedError } from "./database-errors.ts";
import type { DatabaseSettings } from "./database-settings.ts";
import { byHistory, HostProbes, type HostState } from "./host-probes.ts";
import { writerName } from "./schema.ts";
import { monotonicMs, type WriterState } from "./writer-messages.ts";

const LOOK_EVERY_MS = 500;
/** A request that takes longer is shown with its reason. */
const SLOW_MS = 1_000;

export interface TermWatchOptions {
  readonly database: DatabaseSettings;
  readonly term: number;
  /** Name of the node. */
  readonly name: string;
  /** How long the present request has taken; 0 for none. */
  readonly busyMs: () => number;
  /** Called after each look that found a primary with this term, with the times at which it began. */
  readonly onLed: (clockMs: number, monotonicMs: bigint) => void;
  readonly onState: (state: WriterState) => void;
  /** Called at each look at which the present request waits for a lock, with the sessions that hold one. */
  readonly onLocked: (holders: string) => void;
  /** Called once when another process leads. */
  readonly onFenced: (error: FencedError) => void;
}

/**
 * Looks at the leader's term twice a second, on connections of its own: a leader that writes nothing, because it was
 * stopped for a while or nobody trades, would otherwise never notice that another one has taken over.
 */
export async function watchTerm(
  { database, term, name, busyMs, onLed, onState, onLocked, onFenced }: TermWatchOptions,
  signal: AbortSignal,
): Promise<void> {
  const probes = new HostProbes(database.url, writerName(term, name));
  signal.addEventListener("abort", () => probes.close());
  for (;;) {
    // The term has just begun at the first look.
    await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    const clockMs = Date.now();
    const monotonic = monotonicMs();
    const primary = newestPrimary(await probes.look());
    if (signal.aborted) return;
    if (primary !== undefined && primary.term > term) {
      onFenced(new FencedError(`term ${primary.term} has begun, this was ${term}`));
      return;
    }
    if (primary?.term === term) onLed(clockMs, monotonic);
    onState(stateOf(primary, busyMs()));
    if (primary?.lockHolders !== undefined && busyMs() >= SLOW_MS) onLocked(primary.lockHolders);
  }
}

function newestPrimary(states: readonly HostState[]): HostState | undefined {
  return states
    .filter(({ isPrimary }) => isPrimary)
    .sort(byHistory)
    .at(-1);
}

function stateOf(primary: HostState | undefined, busyMs: number): WriterState {
  if (primary === undefined) return "no primary database";
  if (busyMs < SLOW_MS) return "ready";
  return primary.waitsForStandby ? "waiting for a standby" : "writing";
}
