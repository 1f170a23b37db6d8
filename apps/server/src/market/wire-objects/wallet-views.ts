import type { AccountView, BalanceState } from "@candor/domain/engine-port";
import { WALLETS, type Wallet } from "@candor/domain/enumerations";
import { formatDecimal, powerOfTen } from "@candor/money/decimal";
import type { WireBalance } from "@candor/wire/objects";
import type { Listings } from "../market-data/listings.ts";
import type { MarketDataMirror } from "../market-data/market-data-mirror.ts";
import { toWireBalance } from "./balance.ts";

/** Totals on the session and the wallet page are in this asset, exact. */
const SUM_ASSET = "USDT";
const SUM_SCALE = 6;
const E8 = 100_000_000n;
const INDEX_DECIMALS = 8;

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

/** A sum of holdings may exceed a safe integer. */
function formatUnits(units: bigint, scale: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const sign = units < 0n ? "-" : "";
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Units by asset id. */
type Holdings = Map<number, number>;

const hold = (holdings: Holdings, assetId: number, units: number): unknown =>
  holdings.set(assetId, (holdings.get(assetId) ?? 0) + units);

/** Returns the assets in margin accounts minus their debts. */
function marginHoldings(view: AccountView, listings: Listings): Holdings {
  const holdings: Holdings = new Map();
  for (const lever of view.levers ?? []) {
    const { base, quote } = listings.market(lever.marketId);
    hold(holdings, base.assetId, lever.baseAvailableUnits + lever.baseFrozenUnits);
    hold(holdings, base.assetId, 0 - lever.baseDebtUnits - lever.baseInterestUnits);
    hold(holdings, quote.assetId, lever.quoteAvailableUnits + lever.quoteFrozenUnits);
    hold(holdings, quote.assetId, 0 - lever.quoteDebtUnits - lever.quoteInterestUnits);
  }
  return holdings;
}

const indexOf = (asset: string, mirror: MarketDataMirror): number =>
  mirror.marketBySymbol(`${asset}${SUM_ASSET}`)?.indexE8 ?? 0;

/** Values holdings at index prices, each asset rounded down; assets without an index are listed, not estimated. */
function valued(holdings: Holdings, listings: Listings, mirror: MarketDataMirror) {
  const sum = listings.assetBySymbol(SUM_ASSET);
  const scale = BigInt(powerOfTen(sum?.spec.scale ?? SUM_SCALE));
  let total = 0n;
  const unpriced: string[] = [];
  for (const [assetId, units] of holdings) {
    if (units === 0) continue;
    const { spec } = listings.asset(assetId);
    if (assetId === sum?.assetId) total += BigInt(units);
    else {
      const indexE8 = indexOf(spec.symbol, mirror);
      if (indexE8 === 0) unpriced.push(spec.symbol);
      else total += (BigInt(units) * BigInt(indexE8) * scale) / (E8 * BigInt(powerOfTen(spec.scale)));
    }
  }
  return { total, unpriced };
}

/** Returns the index of each asset, so that a client can value each part exactly as the total. */
function pricesOf(holdings: Holdings, listings: Listings, mirror: MarketDataMirror) {
  return [...holdings.keys()].flatMap((assetId) => {
    const asset = listings.asset(assetId).spec.symbol;
    const indexE8 = indexOf(asset, mirror);
    return indexE8 === 0 ? [] : [{ asset, price: formatDecimal(indexE8, INDEX_DECIMALS) }];
  });
}

/**
 * Values everything at index prices, including unrealized PnL. Parts outside the four wallets are listed separately, so
 * that a client can check the sum.
 */
export function totalEquity(view: AccountView, listings: Listings, mirror: MarketDataMirror) {
  const margin = marginHoldings(view, listings);
  const all: Holdings = new Map(margin);
  for (const { assetId, availableUnits, frozenUnits } of view.balances)
    hold(all, assetId, availableUnits + frozenUnits);
  const unrealized = BigInt(view.contracts?.unrealizedUnits ?? 0);
  const { total, unpriced } = valued(all, listings, mirror);
  const scale = listings.assetBySymbol(SUM_ASSET)?.spec.scale ?? SUM_SCALE;
  const write = (units: bigint) => formatUnits(units, scale);
  const sum = total + unrealized;
  return {
    asset: "USDT" as const,
    // A loss beyond the margin is not the user's.
    amount: write(sum < 0n ? 0n : sum),
    leverage: write(valued(margin, listings, mirror).total),
    unrealizedProfit: write(unrealized),
    unpriced,
    prices: pricesOf(all, listings, mirror),
  };
}
