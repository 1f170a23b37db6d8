import { agreeingPrices, indexE8Of } from "@candor/formulas/timed-option/index-price";
import {
  endOf,
  incomeOf,
  isInWindow,
  medianE8,
  OPTION_STRIKE_WAIT_MS,
  payoutOf,
} from "@candor/formulas/timed-option/settlement";
import { formatDecimal } from "@candor/money/decimal";
import type { Check, CheckGroup, OptionInputs, OptionResult } from "./check.ts";
import { compared, figure, truth } from "./check.ts";
import { readPriceE8, readRate, readUnits } from "./evidence-numbers.ts";

const E8_DECIMALS = 8;

type Tick = OptionInputs["ticks"][number];

const price = (valueE8: number) => figure(formatDecimal(valueE8, E8_DECIMALS), "price");

/** Recomputes a timed option from the source prices, as the exchange did. */
export function checkOption(inputs: OptionInputs, result: OptionResult): readonly CheckGroup[] {
  return [
    { key: "index", words: "records.groupIndex", checks: checkIndexes(inputs) },
    { key: "end", words: "records.groupOption", checks: checkEnd(inputs, result) },
  ];
}

/** Each tick is the index of the fresh sources that agreed. */
function checkIndexes({ sourceDeviationRate, strikeTick, ticks }: OptionInputs): readonly Check[] {
  const ppm = readRate(sourceDeviationRate);
  const strike =
    strikeTick === null ? [] : [indexCheck("strike", "records.checkStrikeTick", strikeTick, ppm)];
  return [...strike, ...ticks.map((tick) => indexCheck(`tick ${tick.seq}`, "records.checkTick", tick, ppm))];
}

function indexCheck(key: string, words: Check["words"], tick: Tick, deviationPpm: number): Check {
  const used = tick.sources.filter((source) => source.used).map((source) => readPriceE8(source.price));
  const counted = withoutOutliers(tick, deviationPpm) ?? used;
  const isSame = String(counted.toSorted(ascending)) === String(used.toSorted(ascending));
  const computed = counted.length === 0 || !isSame ? 0 : indexE8Of(counted);
  return compared(key, words, ["index(", ...listed(used), ")"], price(computed), figure(tick.price, "price"));
}

/** Prices separated by semicolons, because some languages have decimal commas. */
const listed = (prices: readonly number[]) =>
  prices.flatMap((each, at) => (at === 0 ? [price(each)] : ["; ", price(each)]));

const ascending = (one: number, other: number): number => one - other;

const isFresh = ({ used, outlier }: Tick["sources"][number]): boolean => used || outlier === true;

/** Returns the fresh sources that agree, filtered again here; undefined for ticks from before outlier filtering. */
function withoutOutliers({ sources }: Tick, deviationPpm: number): readonly number[] | undefined {
  if (sources.some(({ outlier }) => outlier === null)) return undefined;
  const fresh = sources.filter(isFresh).map((source) => readPriceE8(source.price));
  return [...(agreeingPrices(Float64Array.from(fresh).sort(), deviationPpm) ?? [])];
}

/** Whether the strike is the first tick after the order for which every fresh source had reported. */
function isFirstFair({ orderTimeMs, strikeTick, waitTicks }: OptionInputs): boolean {
  const isComplete = ({ sources }: Tick): boolean =>
    sources.filter(isFresh).every(({ timeMs }) => timeMs > orderTimeMs);
  if (strikeTick === null || strikeTick.sources.some(({ outlier }) => outlier === null)) return true;
  const isInTime = strikeTick.timeMs < orderTimeMs + OPTION_STRIKE_WAIT_MS;
  return isInTime && isComplete(strikeTick) && !waitTicks.some(isComplete);
}

function checkEnd(inputs: OptionInputs, result: OptionResult): readonly Check[] {
  const { direction, durationSeconds, orderTimeMs, quoteDecimals, strikeTick, ticks } = inputs;
  const expiresAtMs = orderTimeMs + durationSeconds * 1_000;
  const isWithin = ticks.every(({ timeMs }) => isInWindow(timeMs, expiresAtMs));
  const isAfter =
    strikeTick === null || (strikeTick.timeMs >= orderTimeMs && strikeTick.timeMs < expiresAtMs);
  const strikeE8 = strikeTick === null ? 0 : readPriceE8(strikeTick.price);
  const sellE8 = medianE8(ticks.map((tick) => readPriceE8(tick.price)));
  const end = endOf(direction, strikeE8, sellE8);
  const stake = readUnits(inputs.amount, quoteDecimals);
  const ppm = readRate(inputs.payoutRate);
  const payout = payoutOf(end, stake, incomeOf(stake, ppm));
  const amount = figure(inputs.amount, "money");
  const income = ["⌊", amount, " × ", figure(inputs.payoutRate, "rate"), "⌋"] as const;
  const money = (units: number) => figure(formatDecimal(units, quoteDecimals), "money");
  const { option } = result;
  const isTheSame =
    option.amount === inputs.amount &&
    option.payoutRate === inputs.payoutRate &&
    option.direction === direction &&
    option.orderTimeMs === orderTimeMs &&
    option.durationSeconds === durationSeconds &&
    option.status === result.status;
  return [
    compared(
      "window",
      "records.checkWindow",
      [],
      truth(isWithin && isAfter && isFirstFair(inputs)),
      truth(true),
    ),
    compared(
      "sell",
      "records.checkMedian",
      ["median(", ...listed(ticks.map((tick) => readPriceE8(tick.price))), ")"],
      price(sellE8),
      figure(result.sellPrice ?? "0.00000000", "price"),
    ),
    compared(
      "end",
      direction === "up" ? "records.checkEndUp" : "records.checkEndDown",
      [price(sellE8), direction === "up" ? " > " : " < ", price(strikeE8)],
      truth(end === "won"),
      truth(result.status === "won"),
      end === result.status,
    ),
    compared(
      "payout",
      "records.checkPayout",
      end === "won" ? [amount, " + ", ...income] : [],
      money(payout),
      figure(result.payout, "money"),
    ),
    compared(
      "record",
      "records.checkSameRecord",
      [],
      figure(result.payout, "money"),
      figure(option.payout ?? "0", "money"),
      isTheSame,
    ),
  ];
}
