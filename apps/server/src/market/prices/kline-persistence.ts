import type { Period } from "@candor/domain/enumerations";
import type { Bar } from "./kline-bar.ts";

/**
 * Price types of a chart: trades of this market, its index, or a contract's mark. The array index is the number in SQL:
 * append only.
 */
export const KLINE_PRICES = ["last", "index", "mark"] as const;
export type KlinePrice = (typeof KLINE_PRICES)[number];

export interface SeriesKey {
  readonly marketId: number;
  readonly price: KlinePrice;
  readonly period: Period;
}

/** Selects a chart's bars that open before `endMs`. */
export interface SeriesRange extends SeriesKey {
  readonly endMs: number;
}

/** Selects the bars of a symbol's source history that open before `endMs`. */
export interface HistoryRange {
  readonly symbol: string;
  readonly period: Period;
  readonly endMs: number;
}

/**
 * Storage of bars across restarts, in two kinds of rows: a market's own bars, which the projector can rebuild from the
 * journal at any time, and the history from a price source, loaded at the first start.
 */
export interface KlinePersistence {
  /**
   * Returns the newest `limit` own bars per range, oldest first, finished or not. Periods without activity have no row.
   */
  loadOwn(ranges: readonly SeriesRange[], limit: number): Promise<readonly (readonly Bar[])[]>;
  /** Returns the same for source histories, without trades and labeled volume. */
  loadHistory(ranges: readonly HistoryRange[], limit: number): Promise<readonly (readonly Bar[])[]>;
  /** Saves a source's history; existing bars are left unchanged. */
  saveHistory(source: string, symbol: string, period: Period, bars: readonly Bar[]): Promise<void>;
}
