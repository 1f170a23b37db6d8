import type { CloseAllPositions, ClosePosition } from "@candor/domain/commands/contract-commands";
import { LIMITS } from "@candor/domain/limits";
import { KEY_CODES, packCodes } from "../../idempotency/contents.ts";
import { bindKey, describe, isAnsweredByKey, isKey } from "../../idempotency/keyed-command.ts";
import { rejectUnavailable } from "../../market/market-status.ts";
import { rejectQuantity } from "../../market/reject-amount.ts";
import { BUY, SELL } from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { TRADING } from "../../state/market/market.ts";
import { BY_USER, EXPIRE_TAKER, GTC, IOC, LIMIT, MARKET } from "../../state/orders/order-codes.ts";
import { BY_MARK } from "../../state/orders/trigger-by.ts";
import { type Position } from "../../state/perpetual/position.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { cancelOrders } from "../order-life/contract-order-life.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { ContractTicket } from "./contract-ticket.ts";
import { INVALID, legIndex } from "./leg-index.ts";
import { submit } from "./place-contract-order.ts";

const EVERY_MARKET = -1;
const ticket = scratch(new ContractTicket());

/**
 * Closes all or part of a position by a reduce-only order. Rejections, in this order: trade.invalidParameters,
 * request.keyConflict, trade.positionNotFound, trade.marketUnavailable, trade.amountError, trade.priceOutOfBand,
 * trade.tooManyOrders.
 */
export function closePosition(state: ExchangeState, command: ClosePosition): void {
  const { userId, quantityLots, priceTicks, key } = command;
  const contract = state.markets[command.marketId]?.contract;
  const isCount = (value: number, max: number): boolean =>
    Number.isInteger(value) && value >= 0 && value <= max;
  const leg = legIndex(state, userId, command.leg);
  const hasForm =
    isCount(quantityLots, 4_294_967_295) && isCount(priceTicks, LIMITS.maxPriceTicks) && leg !== INVALID;
  if (contract === undefined || !hasForm || !state.users.isOpen(userId) || !isKey(key))
    return state.reject("trade.invalidParameters");
  describe(
    state,
    packCodes(KEY_CODES["close-position"], contract.market.id),
    quantityLots,
    priceTicks,
    leg,
    0,
  );
  if (isAnsweredByKey(state, userId, key)) return;
  const position = contract.findLeg(userId, leg);
  if (position === undefined || position.lots === 0) return state.reject("trade.positionNotFound");
  const { market } = contract;
  if (market.status !== TRADING) return rejectUnavailable(state, market);
  if (quantityLots > market.maxLots && quantityLots > Math.abs(position.lots))
    return rejectQuantity(state, quantityLots, 1, market.maxLots);
  if (priceTicks > 0 && (priceTicks < market.bandMinTicks || priceTicks > market.bandMaxTicks))
    return state.reject("trade.priceOutOfBand", market.bandMinTicks, market.bandMaxTicks);
  if (priceTicks > 0 && state.orders.countOf(userId) >= LIMITS.maxOpenOrdersPerUser)
    return state.reject("trade.tooManyOrders", LIMITS.maxOpenOrdersPerUser);
  applyFunding(state, position);
  fillTicket(position, quantityLots, priceTicks);
  submit(state, ticket, position, key);
  refreshPositions(state);
}

/**
 * Cancels the orders of one contract or of all, then closes each position at market. Positions stay open as far as the
 * book cannot fill them or their contract does not trade now. Rejections, in this order: trade.invalidParameters,
 * request.keyConflict, trade.positionNotFound (none is open).
 */
export function closeAllPositions(state: ExchangeState, command: CloseAllPositions): void {
  const { userId, marketId, key } = command;
  const isMarket = marketId === EVERY_MARKET || state.markets[marketId]?.contract !== undefined;
  if (!isMarket || !state.users.isOpen(userId) || !isKey(key)) return state.reject("trade.invalidParameters");
  describe(state, packCodes(KEY_CODES["close-all-positions"]), marketId, 0, 0, 0);
  if (isAnsweredByKey(state, userId, key)) return;
  const meant = (state.perpetual.find(userId)?.positions ?? []).filter(
    (position) => marketId === EVERY_MARKET || position.contract.market.id === marketId,
  );
  if (!meant.some((position) => position.lots !== 0)) return state.reject("trade.positionNotFound");
  bindKey(state, userId, key, 0);
  for (const position of meant) cancelOrders(state, position, BY_USER);
  refreshPositions(state);
  for (const position of meant) {
    if (position.lots === 0 || position.contract.market.status !== TRADING) continue;
    applyFunding(state, position);
    fillTicket(position, 0, 0);
    submit(state, ticket, position, "");
    refreshPositions(state);
  }
}

/** Builds an order for `quantityLots` of the position; 0 or too many means all of it. */
function fillTicket(position: Position, quantityLots: number, priceTicks: number): void {
  const size = Math.abs(position.lots);
  ticket.contract = position.contract;
  ticket.market = position.contract.market;
  ticket.userId = position.userId;
  ticket.side = position.lots > 0 ? SELL : BUY;
  ticket.type = priceTicks > 0 ? LIMIT : MARKET;
  ticket.timeInForce = priceTicks > 0 ? GTC : IOC;
  ticket.selfTrade = EXPIRE_TAKER;
  ticket.quantityLots = quantityLots === 0 ? size : Math.min(quantityLots, size);
  ticket.priceTicks = priceTicks;
  ticket.stopTicks = 0;
  ticket.trailingPpm = 0;
  ticket.triggerBy = BY_MARK;
  ticket.reduceOnly = true;
  ticket.leverage = 0;
  ticket.terms = 0;
  ticket.closesPosition = false;
  ticket.takeProfitTicks = 0;
  ticket.stopLossTicks = 0;
}
