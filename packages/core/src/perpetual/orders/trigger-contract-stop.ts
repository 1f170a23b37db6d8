import { isReduceOnly, triggerByOf } from "@candor/codec/event-record";
import { isPriceProtected } from "@candor/domain/contract-terms";
import { valueCapOf } from "@candor/formulas/perpetual/margin";
import {
  BUY,
  CODES,
  PRICE_TICKS,
  REMAINING_LOTS,
  SELL,
  SIDE,
  TERMS,
  USER_ID,
} from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import { emitOrder, stamp } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { TRADING } from "../../state/market/market.ts";
import {
  BY_CLOSED_MARKET,
  BY_MISSING_FUNDS,
  BY_POSITION_CLOSED,
  BY_PRICE_DIFFERENCE,
  BY_REDUCE_ONLY,
  CANCELED,
  EXPIRED,
  forceOf,
  hasLimitPrice,
  LIMIT,
  MARKET,
  NO_REASON,
  OPEN,
  selfTradeOf,
  TRIGGERED,
  typeOf,
} from "../../state/orders/order-codes.ts";
import { BY_LAST, BY_MARK } from "../../state/orders/trigger-by.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { closeContractOrder, positionOf } from "../order-life/contract-order-life.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { usableFor } from "../position/account-risk.ts";
import { exposureOf } from "../position/contract-settings.ts";
import { ContractTicket } from "./contract-ticket.ts";
import { executeContractOrder } from "./execute-contract-order.ts";
import { costOf } from "./place-contract-order.ts";

const MILLION = 1_000_000;

const ticket = scratch(new ContractTicket());

/** Triggers an armed contract order. It needs margin only from now on, and expires without it. */
export function triggerContractStop(state: ExchangeState, slot: number): void {
  const position = positionOf(state, slot);
  const { ints } = state.orders.slab;
  const { market } = position.contract;
  if (market.status !== TRADING) {
    closeContractOrder(state, slot, EXPIRED, BY_CLOSED_MARKET);
    refreshPositions(state);
    return;
  }
  applyFunding(state, position);
  state.orders.setStage(slot, 0);
  stamp(state, slot, OPEN);
  emitOrder(state, slot, TRIGGERED, NO_REASON, 0);
  const side = ints[slot + SIDE] as number;
  if (isProtectedFrom(state, position.contract, slot)) {
    closeContractOrder(state, slot, EXPIRED, BY_PRICE_DIFFERENCE);
    refreshPositions(state);
    return;
  }
  if (isReduceOnly(ints[slot + CODES] as number)) {
    if (position.closable(side) === 0) {
      const reason = position.lots === 0 ? BY_POSITION_CLOSED : BY_REDUCE_ONLY;
      closeContractOrder(state, slot, CANCELED, reason);
      refreshPositions(state);
      return;
    }
  } else if (!isFunded(state, slot)) {
    closeContractOrder(state, slot, EXPIRED, BY_MISSING_FUNDS);
    refreshPositions(state);
    return;
  }
  executeContractOrder(state, slot);
}

/** Whether last price and mark are further apart than the order accepts. */
function isProtectedFrom(state: ExchangeState, contract: Contract, slot: number): boolean {
  if (!isPriceProtected(state.orders.slab.moreNumbers[(slot >> 1) + TERMS] as number)) return false;
  const markTicks = contract.priceBy(BY_MARK);
  const distance = Math.abs(markTicks - contract.priceBy(BY_LAST));
  return distance * MILLION > markTicks * contract.spec.marketProtectionPpm;
}

function isFunded(state: ExchangeState, slot: number): boolean {
  const position = positionOf(state, slot);
  const { ints } = state.orders.slab;
  const codes = ints[slot + CODES] as number;
  ticket.contract = position.contract;
  ticket.market = position.contract.market;
  ticket.userId = ints[slot + USER_ID] as number;
  ticket.side = ints[slot + SIDE] as number;
  ticket.type = hasLimitPrice(typeOf(codes)) ? LIMIT : MARKET;
  ticket.timeInForce = forceOf(codes);
  ticket.selfTrade = selfTradeOf(codes);
  ticket.quantityLots = ints[slot + REMAINING_LOTS] as number;
  ticket.priceTicks = ints[slot + PRICE_TICKS] as number;
  ticket.triggerBy = triggerByOf(codes);
  ticket.reduceOnly = false;
  const lots = ticket.quantityLots;
  const { side } = ticket;
  const exposure = exposureOf(position, side === BUY ? lots : 0, side === SELL ? lots : 0);
  if (exposure > valueCapOf(position.contract.brackets, position.leverage)) return false;
  const cost = costOf(state, ticket, position, position.leverage);
  return cost <= 0 || cost <= usableFor(state, position);
}
