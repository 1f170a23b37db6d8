import type { EngineRequest } from "../runtime/engine-messages.ts";
import type { Waiting } from "../runtime/request-queue.ts";

/** The callers of one request. */
export interface SplitWaiting {
  readonly commands: readonly Waiting[];
  readonly queries: readonly Waiting[];
}

/**
 * Divides those who wait among the requests that they were sent with.
 * @param waiting in the order of their calls: as many as the requests have commands and queries
 */
export function splitWaiting(
  waiting: readonly Waiting[],
  requests: readonly EngineRequest[],
): readonly SplitWaiting[] {
  let at = 0;
  const next = (count: number): readonly Waiting[] => {
    at += count;
    return waiting.slice(at - count, at);
  };
  const split = requests.map(({ commands, queries }) => {
    const ofCommands: Waiting[] = [];
    const ofQueries: Waiting[] = [];
    let before = 0;
    for (const { after } of queries) {
      ofCommands.push(...next(after - before));
      ofQueries.push(...next(1));
      before = after;
    }
    ofCommands.push(...next(commands - before));
    return { commands: ofCommands, queries: ofQueries };
  });
  if (at !== waiting.length) throw new Error(`${waiting.length} callers wait for ${at} results`);
  return split;
}
