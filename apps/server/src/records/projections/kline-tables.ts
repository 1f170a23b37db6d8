import type { WideInteger } from "./wide-integer.ts";

/** Tables of bars. Conventions as in tables.ts. */
interface BarColumns {
  readonly period: number;
  readonly open_time_ms: number;
  readonly open_e8: number;
  readonly high_e8: number;
  readonly low_e8: number;
  readonly close_e8: number;
  readonly volume_e8: WideInteger;
  readonly quote_volume_e8: WideInteger;
}

/** Bars folded from this exchange's own events. */
export interface KlinesTable extends BarColumns {
  readonly market_id: number;
  readonly price: number;
  readonly labelled_volume_e8: WideInteger;
  /** Of trades whose taker bought. */
  readonly buy_volume_e8: WideInteger;
  readonly buy_quote_volume_e8: WideInteger;
  readonly trades: number;
  readonly first_trade_id: number;
  readonly last_trade_id: number;
}

/** Bars from a price source. Not in the journal, so a rebuild keeps them. */
export interface KlineHistoryTable extends BarColumns {
  readonly source: string;
  readonly symbol: string;
}
