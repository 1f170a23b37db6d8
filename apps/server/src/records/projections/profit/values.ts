import type { Side } from "@candor/domain/enumerations";

/** Values are in 1e-16 USDT: units of any coin (at most 8 decimals) times a price in 1e-8 are exact in it. */
const DECIMALS = 8;

/** The coin in which everything is valued. */
export const VALUE_COIN = "USDT";
/** Its price in itself. */
export const ONE_E8 = 100_000_000;
/** Decimals of a value. */
export const VALUE_DECIMALS = 16;

const E12 = 10n ** 12n;
/** 1e-8 ÷ unit, by the decimals of a coin. */
const FACTORS = Array.from({ length: DECIMALS + 1 }, (_, scale) => 10n ** BigInt(DECIMALS - scale));

/** Returns the exact value of `units` of a coin with `scale` decimals. */
export function valueE16(units: number, scale: number, priceE8: number): bigint {
  return BigInt(units) * ((FACTORS[scale] as bigint) * BigInt(priceE8));
}

/** A trade's profit as two integers, because a column of exact decimals costs far more to write. */
export interface SplitProfit {
  /** In 1e-4 USDT, rounded toward zero. */
  profitE4: number;
  /** The rest in 1e-16 USDT, with the same sign. */
  profitRestE16: number;
}

/** What a trade's row says about its profit. */
export interface TradeResult extends SplitProfit {
  /** Index of the quote coin at the trade, in 1e-8 USDT. */
  quotePriceE8: number;
}

/**
 * Returns the value of a trade's quote coins at the index of its moment, in 1e-16 USDT: the cost of a purchase, or the
 * proceeds of a sale after the fee.
 * @param quoteScale decimals of the quote coin
 */
export function tradeValueE16(
  fill: {
    readonly side: Side;
    readonly quoteUnits: number;
    readonly feeUnits: number;
    readonly quotePriceE8: number;
  },
  quoteScale: number,
): bigint {
  const units = fill.side === "buy" ? fill.quoteUnits : fill.quoteUnits - fill.feeUnits;
  return valueE16(units, quoteScale, fill.quotePriceE8);
}

/** Sets the parts of a profit. Throws a RangeError beyond the exact integers, 9e11 USDT. */
export function splitProfit(profitE16: bigint, parts: SplitProfit): void {
  parts.profitE4 = Number(profitE16 / E12);
  parts.profitRestE16 = Number(profitE16 % E12);
  if (!Number.isSafeInteger(parts.profitE4))
    throw new RangeError(`a trade's profit of ${profitE16}e-16 USDT`);
}

/** Returns the profit of its parts, in 1e-16 USDT. */
export const joinProfit = ({ profitE4, profitRestE16 }: SplitProfit): bigint =>
  BigInt(profitE4) * E12 + BigInt(profitRestE16);
