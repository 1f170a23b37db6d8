import type { ObservePrice } from "@candor/domain/commands/commands";
import { LIMITS } from "@candor/domain/limits";
import { RULES } from "@candor/domain/rules";
import { divideFloor } from "@candor/money/integer";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { ListedMarket } from "../state/listed-market.ts";
import { type Market, TRADING } from "../state/market/market.ts";
import { emitMarketStatus, refreshStatus } from "./market-status.ts";

/**
 * Records a source's price and computes the index. Rejection: request.parameterError (also for a contract, and while
 * the clock is held).
 */
export function observePrice(state: ExchangeState, command: ObservePrice): void {
  const { sourceId, priceE8, observedAtMs } = command;
  const market = state.markets[command.marketId];
  if (market?.contract !== undefined) return state.reject("request.parameterError");
  const isSource = Number.isInteger(sourceId) && sourceId >= 0 && sourceId < LIMITS.maxSourcesPerMarket;
  const isPrice = Number.isInteger(priceE8) && priceE8 > 0 && priceE8 <= LIMITS.maxUnits;
  if (
    market === undefined ||
    state.isClockHeld ||
    !isSource ||
    !isPrice ||
    !Number.isSafeInteger(observedAtMs) ||
    observedAtMs < 0
  )
    return state.reject("request.parameterError");
  if (state.rules >= RULES.boundedNumbers && !fitsTicks(market, priceE8))
    return state.reject("request.parameterError");
  market.index.observe(sourceId, priceE8, observedAtMs, state.timeMs);
  refreshIndex(state, market);
  for (const follower of state.indexFollowers) follower.onPrice?.(state, market);
}

/** Sets the index to one source's price, however far that is, and forgets all others. The caller has checked it. */
export function setIndex(
  state: ExchangeState,
  market: ListedMarket,
  sourceId: number,
  priceE8: number,
): void {
  market.index.forget();
  market.index.observe(sourceId, priceE8, state.timeMs, state.timeMs);
  refreshIndex(state, market);
  for (const follower of state.indexFollowers) follower.onPrice?.(state, market);
}

/** Whether the price fits the ticks of the market and of every contract that follows it. */
export function fitsTicks(market: ListedMarket, priceE8: number): boolean {
  const mostTicks = LIMITS.maxPriceTicks;
  if (divideFloor(priceE8, market.tickE8) > mostTicks) return false;
  return market.followers.every((contract) => divideFloor(priceE8, contract.market.tickE8) <= mostTicks);
}

/** Drops sources that have become stale. If there are none, it costs one comparison. */
export function dropStaleSources(state: ExchangeState, market: Market): void {
  if (state.timeMs >= market.index.staleAtMs) refreshIndex(state, market);
}

/** Does the same regardless of time. */
export function dropStaleSourcesNow(state: ExchangeState, market: Market): void {
  refreshIndex(state, market);
}

/** Clears the index: prices of an uncertain time are not valid. */
export function clearIndex(state: ExchangeState, market: Market): void {
  market.index.clear();
  refreshIndex(state, market);
}

/** Runs when the rules with disputes come into force: recomputes every index and emits each status with its reason. */
export function startDisputes(state: ExchangeState): void {
  for (const market of state.markets) {
    if (market.contract === undefined) refreshIndex(state, market);
    if (market.status !== TRADING) emitMarketStatus(state, market);
  }
}

function refreshIndex(state: ExchangeState, { id }: Market): void {
  const listed = state.markets[id] as ListedMarket;
  // A contract's index is its spot market's index.
  const market = state.markets[listed.contract?.indexMarket.id ?? id] as ListedMarket;
  const { index } = market;
  const bounds = state.rules < RULES.disputedIndex ? undefined : market.indexBounds;
  if (!index.compute(state.timeMs, market.minSources, bounds)) return;
  state.out.indexChanged(market.id, index.valueE8, index.freshSources);
  refreshStatus(state, market);
  for (const follower of state.indexFollowers) follower.onIndex?.(state, market);
}
