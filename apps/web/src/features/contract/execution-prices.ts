import type { Side } from "@candor/domain/enumerations";
import { averageTicks, deepTicks, fillLots, type PriceLevel } from "../../trading/market/book-fill.ts";
import type { PlannedOrder } from "./order-plan.ts";

/** The prices at which an order is assumed to execute. */
export interface Execution
  extends Pick<PlannedOrder, "ticks" | "frozenTicks">,
    Required<Pick<PlannedOrder, "tickLotsOf">> {
  /** As `tickLotsOf` with a margin of safety, for the largest order: at least as bad as the last visible row. */
  readonly worstTickLotsOf: (lots: number) => number;
  /** Value at which a size in money becomes lots: a market buy pays the worst, a sell gets at most the best bid. */
  readonly sizeTickLotsOf: (lots: number) => number;
  /** Average price in ticks, rounded against the trader. */
  readonly averageTicksOf: (lots: number) => number | undefined;
  /** Whether the known part of the book is too small, so that the rest is valued at its last price. */
  readonly isBeyond: (lots: number) => boolean;
}

const never = (): boolean => false;

/** Returns the execution at one price. */
export function atOnePrice(ticks: number): Execution {
  const tickLotsOf = (lots: number) => lots * ticks;
  return {
    ticks,
    tickLotsOf,
    worstTickLotsOf: tickLotsOf,
    sizeTickLotsOf: tickLotsOf,
    averageTicksOf: () => ticks,
    isBeyond: never,
  };
}

/**
 * Returns the execution of an order that walks the book.
 * @param fallbackTicks price if no level is known
 */
export function atMarket(
  side: Side,
  levels: readonly PriceLevel[],
  fallbackTicks: number | undefined,
): Execution | undefined {
  const ticks = levels[0]?.[0] ?? fallbackTicks;
  if (ticks === undefined) return undefined;
  const tickLotsOf = (lots: number) => fillLots(levels, lots, ticks)?.tickLots ?? 0;
  const deep = deepTicks(levels) ?? ticks;
  const worse = side === "buy" ? Math.max : Math.min;
  const worstTickLotsOf = (lots: number) => worse(lots * deep, tickLotsOf(lots));
  return {
    ticks,
    tickLotsOf,
    worstTickLotsOf,
    sizeTickLotsOf: side === "buy" ? worstTickLotsOf : (lots) => lots * ticks,
    averageTicksOf: (lots) => {
      const fill = fillLots(levels, lots, ticks);
      return fill && averageTicks(side, fill);
    },
    isBeyond: (lots) => lots > 0 && fillLots(levels, lots, ticks)?.isBeyond === true,
  };
}

/** A limit sell takes the bids above its limit first. Its margin is frozen at the best bid, as in the core. */
export function asSell(limit: number, bids: readonly PriceLevel[]): Execution {
  const better = bids.filter(([ticks]) => ticks > limit);
  const best = better[0]?.[0];
  if (best === undefined) return atOnePrice(limit);
  const levels = [...better, [limit, Number.MAX_SAFE_INTEGER] as const];
  const tickLotsOf = (lots: number) => fillLots(levels, lots, limit)?.tickLots ?? 0;
  const atBest = (lots: number) => lots * best;
  return {
    ticks: limit,
    tickLotsOf,
    frozenTicks: best,
    worstTickLotsOf: tickLotsOf,
    sizeTickLotsOf: atBest,
    averageTicksOf: () => undefined,
    isBeyond: never,
  };
}
