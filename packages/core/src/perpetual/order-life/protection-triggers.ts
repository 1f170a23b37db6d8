import { triggerByOf } from "@candor/codec/event-record";
import {
  BUY,
  CODES,
  HAS_MORE,
  NONE,
  SELL,
  SIDE,
  SLOTS,
  STOP_LOSS_TICKS,
  STOP_TICKS,
  TAKE_PROFIT_TICKS,
} from "../../memory/order-slab.ts";
import type { PriceQueue } from "../../memory/price-queue.ts";
import { emitOrder } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { ARMED } from "../../state/orders/live-orders.ts";
import {
  ACCEPTED,
  EXPIRE_MAKER,
  IOC,
  NO_REASON,
  packContractTerms,
  STOP_MARKET,
  UNTRIGGERED,
  withStatus,
} from "../../state/orders/order-codes.ts";
import { PRICES } from "../../state/orders/trigger-by.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import type { Position } from "../../state/perpetual/position.ts";
import type { ProtectionQueues } from "../../state/perpetual/protection-queues.ts";
import { enterOrder } from "./contract-order-life.ts";

/** Queues the position's take-profit and stop-loss, and removes them from all other queues. */
export function placeProtection(position: Position): void {
  const { contract, row, lots } = position;
  const takeProfit = lots === 0 ? 0 : position.takeProfitTicks;
  const stopLoss = lots === 0 ? 0 : position.stopLossTicks;
  const isLong = lots > 0;
  const isSame =
    position.waitingTakeProfit === takeProfit &&
    position.waitingStopLoss === stopLoss &&
    ((takeProfit === 0 && stopLoss === 0) ||
      (position.waitingBy === position.triggerBy && position.waitsLong === isLong));
  if (isSame) return;
  position.waitingTakeProfit = takeProfit;
  position.waitingStopLoss = stopLoss;
  position.waitingBy = position.triggerBy;
  position.waitsLong = isLong;
  for (let by = 0; by < PRICES; by++) {
    const matches = by === position.triggerBy;
    contract.protection[by]?.place(row, isLong, matches ? takeProfit : 0, matches ? stopLoss : 0);
  }
}

/**
 * Handles a price of a kind at `ticks`: each take-profit and stop-loss that it has reached becomes a reduce-only market
 * order over the whole position and joins the armed stops. Those that the price has passed furthest go first, then
 * older positions, so that longs and shorts are treated alike. Each fires once. While the other side of the book is
 * empty, a market order would do nothing, so they keep waiting.
 */
export function armProtection(
  state: ExchangeState,
  contract: Contract,
  triggerBy: number,
  ticks: number,
): void {
  const queues = contract.protection[triggerBy] as ProtectionQueues;
  if (queues.fires(ticks)) armMet(state, contract, queues, triggerBy, ticks);
}

function armMet(
  state: ExchangeState,
  contract: Contract,
  queues: ProtectionQueues,
  triggerBy: number,
  ticks: number,
): void {
  const { book } = contract.market;
  const possible = [
    ...(book.best(BUY) === NONE ? [] : queues.sells),
    ...(book.best(SELL) === NONE ? [] : queues.buys),
  ];
  for (;;) {
    const first = firstReached(contract, possible, ticks);
    if (first === undefined) return;
    armFirst(state, contract, first, triggerBy);
  }
}

/** The queue whose head is next among those reached at `ticks`. */
function firstReached(
  contract: Contract,
  queues: readonly PriceQueue[],
  ticks: number,
): PriceQueue | undefined {
  let first: PriceQueue | undefined;
  let furthest = 0;
  for (const queue of queues) {
    if (!queue.fires(ticks)) continue;
    const beyond = Math.abs(ticks - queue.headTicks());
    const isAhead =
      first === undefined ||
      beyond > furthest ||
      (beyond === furthest && ageOf(contract, queue) < ageOf(contract, first));
    if (!isAhead) continue;
    first = queue;
    furthest = beyond;
  }
  return first;
}

/** The id of the position at a queue's head: smaller ids are older. */
const ageOf = (contract: Contract, queue: PriceQueue): number =>
  (contract.positions[queue.head() >> 1] as Position).id;

function armFirst(state: ExchangeState, contract: Contract, queue: PriceQueue, triggerBy: number): void {
  const entry = queue.head();
  const position = contract.positions[entry >> 1] as Position;
  const isStopLoss = (entry & 1) === 1;
  const stopTicks = queue.ticksOf(entry);
  queue.place(entry, 0);
  if (isStopLoss) {
    position.stopLossTicks = 0;
    position.waitingStopLoss = 0;
  } else {
    position.takeProfitTicks = 0;
    position.waitingTakeProfit = 0;
  }
  arm(state, position, triggerBy, stopTicks);
  state.perpetual.touch(position, "tpsl");
}

function arm(state: ExchangeState, position: Position, triggerBy: number, stopTicks: number): void {
  const { orders } = state;
  const { userId } = position;
  const side = position.lots > 0 ? SELL : BUY;
  const isLabelled = state.users.isLabelled(userId);
  const terms = packContractTerms(
    side,
    STOP_MARKET,
    IOC,
    EXPIRE_MAKER,
    isLabelled,
    true,
    triggerBy,
    position.leg,
  );
  const codes = withStatus(terms, UNTRIGGERED);
  const marketId = position.contract.market.id;
  const slot = orders.create(userId, "", state.timeMs, marketId, codes, 0, Math.abs(position.lots));
  orders.slab.extend(slot);
  orders.slab.moreInts[slot + STOP_TICKS] = stopTicks;
  enterOrder(state, position, slot);
  emitOrder(state, slot, ACCEPTED, NO_REASON, 0);
  orders.setStage(slot, ARMED);
  state.armed.push(orders.lastOrderId);
}

/** Applies the order's take-profit and stop-loss to the position that it has opened or enlarged. */
export function protect(state: ExchangeState, position: Position, slot: number): void {
  const { ints, moreInts } = state.orders.slab;
  const at = slot & SLOTS;
  if (((ints[at + CODES] as number) & HAS_MORE) === 0) return;
  const takeProfit = moreInts[at + TAKE_PROFIT_TICKS] as number;
  const stopLoss = moreInts[at + STOP_LOSS_TICKS] as number;
  if (takeProfit === 0 && stopLoss === 0) return;
  const isSameSide = ints[at + SIDE] === BUY ? position.lots > 0 : position.lots < 0;
  if (!isSameSide) return;
  if (takeProfit > 0) position.takeProfitTicks = takeProfit;
  if (stopLoss > 0) position.stopLossTicks = stopLoss;
  position.triggerBy = triggerByOf(ints[at + CODES] as number);
}
