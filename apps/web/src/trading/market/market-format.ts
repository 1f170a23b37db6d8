/** How to format a market's figures: names, decimals, scales. */
export interface MarketFormat {
  /** "BTC/USDT"; for a contract "BTCUSDT" */
  readonly name: string;
  readonly base: string;
  readonly quote: string;
  readonly baseScale: number;
  readonly quoteScale: number;
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}
