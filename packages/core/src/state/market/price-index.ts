import { LIMITS } from "@candor/domain/limits";
import { agreeingPrices, indexOfSorted, isWithinStep } from "@candor/formulas/timed-option/index-price";

/** No time: later than any journal time. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** How long a single source is compared with the same index. */
const ANCHOR_MS = 10_000;

/** The maximum deviation between a market's sources, and the maximum jump of a single one, in parts per million. */
export interface IndexBounds {
  readonly deviationPpm: number;
  readonly stepPpm: number;
}

/**
 * The index of one market from the prices of its sources: the median of the fresh ones, each clamped to ±0.5% of that
 * median, then averaged. A source is fresh for 10 s of journal time. All prices are in 1e-8 of the quote coin. Rounding
 * is documented with the formula (protocol/option-formulas/index-price), which the browser recomputes.
 *
 * With bounds (from version 3 of the rules on) outliers are cut first. Without an agreeing majority, or when the only
 * fresh source has jumped, there is no index and it is disputed. Agreement of a second source ends that at once.
 */
export class PriceIndex {
  /** By source id; 0: the source has never reported. */
  private readonly prices = new Float64Array(LIMITS.maxSourcesPerMarket);
  private readonly observedAtMs = new Float64Array(LIMITS.maxSourcesPerMarket);
  private readonly sorted = new Float64Array(LIMITS.maxSourcesPerMarket);

  /** 0: fewer fresh sources than needed, or disputed. */
  valueE8 = 0;
  freshSources = 0;
  /** Enough sources are fresh, but they disagree, or a single one jumped without confirmation. */
  isDisputed = false;
  /** From this time on at least one fresh source is stale, so the index must be recomputed. */
  staleAtMs = NEVER;
  /**
   * An index of the last ten seconds or the last one there was, and its time; 0 if there was none. A single source is
   * compared with it rather than with its own last price, so that many small steps move no further than a large one.
   */
  anchorE8 = 0;
  anchorAtMs = 0;
  /** The price that a single source jumped to, and the time of the jump; 0 if it has not. */
  suspectE8 = 0;
  suspectSinceMs = 0;
  /** Fresh prices outside these bounds were excluded. */
  lowestE8 = 0;
  highestE8 = NEVER;

  /** Records a source's price. Drops it when older than the source's last one; a future time counts as now. */
  observe(sourceId: number, priceE8: number, observedAtMs: number, nowMs: number): void {
    const atMs = Math.min(observedAtMs, nowMs);
    if (this.prices[sourceId] !== 0 && atMs < (this.observedAtMs[sourceId] as number)) return;
    this.prices[sourceId] = priceE8;
    this.observedAtMs[sourceId] = atMs;
  }

  /** Forgets all source prices: there is no index until they report again. */
  clear(): void {
    this.prices.fill(0);
    this.observedAtMs.fill(0);
  }

  /** Forgets all source prices, and what the next one is compared with. */
  forget(): void {
    this.clear();
    this.anchorE8 = 0;
    this.anchorAtMs = 0;
    this.suspectE8 = 0;
    this.suspectSinceMs = 0;
  }

  /**
   * Computes the index as of `nowMs`. `bounds`: undefined before version 3 of the rules.
   * @returns whether the value, number of fresh sources or dispute changed
   */
  compute(nowMs: number, minSources: number, bounds?: IndexBounds): boolean {
    const { prices, observedAtMs, sorted, valueE8, freshSources, isDisputed } = this;
    let count = 0;
    let staleAtMs = NEVER;
    for (let source = 0; source < LIMITS.maxSourcesPerMarket; source++) {
      if (prices[source] === 0) continue;
      const endsAtMs = (observedAtMs[source] as number) + LIMITS.staleSourceMs + 1;
      if (endsAtMs <= nowMs) continue;
      staleAtMs = Math.min(staleAtMs, endsAtMs);
      sorted[count++] = prices[source] as number;
    }
    const fresh = sorted.subarray(0, count).sort();
    const hasEnough = count >= minSources;
    const agreeing = hasEnough ? this.agreeing(fresh, nowMs, minSources, bounds) : undefined;
    this.valueE8 = agreeing === undefined ? 0 : indexOfSorted(agreeing);
    this.isDisputed = hasEnough && agreeing === undefined;
    this.freshSources = count;
    this.staleAtMs = staleAtMs;
    this.keep(agreeing, hasEnough, nowMs);
    return this.valueE8 !== valueE8 || count !== freshSources || this.isDisputed !== isDisputed;
  }

  /** Whether the source reported within ten seconds of `nowMs`. */
  isFresh(sourceId: number, nowMs: number): boolean {
    const isKnown = this.prices[sourceId] !== 0;
    return isKnown && (this.observedAtMs[sourceId] as number) + LIMITS.staleSourceMs >= nowMs;
  }

  /** The oldest report time among the fresh sources. */
  oldestReportMs(nowMs: number): number {
    let sinceMs = nowMs;
    this.forEachSource((sourceId, _priceE8, atMs) => {
      if (atMs < sinceMs && this.isFresh(sourceId, nowMs)) sinceMs = atMs;
    });
    return sinceMs;
  }

  /** Whether the price of a fresh source was excluded because it was too far from the others. */
  isCut(priceE8: number): boolean {
    return priceE8 < this.lowestE8 || priceE8 > this.highestE8;
  }

  /** Visits every source that has reported, by id. */
  forEachSource(visit: (sourceId: number, priceE8: number, observedAtMs: number) => void): void {
    for (let source = 0; source < LIMITS.maxSourcesPerMarket; source++) {
      if (this.prices[source] !== 0)
        visit(source, this.prices[source] as number, this.observedAtMs[source] as number);
    }
  }

  /** The prices that form the index; undefined when it is disputed. At least one source must be fresh. */
  private agreeing(
    fresh: Float64Array,
    nowMs: number,
    minSources: number,
    bounds: IndexBounds | undefined,
  ): Float64Array | undefined {
    if (bounds === undefined) return fresh;
    if (fresh.length === 1) return this.isBelieved(fresh[0] as number, nowMs, bounds) ? fresh : undefined;
    const agreeing = agreeingPrices(fresh, bounds.deviationPpm);
    return agreeing === undefined || agreeing.length < minSources ? undefined : agreeing;
  }

  /** Whether a single unconfirmed source may move the index to `priceE8`. */
  private isBelieved(priceE8: number, nowMs: number, { stepPpm }: IndexBounds): boolean {
    const { anchorE8, suspectE8 } = this;
    if (anchorE8 === 0 || isWithinStep(anchorE8, priceE8, stepPpm)) {
      this.suspectE8 = 0;
      return true;
    }
    if (suspectE8 === 0 || !isWithinStep(suspectE8, priceE8, stepPpm)) this.suspectSinceMs = nowMs;
    this.suspectE8 = priceE8;
    return nowMs - this.suspectSinceMs >= LIMITS.suspectSourceMs;
  }

  /** Stores the outcome. A suspicion lasts while its source is the only fresh one. */
  private keep(agreeing: Float64Array | undefined, hasEnough: boolean, nowMs: number): void {
    this.lowestE8 = agreeing === undefined ? 0 : (agreeing[0] as number);
    this.highestE8 = agreeing === undefined ? NEVER : (agreeing.at(-1) as number);
    // Confirmed by other sources, or by half a minute.
    const isConfirmed = this.freshSources > 1 || this.suspectE8 !== 0;
    if (agreeing !== undefined && (isConfirmed || nowMs - this.anchorAtMs >= ANCHOR_MS)) {
      this.anchorE8 = this.valueE8;
      this.anchorAtMs = nowMs;
    }
    if (agreeing === undefined && hasEnough && this.freshSources === 1) return;
    this.suspectE8 = 0;
    this.suspectSinceMs = 0;
  }
}
