import type { EventBatch } from "@candor/domain/engine-port";
import type { DatabaseReader } from "../../kit/journal-database/database-reader.ts";
import type { RelayedOutcome, RelayedRequests } from "./relayed-requests.ts";
import type { RetainedBatches } from "./retained-batches.ts";

/**
 * What a core that has taken over remembers of the time before: requests from the journal's database, where earlier leaders
 * noted them next to their frames, and batches from its time as a standby. Earlier leaders can add nothing any more.
 */
export class JournaledRequests implements RelayedRequests {
  private readonly reader: Pick<DatabaseReader, "relayedAfter">;
  private readonly retained: RetainedBatches;

  constructor(reader: Pick<DatabaseReader, "relayedAfter">, retained: RetainedBatches) {
    this.reader = reader;
    this.retained = retained;
  }

  async find(
    gatewayId: string,
    numbers: readonly number[],
    afterSeq: number | undefined,
  ): Promise<readonly RelayedOutcome[]> {
    // A gateway that has missed no batch up to here has the outcomes of everything before.
    if (afterSeq === undefined) return numbers.map(() => "unknown");
    const executed = new Map(
      (await this.reader.relayedAfter(gatewayId, afterSeq)).map(({ number, firstSeq, commands }) => [
        number,
        { firstSeq, commands },
      ]),
    );
    return numbers.map((number) => executed.get(number) ?? "not-executed");
  }

  batchesAfter(seq: number, lastSeq: number): Promise<readonly EventBatch[] | "too-old"> {
    const batches = lastSeq <= this.retained.lastSeq ? this.retained.after(seq) : undefined;
    return Promise.resolve(batches?.filter((batch) => batch.lastSeq <= lastSeq) ?? "too-old");
  }
}
