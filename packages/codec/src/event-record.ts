import type { ExchangeEvent } from "@candor/domain/events/events";

type CamelCase<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;

type EventsByName = {
  readonly [Kind in ExchangeEvent["kind"] as CamelCase<Kind>]: Extract<
    ExchangeEvent,
    { readonly kind: Kind }
  >;
};

/** The kinds of events as names: `leverChanged` of "lever-changed". */
export type EventName = keyof EventsByName;
export type EventOf<Name extends EventName> = EventsByName[Name];

/**
 * Events in binary: records of 64-bit words in one Float64Array, each value a safe integer. The first word of a record
 * is `kind + 64 × length in words`; enumerations are stored as indexes; strings as their byte length followed by UTF-8
 * bytes in whole words. The layout of each kind is in event-layouts.ts. The numbers are append-only.
 */
export const EVENT = {
  executed: 0,
  orderChanged: 1,
  tradeMade: 2,
  balanceChanged: 3,
  fundsPosted: 4,
  levelChanged: 5,
  indexChanged: 6,
  marketStatusChanged: 7,
  accountOpened: 8,
  assetListed: 9,
  marketListed: 10,
  depositCredited: 11,
  withdrawalChanged: 12,
  contractListed: 13,
  positionChanged: 14,
  markChanged: 15,
  fundingSettled: 16,
  fundingPaid: 17,
  fundingClosed: 18,
  liquidationStep: 19,
  accountFrozen: 20,
  poolEndowed: 21,
  miningPlanChanged: 22,
  minerChanged: 23,
  optionTermsSet: 24,
  optionTicked: 25,
  optionChanged: 26,
  leverListed: 27,
  leverChanged: 28,
  leverPosted: 29,
  loanChanged: 30,
  leverLiquidated: 31,
  converted: 32,
  inviterSet: 33,
  referralRateSet: 34,
  referralPaid: 35,
  balanceCorrected: 36,
  marketFeesSet: 37,
  settingChanged: 38,
  fundingTermsSet: 39,
  settingAnnounced: 40,
  announcementEnded: 41,
  matchPrevented: 42,
  orderModified: 43,
} as const satisfies Readonly<Record<EventName, number>>;

/** The first word of a record is `kind + KIND_RANGE × length in words`. */
export const KIND_RANGE = 64;
/** Words of an order event before its key. */
export const ORDER_WORDS = 18;

if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1)
  throw new Error("Candor requires a little-endian machine");

/** Where the leg of a position starts in the word of its margin mode. */
export const LEG_SHIFT = 2;

/** Bits only used by contract orders: two between product and side, the others above packOrderCodes; they can make the word negative. */
const ORDER_LEG_SHIFT = 6;
const REDUCE_ONLY_SHIFT = 29;
const TRIGGER_BY_SHIFT = 30;

/**
 * Adds the fields only used by contract orders. `triggerBy`: index into TRIGGER_BYS. `leg`: one more than the index into
 * POSITION_LEGS; 0 in one-way mode.
 */
export function withContractTerms(codes: number, reduceOnly: boolean, triggerBy: number, leg = 0): number {
  const reduces = (reduceOnly ? 1 : 0) << REDUCE_ONLY_SHIFT;
  return codes | reduces | (triggerBy << TRIGGER_BY_SHIFT) | (leg << ORDER_LEG_SHIFT);
}

/** The leg of a contract order, as in withContractTerms. */
export function legOf(codes: number): number {
  return (codes >> ORDER_LEG_SHIFT) & 3;
}

/** Whether the codes are of a labeled account's order. */
export function isLabeledOrder(codes: number): boolean {
  return ((codes >> 28) & 1) === 1;
}

export function isReduceOnly(codes: number): boolean {
  return ((codes >> REDUCE_ONLY_SHIFT) & 1) === 1;
}

/** Returns an index into TRIGGER_BYS. */
export function triggerByOf(codes: number): number {
  return (codes >> TRIGGER_BY_SHIFT) & 3;
}

/** Packs the order's enumerations into one word of 29 bits. Arguments are indexes into the lists of enumerations.ts. */
export function packOrderCodes(
  cause: number,
  product: number,
  side: number,
  type: number,
  timeInForce: number,
  selfTrade: number,
  status: number,
  reason: number,
  labelled: number,
): number {
  return (
    cause |
    (product << 4) |
    (side << 8) |
    (type << 9) |
    (timeInForce << 13) |
    (selfTrade << 16) |
    (status << 19) |
    (reason << 23) |
    (labelled << 28)
  );
}

/** Derives a trade event's flags for one side from its order's codes: bit 0 labeled, bit 1 margin. */
export function sideFlags(codes: number): number {
  // The product starts at bit 4; its lowest bit is set only for margin orders.
  return ((codes >> 28) & 1) | ((codes >> 3) & 2);
}

export function isLabelledSide(flags: number): boolean {
  return (flags & 1) === 1;
}

export function isLeverSide(flags: number): boolean {
  return (flags & 2) === 2;
}
