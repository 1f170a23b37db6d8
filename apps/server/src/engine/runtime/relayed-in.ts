import type { EngineRequest, RelayedEntry } from "./engine-messages.ts";

const NONE = {};

/**
 * Returns what the journal stores next to the frame of these requests: which gateway sent which of its commands. Nothing
 * for requests of this process.
 */
export function relayedIn(
  requests: readonly EngineRequest[],
  firstSeq: number,
): { readonly relayed?: readonly RelayedEntry[] } {
  let relayed: RelayedEntry[] | undefined;
  let seq = firstSeq;
  for (const { origin, commands } of requests) {
    if (origin !== undefined && commands > 0) {
      relayed ??= [];
      relayed.push([...origin, seq, commands]);
    }
    seq += commands;
  }
  return relayed === undefined ? NONE : { relayed };
}
