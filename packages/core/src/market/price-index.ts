import { LIMITS } from "@candor/protocol/limits";
import { indexOfSorted } from "@candor/protocol/option-formulas/index-price";

/** No time: later than every journal time. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/**
 * The index of one market, from what its sources said: the median of the fresh ones, each clamped to ±0.5 % of that
 * median, then averaged. A source is fresh for 10 s of journal time. All prices are in 1e-8 of the quote coin.
 * How it rounds stands with its formula (protocol/option-formulas/index-price), which the browser computes again.
 */
export class PriceIndex {
  /** By source id; 0: the source has never spoken. */
  private readonly prices = new Float64Array(LIMITS.maxSourcesPerMarket);
  private readonly observedAtMs = new Float64Array(LIMITS.maxSourcesPerMarket);
  private readonly sorted = new Float64Array(LIMITS.maxSourcesPerMarket);

  /** 0: fewer fresh sources than needed. */
  valueE8 = 0;
  freshSources = 0;
  /** From this time on at least one of the fresh sources is stale, so that the index has to be computed anew. */
  staleAtMs = NEVER;

  /**
   * Records what a source said. Older news than what the source said last is dropped; news from the future counts as
   * of now.
   */
  observe(sourceId: number, priceE8: number, observedAtMs: number, nowMs: number): void {
    const atMs = Math.min(observedAtMs, nowMs);
    if (this.prices[sourceId] !== 0 && atMs < (this.observedAtMs[sourceId] as number)) return;
    this.prices[sourceId] = priceE8;
    this.observedAtMs[sourceId] = atMs;
  }

  /** Forgets what the sources said: there is no index until they speak again. */
  silence(): void {
    this.prices.fill(0);
    this.observedAtMs.fill(0);
  }

  /** Computes the index as of `nowMs`. @returns whether value or number of fresh sources changed */
  compute(nowMs: number, minSources: number): boolean {
    const { prices, observedAtMs, sorted } = this;
    let count = 0;
    let staleAtMs = NEVER;
    for (let source = 0; source < LIMITS.maxSourcesPerMarket; source++) {
      if (prices[source] === 0) continue;
      const endsAtMs = (observedAtMs[source] as number) + LIMITS.staleSourceMs + 1;
      if (endsAtMs <= nowMs) continue;
      staleAtMs = Math.min(staleAtMs, endsAtMs);
      sorted[count++] = prices[source] as number;
    }
    const valueE8 = count < minSources ? 0 : indexOfSorted(sorted.subarray(0, count).sort());
    const changed = valueE8 !== this.valueE8 || count !== this.freshSources;
    this.valueE8 = valueE8;
    this.freshSources = count;
    this.staleAtMs = staleAtMs;
    return changed;
  }

  /** Whether the source is part of the index as of `nowMs`. */
  isFresh(sourceId: number, nowMs: number): boolean {
    const isKnown = this.prices[sourceId] !== 0;
    return isKnown && (this.observedAtMs[sourceId] as number) + LIMITS.staleSourceMs >= nowMs;
  }

  /** Visits every source that has spoken, by id. */
  forEachSource(visit: (sourceId: number, priceE8: number, observedAtMs: number) => void): void {
    for (let source = 0; source < LIMITS.maxSourcesPerMarket; source++) {
      if (this.prices[source] !== 0)
        visit(source, this.prices[source] as number, this.observedAtMs[source] as number);
    }
  }
}
