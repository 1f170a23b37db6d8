import { signOfDecimal } from "@candor/text/decimal-text";
import { addDecimals, compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { WireMarket } from "@candor/wire/objects";
import type { Holding } from "../../shell/wallets/valued-wallets.ts";

/** Target coin of conversions, also used for valuation. */
export const SMALL_TO = "USDT";
/** Balances below this many USDT count as small: about twice the minimum order value. */
export const SMALL_LIMIT = "10";

export interface SmallBalance {
  readonly asset: string;
  readonly available: string;
  /** In USDT, truncated to cents. */
  readonly value: string;
  /** Below the market's minimum, so it cannot be converted. */
  readonly isTooLittle: boolean;
}

type Tradable = Pick<WireMarket, "minQuantity" | "quote" | "tokenCur">;

/** Returns a wallet's small available balances, highest value first. */
export function smallBalances(
  holdings: readonly Holding[],
  markets: readonly Tradable[],
): readonly SmallBalance[] {
  return holdings
    .flatMap(({ balance: { asset, available }, value }) => {
      if (asset === SMALL_TO || value === null || compareDecimals(value, SMALL_LIMIT) >= 0) return [];
      if (signOfDecimal(available) === 0) return [];
      const market = markets.find(({ tokenCur, quote }) => tokenCur === asset && quote === SMALL_TO);
      const isTooLittle = market === undefined || compareDecimals(available, market.minQuantity) < 0;
      return [{ asset, available, value, isTooLittle }];
    })
    .sort((a, b) => compareDecimals(b.value, a.value) || (a.asset < b.asset ? -1 : 1));
}

/** Returns the remainder of a balance after a quote, below the market's step; null if zero. */
export function leftOf(available: string, fromAmount: string): string | null {
  const left = subtractDecimals(available, fromAmount);
  return signOfDecimal(left) > 0 ? left : null;
}

export const sumOf = (amounts: readonly string[]): string => addDecimals("0.00", ...amounts);
