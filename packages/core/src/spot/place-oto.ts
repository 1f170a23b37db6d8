import type { PlaceOto, SpotOrder } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { divideFloor } from "@candor/money/integer";
import { KEY_CODES, packCodes, withRareTerms } from "../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { BUY, CODES, GROUP_ID } from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { neededUnits, openOrder, rejectsAmount, rejectsLimit } from "../orders/order-checks.ts";
import { emitOrder } from "../orders/order-life.ts";
import { Ticket } from "../orders/ticket.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { TRADING } from "../state/market/market.ts";
import {
  ACCEPTED,
  hasLimitPrice,
  LIMIT,
  NO_REASON,
  PENDING,
  POST_ONLY,
  packTerms,
  typeIndex,
  withStatus,
} from "../state/orders/order-codes.ts";
import { haveOtherSeq, isAnyBound } from "./leg-keys.ts";
import { areOpposite, mayBeInList, readLeg } from "./legs.ts";

const working = scratch(new Ticket());
const pendings = [scratch(new Ticket()), scratch(new Ticket())] as const;

/** The lowest bits of a number that do not fit the others, and the shift past a price or quantity: see describeOto. */
const LOW = 2 ** 22;
const HIGH = 2 ** 9;
const WORD = 2 ** 31;

/**
 * Places a limit order with the next id, which is also the list's number, and one or two pending orders with the ids
 * after it. Only the first needs money: the pending ones are paid when they are activated (activatePending). Their
 * triggers may be reached meanwhile. Rejections as in placeOrder; the first order's are checked last.
 */
export function placeOto(state: ExchangeState, command: PlaceOto): void {
  const { userId, key } = command;
  const orders = [command.working, ...command.pending];
  if (!hasForm(command, orders)) return state.reject("trade.invalidParameters");
  const tickets = [working, ...pendings.slice(0, command.pending.length)];
  if (
    !tickets.every((ticket, at) => ticket.readSpot(state, orders[at] as SpotOrder) && isWanted(state, ticket))
  )
    return state.reject("trade.invalidParameters");
  if (!areList(state, command, tickets)) return state.reject("trade.invalidParameters");
  const { market, side, priceTicks, quantityLots } = working;
  const legKeys = orders.map((order) => order.key);
  describeOto(state, tickets);
  if (haveOtherSeq(state, userId, key, legKeys)) return state.reject("request.keyConflict");
  if (isAnsweredByKey(state, userId, key)) return;
  if (isAnyBound(state, userId, legKeys)) return state.reject("request.keyConflict");
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  if (tickets.some((ticket) => rejectsAmount(state, ticket) || rejectsLimit(state, ticket))) return;
  if (state.orders.countOf(userId) + tickets.length > LIMITS.maxOpenOrdersPerUser)
    return state.reject("trade.tooManyOrders", LIMITS.maxOpenOrdersPerUser);
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  if (working.timeInForce === POST_ONLY && market.book.wouldTake(side, priceTicks))
    return state.reject("trade.wouldTake");
  const needed = neededUnits(state, working);
  const asset = side === BUY ? market.quoteAsset : market.baseAsset;
  const account = state.ledger.account(userId, COIN, asset);
  const available = state.ledger.available(account);
  if (needed > available) return state.reject("trade.insufficientBalance", available, asset);

  // Nothing below may fail.
  const first = state.orders.lastOrderId + 1;
  const slots = tickets.map((ticket, at) => openMember(state, ticket, legKeys[at] as string, first));
  bindKey(state, userId, key, first);
  for (const [at, legKey] of legKeys.entries()) bindKey(state, userId, legKey, first + at);
  state.ledger.hold(account, needed);
  for (const slot of slots) emitOrder(state, slot, ACCEPTED, NO_REASON, 0);
  executeOrder(state, market, slots[0] as number, needed, quantityLots);
}

/** Checks what concerns the orders together, and their keys. */
function hasForm({ userId, marketId, key, pending }: PlaceOto, orders: readonly SpotOrder[]): boolean {
  const keys = [key, ...orders.map((order) => order.key)];
  const haveKeys = keys.every((each) => each !== "" && isKey(each)) && new Set(keys).size === keys.length;
  return (
    (pending.length === 1 || pending.length === pendings.length) &&
    orders.every((order) => order.userId === userId && order.marketId === marketId) &&
    new Set(orders.map(({ selfTrade }) => selfTrade)).size === 1 &&
    orders.every(({ selfTrade }) => selfTrade !== "decrement") &&
    (haveKeys || keys.every((each) => each === ""))
  );
}

/** Orders of a list have a quantity. */
function isWanted(state: ExchangeState, { type, quantityLots }: Ticket): boolean {
  return mayBeInList(state, type) && quantityLots > 0 && quantityLots < WORD;
}

/** Whether the first is a limit order, and two pending ones can cancel each other. */
function areList(
  state: ExchangeState,
  { pending }: PlaceOto,
  [first, above, below]: readonly Ticket[],
): boolean {
  if (first?.type !== LIMIT || above === undefined) return false;
  if (below === undefined) return true;
  const [upper, lower] = pending.map((order) =>
    readLeg(hasForce(state, order) ? order : { ...order, timeInForce: "gtc" }),
  );
  return (
    above.side === below.side &&
    above.quantityLots === below.quantityLots &&
    upper !== undefined &&
    lower !== undefined &&
    areOpposite(above.side, upper, lower)
  );
}

/** Whether the order's time in force is one to check: it has a limit price, and is not post-only, as a limit leg may be. */
function hasForce(state: ExchangeState, { type, timeInForce }: SpotOrder): boolean {
  const mayRest = state.rules >= RULES.postOnlyLegs && type === "limit" && timeInForce === "post-only";
  return hasLimitPrice(typeIndex(type)) && !mayRest;
}

/**
 * Describes the list for its key. Prices and quantities take at most 31 bits. Four of them fit into a number each; the
 * other three are split: 22 bits above three of those, the rest above the fourth and in the codes.
 */
function describeOto(state: ExchangeState, [first, one, two]: readonly Ticket[]): void {
  if (first === undefined || one === undefined) return;
  const firstStop = one.stopTicks;
  const secondPrice = two?.priceTicks ?? 0;
  const secondStop = two?.stopTicks ?? 0;
  const low = (ticks: number) => (ticks % LOW) * WORD;
  const high = (ticks: number) => divideFloor(ticks, LOW);
  describe(
    state,
    packCodes(
      KEY_CODES["place-oto"],
      first.market.id,
      first.side * 2 + one.side,
      first.timeInForce,
      first.selfTrade,
      one.type,
      two === undefined ? 0 : two.type + 1,
      one.timeInForce,
      (two?.timeInForce ?? 0) * HIGH + high(firstStop),
    ),
    withRareTerms(
      first.quantityLots + low(firstStop),
      first.visibleLots,
      one.visibleLots,
      two?.visibleLots ?? 0,
      one.trailingPpm,
      two?.trailingPpm ?? 0,
    ),
    one.quantityLots + low(secondPrice),
    first.priceTicks + low(secondStop),
    one.priceTicks + (high(secondPrice) * HIGH + high(secondStop)) * WORD,
  );
}

/** Opens an order of the list whose first order has this id; all others are pending. */
function openMember(state: ExchangeState, ticket: Ticket, key: string, first: number): number {
  const { orders } = state;
  const label = state.users.isLabelled(ticket.userId);
  const terms = packTerms(ticket.side, ticket.type, ticket.timeInForce, ticket.selfTrade, label);
  const slot = openOrder(state, ticket, key, terms);
  const { slab } = orders;
  slab.extend(slot);
  slab.moreNumbers[(slot >> 1) + GROUP_ID] = 0 - first;
  if (orders.lastOrderId > first)
    slab.ints[slot + CODES] = withStatus(slab.ints[slot + CODES] as number, PENDING);
  return slot;
}
