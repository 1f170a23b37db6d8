import type { SpotOrder } from "@candor/domain/commands/commands";
import { LEG_TYPES, type ListLeg } from "@candor/domain/commands/list-commands";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { SELL } from "../memory/order-slab.ts";
import { isTrailingRate } from "../orders/ticket.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import {
  FOK,
  forceIndex,
  GTC,
  hasLimitPrice,
  IOC,
  isPricedTrigger,
  isTrailing,
  LIMIT,
  STOP_MARKET,
  TRAILING_STOP,
  typeIndex,
} from "../state/orders/order-codes.ts";
import { FALLING, RISING } from "../state/orders/trigger-book.ts";
import { directionOf } from "../state/orders/trigger-direction.ts";

/** A well-formed leg, in the core's integers. */
export interface Leg {
  readonly type: number;
  readonly timeInForce: number;
  readonly priceTicks: number;
  /** Trigger, or activation price; 0 for none. */
  readonly stopTicks: number;
  /** 0 unless it trails. */
  readonly trailingPpm: number;
  /** 0 unless it is an iceberg. */
  readonly visibleLots: number;
  readonly key: string;
}

export function readLeg(leg: ListLeg | SpotOrder): Leg {
  const { priceTicks, stopTicks, trailingPpm = 0, key } = leg;
  const isKnown = (LEG_TYPES as readonly string[]).includes(leg.type);
  const type = isKnown ? typeIndex(leg.type) : -1;
  const visibleLots = "visibleLots" in leg ? (leg.visibleLots ?? 0) : 0;
  const timeInForce = forceIndex(leg.timeInForce);
  return { type, timeInForce, priceTicks, stopTicks, trailingPpm, visibleLots, key };
}

/** Whether the rules in force allow an order of this type in a list. */
export const mayBeInList = (state: ExchangeState, type: number): boolean =>
  !isTrailing(type) || state.rules >= RULES.trailingLegs;

/** Whether a rise of the price reaches `above` and a fall `below`, and one at most is a limit. */
export function areOpposite(side: number, above: Leg, below: Leg): boolean {
  return (
    hasForm(above) &&
    hasForm(below) &&
    reachedBy(side, above) === RISING &&
    reachedBy(side, below) === FALLING &&
    areInOrder(levelOf(above), levelOf(below)) &&
    !(above.type === LIMIT && below.type === LIMIT)
  );
}

/** Whether one level is above the other; 0 is none, which is not compared. */
export const areInOrder = (above: number, below: number): boolean =>
  above === 0 || below === 0 || above > below;

/**
 * The direction that reaches a leg. A limit order is reached by a move in its favor, like a take-profit; a trailing stop
 * without activation price by a move against it, like a stop.
 */
export function reachedBy(side: number, { type, stopTicks }: Pick<Leg, "type" | "stopTicks">): number {
  if (type === LIMIT) return side === SELL ? RISING : FALLING;
  return directionOf(side, type === TRAILING_STOP && stopTicks === 0 ? STOP_MARKET : type);
}

/** The price that reaches a leg, in ticks; 0 for one that follows the price at once. */
export function levelOf({
  type,
  priceTicks,
  stopTicks,
}: Pick<Leg, "type" | "priceTicks" | "stopTicks">): number {
  return type === LIMIT ? priceTicks : stopTicks;
}

function hasForm({ type, timeInForce, priceTicks, stopTicks, trailingPpm }: Leg): boolean {
  if (type < 0 || !isPriceOrNone(priceTicks) || !isPriceOrNone(stopTicks)) return false;
  const canEnd = isPricedTrigger(type) && (timeInForce === IOC || timeInForce === FOK);
  if (timeInForce !== GTC && !canEnd) return false;
  if (priceTicks > 0 !== hasLimitPrice(type)) return false;
  if (isTrailing(type)) return isTrailingRate(trailingPpm);
  return trailingPpm === 0 && stopTicks > 0 === (type !== LIMIT);
}

/** Whether the leg is no iceberg, or has the form of one. */
export function mayBeIceberg({ type, timeInForce, visibleLots }: Leg, quantityLots: number): boolean {
  const isCount = Number.isSafeInteger(visibleLots) && visibleLots >= 0 && visibleLots <= quantityLots;
  return isCount && (visibleLots === 0 || (hasLimitPrice(type) && timeInForce === GTC));
}

function isPriceOrNone(ticks: number): boolean {
  return Number.isInteger(ticks) && ticks >= 0 && ticks <= LIMITS.maxPriceTicks;
}
