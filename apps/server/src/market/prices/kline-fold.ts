import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { type Bar, emptyBar, joinBars } from "./kline-bar.ts";

/** 1970-01-05, the first Monday of Unix time. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/**
 * Returns the start of the period that contains `timeMs`, which is the key of its bar. Weeks start on Monday, all in
 * UTC.
 */
export function periodOpenMs(period: Period, timeMs: number): number {
  const lengthMs = PERIOD_MS[period];
  const originMs = period === "1week" ? FIRST_MONDAY_MS : 0;
  return Math.floor((timeMs - originMs) / lengthMs) * lengthMs + originMs;
}

/**
 * Fills the empty periods between bars (oldest first, each at its own period's start), and those after the last one
 * until `untilMs`, exclusive.
 */
export function fillEmptyBars(period: Period, bars: readonly Bar[], untilMs?: number): Bar[] {
  const filled: Bar[] = [];
  for (const bar of bars) {
    pushEmpty(filled, period, bar.openTimeMs);
    filled.push(bar);
  }
  if (untilMs !== undefined) pushEmpty(filled, period, periodOpenMs(period, untilMs));
  return filled;
}

function pushEmpty(bars: Bar[], period: Period, beforeMs: number): void {
  const last = bars.at(-1);
  if (last === undefined) return;
  const lengthMs = PERIOD_MS[period];
  for (let openTimeMs = last.openTimeMs + lengthMs; openTimeMs < beforeMs; openTimeMs += lengthMs)
    bars.push(emptyBar(openTimeMs, last.closeE8));
}

/**
 * Folds finer bars, oldest first, into the bars of a coarser period; empty periods between them are filled. Empty finer
 * bars are not trades: they do not open a bar that has a trade later on.
 */
export function foldBars(period: Period, bars: readonly Bar[]): Bar[] {
  return fold(
    period,
    bars.filter((bar, index) => {
      const previous = bars[index - 1];
      return previous === undefined || !isEmpty(bar, previous);
    }),
    bars.at(-1)?.openTimeMs,
  );
}

/** Returns whether nothing happened in a bar since the previous one. */
export function isEmpty(bar: Bar, previous: Bar): boolean {
  const { closeE8 } = previous;
  return bar.trades === 0 && bar.volumeE8 === 0n && bar.highE8 === closeE8 && bar.lowE8 === closeE8;
}

/** `lastMs` is a time in the last bar, if later than the last piece. */
function fold(period: Period, pieces: readonly Bar[], lastMs?: number): Bar[] {
  const folded: Bar[] = [];
  for (const piece of pieces) {
    const openTimeMs = periodOpenMs(period, piece.openTimeMs);
    const current = folded.at(-1);
    if (current === undefined) folded.push({ ...piece, openTimeMs });
    else if (openTimeMs === current.openTimeMs) folded[folded.length - 1] = joinBars(current, piece);
    else if (openTimeMs < current.openTimeMs)
      throw new RangeError(`bars out of order at ${piece.openTimeMs}`);
    else folded.push({ ...piece, openTimeMs });
  }
  const untilMs = lastMs === undefined ? undefined : periodOpenMs(period, lastMs) + PERIOD_MS[period];
  return fillEmptyBars(period, folded, untilMs);
}
