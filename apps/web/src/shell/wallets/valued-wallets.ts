import type { Wallet } from "@candor/domain/enumerations";
import { WALLETS } from "@candor/domain/enumerations";
import { signOfDecimal } from "@candor/text/decimal-text";
import { addDecimals, cutDecimals, multiplyDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { WireBalance } from "@candor/wire/objects";
import { shownParts } from "./shown-sums.ts";

const QUOTE = "USDT";
const SHOWN_DECIMALS = 2;
const SHOWN = { convert: (value: string) => value, decimals: SHOWN_DECIMALS };
/** Units of a coin × an index are exact in them. */
const VALUE_DECIMALS = 16;

type WalletIndex = Pick<CallReply<"walletIndex">, "totalEquity" | "wallets">;

export interface Holding {
  readonly balance: WireBalance;
  /** available + frozen. */
  readonly amount: string;
  /** Index price in USDT; null if there is none. */
  readonly price: string | null;
  /** In USDT, cut to cents, or the next cent where the total needs it; null without a price. */
  readonly value: string | null;
}

export interface WalletView {
  readonly wallet: Wallet;
  readonly holdings: readonly Holding[];
  /** In USDT, for priced assets; null while unknown. */
  readonly value: string | null;
}

/** Part of the total outside the four wallets. */
export interface OutsidePart {
  readonly kind: "leverage" | "mining" | "options" | "unrealized";
  /** In USDT, in cents; may be negative. */
  readonly value: string;
  /** A profit always shows its sign, an amount only if negative. */
  readonly sign: "auto" | "always";
}

export interface ValuedWallets {
  readonly wallets: readonly WalletView[];
  readonly outside: readonly OutsidePart[];
  /** Exact, cut to cents: the sum of all values, and the equity of profit and statements at the same prices. */
  readonly total: string;
}

/** Values balances at the prices of a reply; empty balances are left out. */
export function holdingsOf(
  balances: readonly WireBalance[],
  prices: WalletIndex["totalEquity"]["prices"],
): readonly Holding[] {
  return balances.flatMap((balance) => {
    const amount = addDecimals(balance.available, balance.frozen);
    if (signOfDecimal(amount) <= 0) return [];
    const listed = prices.find(({ asset }) => asset === balance.asset)?.price ?? null;
    const price = balance.asset === QUOTE ? "1" : listed;
    return [
      {
        balance,
        amount,
        price,
        value: price === null ? null : multiplyDecimals(amount, price, SHOWN_DECIMALS),
      },
    ];
  });
}

const exactValue = ({ amount, price }: Holding): string =>
  price === null ? "0" : multiplyDecimals(amount, price, VALUE_DECIMALS);

const partsOf = (exact: readonly string[], total: string): readonly string[] =>
  shownParts(exact, total, SHOWN) ?? exact;

/** Spreads a wallet's value over its holdings. */
function walletView(wallet: Wallet, holdings: readonly Holding[], value: string): WalletView {
  const priced = holdings.filter(({ price }) => price !== null);
  const values = partsOf(priced.map(exactValue), value);
  const valueOf = (holding: Holding): string | null => values[priced.indexOf(holding)] ?? null;
  return { wallet, holdings: holdings.map((holding) => ({ ...holding, value: valueOf(holding) })), value };
}

/**
 * The user's total assets, valued from one reply, so state and prices are consistent. The total is exact; what cutting the
 * parts to cents took is given back to the largest, so that the displayed numbers always add up to it.
 */
export function valueWallets({ totalEquity, wallets }: WalletIndex): ValuedWallets {
  const total = cutDecimals(totalEquity.amount, SHOWN_DECIMALS);
  const held = WALLETS.map((wallet) => holdingsOf(wallets[wallet], totalEquity.prices));
  const { leverage, mining, options, unrealizedProfit } = totalEquity;
  const values = partsOf(
    [
      ...held.map((holdings) => addDecimals("0", ...holdings.map(exactValue))),
      leverage,
      mining,
      options,
      unrealizedProfit,
    ],
    total,
  );
  const valueAt = (index: number): string => values[index] ?? total;
  const parts: readonly OutsidePart[] = [
    { kind: "leverage", value: valueAt(WALLETS.length), sign: "auto" },
    { kind: "mining", value: valueAt(WALLETS.length + 1), sign: "auto" },
    { kind: "options", value: valueAt(WALLETS.length + 2), sign: "auto" },
    { kind: "unrealized", value: valueAt(WALLETS.length + 3), sign: "always" },
  ];
  return {
    wallets: WALLETS.map((wallet, index) => walletView(wallet, held[index] ?? [], valueAt(index))),
    outside: parts.filter(({ value }) => signOfDecimal(value) !== 0),
    total,
  };
}
