/** The public tape. */
export interface TradesTable {
  readonly market_id: number;
  /** Counts the trades of all markets. */
  readonly trade_id: number;
  /** Counts the trades of this market. */
  readonly market_trade_id: number;
  /** Counts the aggregates of this market: consecutive fills of one order at one price. */
  readonly aggregate_id: number;
  readonly seq: number;
  readonly time_ms: number;
  readonly price_ticks: number;
  readonly quantity_lots: number;
  readonly quote_units: number;
  readonly taker_side: number;
  readonly maker_labelled: boolean;
  readonly taker_labelled: boolean;
}
