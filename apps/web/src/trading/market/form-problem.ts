import { MAX_PRICE_TICKS } from "@candor/domain/app-limits";
import { parseDecimal, trimZeros } from "@candor/money/decimal";
import { divideFloor } from "@candor/money/integer";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { type MarketTerms, PRICE_SCALE, priceText, quantityText } from "./market-terms.ts";

/** Why a text is no price or amount: zero, more than can be counted, or no multiple of the step. */
export interface FormProblem {
  readonly reason: "minimum" | "maximum" | "tick" | "lot";
  readonly bound: string;
  readonly coin: string;
}

export const FORM_WORDS: Readonly<Record<FormProblem["reason"], MessageKey>> = {
  minimum: "trade.problemMinimum",
  maximum: "trade.problemMaximum",
  tick: "trade.problemTick",
  lot: "trade.problemLot",
};

/** @param text one that `readTicks` cannot read */
export function ticksProblem(text: string, terms: MarketTerms): FormProblem {
  const { tickE8 } = terms.scale;
  const most = Math.min(MAX_PRICE_TICKS, divideFloor(Number.MAX_SAFE_INTEGER, tickE8));
  const at = (ticks: number) => ({ bound: priceText(ticks, terms), coin: terms.quote });
  const value = parseDecimal(text, PRICE_SCALE);
  if (value === 0) return { reason: "minimum", ...at(1) };
  return value === "range" ? { reason: "maximum", ...at(most) } : { reason: "tick", ...at(1) };
}

/**
 * @param text one that `readLots` cannot read
 * @param bounds in lots; default: those of one order
 */
export function lotsProblem(
  text: string,
  terms: MarketTerms,
  { leastLots, mostLots }: { readonly leastLots?: number; readonly mostLots?: number } = {},
): FormProblem {
  const { baseScale, minLots, maxLots } = terms.scale;
  const at = (lots: number) => ({ bound: trimZeros(quantityText(lots, terms)), coin: terms.base });
  const value = parseDecimal(text, baseScale);
  if (value === 0) return { reason: "minimum", ...at(leastLots ?? minLots) };
  return value === "range" ? { reason: "maximum", ...at(mostLots ?? maxLots) } : { reason: "lot", ...at(1) };
}
