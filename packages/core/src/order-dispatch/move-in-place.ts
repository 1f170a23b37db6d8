import type { ChangePrice } from "@candor/domain/commands/commands";
import { RULES } from "@candor/domain/rules";
import {
  CODES,
  HAS_MORE,
  LEVEL,
  MARKET_ID,
  NONE,
  PRICE_TICKS,
  STOP_TICKS,
  TRAILING_PPM,
} from "../memory/order-slab.ts";
import { isPending, siblingOf, waitingListOf } from "../orders/order-groups.ts";
import { moveTrailing } from "../perpetual/orders/move-trailing.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { ARMED, TRAILING } from "../state/orders/live-orders.ts";
import type { MovedTerms } from "../state/orders/moved-terms.ts";
import { isTrailing, statusOf, typeOf, UNTRIGGERED } from "../state/orders/order-codes.ts";
import { moveOrder } from "./move-order.ts";

/** Whether a change leaves the order its number: it waits and trails, or other orders of its list depend on it. */
export function movesInPlace(state: ExchangeState, slot: number): boolean {
  if (state.rules < RULES.movedInPlace) return false;
  const codes = state.orders.slab.ints[slot + CODES] as number;
  const trails = isTrailing(typeOf(codes)) && statusOf(codes) === UNTRIGGERED;
  return trails || waitingListOf(state, slot) !== 0 || siblingOf(state, slot) !== NONE;
}

/**
 * Moves an order of a list or a trailing order to another limit price, trigger or rate. It keeps its number and its list, and
 * goes to the end of the queue at its new price. A trailing order that is active keeps the best price that it has seen.
 * Rejections: trade.invalidParameters (no such term, or nothing would change), then those of placing the order.
 */
export function moveInPlace(state: ExchangeState, command: ChangePrice, slot: number): void {
  const next = movedTerms(state, command, slot);
  if (next === undefined) return state.reject("trade.invalidParameters");
  const market = state.markets[command.marketId];
  if (market === undefined) throw new Error(`no market ${command.marketId}`);
  if (market.contract !== undefined) return moveTrailing(state, slot, next, command.key);
  moveOrder(state, market, slot, next, command.key);
}

/** The order's terms after the move; undefined if it has no such term, or already these. */
function movedTerms(state: ExchangeState, command: ChangePrice, slot: number): MovedTerms | undefined {
  const { ints, moreInts } = state.orders.slab;
  const codes = ints[slot + CODES] as number;
  const stage = state.orders.stageOf(slot);
  const isResting = ints[slot + LEVEL] !== 0;
  // A triggered order that still waits for its turn is about to execute.
  const isSettled = isResting || isPending(state, slot) || (stage !== 0 && stage !== ARMED);
  if (ints[slot + MARKET_ID] !== command.marketId || !isSettled) return undefined;
  const more = (field: number): number => ((codes & HAS_MORE) === 0 ? 0 : (moreInts[slot + field] as number));
  const had: MovedTerms = {
    priceTicks: ints[slot + PRICE_TICKS] as number,
    stopTicks: more(STOP_TICKS),
    trailingPpm: more(TRAILING_PPM),
  };
  const { trailingPpm = 0 } = command;
  const next: MovedTerms = {
    priceTicks: command.priceTicks === 0 ? had.priceTicks : command.priceTicks,
    stopTicks: command.stopTicks === 0 ? had.stopTicks : command.stopTicks,
    trailingPpm: trailingPpm === 0 ? had.trailingPpm : trailingPpm,
  };
  const isNew = (name: keyof MovedTerms): boolean => next[name] !== had[name];
  const names = ["priceTicks", "stopTicks", "trailingPpm"] as const;
  if (!names.some(isNew) || names.some((name) => had[name] === 0 && isNew(name))) return undefined;
  // An order that follows the price has no activation price any more.
  if (stage === TRAILING && isNew("stopTicks")) return undefined;
  return next;
}
