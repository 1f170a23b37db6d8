import { FUND_RECORD_KINDS } from "@candor/domain/enumerations";
import {
  LEVER_CAUSES,
  LEVER_LIQUIDATION_METHODS,
  LEVER_STATUSES,
  type LeverCause,
  type LeverChanged,
  type LeverEvent,
  type LeverLiquidated,
  type LeverPosted,
  type LeverState,
  LOAN_KINDS,
  type LoanChanged,
} from "@candor/domain/events/lever-events";
import { EVENT, KIND_RANGE } from "./event-record.ts";
import type { EventWriter } from "./event-writer.ts";

/** Margin trading events in binary: numbers in the order of the names below. */
const CHANGED = [
  "cause",
  "userId",
  "marketId",
  "status",
  "baseAvailableUnits",
  "baseFrozenUnits",
  "baseDebtUnits",
  "baseInterestUnits",
  "quoteAvailableUnits",
  "quoteFrozenUnits",
  "quoteDebtUnits",
  "quoteInterestUnits",
  "liquidationTicks",
  "updatedAtMs",
] as const satisfies readonly (keyof LeverChanged)[];

const POSTED = [
  "userId",
  "marketId",
  "assetId",
  "amountUnits",
  "afterUnits",
  "record",
  "refId",
] as const satisfies readonly (keyof LeverPosted)[];

const LOAN = [
  "loanId",
  "loanKind",
  "userId",
  "marketId",
  "assetId",
  "amountUnits",
  "interestUnits",
  "chargedUnits",
  "hourlyPpm",
  "hours",
  "debtUnits",
  "owedInterestUnits",
] as const satisfies readonly (keyof LoanChanged)[];

const LIQUIDATED = [
  "liquidationId",
  "method",
  "userId",
  "marketId",
  "indexE8",
  "indexTicks",
  "baseUnits",
  "quoteUnits",
  "baseOwedUnits",
  "quoteOwedUnits",
  "levelE4",
  "orderId",
  "closedLots",
  "closedQuoteUnits",
  "feeUnits",
  "baseRepaidUnits",
  "quoteRepaidUnits",
  "baseFundUnits",
  "quoteFundUnits",
  "baseLossUnits",
  "quoteLossUnits",
  "baseLeftUnits",
  "quoteLeftUnits",
] as const satisfies readonly (keyof LeverLiquidated)[];

/** Enumeration fields and their values. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  cause: LEVER_CAUSES,
  status: LEVER_STATUSES,
  record: FUND_RECORD_KINDS,
  loanKind: LOAN_KINDS,
  method: LEVER_LIQUIDATION_METHODS,
};

const FIELDS: Readonly<Record<number, readonly string[]>> = {
  [EVENT.leverChanged]: CHANGED,
  [EVENT.leverPosted]: POSTED,
  [EVENT.loanChanged]: LOAN,
  [EVENT.leverLiquidated]: LIQUIDATED,
};

const NUMBERS: Readonly<Record<Exclude<LeverEvent["kind"], "lever-listed">, number>> = {
  "lever-changed": EVENT.leverChanged,
  "lever-posted": EVENT.leverPosted,
  "loan-changed": EVENT.loanChanged,
  "lever-liquidated": EVENT.leverLiquidated,
};
const KINDS = Object.fromEntries(Object.entries(NUMBERS).map(([kind, number]) => [number, kind]));

/** Appends an account's new state, the only margin event that most commands emit. */
export function writeLeverChanged(out: EventWriter, cause: LeverCause, state: LeverState): void {
  out.numbers(EVENT.leverChanged, [
    LEVER_CAUSES.indexOf(cause),
    state.userId,
    state.marketId,
    LEVER_STATUSES.indexOf(state.status),
    state.baseAvailableUnits,
    state.baseFrozenUnits,
    state.baseDebtUnits,
    state.baseInterestUnits,
    state.quoteAvailableUnits,
    state.quoteFrozenUnits,
    state.quoteDebtUnits,
    state.quoteInterestUnits,
    state.liquidationTicks,
    state.updatedAtMs,
  ]);
}

/** Appends a ledger entry of a margin account. */
export function writeLeverPosted(out: EventWriter, entry: Omit<LeverPosted, "kind">): void {
  out.numbers(EVENT.leverPosted, [
    entry.userId,
    entry.marketId,
    entry.assetId,
    entry.amountUnits,
    entry.afterUnits,
    FUND_RECORD_KINDS.indexOf(entry.record),
    entry.refId,
  ]);
}

/** Appends any other numeric event. The two above are frequent and written out for speed. */
export function writeLeverEvent(
  out: EventWriter,
  event: Exclude<LeverEvent, { readonly kind: "lever-listed" | "lever-changed" | "lever-posted" }>,
): void {
  const number = NUMBERS[event.kind];
  const values = event as unknown as Readonly<Record<string, string | number>>;
  out.numbers(
    number,
    (FIELDS[number] as readonly string[]).map((field) => {
      const value = values[field] as string | number;
      return typeof value === "string" ? (WORDS[field] as readonly string[]).indexOf(value) : value;
    }),
  );
}

/** Decodes the record at `at`; undefined for other kinds. */
export function decodeLeverEvent(words: Float64Array, at: number): LeverEvent | undefined {
  const number = (words[at] as number) % KIND_RANGE;
  const fields = FIELDS[number];
  if (fields === undefined) return undefined;
  const event: Record<string, unknown> = { kind: KINDS[number] };
  fields.forEach((field, index) => {
    const value = words[at + 1 + index] as number;
    const names = WORDS[field];
    if (names !== undefined && names[value] === undefined)
      throw new RangeError(`unknown ${field} ${value} in an event`);
    event[field] = names === undefined ? value : names[value];
  });
  return event as unknown as LeverEvent;
}
