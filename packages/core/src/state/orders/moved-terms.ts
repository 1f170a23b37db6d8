/** The terms of an order that can be moved; 0 for one that it does not have. */
export interface MovedTerms {
  readonly priceTicks: number;
  readonly stopTicks: number;
  readonly trailingPpm: number;
}
