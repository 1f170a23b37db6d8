import { formatDecimal, formatWideDecimal, powerOfTen } from "@candor/money/decimal";
import type { ListedMarket } from "../../../market/market-data/listings.ts";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { PositionStatistics } from "../../../records/projections/queries/position-statistics.ts";
import type { BinancePorts } from "../binance-ports.ts";

export const PERIODS = ["5m", "15m", "30m", "1h", "2h", "4h", "6h", "12h", "1d"] as const;
/** How far back statistics can be asked for. */
export const STATISTICS_MS = 30 * 86_400_000;

const UNIT_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const RATIO_DECIMALS = 4;
const RATIO_SCALE = 10 ** RATIO_DECIMALS;
const E8_DECIMALS = 8;

/** A checked span of statistics, with the period as its interval. */
export type StatisticsSpan = Readonly<
  Record<"interval" | "startTime" | "endTime", string | undefined> & Record<"limit", string>
>;

/** Shows a sample as a row. */
export type SampleRow = (sample: PositionStatistics, listed: ListedMarket) => object;

/** Returns the newest samples of a contract in the span, oldest first, one for each period. */
export async function sampleRows(
  { nowMs, readModels }: Pick<BinancePorts, "nowMs" | "readModels">,
  { listed }: MirroredMarket,
  { interval = "5m", limit, startTime, endTime }: StatisticsSpan,
  row: SampleRow,
): Promise<object[]> {
  const atMs = nowMs();
  const filter = {
    marketId: listed.marketId,
    periodMs: Number.parseInt(interval, 10) * (UNIT_MS[interval.slice(-1)] ?? 0),
    sinceMs: Math.max(Number(startTime ?? 0), atMs - STATISTICS_MS, listed.listedAtMs),
    untilMs: Math.min(Number(endTime ?? atMs), atMs),
  };
  const samples = await readModels.positionStatistics(filter, Number(limit));
  return samples.map((sample) => row(sample, listed));
}

/** The supply of the coin, which Binance takes from a third party, is not known here. */
export const openInterestRow: SampleRow = (
  { timeMs, markTicks, openInterestLots },
  { spec, scale, quote },
) => {
  const units = BigInt(openInterestLots) * BigInt(markTicks) * BigInt(scale.quoteUnitsPerTickLot);
  const lotE8 = BigInt(powerOfTen(E8_DECIMALS - scale.quantityDecimals));
  return {
    symbol: spec.symbol,
    sumOpenInterest: formatWideDecimal(BigInt(openInterestLots) * lotE8, E8_DECIMALS),
    sumOpenInterestValue: formatWideDecimal(
      units * BigInt(powerOfTen(E8_DECIMALS - quote.spec.scale)),
      E8_DECIMALS,
    ),
    CMCCirculatingSupply: "0.00000000",
    timestamp: timeMs,
  };
};

export const topPositionRow: SampleRow = (sample, listed) =>
  ratioRow(sample, listed, sample.topLongLots, sample.topShortLots);

export const topAccountRow: SampleRow = (sample, listed) =>
  ratioRow(sample, listed, sample.topLongAccounts, sample.topShortAccounts);

export const accountRow: SampleRow = (sample, listed) =>
  ratioRow(sample, listed, sample.longAccounts, sample.shortAccounts);

/** Shares of the whole, which add up to 1, and their ratio. The ratio is 0 if nothing is short. */
function ratioRow({ timeMs }: PositionStatistics, { spec }: ListedMarket, long: number, short: number) {
  const all = long + short;
  const longShare = all === 0 ? 0 : Math.round((long / all) * RATIO_SCALE);
  const shortShare = all === 0 ? 0 : RATIO_SCALE - longShare;
  return {
    symbol: spec.symbol,
    longAccount: formatDecimal(longShare, RATIO_DECIMALS),
    longShortRatio: (short === 0 ? 0 : long / short).toFixed(RATIO_DECIMALS),
    shortAccount: formatDecimal(shortShare, RATIO_DECIMALS),
    timestamp: timeMs,
  };
}
