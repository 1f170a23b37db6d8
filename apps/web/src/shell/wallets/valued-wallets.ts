import type { Wallet } from "@candor/domain/enumerations";
import { WALLETS } from "@candor/domain/enumerations";
import { signOfDecimal } from "@candor/text/decimal-text";
import { addDecimals, compareDecimals, multiplyDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { WireBalance } from "@candor/wire/objects";

const QUOTE = "USDT";
/** Values are truncated to the displayed decimals before adding, so that the displayed numbers add up. */
const SHOWN_DECIMALS = 2;
const NOTHING = "0.00";

type WalletIndex = Pick<CallReply<"walletIndex">, "totalEquity" | "wallets">;

export interface Holding {
  readonly balance: WireBalance;
  /** available + frozen. */
  readonly amount: string;
  /** Index price in USDT; null if there is none. */
  readonly price: string | null;
  /** In USDT, truncated to cents; null without a price. */
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
  readonly kind: "leverage" | "unrealized";
  /** In USDT, truncated to cents; may be negative. */
  readonly value: string;
  /** A profit always shows its sign, an amount only if negative. */
  readonly sign: "auto" | "always";
}

export interface ValuedWallets {
  readonly wallets: readonly WalletView[];
  readonly outside: readonly OutsidePart[];
  /** Sum of all values. */
  readonly total: string;
}

const shown = (amount: string, price = "1"): string => multiplyDecimals(amount, price, SHOWN_DECIMALS);

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
    return [{ balance, amount, price, value: price === null ? null : shown(amount, price) }];
  });
}

function walletView(wallet: Wallet, { totalEquity, wallets }: WalletIndex): WalletView {
  const holdings = holdingsOf(wallets[wallet], totalEquity.prices);
  return { wallet, holdings, value: addDecimals(NOTHING, ...holdings.flatMap(({ value }) => value ?? [])) };
}

/** A loss beyond the wallet's value is not the user's. */
function boundedProfit(profit: string, contractValue: string): string {
  const least = subtractDecimals("0", contractValue);
  return compareDecimals(profit, least) < 0 ? least : profit;
}

/**
 * The user's total assets, valued from one reply, so state and prices are consistent. The displayed numbers always add
 * up to the total, to the cent.
 */
export function valueWallets(index: WalletIndex): ValuedWallets {
  const wallets = WALLETS.map((wallet) => walletView(wallet, index));
  const inContracts = wallets.find(({ wallet }) => wallet === "contract")?.value ?? NOTHING;
  const { leverage, unrealizedProfit } = index.totalEquity;
  const parts: readonly OutsidePart[] = [
    { kind: "leverage", value: shown(leverage), sign: "auto" },
    {
      kind: "unrealized",
      value: boundedProfit(shown(unrealizedProfit), inContracts),
      sign: "always",
    },
  ];
  const outside = parts.filter(({ value }) => signOfDecimal(value) !== 0);
  const values = [...wallets, ...outside].map(({ value }) => value ?? NOTHING);
  return { wallets, outside, total: addDecimals(NOTHING, ...values) };
}
