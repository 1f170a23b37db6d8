import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import { type Bar, type BarChange, joinBars, NO_OWN_TRADES } from "./kline-bar.ts";
import { periodOpenMs } from "./kline-fold.ts";
import type { PriceTape } from "./price-tape.ts";

/** Interval between the prices of a replay. */
export const REPLAY_TICK_MS = 500;
const MIN_STEPS = 4;
const MAX_STEPS = 7_200;

/**
 * Plays a tape in an endless loop as a pure function of the clock, so a restart continues where the replay would have
 * been. At `speed` 60 a recorded hour takes a minute. The jump from the last price back to the first is part of the
 * recording and is left as it is.
 */
export class TapeReplay {
  private readonly tape: PriceTape;
  private readonly speed: number;
  private readonly spanMs: number;
  /** Steps in which the price walks through one row. */
  private readonly steps: number;
  private readonly wholeTape: BarChange;

  constructor(tape: PriceTape, speed: number) {
    this.tape = tape;
    this.speed = speed;
    this.spanMs = tape.length * tape.intervalMs;
    const shownMs = tape.intervalMs / speed;
    this.steps = Math.min(MAX_STEPS, Math.max(MIN_STEPS, Math.floor(shownMs / REPLAY_TICK_MS)));
    this.wholeTape = tape.fold(0, tape.length);
  }

  priceAt(timeMs: number): PriceE8 {
    const position = this.positionOf(timeMs);
    const row = Math.floor(position / this.tape.intervalMs);
    const step = Math.floor(((position - row * this.tape.intervalMs) * this.steps) / this.tape.intervalMs);
    return this.tape.walk(row, step, this.steps);
  }

  /**
   * Returns up to `limit` bars that open before `endMs` and not after `nowMs`, oldest first; the last may be
   * unfinished.
   */
  bars(period: Period, limit: number, endMs: number, nowMs: number): Bar[] {
    const lengthMs = PERIOD_MS[period];
    const lastMs = periodOpenMs(period, Math.min(endMs - 1, nowMs));
    const bars: Bar[] = [];
    for (let openMs = lastMs - (limit - 1) * lengthMs; openMs <= lastMs; openMs += lengthMs)
      if (openMs >= 0) bars.push(this.bar(openMs, Math.min(openMs + lengthMs, nowMs + 1)));
    return bars;
  }

  private bar(openTimeMs: number, endMs: number): Bar {
    let left = (endMs - openTimeMs) * this.speed;
    let position = this.positionOf(openTimeMs);
    let bar: Bar | undefined;
    const take = (change: BarChange): void => {
      bar = bar === undefined ? { ...change, openTimeMs } : joinBars(bar, change);
    };
    const { intervalMs } = this.tape;
    while (left > 0) {
      const inRow = position % intervalMs;
      const untilEnd = Math.min(left, this.spanMs - position);
      if (position === 0 && left >= this.spanMs) {
        const loops = Math.floor(left / this.spanMs);
        take(times(this.wholeTape, loops));
        left -= loops * this.spanMs;
        continue;
      }
      let passed = Math.min(untilEnd, intervalMs - inRow);
      if (inRow === 0 && untilEnd >= intervalMs) {
        passed = untilEnd - (untilEnd % intervalMs);
        take(this.tape.fold(position / intervalMs, (position + passed) / intervalMs));
      } else take(this.partOfRow((position - inRow) / intervalMs, inRow, inRow + passed));
      left -= passed;
      position = (position + passed) % this.spanMs;
    }
    if (bar === undefined) throw new RangeError(`a bar from ${openTimeMs} to ${endMs} is empty`);
    return bar;
  }

  /** Returns the effect of the walk through a row from `fromMs` until `toMs`, exclusive, relative to its open. */
  private partOfRow(row: number, fromMs: number, toMs: number): BarChange {
    const { intervalMs } = this.tape;
    const first = Math.floor((fromMs * this.steps) / intervalMs);
    const end = Math.max(first + 1, Math.ceil((toMs * this.steps) / intervalMs));
    const openE8 = this.tape.walk(row, first, this.steps);
    let highE8 = openE8;
    let lowE8 = openE8;
    let closeE8 = openE8;
    for (let step = first + 1; step < end; step++) {
      closeE8 = this.tape.walk(row, step, this.steps);
      if (closeE8 > highE8) highE8 = closeE8;
      if (closeE8 < lowE8) lowE8 = closeE8;
    }
    const whole = this.tape.row(row);
    const share = (volume: bigint): bigint => (volume * BigInt(toMs - fromMs)) / BigInt(intervalMs);
    return {
      openE8,
      highE8,
      lowE8,
      closeE8,
      volumeE8: share(whole.volumeE8),
      quoteVolumeE8: share(whole.quoteVolumeE8),
      ...NO_OWN_TRADES,
    };
  }

  /** Returns the position of a time on the tape, in recorded milliseconds from its start. */
  private positionOf(timeMs: number): number {
    return Number((BigInt(timeMs) * BigInt(this.speed)) % BigInt(this.spanMs));
  }
}

function times(change: BarChange, count: number): BarChange {
  const factor = BigInt(count);
  return {
    ...change,
    volumeE8: change.volumeE8 * factor,
    quoteVolumeE8: change.quoteVolumeE8 * factor,
  };
}
