import { LAYOUT } from "@candor/codec/event-layouts";
import type { TickSource } from "@candor/domain/events/option-events";
import { RULES } from "@candor/domain/rules";
import { OPTION_WINDOW_MS } from "@candor/formulas/timed-option/settlement";
import type { PriceE8 } from "@candor/money/brand";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import type { Tick } from "../state/timed-option/open-option.ts";
import type { OptionMarket } from "../state/timed-option/option-market.ts";

/**
 * Handles a recorded observation, which is a tick if there is an index. Ticks that an option needs are kept and
 * emitted: those that come while one waits for its strike, and those in the last seconds before an expiry.
 */
export function tickOptions(state: ExchangeState, market: Market): void {
  const { options } = state;
  const at = options.find(market.id);
  const first = at?.expiries.first;
  if (at === undefined || first === undefined || market.index.valueE8 === 0) return;
  // Options that waited for the index are due from now on.
  options.dueAtMs = Math.min(options.dueAtMs, first.expiresAtMs);
  const isDeciding = first.expiresAtMs - OPTION_WINDOW_MS <= state.timeMs;
  const isFair = state.rules >= RULES.fairStrike;
  const needsTick = isFair ? at.strikes.firstWaiting !== undefined : at.strikes.needsTick;
  if (!isDeciding && !needsTick) return;
  const tick = { seq: state.lastSeq, atMs: state.timeMs, priceE8: market.index.valueE8 };
  if (isDeciding) at.ticks.add(tick);
  if (needsTick) strikeUpTo(state, at, tick, isFair ? fairlyStruck(state, at) : options.lastOptionId);
  LAYOUT.optionTicked.write(state.out, {
    marketId: market.id,
    priceE8: tick.priceE8 as PriceE8,
    sources: sourcesOf(state, at, isFair),
  });
}

/**
 * The newest option that every fresh source has reported after. Otherwise a user who sees one source move first could
 * buy at an index that includes only half of the move.
 */
function fairlyStruck(state: ExchangeState, { market, strikes }: OptionMarket): number {
  return strikes.lastBefore(market.index.heardSinceMs(state.timeMs));
}

function strikeUpTo(state: ExchangeState, { strikes }: OptionMarket, tick: Tick, lastOptionId: number): void {
  if (lastOptionId <= strikes.coveredId) return;
  strikes.tick(tick, lastOptionId);
  state.options.isStriking = true;
}

function sourcesOf(state: ExchangeState, { market }: OptionMarket, isBounded: boolean): TickSource[] {
  const sources: TickSource[] = [];
  const { index } = market;
  index.forEachSource((sourceId, price, observedAtMs) => {
    const isFresh = index.isFresh(sourceId, state.timeMs);
    const isOutlier = isFresh && index.isCut(price);
    const source = { sourceId, priceE8: price as PriceE8, observedAtMs, isUsed: isFresh && !isOutlier };
    sources.push(isBounded ? { ...source, isOutlier } : source);
  });
  return sources;
}
