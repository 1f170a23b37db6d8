import { optionNumberOf } from "@candor/domain/fund-ids";
import { LIMITS } from "@candor/domain/limits";
import { formatDecimal } from "@candor/money/decimal";
import { formatRate } from "../../../market/market-data/market-format.ts";
import { SOURCE_IDS } from "../../../market/prices/price-source.ts";
import { toWireOption } from "../../../market/wire-objects/option.ts";
import type { OptionTick } from "../../../records/projections/queries/options.ts";
import type { Ports } from "../dependencies.ts";
import type { ToldEvidence } from "./told-evidence.ts";

const E8_DECIMALS = 8;
const OPTION_FORMULA =
  "index = mean of the sources used, each within ±0.5 % of their median, without outliers; " +
  "strike = first index tick after the order, within 15 s, for which every fresh source has reported since the order; " +
  "settlement price = median of the ticks with expiry − 3 s ≤ time < expiry; up wins above the strike, down below; " +
  "win: stake + floor(stake × rate); price equal to the strike, no strike or no tick: the stake";

/** Returns all inputs of one of the user's timed options. */
export async function optionEvidence(
  { listings, readModels }: Ports<"listings" | "readModels">,
  userId: number,
  id: string,
): Promise<ToldEvidence | "not-settled" | undefined> {
  const number = optionNumberOf(id);
  const option = number === undefined ? undefined : await readModels.optionOf(userId, number);
  if (option === undefined) return undefined;
  if (option.settledSeq === 0) return "not-settled";
  const { marketId, strikeSeq, firstTickSeq, lastTickSeq } = option;
  const market = listings.market(marketId);
  const [untilStrike, ticks] = await Promise.all([
    strikeSeq === 0 ? [] : readModels.optionTicks(marketId, option.acceptedSeq + 1, strikeSeq),
    firstTickSeq === 0 ? [] : readModels.optionTicks(marketId, firstTickSeq, lastTickSeq),
  ]);
  if (ticks.length !== option.tickCount) throw new Error(`ticks of option ${id} are missing`);
  const { format } = market;
  const strike = untilStrike.at(-1);
  return {
    seq: option.settledSeq,
    formula: OPTION_FORMULA,
    inputs: {
      kind: "option",
      strikeTick: strike === undefined ? null : wireTick(strike),
      waitTicks: untilStrike.slice(0, -1).map(wireTick),
      sourceDeviationRate: formatRate(market.spec.sourceDeviationPpm ?? LIMITS.sourceDeviationPpm),
      ticks: ticks.map(wireTick),
      amount: format.quoteAmount(option.stakeUnits),
      payoutRate: formatRate(option.payoutPpm),
      direction: option.direction,
      orderTimeMs: option.acceptedAtMs,
      durationSeconds: option.durationSeconds,
      quoteDecimals: market.quote.spec.scale,
    },
    result: {
      kind: "option",
      sellPrice: option.sellE8 === 0 ? null : priceE8(option.sellE8),
      status: option.status,
      payout: format.quoteAmount(option.payoutUnits),
      option: toWireOption(option, market, 0),
    },
  };
}

function wireTick({ seq, timeMs, priceE8: price, sources }: OptionTick) {
  return {
    seq,
    timeMs,
    price: priceE8(price),
    sources: sources.map((source) => ({
      name: sourceName(source.sourceId),
      price: priceE8(source.priceE8),
      timeMs: source.observedAtMs,
      used: source.isUsed,
      outlier: source.isOutlier ?? null,
    })),
  };
}

/** Source numbers never change. */
function sourceName(sourceId: number): string {
  return Object.entries(SOURCE_IDS).find(([, id]) => id === sourceId)?.[0] ?? `#${sourceId}`;
}

function priceE8(value: number): string {
  return formatDecimal(value, E8_DECIMALS);
}
