import { MINER_CAUSES, MINER_RELEASE_REASONS } from "@candor/domain/enumerations";
import type { MinerChanged } from "@candor/domain/events/mining-events";
import { EVENT, KIND_RANGE } from "./event-record.ts";
import type { EventWriter } from "./event-writer.ts";

/** A machine's event in binary: numbers in this order. Enumerations are stored as indexes. */
const MINER = [
  "cause",
  "minerId",
  "userId",
  "planId",
  "assetId",
  "priceUnits",
  "totalOutputUnits",
  "durationDays",
  "refundPpm",
  "hashRateGhs",
  "boughtAtMs",
  "claimedUnits",
  "releaseReason",
  "incomeUnits",
  "refundUnits",
] as const satisfies readonly (keyof MinerChanged)[];

const WORDS: Readonly<Record<string, readonly string[]>> = {
  cause: MINER_CAUSES,
  releaseReason: MINER_RELEASE_REASONS,
};

/** Appends a machine's event in the order of MINER, written out for speed. */
export function writeMinerChanged(out: EventWriter, event: Omit<MinerChanged, "kind">): void {
  out.numbers(EVENT.minerChanged, [
    MINER_CAUSES.indexOf(event.cause),
    event.minerId,
    event.userId,
    event.planId,
    event.assetId,
    event.priceUnits,
    event.totalOutputUnits,
    event.durationDays,
    event.refundPpm,
    event.hashRateGhs,
    event.boughtAtMs,
    event.claimedUnits,
    MINER_RELEASE_REASONS.indexOf(event.releaseReason),
    event.incomeUnits,
    event.refundUnits,
  ]);
}

/** Decodes the record at `at`; undefined for other kinds. */
export function decodeMinerChanged(words: Float64Array, at: number): MinerChanged | undefined {
  if ((words[at] as number) % KIND_RANGE !== EVENT.minerChanged) return undefined;
  const found: Record<string, unknown> = { kind: "miner-changed" };
  MINER.forEach((field, index) => {
    const value = words[at + 1 + index] as number;
    const names = WORDS[field];
    if (names !== undefined && names[value] === undefined)
      throw new RangeError(`unknown ${field} ${value} in an event`);
    found[field] = names === undefined ? value : names[value];
  });
  return found as unknown as MinerChanged;
}
