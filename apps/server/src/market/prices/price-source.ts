import type { Period, PriceSourceKind } from "@candor/domain/enumerations";
import type { PriceE8 } from "@candor/money/brand";
import type { Bar } from "./kline-bar.ts";

/** Source numbers in the journal: never changed, never reused. The core accepts 0–31. */
export const SOURCE_IDS = {
  binance: 0,
  okx: 1,
  bybit: 2,
  recorded: 30,
  simulated: 31,
} as const satisfies Record<string, number>;

/** A price from a source for one symbol. */
export interface PriceObservation {
  readonly symbol: string;
  readonly priceE8: PriceE8;
  /** When the price was known to be valid, by this server's clock. */
  readonly observedAtMs: number;
}

/** `connecting` only before the first connection; `reconnecting` after a loss. */
export type ConnectionState = "connecting" | "connected" | "reconnecting" | "stopped";

export interface PriceSourceListener {
  observed(observation: PriceObservation): void;
  /** `detail` gives the reason in words, for the log and the status page. */
  connectionChanged(state: ConnectionState, detail: string): void;
}

/** A source of prices. Only the core computes the index from them. */
export interface PriceSource {
  /** For the log and the status page: `binance`, `okx`, `bybit`, `recorded`, `simulated`. */
  readonly name: string;
  readonly kind: PriceSourceKind;
  readonly sourceId: number;
  /** Symbols with prices from this source. */
  readonly symbols: readonly string[];
  /**
   * Starts emitting. Never throws on a failed connection: it reports that and retries. A promise resolves once the first
   * prices were emitted.
   */
  start(listener: PriceSourceListener): void | Promise<void>;
  stop(): Promise<void>;
  /**
   * Returns up to `limit` bars that open before `endMs`, oldest first, without gaps; the last may be unfinished. Empty
   * if the source has none. Rejects if the source cannot be reached.
   */
  history(symbol: string, period: Period, limit: number, endMs: number): Promise<Bar[]>;
}
