import { compareDecimals, divideDecimals } from "@candor/ui/decimal-math";

const PRICED_IN = "USDT";
const SIGNIFICANT_DIGITS = 7;
const MIN_DECIMALS = 2;
const MAX_DECIMALS = 12;

/** Price of one coin in another. */
export interface CoinPrice {
  readonly coin: string;
  readonly price: string;
  readonly asset: string;
}

/** Amount of the target coin per source coin. */
export interface GivenPrice {
  readonly fromAsset: string;
  readonly toAsset: string;
  readonly price: string;
}

/** Whether the price is in the usual direction: in USDT, or otherwise the more expensive coin in the cheaper one. */
export function isUsualDirection({ fromAsset, toAsset, price }: GivenPrice): boolean {
  if (toAsset === PRICED_IN || fromAsset === PRICED_IN) return toAsset === PRICED_IN;
  return compareDecimals(price, "1") >= 0;
}

/** Returns the price or its rounded reciprocal, with a readable number of digits. */
export function priceOf({ fromAsset, toAsset, price }: GivenPrice, isInverted: boolean): CoinPrice {
  if (!isInverted) return { coin: fromAsset, price: shortened(price), asset: toAsset };
  return { coin: toAsset, price: shortened(divideDecimals("1", price, MAX_DECIMALS)), asset: fromAsset };
}

function shortened(price: string): string {
  const [whole = "0", fraction = ""] = price.split(".");
  const leadingZeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : -whole.length;
  const decimals = Math.max(MIN_DECIMALS, SIGNIFICANT_DIGITS + leadingZeros);
  return divideDecimals(price, "1", Math.min(decimals, MAX_DECIMALS));
}
