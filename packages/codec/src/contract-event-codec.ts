import { LIQUIDATION_METHODS, MARGIN_MODES, POSITION_CAUSES, TRIGGER_BYS } from "@candor/domain/enumerations";
import type {
  AccountPosition,
  ContractEvent,
  ForcedFill,
  FundingSettled,
  LiquidationStep,
  MarkChanged,
  PositionChanged,
} from "@candor/domain/events/contract-events";
import { EVENT, KIND_RANGE } from "./event-record.ts";
import type { EventWriter } from "./event-writer.ts";

/**
 * Contract events in binary: numbers in the order of the names below. Enumerations are stored as indexes; funding
 * samples, an account's positions (preceded by their number) and forced fills follow the fixed fields.
 */
const POSITION = [
  "cause",
  "positionId",
  "userId",
  "marketId",
  "lots",
  "entryCostUnits",
  "marginUnits",
  "orderMarginUnits",
  "marginMode",
  "leverage",
  "realizedUnits",
  "fundingPaidUnits",
  "takeProfitTicks",
  "stopLossTicks",
  "triggerBy",
  "liquidationTicks",
  "openedAtMs",
  "updatedAtMs",
] as const satisfies readonly (keyof PositionChanged)[];

const MARK = [
  "marketId",
  "markTicks",
  "indexE8",
  "fundingTermE8",
  "basisTermE8",
  "lastTermE8",
  "lastFundingPpm",
  "expectedFundingPpm",
  "nextFundingAtMs",
  "openInterestLots",
] as const satisfies readonly (keyof MarkChanged)[];

const SETTLED = [
  "marketId",
  "round",
  "ratePpm",
  "premiumPpm",
  "interestPpm",
  "capPpm",
  "markTicks",
  "indexE8",
  "dueAtMs",
] as const satisfies readonly (keyof FundingSettled)[];

const PAID = [
  "fundingId",
  "marketId",
  "round",
  "userId",
  "lots",
  "ratePpm",
  "markTicks",
  "amountUnits",
  "missingUnits",
] as const;

const CLOSED = ["marketId", "round", "remainderUnits"] as const;

const STEP = [
  "liquidationId",
  "method",
  "userId",
  "marketId",
  "positionId",
  "marginMode",
  "lots",
  "entryCostUnits",
  "marginUnits",
  "equityUnits",
  "maintenanceUnits",
  "walletUnits",
  "tier",
  "markTicks",
  "indexE8",
  "fundingTermE8",
  "basisTermE8",
  "lastTermE8",
  "closedLots",
  "closedQuoteUnits",
  "priceTicks",
  "feeUnits",
  "lossUnits",
  "fundUnits",
  "fundLots",
  "fundEntryCostUnits",
  "orderId",
  "counterpartyUserId",
  "counterpartyRealizedUnits",
] as const satisfies readonly (keyof LiquidationStep)[];

const ACCOUNT_POSITION = [
  "marketId",
  "marginMode",
  "lots",
  "entryCostUnits",
  "marginUnits",
  "markTicks",
  "indexE8",
  "fundingTermE8",
  "basisTermE8",
  "lastTermE8",
] as const satisfies readonly (keyof AccountPosition)[];

const FORCED_FILL = [
  "tradeId",
  "realizedUnits",
  "feeUnits",
  "lossUnits",
] as const satisfies readonly (keyof ForcedFill)[];

/** Enumeration fields and their values. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  cause: POSITION_CAUSES,
  marginMode: MARGIN_MODES,
  triggerBy: TRIGGER_BYS,
  method: LIQUIDATION_METHODS,
};

const FIELDS: Readonly<Record<number, readonly string[]>> = {
  [EVENT.positionChanged]: POSITION,
  [EVENT.markChanged]: MARK,
  [EVENT.fundingSettled]: SETTLED,
  [EVENT.fundingPaid]: PAID,
  [EVENT.fundingClosed]: CLOSED,
  [EVENT.liquidationStep]: STEP,
};

const NUMBERS: Readonly<Record<Exclude<ContractEvent["kind"], "contract-listed">, number>> = {
  "position-changed": EVENT.positionChanged,
  "mark-changed": EVENT.markChanged,
  "funding-settled": EVENT.fundingSettled,
  "funding-paid": EVENT.fundingPaid,
  "funding-closed": EVENT.fundingClosed,
  "liquidation-step": EVENT.liquidationStep,
};
const KINDS = Object.fromEntries(Object.entries(NUMBERS).map(([kind, number]) => [number, kind]));

/** Appends a purely numeric contract event. */
export function writeContractEvent(
  out: EventWriter,
  event: Exclude<ContractEvent, { readonly kind: "contract-listed" }>,
): void {
  const number = NUMBERS[event.kind];
  const numbers = numbersOf(event, FIELDS[number] as readonly string[]);
  if (event.kind === "funding-settled") numbers.push(...event.samplesPpm);
  if (event.kind === "liquidation-step") {
    numbers.push(event.positions.length);
    for (const position of event.positions) numbers.push(...numbersOf(position, ACCOUNT_POSITION));
    for (const fill of event.fills) numbers.push(...numbersOf(fill, FORCED_FILL));
  }
  out.numbers(number, numbers);
}

/** Decodes the record at `at`; undefined for other kinds. */
export function decodeContractEvent(words: Float64Array, at: number): ContractEvent | undefined {
  const head = words[at] as number;
  const number = head % KIND_RANGE;
  const fields = FIELDS[number];
  if (fields === undefined) return undefined;
  const event: Record<string, unknown> = { kind: KINDS[number], ...readFields(words, at + 1, fields) };
  const rest = at + 1 + fields.length;
  const end = at + (head - number) / KIND_RANGE;
  if (number === EVENT.fundingSettled) event["samplesPpm"] = [...words.subarray(rest, end)];
  if (number === EVENT.liquidationStep) {
    const fillsAt = rest + 1 + (words[rest] as number) * ACCOUNT_POSITION.length;
    event["positions"] = readRows(words, rest + 1, fillsAt, ACCOUNT_POSITION);
    event["fills"] = readRows(words, fillsAt, end, FORCED_FILL);
  }
  return event as unknown as ContractEvent;
}

function numbersOf(values: object, fields: readonly string[]): number[] {
  return fields.map((field) => {
    const value = (values as Readonly<Record<string, string | number>>)[field] as string | number;
    return typeof value === "string" ? (WORDS[field] as readonly string[]).indexOf(value) : value;
  });
}

function readRows(
  words: Float64Array,
  from: number,
  end: number,
  fields: readonly string[],
): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  for (let at = from; at < end; at += fields.length) rows.push(readFields(words, at, fields));
  return rows;
}

function readFields(words: Float64Array, at: number, fields: readonly string[]): Record<string, unknown> {
  const found: Record<string, unknown> = {};
  fields.forEach((field, index) => {
    const value = words[at + index] as number;
    const names = WORDS[field];
    if (names !== undefined && names[value] === undefined)
      throw new RangeError(`unknown ${field} ${value} in an event`);
    found[field] = names === undefined ? value : names[value];
  });
  return found;
}
