import type { EnginePort } from "@candor/domain/engine-port";
import type { ContractSpec } from "@candor/domain/specs/contract-listing";
import type { AssetSpec, SpotMarketSpec } from "@candor/domain/specs/listing";
import type { MiningPlan } from "@candor/domain/specs/mining-plan";
import type { LeverListing } from "../../../apps/server/src/config/default-levers.ts";
import {
  endowPools,
  foundMining,
  foundSite,
  initializeExchange,
  openLevers,
} from "../../../apps/server/src/config/initialize-exchange.ts";

const TEST_ASSETS: readonly AssetSpec[] = [
  { symbol: "USDT", name: "Tether USD", scale: 6, minTransfer: "1" },
  { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0.00001" },
  { symbol: "ETH", name: "Ether", scale: 8, minTransfer: "0.0005" },
];

const market = (base: string, quote: string, tick: string, lot: string, minNotional: string) => ({
  symbol: base + quote,
  base,
  quote,
  tick,
  lot,
  minQuantity: lot,
  maxQuantity: "100",
  minNotional,
  priceBandPpm: 200_000,
  marketProtectionPpm: 50_000,
  makerFeePpm: 1_000,
  takerFeePpm: 1_000,
});
export const TEST_MARKETS: readonly SpotMarketSpec[] = [
  market("BTC", "USDT", "0.1", "0.00001", "5"),
  market("ETH", "USDT", "0.01", "0.0001", "5"),
  market("ETH", "BTC", "0.00001", "0.001", "0.0001"),
];
/** Prices of the only source, in the quote coin. */
export const TEST_PRICES: Readonly<Record<string, string>> = {
  BTCUSDT: "60000",
  ETHUSDT: "3000",
  ETHBTC: "0.05",
};

/** Listings of an exchange under test, in addition to its coins and spot markets. */
export interface TestListing {
  /** Default: no contracts. */
  readonly contracts?: readonly ContractSpec[];
  /** Default: no margin trading and an empty lending pool. */
  readonly lever?: {
    readonly levers: readonly LeverListing[];
    readonly pool: Readonly<Record<string, string>>;
  };
  /** Default: no machines on sale and an empty reserve. */
  readonly mining?: { readonly plans: readonly MiningPlan[]; readonly reserve: string };
}

/** Sets up a new exchange with these tests' coins and markets. */
export async function foundTestExchange(engine: EnginePort, options: TestListing): Promise<void> {
  await foundSite(engine);
  await initializeExchange(engine, "sandbox", {
    assets: TEST_ASSETS,
    markets: TEST_MARKETS,
    contracts: options.contracts ?? [],
  });
  if (options.mining !== undefined) {
    await endowPools(engine, [{ pool: "mining-reserve", asset: "USDT", total: options.mining.reserve }]);
    await foundMining(engine, options.mining.plans);
  }
  if (options.lever !== undefined) {
    const endowments = Object.entries(options.lever.pool).map(
      ([asset, total]) => ({ pool: "lending-pool", asset, total }) as const,
    );
    await endowPools(engine, endowments);
    await openLevers(engine, options.lever.levers);
  }
}
