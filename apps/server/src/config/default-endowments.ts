import type { ExchangeListing } from "./exchange-listing.ts";
import type { PoolEndowment } from "./found-exchange.ts";

/** The play money behind the products of a sandbox. In live mode the pools begin empty. */
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

/** Those of the coins that are listed. */
export function endowmentsOf({ assets }: ExchangeListing): readonly PoolEndowment[] {
  return DEFAULT_ENDOWMENTS.filter(({ asset }) => assets.some(({ symbol }) => symbol === asset));
}
