import { LAYOUT } from "@candor/codec/event-layouts";
import { isReduceOnly, triggerByOf } from "@candor/codec/event-record";
import type { Lots, Ticks } from "@candor/money/brand";
import { rejectUnavailable } from "../../market/market-status.ts";
import {
  CODES,
  HAS_MORE,
  PRICE_TICKS,
  QUANTITY_LOTS,
  REMAINING_LOTS,
  SIDE,
  STOP_LOSS_TICKS,
  TAKE_PROFIT_TICKS,
  USER_ID,
} from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import { emitOrder, noteChange } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { TRADING } from "../../state/market/market.ts";
import {
  BY_USER,
  CANCELED,
  forceOf,
  LIMIT,
  MOVED,
  NO_REASON,
  POST_ONLY,
  selfTradeOf,
} from "../../state/orders/order-codes.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import {
  closeContractOrder,
  detachContractOrder,
  positionOf,
  restOrder,
} from "../order-life/contract-order-life.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { countResting } from "../position/order-margin.ts";
import { closesTooMuch } from "./closing-orders.ts";
import { ContractTicket } from "./contract-ticket.ts";
import { executeOf } from "./execute-contract-order.ts";
import {
  countedLots,
  rejectsAccount,
  rejectsAmount,
  rejectsCost,
  rejectsPrice,
} from "./place-contract-order.ts";

/** What the order becomes. `quantityLots` includes the executed part. */
interface Modified {
  readonly quantityLots: Lots;
  readonly priceTicks: Ticks;
  readonly modifyId?: number | undefined;
}

const ticket = scratch(new ContractTicket());

/**
 * Gives a resting contract order another price and quantity, or rejects them and leaves the order with its place. It is
 * checked as if what it has left were placed now and the old one were canceled. An order whose new quantity is executed
 * already, and a post-only order that would take, are canceled. Rejections, in this order: trade.invalidParameters (nothing
 * would change), trade.marketUnavailable, trade.amountError, trade.priceOutOfBand, trade.triggerPrice (of its take-profit and
 * stop-loss), trade.reduceOnly, trade.riskLimit, account.contractFrozen (unless reduce-only), trade.insufficientBalance.
 */
export function modifyContractOrder(state: ExchangeState, slot: number, next: Modified): void {
  const { ints } = state.orders.slab;
  const position = positionOf(state, slot);
  const { market } = position.contract;
  const total = ints[slot + QUANTITY_LOTS] as number;
  const executed = total - (ints[slot + REMAINING_LOTS] as number);
  if (next.quantityLots === total && next.priceTicks === ints[slot + PRICE_TICKS])
    return state.reject("trade.invalidParameters");
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  readResting(state, slot, position, next);
  if (rejectsAmount(state, ticket) || rejectsPrice(state, ticket)) return;
  ticket.quantityLots = next.quantityLots - executed;
  const { side, priceTicks } = ticket;
  const wouldTake = market.book.wouldTake(side, priceTicks);
  if (ticket.quantityLots <= 0 || (ticket.timeInForce === POST_ONLY && wouldTake)) {
    closeContractOrder(state, slot, CANCELED, BY_USER);
    return refreshPositions(state);
  }
  applyFunding(state, position);
  if (!rejects(state, slot, position)) {
    // Nothing below may fail.
    change(state, slot, position, next);
    if (wouldTake) executeOf(state, position, slot);
    else restOrder(state, position, slot);
  }
  refreshPositions(state);
}

/** The checks of the account, with what the order has frozen and counts now as free. */
function rejects(state: ExchangeState, slot: number, position: Position): boolean {
  if (closesTooMuch(state, ticket, position, slot)) return true;
  const lots = countedLots(state, slot);
  if (lots > 0) countResting(state, position, slot, 0 - lots);
  const { leverage } = position;
  const isRejected =
    rejectsAccount(state, ticket, position, leverage) || rejectsCost(state, ticket, position, leverage);
  if (lots > 0) countResting(state, position, slot, lots);
  return isRejected;
}

/** Reads the order into the ticket with its new price and total quantity. A triggered order that rests is a limit order. */
function readResting(state: ExchangeState, slot: number, position: Position, next: Modified): void {
  const { ints, moreInts } = state.orders.slab;
  const codes = ints[slot + CODES] as number;
  const more = (field: number): number => ((codes & HAS_MORE) === 0 ? 0 : (moreInts[slot + field] as number));
  ticket.contract = position.contract;
  ticket.market = position.contract.market;
  ticket.userId = ints[slot + USER_ID] as number;
  ticket.side = ints[slot + SIDE] as number;
  ticket.type = LIMIT;
  ticket.timeInForce = forceOf(codes);
  ticket.selfTrade = selfTradeOf(codes);
  ticket.quantityLots = next.quantityLots;
  ticket.quoteUnits = 0;
  ticket.priceTicks = next.priceTicks;
  ticket.stopTicks = 0;
  ticket.trailingPpm = 0;
  ticket.triggerBy = triggerByOf(codes);
  ticket.reduceOnly = isReduceOnly(codes);
  ticket.leverage = 0;
  ticket.takeProfitTicks = more(TAKE_PROFIT_TICKS);
  ticket.stopLossTicks = more(STOP_LOSS_TICKS);
  ticket.terms = 0;
  ticket.closesPosition = false;
}

/** Takes the order from the book and writes its new terms. */
function change(
  state: ExchangeState,
  slot: number,
  position: Position,
  { quantityLots, priceTicks, modifyId = -1 }: Modified,
): void {
  const { slab } = state.orders;
  const { ints } = slab;
  const lotsBefore = ints[slot + QUANTITY_LOTS] as Lots;
  const priceBeforeTicks = ints[slot + PRICE_TICKS] as Ticks;
  detachContractOrder(state, position, slot);
  ints[slot + QUANTITY_LOTS] = quantityLots;
  ints[slot + REMAINING_LOTS] = ticket.quantityLots;
  ints[slot + PRICE_TICKS] = priceTicks;
  noteChange(state, slot);
  LAYOUT.orderModified.write(state.out, {
    orderId: slab.idOf(slot),
    marketId: position.contract.market.id,
    userId: ticket.userId,
    priceBeforeTicks,
    priceAfterTicks: priceTicks,
    lotsBefore,
    lotsAfter: quantityLots,
    modifyId,
  });
  emitOrder(state, slot, MOVED, NO_REASON, 0);
  state.perpetual.touchAgain(position, "trade");
}
