import { DIRECTIONS, OPTION_CAUSES, OPTION_STATUSES } from "@candor/domain/enumerations";
import type { TickSource } from "@candor/domain/events/option-events";
import type { OptionTerms } from "@candor/domain/specs/option-terms";
import { EVENT } from "./event-record.ts";
import { ascii, enumOf, int, json, priceE8, rest, spread, units, unused } from "./record-fields.ts";
import { record, row } from "./record-layout.ts";

/** How a source is used: before version 3 of the rules the first two, then the others. */
const UNUSED = 0;
const USED = 1;
const STALE = 2;
const AGREEING = 3;
const OUTLIER = 4;

type Use = Pick<TickSource, "isUsed" | "isOutlier">;

function useOf({ isUsed, isOutlier }: Use): number {
  if (isOutlier === undefined) return isUsed ? USED : UNUSED;
  if (isOutlier) return OUTLIER;
  return isUsed ? AGREEING : STALE;
}

function decodeUse(use: number): Use {
  if (use === USED || use === UNUSED) return { isUsed: use === USED };
  return { isUsed: use === AGREEING, isOutlier: use === OUTLIER };
}

export const OPTION_LAYOUTS = {
  optionTermsSet: record(EVENT.optionTermsSet, "option-terms-set", { unused, terms: json<OptionTerms>() }),
  optionTicked: record(EVENT.optionTicked, "option-ticked", {
    marketId: int,
    priceE8,
    sources: rest(row({ sourceId: int, priceE8, observedAtMs: int, use: spread(decodeUse, useOf) })),
  }),
  optionChanged: record(EVENT.optionChanged, "option-changed", {
    optionId: int,
    userId: int,
    marketId: int,
    direction: enumOf(DIRECTIONS),
    status: enumOf(OPTION_STATUSES),
    stakeUnits: units,
    payoutPpm: int,
    incomeUnits: units,
    durationSeconds: int,
    acceptedSeq: int,
    acceptedAtMs: int,
    expiresAtMs: int,
    strikeE8: priceE8,
    strikeSeq: int,
    strikeAtMs: int,
    sellE8: priceE8,
    tickCount: int,
    firstTickSeq: int,
    lastTickSeq: int,
    payoutUnits: units,
    cause: enumOf(OPTION_CAUSES),
    key: ascii,
  }),
} as const;
