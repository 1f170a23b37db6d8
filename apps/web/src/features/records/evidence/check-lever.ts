import { interestOf } from "@candor/formulas/leverage/interest";
import { isAtMost, marginLevelE4 } from "@candor/formulas/leverage/margin-level";
import { formatDecimal } from "@candor/money/decimal";
import type {
  CheckGroup,
  LeverInterestInputs,
  LeverInterestResult,
  LeverLiquidationInputs,
  LeverLiquidationResult,
} from "./check.ts";
import { compared, figure, missing } from "./check.ts";
import { EvidenceNumbers, readLevel, readRate, readUnits } from "./evidence-numbers.ts";

const LEVEL_DECIMALS = 4;

/** Checks the hours of interest charged at once. */
export function checkLeverInterest(
  { debt, decimals, hourlyRate, hours }: LeverInterestInputs,
  { interest }: LeverInterestResult,
): readonly CheckGroup[] {
  const units = interestOf(readUnits(debt, decimals), readRate(hourlyRate), hours);
  const check = compared(
    "interest",
    "lever.kindInterest",
    [
      "⌈",
      figure(debt, "quantity"),
      " × ",
      figure(hourlyRate, "rate"),
      "⌉ × ",
      figure(String(hours), "count"),
    ],
    figure(formatDecimal(units, decimals), "quantity"),
    figure(interest, "quantity"),
  );
  return [{ key: "interest", words: "lever.kindInterest", checks: [check] }];
}

/** Checks one liquidation step: the margin level that triggered it, and that the debt is paid, lost or still owed. */
export function checkLeverLiquidation(
  inputs: LeverLiquidationInputs,
  result: LeverLiquidationResult,
): readonly CheckGroup[] {
  return [
    { key: "level", words: "lever.level", checks: [levelCheck(inputs, result)] },
    {
      key: "owed",
      words: "lever.owed",
      checks: [
        owedCheck("base", inputs.baseOwed, inputs.terms.baseDecimals, result),
        owedCheck("quote", inputs.quoteOwed, inputs.terms.quoteDecimals, result),
      ],
    },
  ];
}

function levelCheck(inputs: LeverLiquidationInputs, { marginLevel }: LeverLiquidationResult) {
  const { baseAssets, baseOwed, indexPrice, quoteAssets, quoteOwed, terms, threshold } = inputs;
  const numbers = new EvidenceNumbers(terms);
  const holdings = {
    baseUnits: readUnits(baseAssets, terms.baseDecimals),
    quoteUnits: readUnits(quoteAssets, terms.quoteDecimals),
    baseOwedUnits: readUnits(baseOwed, terms.baseDecimals),
    quoteOwedUnits: readUnits(quoteOwed, terms.quoteDecimals),
  };
  const measure = { lotUnits: numbers.lotUnits, quoteFactor: numbers.factor };
  const ticks = numbers.wholeTicks(indexPrice);
  const levelE4 = marginLevelE4(holdings, measure, ticks);
  const stated = figure(marginLevel, "quantity");
  if (levelE4 === undefined) return missing("level", "lever.level", stated);
  const index = figure(indexPrice, "price");
  const value = (base: string, quote: string) =>
    ["(", figure(base, "quantity"), " × ", index, " + ", figure(quote, "quantity"), ")"] as const;
  return compared(
    "level",
    "lever.level",
    [...value(baseAssets, quoteAssets), " ÷ ", ...value(baseOwed, quoteOwed)],
    figure(formatDecimal(levelE4, LEVEL_DECIMALS), "quantity"),
    stated,
    isAtMost(holdings, measure, ticks, readLevel(threshold)),
  );
}

function owedCheck(
  coin: "base" | "quote",
  owed: string,
  decimals: number,
  { fundPaid, left, lost, repaid }: LeverLiquidationResult,
) {
  const parts = [repaid[coin], fundPaid[coin], lost[coin], left[coin]];
  const sum = parts.reduce((total, part) => total + readUnits(part, decimals), 0);
  return compared(
    coin,
    "lever.owed",
    parts.flatMap((part, at) => (at === 0 ? [figure(part, "quantity")] : [" + ", figure(part, "quantity")])),
    figure(formatDecimal(sum, decimals), "quantity"),
    figure(owed, "quantity"),
  );
}
