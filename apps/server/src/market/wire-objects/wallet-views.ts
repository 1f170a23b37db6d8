import type { AccountView, BalanceState } from "@candor/domain/engine-port";
import { WALLETS, type Wallet } from "@candor/domain/enumerations";
import { formatDecimal } from "@candor/money/decimal";
import type { WireBalance } from "@candor/wire/objects";
import type { Listings } from "../market-data/listings.ts";
import { toWireBalance } from "./balance.ts";

/** Totals on the session are in this asset, exact. */
const SUM_ASSET = "USDT";
const SUM_SCALE = 6;

export interface BalanceSums {
  readonly allBalance: string;
  readonly money: string;
  readonly main: { readonly balance: string; readonly available: string; readonly frozen: string };
  readonly contract: { readonly balance: string; readonly blockBalance: string };
}

/** Returns the USDT totals of the main and contract wallets. */
export function balanceSums(view: AccountView, listings: Listings): BalanceSums {
  const asset = listings.assetBySymbol(SUM_ASSET);
  const scale = asset?.spec.scale ?? SUM_SCALE;
  const held = (wallet: Wallet): Pick<BalanceState, "availableUnits" | "frozenUnits"> =>
    view.balances.find((balance) => balance.wallet === wallet && balance.assetId === asset?.assetId) ?? {
      availableUnits: 0,
      frozenUnits: 0,
    };
  const write = (units: number) => formatDecimal(units, scale);
  const main = held("main");
  const contract = held("contract");
  const mainUnits = main.availableUnits + main.frozenUnits;
  return {
    allBalance: write(mainUnits + contract.availableUnits + contract.frozenUnits),
    money: write(mainUnits),
    main: {
      balance: write(mainUnits),
      available: write(main.availableUnits),
      frozen: write(main.frozenUnits),
    },
    contract: { balance: write(contract.availableUnits), blockBalance: write(contract.frozenUnits) },
  };
}

/** Returns each wallet's nonzero assets, in listing order. */
export function walletsOf(view: AccountView, listings: Listings): Record<Wallet, WireBalance[]> {
  const wallets: Record<Wallet, WireBalance[]> = { main: [], coin: [], contract: [], option: [] };
  for (const wallet of WALLETS) {
    wallets[wallet] = view.balances
      .filter((balance) => balance.wallet === wallet && balance.availableUnits + balance.frozenUnits > 0)
      .sort((a, b) => a.assetId - b.assetId)
      .map((balance) => toWireBalance(balance, listings.asset(balance.assetId)));
  }
  return wallets;
}

/** Returns one wallet's balance of an asset, zero if it never held any. */
export function balanceOf(
  view: AccountView,
  wallet: Wallet,
  assetId: number,
  listings: Listings,
): WireBalance {
  const held = view.balances.find((balance) => balance.wallet === wallet && balance.assetId === assetId);
  return toWireBalance(
    held ?? { wallet, assetId, availableUnits: 0, frozenUnits: 0 },
    listings.asset(assetId),
  );
}
