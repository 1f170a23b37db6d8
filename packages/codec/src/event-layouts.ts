import { COMMAND_KINDS } from "@candor/domain/commands/commands";
import {
  ACCOUNT_ROLES,
  FREEZABLE_WALLETS,
  FUND_RECORD_KINDS,
  MARKET_STATUSES,
  ORDER_CAUSES,
  ORDER_REASONS,
  ORDER_STATUSES,
  ORDER_TYPES,
  POSITION_LEGS,
  PRODUCTS,
  SELF_TRADE_MODES,
  SIDES,
  STATUS_REASONS,
  TIMES_IN_FORCE,
  TRIGGER_BYS,
  WALLETS,
  WITHDRAWAL_STATUSES,
} from "@candor/domain/enumerations";
import { ERRORS, type ErrorName, errorIndex } from "@candor/domain/errors/errors";
import type { ExchangeEvent, OrderChanged, TradeMade } from "@candor/domain/events/events";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import { CONTRACT_LAYOUTS } from "./contract-layouts.ts";
import { EVENT, type EventName, type EventOf } from "./event-record.ts";
import { LEVER_LAYOUTS } from "./lever-layouts.ts";
import { OPERATOR_LAYOUTS } from "./operator-layouts.ts";
import { OPTION_LAYOUTS } from "./option-layouts.ts";
import { PRODUCT_LAYOUTS } from "./product-layouts.ts";
import {
  ascii,
  bit,
  bitsOf,
  enumOf,
  flag,
  int,
  json,
  lots,
  optional,
  optionalBitsOf,
  packed,
  ppm,
  priceE8,
  text,
  three,
  ticks,
  units,
  type WordField,
} from "./record-fields.ts";
import { type RecordLayout, type RecordSink, record } from "./record-layout.ts";

/** 0: accepted; otherwise one more than the error's number. */
const error: WordField<ErrorName | undefined> = {
  form: "word",
  decode: (word) => (word === 0 ? undefined : nameOfError(word - 1)),
  encode: (name) => (name === undefined ? 0 : errorIndex(name) + 1),
};

function nameOfError(index: number): ErrorName {
  const found = ERRORS[index];
  if (found === undefined) throw new RangeError(`unknown error ${index} in an event`);
  return found.name;
}

/** As packOrderCodes and withContractTerms pack them. */
const orderCodes = packed<
  Pick<
    OrderChanged,
    | "cause"
    | "product"
    | "leg"
    | "side"
    | "type"
    | "timeInForce"
    | "selfTrade"
    | "status"
    | "reason"
    | "labelled"
    | "reduceOnly"
    | "triggerBy"
  >
>({
  cause: bitsOf(ORDER_CAUSES, 0, 4),
  product: bitsOf(PRODUCTS, 4, 2),
  leg: optionalBitsOf(POSITION_LEGS, 6, 2),
  side: bitsOf(SIDES, 8, 1),
  type: bitsOf(ORDER_TYPES, 9, 4),
  timeInForce: bitsOf(TIMES_IN_FORCE, 13, 3),
  selfTrade: bitsOf(SELF_TRADE_MODES, 16, 3),
  status: bitsOf(ORDER_STATUSES, 19, 4),
  reason: bitsOf(ORDER_REASONS, 23, 5),
  labelled: bit(28),
  reduceOnly: bit(29),
  triggerBy: bitsOf(TRIGGER_BYS, 30, 2),
});

/** As sideFlags packs them. */
const makerFlags = packed<Pick<TradeMade, "makerLabelled" | "makerLever">>({
  makerLabelled: bit(0),
  makerLever: bit(1),
});
const takerFlags = packed<Pick<TradeMade, "takerLabelled" | "takerLever">>({
  takerLabelled: bit(0),
  takerLever: bit(1),
});

/**
 * Every kind of event with the layout of its records: see record-layout.ts. That each has the type of its event in
 * `@candor/domain` is checked here by the compiler. Frequent records are written by the methods of EventWriter, field by
 * field; event-layouts.test.ts compares them with these layouts.
 */
export const LAYOUT = {
  executed: record(EVENT.executed, "executed", {
    seq: int,
    timeMs: int,
    command: enumOf(COMMAND_KINDS),
    userId: int,
    error,
    params: three,
    replayedSeq: int,
  }),
  orderChanged: record(EVENT.orderChanged, "order-changed", {
    codes: orderCodes,
    orderId: int,
    userId: int,
    marketId: int,
    quantityLots: lots,
    quoteUnits: units,
    priceTicks: ticks,
    stopTicks: ticks,
    trailingPpm: ppm,
    groupId: int,
    executedLots: lots,
    executedQuoteUnits: units,
    feeUnits: units,
    createdAtMs: int,
    updatedAtMs: int,
    releasedUnits: units,
    key: ascii,
  }),
  tradeMade: record(EVENT.tradeMade, "trade-made", {
    tradeId: int,
    marketId: int,
    priceTicks: ticks,
    quantityLots: lots,
    quoteUnits: units,
    takerSide: enumOf(SIDES),
    makerOrderId: int,
    takerOrderId: int,
    makerUserId: int,
    takerUserId: int,
    makerFeeUnits: units,
    takerFeeUnits: units,
    makerFlags,
    takerFlags,
    makerBaseAfter: units,
    makerQuoteAfter: units,
    takerBaseAfter: units,
    takerQuoteAfter: units,
    marketTradeId: optional(int),
    aggregateId: optional(int),
  }),
  matchPrevented: record(EVENT.matchPrevented, "match-prevented", {
    matchId: int,
    marketId: int,
    userId: int,
    takerOrderId: int,
    makerOrderId: int,
    priceTicks: ticks,
    takerLots: lots,
    makerLots: lots,
    selfTrade: enumOf(SELF_TRADE_MODES),
  }),
  orderModified: record(EVENT.orderModified, "order-modified", {
    orderId: int,
    marketId: int,
    userId: int,
    priceBeforeTicks: ticks,
    priceAfterTicks: ticks,
    lotsBefore: lots,
    lotsAfter: lots,
    modifyId: int,
  }),
  balanceChanged: record(EVENT.balanceChanged, "balance-changed", {
    userId: int,
    wallet: enumOf(WALLETS),
    assetId: int,
    availableUnits: units,
    frozenUnits: units,
  }),
  fundsPosted: record(EVENT.fundsPosted, "funds-posted", {
    userId: int,
    wallet: enumOf(WALLETS),
    assetId: int,
    amountUnits: units,
    afterUnits: units,
    record: enumOf(FUND_RECORD_KINDS),
    refId: int,
  }),
  levelChanged: record(EVENT.levelChanged, "level-changed", {
    marketId: int,
    side: enumOf(SIDES),
    priceTicks: ticks,
    totalLots: lots,
  }),
  indexChanged: record(EVENT.indexChanged, "index-changed", { marketId: int, priceE8, freshSources: int }),
  /** Before version 3 of the rules it had no reason. */
  marketStatusChanged: record(EVENT.marketStatusChanged, "market-status-changed", {
    marketId: int,
    status: enumOf(MARKET_STATUSES),
    reason: optional(enumOf(STATUS_REASONS)),
  }),
  accountOpened: record(EVENT.accountOpened, "account-opened", { userId: int, role: enumOf(ACCOUNT_ROLES) }),
  assetListed: record(EVENT.assetListed, "asset-listed", { assetId: int, asset: json<AssetSpec>() }),
  marketListed: record(EVENT.marketListed, "market-listed", {
    marketId: int,
    market: json<SpotMarketSpec>(),
  }),
  depositCredited: record(EVENT.depositCredited, "deposit-credited", {
    depositId: int,
    userId: int,
    assetId: int,
    chainIndex: int,
    amountUnits: units,
    logIndex: int,
    txHash: text,
  }),
  withdrawalChanged: record(EVENT.withdrawalChanged, "withdrawal-changed", {
    withdrawalId: int,
    userId: int,
    assetId: int,
    chainIndex: int,
    amountUnits: units,
    feeUnits: units,
    status: enumOf(WITHDRAWAL_STATUSES),
    needsReview: flag,
    createdAtMs: int,
    updatedAtMs: int,
    address: text,
    txHash: text,
    reason: text,
    holdReason: text,
  }),
  accountFrozen: record(EVENT.accountFrozen, "account-frozen", {
    userId: int,
    wallet: enumOf(FREEZABLE_WALLETS),
    isFrozen: flag,
  }),
  ...CONTRACT_LAYOUTS,
  ...LEVER_LAYOUTS,
  ...OPTION_LAYOUTS,
  ...PRODUCT_LAYOUTS,
  ...OPERATOR_LAYOUTS,
} as const satisfies { readonly [Name in EventName]: RecordLayout<EventOf<Name>> };

/** By their number. */
export const LAYOUTS: readonly RecordLayout<EventOf<EventName>>[] = Object.values(
  LAYOUT as unknown as Record<EventName, RecordLayout<EventOf<EventName>>>,
).sort((a, b) => a.kind - b.kind);

const BY_NAME = new Map(LAYOUTS.map((layout) => [layout.name, layout]));

/**
 * Appends any event by its layout.
 * @internal
 */
export function writeEvent(out: RecordSink, event: ExchangeEvent): void {
  (BY_NAME.get(event.kind) as RecordLayout<ExchangeEvent>).write(out, event);
}
