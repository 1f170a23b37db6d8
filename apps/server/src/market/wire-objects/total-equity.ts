import type { AccountView, InvestedView } from "@candor/domain/engine-port";
import { formatDecimal, formatWideDecimal } from "@candor/money/decimal";
import { ONE_E8, VALUE_COIN, VALUE_DECIMALS, valueE16 } from "../../records/projections/profit/values.ts";
import type { Listings } from "../market-data/listings.ts";

/** Decimals of the total, if its asset is not listed. */
const SUM_SCALE = 6;
const INDEX_DECIMALS = 8;

type ListedAssets = Pick<Listings, "asset" | "assetBySymbol" | "market">;
/** Current index prices, as the mirror has them. */
interface Indexes {
  /** Finds a spot market by upper-case symbol; an index of 0 is none. */
  marketBySymbol(symbol: string): { readonly indexE8: number } | undefined;
}

/** Units by asset id. */
type Holdings = Map<number, number>;

const hold = (holdings: Holdings, assetId: number, units: number): unknown =>
  holdings.set(assetId, (holdings.get(assetId) ?? 0) + units);

/** Returns the assets in margin accounts minus their debts. */
function marginHoldings(view: AccountView, listings: ListedAssets): Holdings {
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

function walletHoldings({ balances }: AccountView): Holdings {
  const holdings: Holdings = new Map();
  for (const { assetId, availableUnits, frozenUnits } of balances)
    hold(holdings, assetId, availableUnits + frozenUnits);
  return holdings;
}

function investedHoldings({ invested = [] }: AccountView, wanted: InvestedView["product"]): Holdings {
  const holdings: Holdings = new Map();
  for (const { product, assetId, units } of invested) if (product === wanted) hold(holdings, assetId, units);
  return holdings;
}

/** Returns the index of an asset in 1e-8 USDT; 0 without one. */
function indexOf(asset: string, mirror: Indexes): number {
  return asset === VALUE_COIN ? ONE_E8 : (mirror.marketBySymbol(`${asset}${VALUE_COIN}`)?.indexE8 ?? 0);
}

/** Values assets at index prices; exact. Those without an index count as nothing. */
function valueOf(holdings: Holdings, listings: ListedAssets, mirror: Indexes): bigint {
  let sum = 0n;
  for (const [assetId, units] of holdings) {
    const { spec } = listings.asset(assetId);
    sum += valueE16(units, spec.scale, indexOf(spec.symbol, mirror));
  }
  return sum;
}

/**
 * Values everything at index and mark prices, as profit pages and statements do: wallets, margin accounts, the price that
 * machines have not earned back, stakes of open options, and unrealized profit. Each part is cut to the units of USDT, and
 * so is the exact total. Parts outside the four wallets are listed separately, so that a client can check the sum.
 */
export function totalEquity(view: AccountView, listings: ListedAssets, mirror: Indexes) {
  const scale = listings.assetBySymbol(VALUE_COIN)?.spec.scale ?? SUM_SCALE;
  const write = (exactE16: bigint): string =>
    formatWideDecimal(exactE16 / 10n ** BigInt(VALUE_DECIMALS - scale), scale);
  const value = (holdings: Holdings): bigint => valueOf(holdings, listings, mirror);
  const leverage = marginHoldings(view, listings);
  const mining = investedHoldings(view, "mining");
  const options = investedHoldings(view, "option");
  const groups = [walletHoldings(view), leverage, mining, options];
  const unrealizedE16 = valueE16(view.contracts?.unrealizedUnits ?? 0, scale, ONE_E8);
  const all = new Set(groups.flatMap((holdings) => [...holdings.keys()]));
  const isHeld = (assetId: number): boolean => groups.some((holdings) => (holdings.get(assetId) ?? 0) !== 0);
  const priced = [...all].map((assetId) => {
    const asset = listings.asset(assetId).spec.symbol;
    return { assetId, asset, indexE8: indexOf(asset, mirror) };
  });
  return {
    asset: "USDT" as const,
    amount: write(groups.reduce((sum, holdings) => sum + value(holdings), unrealizedE16)),
    leverage: write(value(leverage)),
    mining: write(value(mining)),
    options: write(value(options)),
    unrealizedProfit: write(unrealizedE16),
    unpriced: priced
      .filter(({ assetId, indexE8 }) => indexE8 === 0 && isHeld(assetId))
      .map(({ asset }) => asset),
    prices: priced
      .filter(({ asset, indexE8 }) => asset !== VALUE_COIN && indexE8 !== 0)
      .map(({ asset, indexE8 }) => ({ asset, price: formatDecimal(indexE8, INDEX_DECIMALS) })),
  };
}

/** Returns an account without what machines and open options hold. */
export function withoutInvested({ invested: _invested, ...view }: AccountView): AccountView {
  return view;
}
