import type { Period, PriceSourceKind } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import type { Bar } from "./kline-bar.ts";

/**
 * Numbers by which the journal knows the sources: never given to another source, never reused.
 * The core takes 0–31.
 */
export const SOURCE_IDS = {
  binance: 0,
  okx: 1,
  bybit: 2,
  recorded: 30,
  simulated: 31,
} as const satisfies Record<string, number>;

/** What a source said about one symbol. */
export interface PriceObservation {
  readonly symbol: string;
  readonly priceE8: PriceE8;
  /** When the price was known to stand, by this server's clock. */
  readonly observedAtMs: number;
}

/** `connecting` only before the first connection; `reconnecting` after a loss. */
export type ConnectionState = "connecting" | "connected" | "reconnecting" | "stopped";

export interface PriceSourceListener {
  observed(observation: PriceObservation): void;
  /** `detail` says in words why, for the log and the status page. */
  connectionChanged(state: ConnectionState, detail: string): void;
}

/** Where prices come from. A source states prices; the index is made of them by the core alone. */
export interface PriceSource {
  /** For the log and the status page: `binance`, `okx`, `bybit`, `recorded`, `simulated`. */
  readonly name: string;
  readonly kind: PriceSourceKind;
  readonly sourceId: number;
  /** The symbols that this source has prices for. */
  readonly symbols: readonly string[];
  /** Begins to speak. Never throws for a connection that fails: it says so and tries again. */
  start(listener: PriceSourceListener): void;
  stop(): Promise<void>;
  /**
   * Up to `limit` bars that open before `endMs`, oldest first, without holes; the last may be unfinished. Empty when the
   * source has none. Rejects when the source cannot be reached.
   */
  history(symbol: string, period: Period, limit: number, endMs: number): Promise<Bar[]>;
}
