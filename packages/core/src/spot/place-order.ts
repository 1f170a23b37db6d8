import type { SpotOrder } from "@candor/domain/commands/commands";
import { KEY_CODES, packCodes } from "../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { BUY, HELD_UNITS, NONE } from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { neededUnits, openOrder, rejectsAmount, rejectsCount, rejectsPrice } from "../orders/order-checks.ts";
import { emitOrder, queueTrigger } from "../orders/order-life.ts";
import { Ticket } from "../orders/ticket.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { TRADING } from "../state/market/market.ts";
import { ACCEPTED, LIMIT, MARKET, NO_REASON, POST_ONLY, packTerms } from "../state/orders/order-codes.ts";

const ticket = scratch(new Ticket());

/** What the end of another order frees for a new one. */
export interface Freed {
  /** The account that the other order's hold is in, and the hold. */
  readonly account: number;
  readonly units: number;
  /** How many orders end with it, and how many of them are trailing stops. */
  readonly orders: number;
  readonly trailing: number;
  /** The one of them that rests in the book, or NONE. */
  readonly resting: number;
}

const NOTHING_FREED: Freed = { account: -1, units: 0, orders: 0, trailing: 0, resting: NONE };

/**
 * Places any order except an OCO; one with `visibleLots` is an iceberg. Rejections, in this order: trade.invalidParameters, request.keyConflict,
 * trade.marketUnavailable, trade.amountError, trade.priceOutOfBand, trade.triggerPrice, trade.tooManyOrders,
 * account.coinFrozen, trade.wouldTake, trade.insufficientBalance.
 */
export function placeOrder(state: ExchangeState, command: SpotOrder): void {
  if (!isReadAndNew(state, command)) return;
  const needed = neededIfAllowed(state, NOTHING_FREED);
  if (needed >= 0) openTicket(state, command.key, needed);
}

/**
 * Places an order in the place of another one of its user and market. Its checks count what the other one frees, and
 * `end`, which must end that one, is called if the order is accepted.
 */
export function placeInstead(state: ExchangeState, command: SpotOrder, freed: Freed, end: () => void): void {
  if (!isReadAndNew(state, command)) return;
  state.walk.excluded = freed.resting;
  const needed = neededIfAllowed(state, freed);
  state.walk.excluded = NONE;
  if (needed < 0) return;
  end();
  openTicket(state, command.key, needed);
}

/** Reads the order into the ticket. @returns false if it is rejected, or answered as a repetition */
function isReadAndNew(state: ExchangeState, command: SpotOrder): boolean {
  if (!ticket.readSpot(state, command)) {
    state.reject("trade.invalidParameters");
    return false;
  }
  if (command.key !== "") describeOrder(state);
  return !isAnsweredByKey(state, command.userId, command.key);
}

/** Everything that is checked against the state. @returns the amount to hold for the order; −1: it is rejected */
function neededIfAllowed(state: ExchangeState, freed: Freed): number {
  const { ledger } = state;
  const { market, side, userId } = ticket;
  if (market.status !== TRADING) {
    rejectUnavailable(state, market);
    return -1;
  }
  if (rejectsAmount(state, ticket) || rejectsPrice(state, ticket)) return -1;
  if (rejectsCount(state, ticket, freed.orders, freed.trailing)) return -1;
  if (state.users.isFrozen(userId, COIN)) {
    state.reject("account.coinFrozen");
    return -1;
  }
  if (ticket.timeInForce === POST_ONLY && state.walk.wouldTake(market, side, ticket.priceTicks)) {
    state.reject("trade.wouldTake");
    return -1;
  }
  const needed = neededUnits(state, ticket);
  const asset = side === BUY ? market.quoteAsset : market.baseAsset;
  const account = ledger.account(userId, COIN, asset);
  const available = ledger.available(account) + (account === freed.account ? freed.units : 0);
  if (needed <= available) return needed;
  state.reject("trade.insufficientBalance", available, asset);
  return -1;
}

/** Opens the order that was checked. Nothing here may fail. */
function openTicket(state: ExchangeState, key: string, needed: number): void {
  const { ledger } = state;
  const { market, side, userId } = ticket;
  const asset = side === BUY ? market.quoteAsset : market.baseAsset;
  const isLabelled = state.users.isLabelled(userId);
  const codes = packTerms(side, ticket.type, ticket.timeInForce, ticket.selfTrade, isLabelled);
  const slot = openOrder(state, ticket, key, codes);
  bindKey(state, userId, key, state.orders.lastOrderId);
  if (needed > 0) ledger.hold(ledger.account(userId, COIN, asset), needed);
  emitOrder(state, slot, ACCEPTED, NO_REASON, 0);
  const lots = ticket.quoteUnits > 0 ? state.walk.lots : ticket.quantityLots;
  if (ticket.type === LIMIT || ticket.type === MARKET) executeOrder(state, market, slot, needed, lots);
  else {
    if (side === BUY && ticket.priceTicks === 0)
      state.orders.slab.moreNumbers[(slot >> 1) + HELD_UNITS] = needed;
    queueTrigger(state, market, slot);
  }
}

function describeOrder(state: ExchangeState): void {
  const { market, side, type, timeInForce, selfTrade, trailingPpm, visibleLots } = ticket;
  const layout = KEY_CODES[visibleLots > 0 ? "place-iceberg" : "place-order"];
  describe(
    state,
    packCodes(layout, market.id, side, type, timeInForce, selfTrade, trailingPpm),
    visibleLots > 0 ? visibleLots : ticket.quoteUnits,
    ticket.quantityLots,
    ticket.priceTicks,
    ticket.stopTicks,
  );
}
