import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import { DEFAULT_CONTRACTS } from "./default-contracts.ts";
import { DEFAULT_LEVERS, type LeverListing } from "./default-levers.ts";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "./default-listing.ts";
import { BUILT_IN_COINS, type SimulatedCoins } from "./simulated-profiles.ts";

/** The assets and products of an exchange, plus the data a sandbox needs to simulate them. */
export interface ExchangeListing {
  readonly assets: readonly AssetSpec[];
  readonly markets: readonly SpotMarketSpec[];
  readonly contracts: readonly ContractSpec[];
  readonly levers: readonly LeverListing[];
  readonly simulated: SimulatedCoins;
  /** Daily faucet amount per asset when it differs from the default: decimal strings in the coin. */
  readonly dailyGifts: Readonly<Record<string, string>>;
}

export const EMPTY_LISTING: ExchangeListing = {
  assets: [],
  markets: [],
  contracts: [],
  levers: [],
  simulated: { coins: [], crosses: [] },
  dailyGifts: {},
};

/** Returns the default listing. A live exchange starts without contracts, because its insurance fund is empty. */
export function builtInListing(mode: "sandbox" | "live"): ExchangeListing {
  return {
    assets: DEFAULT_ASSETS,
    markets: DEFAULT_MARKETS,
    contracts: mode === "sandbox" ? DEFAULT_CONTRACTS : [],
    levers: DEFAULT_LEVERS,
    simulated: BUILT_IN_COINS,
    dailyGifts: {},
  };
}

export function joinListings(first: ExchangeListing, second: ExchangeListing): ExchangeListing {
  return {
    assets: [...first.assets, ...second.assets],
    markets: [...first.markets, ...second.markets],
    contracts: [...first.contracts, ...second.contracts],
    levers: [...first.levers, ...second.levers],
    simulated: {
      coins: [...first.simulated.coins, ...second.simulated.coins],
      crosses: [...first.simulated.crosses, ...second.simulated.crosses],
    },
    dailyGifts: { ...first.dailyGifts, ...second.dailyGifts },
  };
}
