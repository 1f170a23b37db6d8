import { fitsLimits } from "@candor/core/listing/listing-checks";
import type { ExchangeView } from "@candor/domain/engine-port";
import { LIMITS } from "@candor/domain/limits";
import { contractScale } from "@candor/domain/specs/contract-listing";
import { leverScale } from "@candor/domain/specs/lever-listing";
import {
  type AssetSpec,
  ListingError,
  type MarketScale,
  marketScale,
  type SpotMarketSpec,
} from "@candor/domain/specs/listing";
import type { ExchangeListing } from "./exchange-listing.ts";
import { LISTING_FILE } from "./listing-file.ts";
import { SettingError } from "./setting-error.ts";

const USDT_SCALE = 6;

/**
 * Checks a listing's consistency before any of it is sent to the exchange: no duplicates, existing coins and markets,
 * exact notionals, continuous tiers, and in a sandbox a price for each market. Throws SettingError.
 */
export function checkListing(listing: ExchangeListing, mode: "sandbox" | "live"): void {
  const { assets, markets, contracts, levers } = listing;
  rejectDuplicates("assets", assets);
  rejectDuplicates("markets", markets);
  rejectDuplicates("contracts", contracts);
  rejectDuplicates("levers", levers);
  if (assets.find(({ symbol }) => symbol === "USDT")?.scale !== USDT_SCALE)
    refuse(
      `requires the asset USDT with scale ${USDT_SCALE}: mining machines, timed options and totals use it`,
    );
  if (assets.length > LIMITS.maxAssets)
    refuse(`has ${assets.length} assets, the maximum is ${LIMITS.maxAssets}`);
  const marketCount = markets.length + contracts.length;
  if (marketCount > LIMITS.maxMarkets)
    refuse(`has ${marketCount} markets, the maximum is ${LIMITS.maxMarkets}`);
  const coin = (symbol: string, of: string): AssetSpec =>
    assets.find((asset) => asset.symbol === symbol) ?? refuse(`${of}: the asset ${symbol} is not listed`);
  const market = (symbol: string, of: string): SpotMarketSpec =>
    markets.find((spec) => spec.symbol === symbol) ?? refuse(`${of}: the market ${symbol} is not listed`);
  for (const spec of markets)
    withinLimits(spec.symbol, () =>
      marketScale(spec, coin(spec.base, spec.symbol), coin(spec.quote, spec.symbol)),
    );
  for (const spec of contracts) {
    market(spec.indexSymbol, `contract ${spec.symbol}`);
    withinLimits(spec.symbol, () =>
      contractScale(spec, coin(spec.base, spec.symbol), coin(spec.quote, spec.symbol)),
    );
  }
  for (const { symbol, lever } of levers) {
    const { base, quote } = market(symbol, "levers");
    derived(symbol, () => leverScale(lever, coin(base, symbol), coin(quote, symbol)));
  }
  if (mode === "sandbox") checkPrices(listing);
}

/** A sandbox without network access simulates all its prices. */
function checkPrices({ markets, simulated: { coins, crosses } }: ExchangeListing): void {
  const priced = new Set(coins.map(({ symbol }) => symbol));
  for (const { symbol, numerator, denominator } of crosses)
    for (const needed of [numerator, denominator])
      if (!priced.has(needed))
        refuse(`${symbol}: \`simulated\` requires a \`price\`, because ${needed} has none to derive it from`);
  for (const { symbol } of crosses) priced.add(symbol);
  for (const { symbol } of markets)
    if (!priced.has(symbol))
      refuse(`${symbol}: \`simulated\` is missing, which a sandbox needs to simulate prices`);
}

/**
 * Rejects operator entries that change the terms of something already listed. Fees are ignored, because operators set
 * them at runtime. Throws SettingError.
 */
export function checkUnchanged(operators: ExchangeListing, view: ExchangeView): void {
  const { assets, markets, contracts } = operators;
  const known = (isContract: boolean) =>
    view.markets.filter((market) => (market.contract !== undefined) === isContract).map(({ spec }) => spec);
  sameTerms("asset", assets, view.assets);
  sameTerms("market", markets, known(false));
  sameTerms("contract", contracts, known(true));
}

const SET_LATER: ReadonlySet<string> = new Set([
  "makerFeePpm",
  "takerFeePpm",
  "interestPpm",
  "fundingCapPpm",
]);

function sameTerms(
  what: string,
  wanted: readonly { readonly symbol: string }[],
  listed: readonly { readonly symbol: string }[],
): void {
  for (const spec of wanted) {
    const before = listed.find(({ symbol }) => symbol === spec.symbol);
    if (before === undefined) continue;
    const terms = before as Readonly<Record<string, unknown>>;
    for (const [name, value] of Object.entries(spec))
      if (!SET_LATER.has(name) && JSON.stringify(terms[name]) !== JSON.stringify(value))
        refuse(
          `sets ${name} ${JSON.stringify(value)} for the ${what} ${spec.symbol}, which is already listed with ` +
            `${JSON.stringify(terms[name])}: terms cannot change after listing`,
        );
  }
}

function rejectDuplicates(where: string, entries: readonly { readonly symbol: string }[]): void {
  const seen = new Set<string>();
  for (const { symbol } of entries) {
    if (seen.has(symbol)) refuse(`${where}: ${symbol} is listed twice, or already built in`);
    seen.add(symbol);
  }
}

function withinLimits(symbol: string, derive: () => MarketScale): void {
  if (!fitsLimits(derived(symbol, derive)))
    refuse(`${symbol}: its minimum and maximum quantity must be between one lot and the exchange's limits`);
}

function derived<Scale>(symbol: string, derive: () => Scale): Scale {
  try {
    return derive();
  } catch (error) {
    if (!(error instanceof ListingError)) throw error;
    return refuse(`${symbol}: ${error.message}`);
  }
}

function refuse(problem: string): never {
  throw new SettingError(LISTING_FILE, problem);
}
