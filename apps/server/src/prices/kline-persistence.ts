import type { Period } from "@candor/protocol/enumerations";
import type { Bar } from "./kline-bar.ts";

/** What a chart's bars are made of: trades of this market, or its index. */
export const KLINE_PRICES = ["last", "index"] as const;
export type KlinePrice = (typeof KLINE_PRICES)[number];

export interface SeriesKey {
  readonly marketId: number;
  readonly price: KlinePrice;
  readonly period: Period;
}

/**
 * Where bars outlive the process, in two kinds of rows: a market's own bars, which the projector makes from the
 * journal and can make again at any time, and the history that a price source gave at the first start.
 */
export interface KlinePersistence {
  /**
   * The newest `limit` own bars of a series that open before `endMs`, oldest first, finished or not. Periods in which
   * nothing happened have no row.
   */
  loadOwn(key: SeriesKey, endMs: number, limit: number): Promise<readonly Bar[]>;
  /** The same of the source history of a symbol; no trades, no labelled volume. */
  loadHistory(symbol: string, period: Period, endMs: number, limit: number): Promise<readonly Bar[]>;
  /** Keeps a source's history; a bar that is there already stays as it is. */
  saveHistory(source: string, symbol: string, period: Period, bars: readonly Bar[]): Promise<void>;
}

/** For an exchange without read models: nothing is kept. */
export const forgetfulPersistence: KlinePersistence = {
  loadOwn: () => Promise.resolve([]),
  loadHistory: () => Promise.resolve([]),
  saveHistory: () => Promise.resolve(),
};
