import type { ExchangeListing } from "./exchange-listing.ts";
import type { PoolEndowment } from "./initialize-exchange.ts";

/** Play money for the pools of a sandbox. In live mode the pools start empty. */
export const DEFAULT_ENDOWMENTS: readonly PoolEndowment[] = [
  { pool: "option-pool", asset: "USDT", total: "1000000" },
  { pool: "mining-reserve", asset: "USDT", total: "5000000" },
  { pool: "insurance", asset: "USDT", total: "500000" },
  { pool: "lending-pool", asset: "USDT", total: "4000000" },
  { pool: "lending-pool", asset: "BTC", total: "40" },
  { pool: "lending-pool", asset: "ETH", total: "600" },
  { pool: "lending-pool", asset: "BNB", total: "1500" },
  { pool: "lending-pool", asset: "SOL", total: "5000" },
  { pool: "lending-pool", asset: "XRP", total: "300000" },
];

/** Returns the endowments of listed coins. */
export function endowmentsOf({ assets }: ExchangeListing): readonly PoolEndowment[] {
  return DEFAULT_ENDOWMENTS.filter(({ asset }) => assets.some(({ symbol }) => symbol === asset));
}
