import { setImmediate } from "node:timers/promises";
import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { type Bar, joinBars } from "./kline-bar.ts";
import { periodOpenMs } from "./kline-fold.ts";
import type { SimulatedSource } from "./simulated-source.ts";

const MINUTE_MS = PERIOD_MS["1min"];
const HOUR_MS = PERIOD_MS["60min"];
const DAY_MS = PERIOD_MS["1day"];
const WEEKS = 52;
/** Hours computed before other work gets its turn. */
const HOURS_AT_ONCE = 24;

/**
 * Bars of simulated prices in the year before the exchange was founded. All periods begin at the same moment and agree:
 * every bar is made from the same minutes, which have only an open and a close.
 */
export class PastPrices {
  /** A Monday, UTC. */
  readonly sinceMs: number;
  /** Midnight of the day of the founding, UTC: from there on, charts have the source's minutes in detail. */
  readonly untilMs: number;
  readonly foundedMs: number;
  private readonly source: Pick<SimulatedSource, "outlineMinute" | "priceAt" | "symbols">;
  private readonly hours = new Map<string, Map<number, Bar>>();

  constructor(source: Pick<SimulatedSource, "outlineMinute" | "priceAt" | "symbols">, foundedMs: number) {
    this.source = source;
    this.foundedMs = foundedMs;
    this.sinceMs = periodOpenMs("1week", foundedMs - WEEKS * PERIOD_MS["1week"]);
    this.untilMs = periodOpenMs("1day", foundedMs);
  }

  has(symbol: string): boolean {
    return this.source.symbols.includes(symbol);
  }

  /** Returns the price at a full minute. */
  priceAt(symbol: string, timeMs: number): PriceE8 | undefined {
    return this.source.priceAt(symbol, timeMs);
  }

  /**
   * Returns up to `size` bars that open before `endMs`, oldest first. A bar that continues after the past, such as a week,
   * has only its part up to there.
   */
  async bars(symbol: string, period: Period, endMs: number, size: number): Promise<Bar[]> {
    const lengthMs = PERIOD_MS[period];
    const lastMs = periodOpenMs(period, Math.min(endMs, this.untilMs) - 1);
    const firstMs = Math.max(lastMs - (size - 1) * lengthMs, this.sinceMs);
    const bars: Bar[] = [];
    for (let openMs = firstMs; openMs <= lastMs; openMs += lengthMs) {
      const bar = await this.bar(symbol, openMs, Math.min(openMs + lengthMs, this.untilMs));
      if (bar !== undefined) bars.push(bar);
      if (bars.length % HOURS_AT_ONCE === 0) await setImmediate();
    }
    return bars;
  }

  private async bar(symbol: string, openMs: number, endMs: number): Promise<Bar | undefined> {
    if (endMs - openMs <= HOUR_MS) return this.short(symbol, openMs, endMs);
    let bar: Bar | undefined;
    for (let at = openMs; at < endMs; at += HOUR_MS) {
      const hour = this.hour(symbol, at);
      if (hour !== undefined) bar = bar === undefined ? { ...hour, openTimeMs: openMs } : joinBars(bar, hour);
      if ((at - openMs) % DAY_MS === DAY_MS - HOUR_MS) await setImmediate();
    }
    return bar;
  }

  private short(symbol: string, openMs: number, endMs: number): Bar | undefined {
    return endMs - openMs === HOUR_MS ? this.hour(symbol, openMs) : this.ofMinutes(symbol, openMs, endMs);
  }

  private hour(symbol: string, openMs: number): Bar | undefined {
    const known = this.hours.get(symbol) ?? new Map<number, Bar>();
    this.hours.set(symbol, known);
    const bar = known.get(openMs) ?? this.ofMinutes(symbol, openMs, openMs + HOUR_MS);
    if (bar !== undefined) known.set(openMs, bar);
    return bar;
  }

  private ofMinutes(symbol: string, openMs: number, endMs: number): Bar | undefined {
    let bar: Bar | undefined;
    for (let at = openMs; at < endMs; at += MINUTE_MS) {
      const minute = this.source.outlineMinute(symbol, at);
      if (minute !== undefined) bar = bar === undefined ? minute : joinBars(bar, minute);
    }
    return bar;
  }
}
