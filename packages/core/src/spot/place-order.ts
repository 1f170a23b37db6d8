import { commandIndex } from "@candor/codec/command-layout";
import type { PlaceOrder } from "@candor/domain/commands/commands";
import { bindKey, isAnsweredByKey } from "../idempotency/keyed-command.ts";
import { COIN } from "../ledger/account-number.ts";
import { rejectUnavailable } from "../market/market-status.ts";
import { BUY, HELD_UNITS } from "../memory/order-slab.ts";
import { scratch } from "../memory/scratch.ts";
import { executeOrder } from "../orders/execute-order.ts";
import { neededUnits, openOrder, rejectsAmount, rejectsCount, rejectsPrice } from "../orders/order-checks.ts";
import { awaitTrigger, tellOrder } from "../orders/order-life.ts";
import { Ticket } from "../orders/ticket.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { TRADING } from "../state/market/market.ts";
import { ACCEPTED, LIMIT, MARKET, NO_REASON, POST_ONLY, packTerms } from "../state/orders/order-codes.ts";

const KIND = commandIndex("place-order");

const ticket = scratch(new Ticket());

/**
 * Places any order except an OCO. Rejections, in this order: trade.invalidParameters, request.keyConflict,
 * trade.marketUnavailable, trade.amountError, trade.priceOutOfBand, trade.triggerPrice, trade.tooManyOrders,
 * account.coinFrozen, trade.wouldTake, trade.insufficientBalance.
 */
export function placeOrder(state: ExchangeState, command: PlaceOrder): void {
  const { ledger } = state;
  const { userId, key } = command;
  if (!ticket.read(state, command, KIND)) return state.reject("trade.invalidParameters");
  if (isAnsweredByKey(state, userId, key)) return;
  const { market, side } = ticket;
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  if (rejectsAmount(state, ticket) || rejectsPrice(state, ticket) || rejectsCount(state, ticket)) return;
  if (state.users.isFrozen(userId, COIN)) return state.reject("account.coinFrozen");
  if (ticket.timeInForce === POST_ONLY && market.book.wouldTake(side, ticket.priceTicks))
    return state.reject("trade.wouldTake");
  const needed = neededUnits(state, ticket);
  const asset = side === BUY ? market.quoteAsset : market.baseAsset;
  const account = ledger.account(userId, COIN, asset);
  const available = ledger.available(account);
  if (needed > available) return state.reject("trade.insufficientBalance", available, asset);

  // Nothing below may fail.
  const isLabelled = state.users.isLabelled(userId);
  const codes = packTerms(side, ticket.type, ticket.timeInForce, ticket.selfTrade, isLabelled);
  const slot = openOrder(state, ticket, key, codes);
  bindKey(state, userId, key, state.orders.lastOrderId);
  if (needed > 0) ledger.hold(account, needed);
  tellOrder(state, slot, ACCEPTED, NO_REASON, 0);
  const lots = ticket.quoteUnits > 0 ? state.walk.lots : ticket.quantityLots;
  if (ticket.type === LIMIT || ticket.type === MARKET) executeOrder(state, market, slot, needed, lots);
  else {
    if (side === BUY && ticket.priceTicks === 0)
      state.orders.slab.moreNumbers[(slot >> 1) + HELD_UNITS] = needed;
    awaitTrigger(state, market, slot);
  }
}
