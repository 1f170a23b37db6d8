import type { PoolEndowment } from "./found-exchange.ts";

/** The play money behind the products of a sandbox. In live mode the pools begin empty. */
export const DEFAULT_ENDOWMENTS: readonly PoolEndowment[] = [
  { pool: "option-pool", asset: "USDT", total: "1000000" },
  { pool: "mining-reserve", asset: "USDT", total: "5000000" },
];
