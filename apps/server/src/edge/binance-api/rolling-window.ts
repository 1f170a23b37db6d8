import { PERIOD_MS } from "@candor/domain/enumerations";
import { type DayStatistics, statisticsOf, withBar } from "../../market/prices/day-statistics.ts";
import type { PriceHistory } from "../../market/prices/price-history-port.ts";
import type { BinancePorts } from "./binance-ports.ts";

const MINUTE_MS = PERIOD_MS["1min"];
const HOUR_MS = PERIOD_MS["60min"];
const DAY_MS = PERIOD_MS["1day"];
const WINDOW = /^([1-9]|[1-5][0-9])m$|^([1-9]|1[0-9]|2[0-3])h$|^([1-7])d$/;

/** Returns the length of a window such as `5m`, `23h` or `7d`; undefined for other names. */
export function windowMsOf(text: string): number | undefined {
  const found = WINDOW.exec(text);
  if (found === null) return undefined;
  const [, minutes = 0, hours = 0, days = 0] = found;
  return Number(minutes) * MINUTE_MS + Number(hours) * HOUR_MS + Number(days) * DAY_MS;
}

/**
 * Returns the start of a window. It is rounded down to a minute, so the window may be up to a minute longer than its
 * name.
 */
export const openingOf = (windowMs: number, nowMs: number): number => minuteOf(nowMs - windowMs);

/**
 * Returns a market's statistics since a minute, inclusive. Beyond one day, minutes are used up to the next full hour,
 * and hours after that.
 */
export async function statisticsSince(
  { klines }: Pick<BinancePorts, "klines">,
  marketId: number,
  sinceMs: number,
  nowMs: number,
): Promise<DayStatistics | undefined> {
  const isLong = nowMs - sinceMs > DAY_MS + MINUTE_MS;
  const hoursMs = isLong ? Math.ceil(sinceMs / HOUR_MS) * HOUR_MS : Number.POSITIVE_INFINITY;
  const barsOf = async (period: "1min" | "60min", fromMs: number, untilMs: number) => {
    const size = Math.ceil((untilMs - fromMs) / PERIOD_MS[period]);
    if (size <= 0) return [];
    const bars = await klines.query({ marketId, price: "last", period, endMs: untilMs, size });
    return (bars ?? []).filter(({ openTimeMs }) => openTimeMs >= fromMs);
  };
  const minutes = await barsOf("1min", sinceMs, Math.min(hoursMs, nowMs + 1));
  const hours = isLong ? await barsOf("60min", hoursMs, nowMs + 1) : [];
  return statisticsOf([...minutes, ...hours]);
}

/** A rolling window of up to a day. Its finished minutes are summed once a minute. */
export class RollingWindow {
  private readonly history: PriceHistory;
  private readonly marketId: number;
  private readonly windowMs: number;
  private finished: DayStatistics | undefined;
  private finishedForMs = -1;
  private finishedSinceMs = -1;

  constructor(history: PriceHistory, marketId: number, windowMs: number) {
    this.history = history;
    this.marketId = marketId;
    this.windowMs = windowMs;
  }

  statistics(nowMs: number): DayStatistics | undefined {
    const sinceMs = openingOf(this.windowMs, nowMs);
    const [current] = this.history.lastBars(this.marketId, "1min", 1);
    if (current === undefined || current.openTimeMs < sinceMs) return undefined;
    if (this.finishedForMs !== current.openTimeMs || this.finishedSinceMs !== sinceMs) {
      const bars = this.history.lastBars(this.marketId, "1min", this.windowMs / MINUTE_MS + 1);
      this.finished = statisticsOf(bars.slice(0, -1).filter(({ openTimeMs }) => openTimeMs >= sinceMs));
      this.finishedForMs = current.openTimeMs;
      this.finishedSinceMs = sinceMs;
    }
    return withBar(this.finished, current);
  }
}

const minuteOf = (timeMs: number): number => Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
