import { LEVER_EFFECTS, type PlaceLeverOrder } from "@candor/domain/commands/lever-commands";
import { KEY_CODES, packCodes } from "../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { BUY, EFFECT, HELD_UNITS, MARGIN } from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { neededUnits, openOrder, rejectsAmount, rejectsCount, rejectsPrice } from "../orders/order-checks.ts";
import { emitOrder, queueTrigger } from "../orders/order-life.ts";
import { Ticket } from "../orders/ticket.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { BASE, type LeverPair, QUOTE } from "../state/leverage/lever-pair.ts";
import { EFFECT_BORROW } from "../state/leverage/leverage-state.ts";
import { WALK_BOOK_EMPTY, WALK_PRICE } from "../state/market/book-walk.ts";
import { TRADING } from "../state/market/market.ts";
import {
  ACCEPTED,
  DECREMENT,
  FOK,
  GTC,
  isOnlySpot,
  LIMIT,
  MARKET,
  NO_REASON,
  POST_ONLY,
  packLeverTerms,
} from "../state/orders/order-codes.ts";
import { type BorrowLimit, borrowLimit } from "./borrow-limit.ts";
import { chargeHours, lend } from "./loans.ts";
import { meanTicks, rejectsRuin } from "./ruinous-price.ts";

const ticket = scratch(new Ticket());

/**
 * Places a margin order: a spot order paid from the user's margin account of the market. Rejections, in this order:
 * trade.invalidParameters, request.keyConflict, trade.marketUnavailable, trade.amountError, trade.priceOutOfBand,
 * trade.triggerPrice, trade.tooManyOrders, account.coinFrozen, trade.wouldTake, lever.borrowLimit, lever.poolEmpty,
 * trade.insufficientBalance, trade.priceOutOfBand again (a price that would ruin the account).
 */
export function placeLeverOrder(state: ExchangeState, command: PlaceLeverOrder): void {
  const { userId, key } = command;
  const pair = state.markets[command.marketId]?.lever;
  const effect = LEVER_EFFECTS.indexOf(command.effect);
  const isStep = command.leverage === 0 || pair?.spec.leverages.includes(command.leverage) === true;
  if (
    pair === undefined ||
    effect < 0 ||
    !isStep ||
    !ticket.read(state, command) ||
    ticket.selfTrade === DECREMENT ||
    isOnlySpot(ticket.type)
  )
    return state.reject("trade.invalidParameters");
  describeOrder(state, ticket, effect, command.leverage);
  if (isAnsweredByKey(state, userId, key)) return;
  const { leverage } = command;
  placeTicket(
    state,
    pair,
    ticket,
    { effect, mayBorrow: effect === EFFECT_BORROW, leverage, key },
    NOTHING_FREED,
  );
}

/** What a margin order has in addition to its ticket. */
interface LeverTerms {
  readonly effect: number;
  readonly mayBorrow: boolean;
  readonly leverage: number;
  readonly key: string;
}

/** What the end of another order of the same account frees for a new one. */
export interface FreedMargin {
  /** The account that the other order's hold is in, and the hold. */
  readonly account: number;
  readonly units: number;
  readonly orders: number;
  /** Ends the other order. */
  readonly end: () => void;
}

const NOTHING_FREED: FreedMargin = { account: -1, units: 0, orders: 0, end: () => undefined };

/** Places an order that is read and described. Its checks count what is freed, which ends if it is accepted. */
export function placeTicket(
  state: ExchangeState,
  pair: LeverPair,
  ticket: Ticket,
  { effect, mayBorrow, leverage, key }: LeverTerms,
  freed: FreedMargin,
): void {
  const { market, side, userId } = ticket;
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  if (rejectsAmount(state, ticket) || rejectsPrice(state, ticket)) return;
  if (rejectsCount(state, ticket, freed.orders)) return;
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  if (ticket.timeInForce === POST_ONLY && market.book.wouldTake(side, ticket.priceTicks))
    return state.reject("trade.wouldTake");
  const coin = side === BUY ? QUOTE : BASE;
  const account = pair.find(userId);
  if (account !== undefined) chargeHours(state, account);
  const expected = expectedOf(state, ticket);
  const { needed } = expected;
  // Money reserved for a liquidation cannot pay for orders.
  const isHeld = account === undefined || account.liquidationId > 0;
  const available = isHeld ? 0 : availableTo(state, account.coins[coin], freed);
  const missing = Math.max(0, needed - available);
  const asset = pair.assetOf(coin);
  if (missing > 0 && mayBorrow) {
    const room = borrowLimit(state, pair, account, coin, leverage);
    if (rejectsLoan(state, room, missing, asset)) return;
  } else if (missing > 0) {
    return state.reject("trade.insufficientBalance", available, asset);
  }
  // Without money, only an order of zero lots would remain, which is not allowed.
  if (account === undefined) return state.reject("trade.insufficientBalance", 0, asset);
  const ticks = meanTicks(account, side, expected.lots, expected.quoteUnits);
  if (rejectsRuin(state, account, side, ticks, missing)) return;

  // Nothing below may fail.
  freed.end();
  const lots = ticket.quoteUnits > 0 ? state.walk.lots : ticket.quantityLots;
  const isLabelled = state.users.isLabelled(userId);
  if (missing > 0) lend(state, account, coin, missing);
  const codes = packLeverTerms(side, ticket.type, ticket.timeInForce, ticket.selfTrade, isLabelled);
  const slot = openOrder(state, ticket, key, codes);
  const { slab } = state.orders;
  const { moreInts } = slab;
  slab.extend(slot);
  moreInts[slot + MARGIN] = account.margin;
  moreInts[slot + EFFECT] = effect;
  bindKey(state, userId, key, state.orders.lastOrderId);
  if (needed > 0) state.ledger.hold(account.coins[coin], needed);
  emitOrder(state, slot, ACCEPTED, NO_REASON, 0);
  if (ticket.type === LIMIT || ticket.type === MARKET) executeOrder(state, market, slot, needed, lots);
  else {
    if (side === BUY && ticket.priceTicks === 0) slab.moreNumbers[(slot >> 1) + HELD_UNITS] = needed;
    queueTrigger(state, market, slot);
  }
}

const availableTo = (state: ExchangeState, account: number, freed: FreedMargin): number =>
  state.ledger.available(account) + (account === freed.account ? freed.units : 0);

function describeOrder(state: ExchangeState, ticket: Ticket, effect: number, leverage: number): void {
  const { market, side, type, timeInForce, selfTrade } = ticket;
  describe(
    state,
    packCodes(
      KEY_CODES["place-lever-order"],
      market.id,
      side,
      type,
      timeInForce,
      selfTrade,
      effect,
      leverage,
    ),
    ticket.quoteUnits,
    ticket.quantityLots,
    // An order has either a price or a trailing rate, never both; its type determines which.
    ticket.priceTicks + ticket.trailingPpm,
    ticket.stopTicks,
  );
}

function rejectsLoan(state: ExchangeState, room: BorrowLimit, missing: number, asset: number): boolean {
  if (missing > room.limitUnits) {
    state.reject("lever.borrowLimit", room.limitUnits, asset);
    return true;
  }
  if (missing > room.poolUnits) {
    state.reject("lever.poolEmpty");
    return true;
  }
  return false;
}

/** The money and lots that an accepted order amounts to. */
interface Expected {
  /** The amount to freeze, in the coin that it pays with. */
  readonly needed: number;
  /** The lots that execute or rest, and their value. Zero for a stop, until it triggers. */
  readonly lots: number;
  readonly quoteUnits: number;
}

/**
 * Estimates an order. A limit order counts its immediate fills at the book's prices and its resting part at its own
 * price, so that nothing is borrowed unnecessarily.
 */
function expectedOf(state: ExchangeState, ticket: Ticket): Expected {
  const { market, side, type, quantityLots, priceTicks } = ticket;
  const { walk } = state;
  if (type !== LIMIT) {
    const needed = neededUnits(state, ticket);
    return type === MARKET
      ? { needed, lots: walk.lots, quoteUnits: walk.quoteUnits }
      : { needed, lots: 0, quoteUnits: 0 };
  }
  let lots = ticket.mayRest ? quantityLots : 0;
  let quoteUnits = market.notional(priceTicks, lots);
  if (market.book.wouldTake(side, priceTicks)) {
    walk.run(market, side, ticket.userId, ticket.selfTrade, priceTicks, quantityLots, 0, state.fillsLeft);
    const mayRest = ticket.timeInForce === GTC && (walk.end === WALK_BOOK_EMPTY || walk.end === WALK_PRICE);
    const isKilled = ticket.timeInForce === FOK && walk.lots < quantityLots;
    const rest = mayRest ? quantityLots - walk.lots : 0;
    lots = isKilled ? 0 : walk.lots + rest;
    quoteUnits = isKilled ? 0 : walk.quoteUnits + market.notional(priceTicks, rest);
  }
  return { needed: side === BUY ? quoteUnits : lots * market.lotUnits, lots, quoteUnits };
}
