import type { Side } from "@candor/domain/enumerations";
import { valueCapOf } from "@candor/formulas/perpetual/margin";
import { parseDecimal } from "@candor/money/decimal";
import { readLots, readTicks, unitsOf } from "../../../trading/market/market-terms.ts";
import type { ContractTerms } from "../contract-terms.ts";
import type { LevelKind, LevelUnit } from "../part-level.ts";
import { entryValue, type SketchedPosition } from "./calculator-figures.ts";

/** What is typed and chosen, shared by all calculators. Numbers are decimal texts, "" if empty. */
export interface CalculatorFields {
  readonly side: Side;
  readonly entry: string;
  readonly exit: string;
  readonly quantity: string;
  readonly leverage: string;
  readonly targetKind: LevelKind;
  readonly targetUnit: Exclude<LevelUnit, "price">;
  readonly target: string;
  readonly mode: "isolated" | "cross";
  readonly added: string;
  readonly balance: string;
  readonly payer: "long" | "short";
  /** In percent. */
  readonly rate: string;
  readonly intervals: string;
}

/** Most funding intervals: more than nine years of eight hours. */
export const MOST_INTERVALS = 10_000;
const PERCENT_DECIMALS = 4;

/** What is typed as numbers; undefined where it is empty or not valid. */
export interface CalculatorInput {
  readonly entryTicks: number | undefined;
  readonly exitTicks: number | undefined;
  readonly lots: number | undefined;
  readonly leverage: number | undefined;
  readonly balanceUnits: number | undefined;
  /** 0 if empty. */
  readonly addedUnits: number | undefined;
  readonly ratePpm: number | undefined;
  readonly intervals: number | undefined;
  readonly position: SketchedPosition | undefined;
  /** The same position of any size, with a leverage of 1: for what does not depend on the leverage. */
  readonly unlevered: SketchedPosition | undefined;
  /** The largest value that the leverage allows, if the position's is larger. */
  readonly exceededUnits: number | undefined;
}

/** @param fundingCapPpm largest rate */
export function readCalculator(
  fields: CalculatorFields,
  terms: ContractTerms,
  fundingCapPpm: number,
): CalculatorInput {
  const { quoteScale, maxLots } = terms.scale;
  const entryTicks = readTicks(fields.entry, terms);
  const lots = within(readLots(fields.quantity, terms), 1, maxLots);
  const leverage = within(unitsOf(fields.leverage, 0), 1, terms.maxLeverage);
  const ratePpm = within(percentPpm(fields.rate), 0, fundingCapPpm);
  const unlevered =
    entryTicks === undefined || lots === undefined
      ? undefined
      : { terms, entryTicks, leverage: 1, lots: fields.side === "buy" ? lots : 0 - lots };
  const sketched = unlevered && leverage !== undefined ? { ...unlevered, leverage } : undefined;
  const capUnits = leverage === undefined ? 0 : valueCapOf(terms.brackets, leverage);
  const isTooLarge = sketched !== undefined && entryValue(sketched) > capUnits;
  return {
    entryTicks,
    exitTicks: readTicks(fields.exit, terms),
    lots,
    leverage,
    balanceUnits: unitsOf(fields.balance, quoteScale),
    addedUnits: fields.added === "" ? 0 : unitsOf(fields.added, quoteScale),
    ratePpm: ratePpm === undefined || fields.payer === "long" ? ratePpm : 0 - ratePpm,
    intervals: within(unitsOf(fields.intervals, 0), 1, MOST_INTERVALS),
    position: isTooLarge ? undefined : sketched,
    unlevered,
    exceededUnits: isTooLarge ? capUnits : undefined,
  };
}

/** Parses "0.01" percent as 100 ppm; undefined if it is not a number of four decimals. */
function percentPpm(text: string): number | undefined {
  const value = parseDecimal(text, PERCENT_DECIMALS);
  return typeof value === "string" ? undefined : value;
}

function within(value: number | undefined, least: number, most: number): number | undefined {
  return value === undefined || value < least || value > most ? undefined : value;
}
