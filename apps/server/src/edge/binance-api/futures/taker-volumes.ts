import { powerOfTen } from "@candor/money/decimal";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { BinancePorts } from "../binance-ports.ts";
import { klineRows } from "../market-rows.ts";
import type { Parameters } from "../parameters.ts";

const RATIO_DECIMALS = 4;
const E8_DECIMALS = 8;

/**
 * Returns what takers bought and sold in each bar of a contract's chart, in coins. The ratio of a bar in which nothing was
 * sold is zero.
 */
export async function takerVolumeRows(
  ports: Pick<BinancePorts, "klines">,
  market: MirroredMarket,
  span: Parameters,
  maxRows: number,
) {
  const rows = await klineRows(ports, market, span, "last", maxRows);
  const { format, scale } = market.listed;
  const stepE8 = BigInt(powerOfTen(E8_DECIMALS - scale.quantityDecimals));
  return rows.map((row) => {
    const [timestamp, , , , , volume] = row;
    const buyVol = String(row[9]);
    const bought = wholeOf(buyVol);
    const sold = wholeOf(String(volume)) - bought;
    return {
      buySellRatio: (sold === 0n ? 0 : Number(bought) / Number(sold)).toFixed(RATIO_DECIMALS),
      buyVol,
      sellVol: format.chartQuantity(sold * stepE8),
      timestamp,
    };
  });
}

/** Both volumes of a bar have all decimals of the market. */
const wholeOf = (decimal: string): bigint => BigInt(decimal.replace(".", ""));
