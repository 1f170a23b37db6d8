import type { Period } from "@candor/domain/enumerations";
import type { Bar } from "./kline-bar.ts";

/** What a chart's bars are made of: trades of this market, its index, or a contract's mark. The array index is the number in SQL: append only. */
export const KLINE_PRICES = ["last", "index", "mark"] as const;
export type KlinePrice = (typeof KLINE_PRICES)[number];

export interface SeriesKey {
  readonly marketId: number;
  readonly price: KlinePrice;
  readonly period: Period;
}

/** A chart's bars that open before `endMs`. */
export interface SeriesRange extends SeriesKey {
  readonly endMs: number;
}

/** The bars of a symbol's source history that open before `endMs`. */
export interface HistoryRange {
  readonly symbol: string;
  readonly period: Period;
  readonly endMs: number;
}

/**
 * Where bars outlive the process, in two kinds of rows: a market's own bars, which the projector makes from the
 * journal and can make again at any time, and the history that a price source gave at the first start.
 */
export interface KlinePersistence {
  /**
   * Of each range the newest `limit` own bars, oldest first, finished or not. Periods in which nothing happened have
   * no row.
   */
  loadOwn(ranges: readonly SeriesRange[], limit: number): Promise<readonly (readonly Bar[])[]>;
  /** The same of source histories; no trades, no labelled volume. */
  loadHistory(ranges: readonly HistoryRange[], limit: number): Promise<readonly (readonly Bar[])[]>;
  /** Keeps a source's history; a bar that is there already stays as it is. */
  saveHistory(source: string, symbol: string, period: Period, bars: readonly Bar[]): Promise<void>;
}

/** For an exchange without read models: nothing is kept. */
export const forgetfulPersistence: KlinePersistence = {
  loadOwn: (ranges) => Promise.resolve(ranges.map(() => [])),
  loadHistory: (ranges) => Promise.resolve(ranges.map(() => [])),
  saveHistory: () => Promise.resolve(),
};
