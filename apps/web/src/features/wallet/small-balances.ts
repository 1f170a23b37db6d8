import { signOfDecimal } from "@candor/text/decimal-text";
import { addDecimals, compareDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { WireMarket } from "@candor/wire/objects";
import type { Holding } from "../../shell/valued-wallets.ts";

/** What balances are converted to, and in what they are valued. */
export const SMALL_TO = "USDT";
/** Balances below this many USDT count as small: about what the smallest orders are worth twice. */
export const SMALL_LIMIT = "10";

export interface SmallBalance {
  readonly asset: string;
  readonly available: string;
  /** In USDT, cut to cents. */
  readonly value: string;
  /** Less than its market trades: nothing can be done with it. */
  readonly isTooLittle: boolean;
}

type Tradable = Pick<WireMarket, "minQuantity" | "quote" | "tokenCur">;

/** What of a wallet is free and small, the dearest first. */
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

/** What a quote leaves of a balance: below the market's step. Null: nothing. */
export function leftOf(available: string, fromAmount: string): string | null {
  const left = subtractDecimals(available, fromAmount);
  return signOfDecimal(left) > 0 ? left : null;
}

export const sumOf = (amounts: readonly string[]): string => addDecimals("0.00", ...amounts);
