import { formatDecimal, powerOfTen } from "@candor/money/decimal";
import type { AccountView, BalanceState } from "@candor/protocol/engine-port";
import { WALLETS, type Wallet } from "@candor/protocol/enumerations";
import type { WireBalance } from "@candor/protocol/wire/objects";
import type { Listings } from "../../market-data/listings.ts";
import type { MarketDataMirror } from "../../market-data/market-data-mirror.ts";
import { toWireBalance } from "../../wire-objects/balance.ts";

/** Sums of the session and the wallet page are in this asset, exact. */
const SUM_ASSET = "USDT";
const E8 = 100_000_000n;

export interface BalanceSums {
  readonly allBalance: string;
  readonly money: string;
  readonly main: { readonly balance: string; readonly available: string; readonly frozen: string };
  readonly contract: { readonly balance: string; readonly blockBalance: string };
}

/** The USDT sums of main and contract wallets. */
export function balanceSums(view: AccountView, listings: Listings): BalanceSums {
  const asset = listings.assetBySymbol(SUM_ASSET);
  const scale = asset?.spec.scale ?? 6;
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

/** Each wallet's assets that are not zero, in the order of listing. */
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

/** One wallet's balance of an asset, zero when it never held any. */
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

/**
 * Everything at index prices, each asset rounded down, with what open positions have won or lost so far; assets without
 * an index are named, not guessed.
 */
export function totalEquity(view: AccountView, listings: Listings, mirror: MarketDataMirror) {
  const sum = listings.assetBySymbol(SUM_ASSET);
  const scale = sum?.spec.scale ?? 6;
  const unitsByAsset = new Map<number, number>();
  for (const { assetId, availableUnits, frozenUnits } of view.balances)
    unitsByAsset.set(assetId, (unitsByAsset.get(assetId) ?? 0) + availableUnits + frozenUnits);
  // A margin account is worth what it has less what it owes.
  for (const lever of view.levers ?? []) {
    const { base, quote } = listings.market(lever.marketId);
    const more = (assetId: number, units: number): unknown =>
      unitsByAsset.set(assetId, (unitsByAsset.get(assetId) ?? 0) + units);
    more(base.assetId, lever.baseAvailableUnits + lever.baseFrozenUnits);
    more(base.assetId, 0 - lever.baseDebtUnits - lever.baseInterestUnits);
    more(quote.assetId, lever.quoteAvailableUnits + lever.quoteFrozenUnits);
    more(quote.assetId, 0 - lever.quoteDebtUnits - lever.quoteInterestUnits);
  }
  let total = BigInt(view.contracts?.unrealizedUnits ?? 0);
  const unpriced: string[] = [];
  for (const [assetId, units] of unitsByAsset) {
    if (units === 0) continue;
    const { spec } = listings.asset(assetId);
    if (assetId === sum?.assetId) total += BigInt(units);
    else {
      const indexE8 = mirror.marketBySymbol(`${spec.symbol}${SUM_ASSET}`)?.indexE8 ?? 0;
      if (indexE8 === 0) unpriced.push(spec.symbol);
      else {
        const scaled = BigInt(units) * BigInt(indexE8) * BigInt(powerOfTen(scale));
        total += scaled / (E8 * BigInt(powerOfTen(spec.scale)));
      }
    }
  }
  // A loss beyond the margin is not the user's any more.
  if (total < 0n) total = 0n;
  const digits = total.toString().padStart(scale + 1, "0");
  const amount = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return { asset: "USDT" as const, amount, unpriced };
}
