import { contractOf, type ListedMarket } from "../../../market/market-data/listings.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import type { BinancePorts } from "../binance-ports.ts";

interface Times {
  readonly sinceMs: number | undefined;
  readonly untilMs: number | undefined;
}

/**
 * Returns the fundings of the simulated past up to the founding, oldest first and at most `limit` of each contract: at each interval the
 * interest rate, at the index. Nobody paid them. There are none if prices are not simulated.
 */
export function pastFundings(
  { past }: Pick<BinancePorts, "past">,
  contracts: readonly ListedMarket[],
  { sinceMs, untilMs = Number.MAX_SAFE_INTEGER }: Times,
  limit: number,
) {
  if (past === undefined) return [];
  const rows = contracts.flatMap((listed) => {
    const { fundingIntervalMs, indexSymbol, interestPpm } = contractOf(listed).spec;
    if (!past.has(indexSymbol)) return [];
    const endMs = Math.min(untilMs, past.foundedMs);
    const fromMs = sinceMs ?? endMs - limit * fundingIntervalMs;
    const firstMs = Math.ceil(Math.max(fromMs, past.sinceMs) / fundingIntervalMs) * fundingIntervalMs;
    const count = Math.max(0, Math.min(limit, Math.ceil((endMs - firstMs) / fundingIntervalMs)));
    return Array.from({ length: count }, (_, at) => {
      const fundingTime = firstMs + at * fundingIntervalMs;
      return {
        symbol: listed.spec.symbol,
        fundingRate: formatRate(interestPpm),
        fundingTime,
        markPrice: listed.format.chartPrice(past.priceAt(indexSymbol, fundingTime) ?? 0),
      };
    });
  });
  return rows.sort((a, b) => a.fundingTime - b.fundingTime);
}
