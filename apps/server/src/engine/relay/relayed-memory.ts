import type { EventBatch } from "@candor/domain/engine-port";
import { BoundedMap } from "../../kit/bounded-map.ts";
import type { RelayedOutcome, RelayedRequests } from "./relayed-requests.ts";
import type { RetainedBatches } from "./retained-batches.ts";

/** Gateways remembered after their link ended; the oldest is evicted. */
const MAX_GATEWAYS = 256;

/** Requests of one gateway that it may still ask about. */
interface Remembered {
  /** Requests up to here may have been executed before this memory began. */
  readonly earlierUpTo: number;
  readonly executed: Map<number, { readonly firstSeq: number; readonly commands: number }>;
}

/** What this core has executed for gateways since it began to lead, and the newest batches. */
export class RelayedMemory implements RelayedRequests {
  private readonly retained: RetainedBatches;
  private readonly earlier: RelayedRequests;
  private readonly gateways = new BoundedMap<string, Remembered>(MAX_GATEWAYS);

  /** @param earlier answers for the time before */
  constructor(retained: RetainedBatches, earlier: RelayedRequests) {
    this.retained = retained;
    this.earlier = earlier;
  }

  /**
   * Begins to remember a gateway's requests, unless it is known.
   * @param sentUpTo the last request that it has sent to this or another core
   */
  admit(gatewayId: string, sentUpTo: number): void {
    const known = this.gateways.get(gatewayId);
    this.gateways.set(gatewayId, known ?? { earlierUpTo: sentUpTo, executed: new Map() });
  }

  note(gatewayId: string, number: number, firstSeq: number, commands: number): void {
    this.gateways.get(gatewayId)?.executed.set(number, { firstSeq, commands });
  }

  /** The gateway has received the results of its requests up to this number. */
  forget(gatewayId: string, received: number): void {
    const executed = this.gateways.get(gatewayId)?.executed ?? new Map<number, never>();
    for (const number of executed.keys()) {
      if (number > received) return;
      executed.delete(number);
    }
  }

  async find(
    gatewayId: string,
    numbers: readonly number[],
    afterSeq: number | undefined,
  ): Promise<readonly RelayedOutcome[]> {
    const known = this.gateways.get(gatewayId);
    if (known === undefined) return await this.earlier.find(gatewayId, numbers, afterSeq);
    const isEarlier = (number: number) => number <= known.earlierUpTo && !known.executed.has(number);
    const asked = numbers.filter(isEarlier);
    const outcomes = asked.length === 0 ? [] : await this.earlier.find(gatewayId, asked, afterSeq);
    const earlier = new Map(asked.map((number, at) => [number, outcomes[at]]));
    return numbers.map((number) =>
      earlier.has(number)
        ? (earlier.get(number) ?? "unknown")
        : (known.executed.get(number) ?? "not-executed"),
    );
  }

  async batchesAfter(seq: number, lastSeq: number): Promise<readonly EventBatch[] | "too-old"> {
    const { retained } = this;
    if (seq > lastSeq || lastSeq > retained.lastSeq) return "too-old";
    const first = Math.max(seq, retained.afterSeq);
    const earlier = seq < first ? await this.earlier.batchesAfter(seq, first) : [];
    const own = retained.after(first);
    if (earlier === "too-old" || own === undefined) return "too-old";
    return [...earlier, ...own.filter((batch) => batch.lastSeq <= lastSeq)];
  }
}
