import { MINER_CAUSES, MINER_RELEASE_REASONS } from "./enumerations.ts";
import { EVENT, KIND_RANGE } from "./event-record.ts";
import type { EventWriter } from "./event-writer.ts";
import type { MinerChanged } from "./mining-events.ts";

/** A machine's event in binary: numbers alone, in this order. Enumerations travel as their index. */
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

/** Appends a machine's event. */
export function writeMinerChanged(out: EventWriter, event: Omit<MinerChanged, "kind">): void {
  const numbers = MINER.map((field) => {
    const value = event[field];
    return typeof value === "string" ? (WORDS[field] as readonly string[]).indexOf(value) : value;
  });
  out.numbers(EVENT.minerChanged, numbers);
}

/** Decodes the record at `at`; undefined: it is none of these. */
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
