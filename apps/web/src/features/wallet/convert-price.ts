import { compareDecimals, divideDecimals } from "@candor/ui/decimal-math";

const PRICED_IN = "USDT";
const SIGNIFICANT_DIGITS = 7;
const LEAST_DECIMALS = 2;
const MOST_DECIMALS = 12;

/** What one coin costs in another. */
export interface CoinPrice {
  readonly coin: string;
  readonly price: string;
  readonly asset: string;
}

/** What one coin given fetches of the coin wanted. */
export interface GivenPrice {
  readonly fromAsset: string;
  readonly toAsset: string;
  readonly price: string;
}

/** Traders price a coin in USDT; of two other coins the dearer is priced in the cheaper. */
export function isUsualWay({ fromAsset, toAsset, price }: GivenPrice): boolean {
  if (toAsset === PRICED_IN || fromAsset === PRICED_IN) return toAsset === PRICED_IN;
  return compareDecimals(price, "1") >= 0;
}

/** The price as it is, or of the other coin: its reciprocal to the nearest, in as many digits as a reader wants. */
export function priceOf({ fromAsset, toAsset, price }: GivenPrice, isTurned: boolean): CoinPrice {
  if (!isTurned) return { coin: fromAsset, price: shortened(price), asset: toAsset };
  return { coin: toAsset, price: shortened(divideDecimals("1", price, MOST_DECIMALS)), asset: fromAsset };
}

function shortened(price: string): string {
  const [whole = "0", fraction = ""] = price.split(".");
  const leadingZeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length;
  const decimals = Math.max(LEAST_DECIMALS, SIGNIFICANT_DIGITS + leadingZeros);
  return divideDecimals(price, "1", Math.min(decimals, MOST_DECIMALS));
}
