import type { Wallet } from "@candor/domain/enumerations";
import { WALLETS } from "@candor/domain/enumerations";
import { signOfDecimal } from "@candor/text/decimal-text";
import { compareDecimals } from "@candor/ui/decimal-math";
import type { WireBalance } from "@candor/wire/objects";

export type HintedProduct =
  | "spot"
  | "contract"
  | "option"
  | "lever"
  | "mining"
  | "convert"
  | "withdraw"
  | "wallet";

/** Wallets of each product; transfers go to the first one. Margin accounts are funded from the spot wallet. */
const WALLETS_OF: Readonly<Record<HintedProduct, readonly [Wallet, ...Wallet[]]>> = {
  spot: ["coin"],
  contract: ["contract"],
  option: ["option"],
  lever: ["coin"],
  mining: ["main"],
  convert: ["main", "coin"],
  withdraw: ["main"],
  wallet: [...WALLETS] as [Wallet, ...Wallet[]],
};
/** Products that use only one asset. */
const ASSET_OF: Partial<Record<HintedProduct, string>> = { contract: "USDT", option: "USDT", mining: "USDT" };
const QUOTE = "USDT";

export type NextMoney =
  | {
      readonly kind: "move";
      readonly from: Wallet;
      readonly to: Wallet;
      readonly asset: string;
      readonly amount: string;
    }
  /** Transfer from the spot wallet to the margin account. */
  | { readonly kind: "into-account"; readonly from: Wallet; readonly asset: string; readonly amount: string }
  /** No funds to move. */
  | { readonly kind: "get" };

type Balance = Pick<WireBalance, "wallet" | "asset" | "available" | "frozen">;

const isHeld = ({ available, frozen }: Balance): boolean =>
  signOfDecimal(available) > 0 || signOfDecimal(frozen) > 0;

/** Returns the largest USDT balance, or otherwise the first nonzero balance. */
function mostOf(balances: readonly Balance[]): Balance | undefined {
  const [most] = balances
    .filter(({ available }) => signOfDecimal(available) > 0)
    .toSorted((a, b) =>
      a.asset === b.asset
        ? compareDecimals(b.available, a.available)
        : Number(b.asset === QUOTE) - Number(a.asset === QUOTE),
    );
  return most;
}

/**
 * Returns the next step for a user without funds for a product; null if there are funds.
 * @param isAccountEmpty whether the margin account, which is not a wallet, is empty
 */
export function nextMoney(
  product: HintedProduct,
  balances: readonly Balance[],
  isAccountEmpty = false,
): NextMoney | null {
  const wallets = WALLETS_OF[product];
  const usable = balances.filter(({ asset }) => asset === (ASSET_OF[product] ?? asset));
  const own = usable.filter(({ wallet }) => wallets.includes(wallet));
  if (product === "lever") {
    if (!isAccountEmpty) return null;
    const most = mostOf(own);
    if (most !== undefined)
      return { kind: "into-account", from: most.wallet, asset: most.asset, amount: most.available };
  } else if (own.some(isHeld)) return null;
  const most = mostOf(usable.filter(({ wallet }) => !wallets.includes(wallet)));
  if (most === undefined) return { kind: "get" };
  return { kind: "move", from: most.wallet, to: wallets[0], asset: most.asset, amount: most.available };
}
