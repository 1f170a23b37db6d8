import type { EventBatch } from "@candor/domain/engine-port";

/**
 * What became of a gateway's request with commands: where its commands are in the journal, or that they are not in it and
 * never will be. `unknown`: neither can be said, so the callers must repeat their calls with their keys.
 */
export type RelayedOutcome =
  | { readonly firstSeq: number; readonly commands: number }
  | "not-executed"
  | "unknown";

/**
 * What a leading core knows about requests and batches from before a gateway's link: so a request is executed once, whatever
 * broke in between, and a gateway continues its events without gap or duplicate.
 */
export interface RelayedRequests {
  /**
   * Returns the outcomes of a gateway's requests, in the order of `numbers`. Call it only when none of them can reach the
   * engine any more.
   * @param afterSeq the gateway has received all batches up to here, with the outcomes of its own requests in them
   */
  find(
    gatewayId: string,
    numbers: readonly number[],
    afterSeq: number | undefined,
  ): Promise<readonly RelayedOutcome[]>;

  /** Returns all batches after `seq` up to `lastSeq`, in order, or `too-old` if some of them are not retained any more. */
  batchesAfter(seq: number, lastSeq: number): Promise<readonly EventBatch[] | "too-old">;
}

/** For a core without a memory of other leaders: nothing is known of the time before its start. */
export const NOTHING_EARLIER: RelayedRequests = {
  find: (_gatewayId, numbers) => Promise.resolve(numbers.map(() => "unknown")),
  batchesAfter: (seq, lastSeq) => Promise.resolve(seq === lastSeq ? [] : "too-old"),
};
