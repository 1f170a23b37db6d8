import type { PriceE8 } from "@candor/money/brand";
import { writeOptionTicked } from "@candor/protocol/option-event-codec";
import type { TickSource } from "@candor/protocol/option-events";
import { OPTION_WINDOW_MS } from "@candor/protocol/option-formulas/settlement";
import type { ExchangeState } from "../exchange-state.ts";
import type { Market } from "../market/market.ts";
import type { OptionMarket } from "./option-market.ts";

/**
 * An observation has been recorded: with an index it is a tick. Those that an option needs are kept and told: the strike
 * of who waits for one, and what falls into the last seconds before an expiry.
 */
export function tickOptions(state: ExchangeState, market: Market): void {
  const { options } = state;
  const at = options.find(market.id);
  const first = at?.expiries.first;
  if (at === undefined || first === undefined || market.index.valueE8 === 0) return;
  // What waited for the index is due from now on.
  options.dueAtMs = Math.min(options.dueAtMs, first.expiresAtMs);
  const isDeciding = first.expiresAtMs - OPTION_WINDOW_MS <= state.timeMs;
  const { needsTick } = at.strikes;
  if (!isDeciding && !needsTick) return;
  const tick = { seq: state.lastSeq, atMs: state.timeMs, priceE8: market.index.valueE8 };
  if (isDeciding) at.ticks.add(tick);
  if (needsTick) {
    at.strikes.tick(tick, options.lastOptionId);
    options.isStriking = true;
  }
  writeOptionTicked(state.out, market.id, tick.priceE8, sourcesOf(state, at));
}

function sourcesOf(state: ExchangeState, { market }: OptionMarket): TickSource[] {
  const sources: TickSource[] = [];
  market.index.forEachSource((sourceId, priceE8, observedAtMs) => {
    const isUsed = market.index.isFresh(sourceId, state.timeMs);
    sources.push({ sourceId, priceE8: priceE8 as PriceE8, observedAtMs, isUsed });
  });
  return sources;
}
