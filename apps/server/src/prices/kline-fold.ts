import { PERIOD_MS, type Period } from "@candor/protocol/enumerations";
import { type Bar, emptyBar } from "./kline-bar.ts";

/** 1970-01-05, the first Monday of Unix time. */
const FIRST_MONDAY_MS = 4 * 86_400_000;

/** Start of the period that `timeMs` lies in: the key of its bar. Weeks start on Monday, all in UTC. */
export function periodOpenMs(period: Period, timeMs: number): number {
  const lengthMs = PERIOD_MS[period];
  const originMs = period === "1week" ? FIRST_MONDAY_MS : 0;
  return Math.floor((timeMs - originMs) / lengthMs) * lengthMs + originMs;
}

/**
 * Fills the empty periods between bars (oldest first, each on its own period's start), and those after the last
 * one up to, but not with, the period that opens at `untilMs`.
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
