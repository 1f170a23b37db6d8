import { DIRECTIONS, OPTION_CAUSES, OPTION_STATUSES } from "@candor/domain/enumerations";
import type {
  OptionChanged,
  OptionEvent,
  OptionState,
  OptionTicked,
  TickSource,
} from "@candor/domain/events/option-events";
import type { PriceE8 } from "@candor/money/brand";
import { EVENT, KIND_RANGE } from "./event-record.ts";
import type { EventWriter } from "./event-writer.ts";

/**
 * Timed option events in binary: numbers in the order of the names below, enumerations as indexes, a tick's sources
 * after its fields, the key as text at the end.
 */
const OPTION = [
  "optionId",
  "userId",
  "marketId",
  "direction",
  "status",
  "stakeUnits",
  "payoutPpm",
  "incomeUnits",
  "durationSeconds",
  "acceptedSeq",
  "acceptedAtMs",
  "expiresAtMs",
  "strikeE8",
  "strikeSeq",
  "strikeAtMs",
  "sellE8",
  "tickCount",
  "firstTickSeq",
  "lastTickSeq",
  "payoutUnits",
] as const satisfies readonly (keyof OptionState)[];

const WORDS: Readonly<Record<string, readonly string[]>> = {
  direction: DIRECTIONS,
  status: OPTION_STATUSES,
};
const CAUSE_AT = OPTION.length + 1;
/** Source, price, time, usage. */
const SOURCE_WORDS = 4;
/** How a source is used. Before version 3 of the rules only the first two. */
const UNUSED = 0;
const USED = 1;
const STALE = 2;
const AGREEING = 3;
const OUTLIER = 4;

/** Appends in the order of OPTION; written out because V8 would look up each name in a loop. */
export function writeOptionChanged(out: EventWriter, cause: number, state: OptionState): void {
  const numbers = [
    state.optionId,
    state.userId,
    state.marketId,
    DIRECTIONS.indexOf(state.direction),
    OPTION_STATUSES.indexOf(state.status),
    state.stakeUnits,
    state.payoutPpm,
    state.incomeUnits,
    state.durationSeconds,
    state.acceptedSeq,
    state.acceptedAtMs,
    state.expiresAtMs,
    state.strikeE8,
    state.strikeSeq,
    state.strikeAtMs,
    state.sellE8,
    state.tickCount,
    state.firstTickSeq,
    state.lastTickSeq,
    state.payoutUnits,
    cause,
  ];
  out.numbersWithText(EVENT.optionChanged, numbers, state.key);
}

export function writeOptionTicked(
  out: EventWriter,
  marketId: number,
  priceE8: number,
  sources: readonly TickSource[],
): void {
  const numbers = [marketId, priceE8];
  for (const source of sources)
    numbers.push(source.sourceId, source.priceE8, source.observedAtMs, useOf(source));
  out.numbers(EVENT.optionTicked, numbers);
}

function useOf({ isUsed, isOutlier }: TickSource): number {
  if (isOutlier === undefined) return isUsed ? USED : UNUSED;
  if (isOutlier) return OUTLIER;
  return isUsed ? AGREEING : STALE;
}

function decodeUse(use: number): Pick<TickSource, "isUsed" | "isOutlier"> {
  if (use === USED || use === UNUSED) return { isUsed: use === USED };
  return { isUsed: use === AGREEING, isOutlier: use === OUTLIER };
}

/** Decodes the record at `at`; undefined for other kinds. `readText` as in event-reader.ts. */
export function decodeOptionEvent(
  words: Float64Array,
  at: number,
  readText: (at: number, byteLength: number) => string,
): OptionEvent | undefined {
  const head = words[at] as number;
  const kind = head % KIND_RANGE;
  if (kind === EVENT.optionTermsSet)
    return { kind: "option-terms-set", terms: JSON.parse(readText(at + 3, words[at + 2] as number)) };
  if (kind === EVENT.optionTicked) return decodeTick(words, at, (head - kind) / KIND_RANGE);
  if (kind !== EVENT.optionChanged) return undefined;
  const event: Record<string, unknown> = { kind: "option-changed" };
  OPTION.forEach((field, index) => {
    const value = words[at + 1 + index] as number;
    event[field] = WORDS[field] === undefined ? value : named(WORDS[field], value, field);
  });
  event["cause"] = named(OPTION_CAUSES, words[at + CAUSE_AT] as number, "cause");
  event["key"] = readText(at + CAUSE_AT + 2, words[at + CAUSE_AT + 1] as number);
  return event as unknown as OptionChanged;
}

function decodeTick(words: Float64Array, at: number, length: number): OptionTicked {
  const sources: TickSource[] = [];
  for (let place = at + 3; place < at + length; place += SOURCE_WORDS)
    sources.push({
      sourceId: words[place] as number,
      priceE8: words[place + 1] as PriceE8,
      observedAtMs: words[place + 2] as number,
      ...decodeUse(words[place + 3] as number),
    });
  return {
    kind: "option-ticked",
    marketId: words[at + 1] as number,
    priceE8: words[at + 2] as PriceE8,
    sources,
  };
}

function named(list: readonly string[], index: number, what: string): string {
  const value = list[index];
  if (value === undefined) throw new RangeError(`unknown ${what} ${index} in an option event`);
  return value;
}
