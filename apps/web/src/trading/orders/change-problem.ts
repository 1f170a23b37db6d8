import { triggersUpward } from "@candor/domain/order-types";
import { formatDecimal, trimZeros } from "@candor/money/decimal";
import type { Formats } from "@candor/ui/formats";
import type { WireOrder } from "@candor/wire/objects";
import type { Translate } from "../../i18n/i18n.ts";
import { FORM_WORDS, ticksProblem } from "../market/form-problem.ts";
import { type MarketTerms, readTicks } from "../market/market-terms.ts";
import { isTrailing, siblingOf } from "./order-figures.ts";
import { TYPE_WORDS } from "./order-words.ts";
import { isFollowing, leftOf } from "./price-change.ts";

/** Prices in ticks that an order would have after a change; absent ones stay. */
export interface NewTicks {
  readonly price?: number;
  readonly stopPrice?: number;
}

export interface ChangeProblem {
  readonly field: "price" | "stopPrice";
  readonly text: string;
}

interface Words {
  readonly t: Translate;
  readonly formats: Pick<Formats, "decimal">;
}

/**
 * Returns what is wrong with new prices of an order. The exchange would refuse one that passes the other order of its pair,
 * or is worth less than the market's minimum. An exit beyond its entry would lapse with the other one when the entry is
 * filled. Undefined if nothing is; the price of the moment is not judged.
 * @param listed the user's live orders, among them the others of its list
 */
export function changeProblemOf(
  order: WireOrder,
  next: NewTicks,
  terms: MarketTerms,
  listed: readonly WireOrder[],
  words: Words,
): ChangeProblem | undefined {
  return (
    pairProblem(order, next, terms, listed, words) ??
    entryProblem(order, next, terms, listed, words) ??
    valueProblem(order, next, terms, words)
  );
}

/** An order that waits for another of the other side, its entry, stays on its side of the entry's price. */
function entryProblem(
  order: WireOrder,
  next: NewTicks,
  terms: MarketTerms,
  listed: readonly WireOrder[],
  { t, formats }: Words,
): ChangeProblem | undefined {
  const field = levelField(order);
  const own = next[field];
  if (order.isOto !== true || own === undefined) return undefined;
  if (order.status === "pending") {
    const entry = listed.find(({ orderId }) => orderId === order.groupId);
    if (entry === undefined || entry.price === null || entry.side === order.side) return undefined;
    const its = readTicks(entry.price, terms);
    const isAbove = isReachedUpward(order);
    if (its === undefined || (isAbove ? own > its : own < its)) return undefined;
    const bound = formats.decimal(entry.price);
    return { field, text: t(isAbove ? "lines.aboveEntry" : "lines.belowEntry", { bound }) };
  }
  for (const exit of listed) {
    if (exit.groupId !== order.orderId || exit.side === order.side || exit.status !== "pending") continue;
    const bound = exit[levelField(exit)];
    const its = bound === null ? undefined : readTicks(bound, terms);
    const isBelow = isReachedUpward(exit);
    if (its === undefined || (isBelow ? own < its : own > its)) continue;
    const values = { type: t(TYPE_WORDS[exit.type]), bound: formats.decimal(bound) };
    return { field, text: t(isBelow ? "lines.belowExit" : "lines.aboveExit", values) };
  }
  return undefined;
}

/** A limit order is reached at its price, any other at its trigger. */
const levelField = ({ type }: WireOrder): "price" | "stopPrice" => (type === "limit" ? "price" : "stopPrice");

/** Whether a rise of the price reaches the order. */
function isReachedUpward({ side, type, stopPrice }: WireOrder): boolean {
  if (type === "limit") return side === "sell";
  return triggersUpward(side, type === "trailing-stop" && stopPrice === null ? "stop-market" : type);
}

/** A rise of the price must still reach the same order of the pair first. One that follows the price has no level. */
function pairProblem(
  order: WireOrder,
  next: NewTicks,
  terms: MarketTerms,
  listed: readonly WireOrder[],
  { t, formats }: Words,
): ChangeProblem | undefined {
  const sibling = siblingOf(order, listed);
  const field = levelField(order);
  const own = next[field];
  if (sibling === undefined || own === undefined || isFollowing(order) || isFollowing(sibling))
    return undefined;
  const bound = sibling[levelField(sibling)];
  const its = bound === null ? undefined : readTicks(bound, terms);
  const isAbove = isReachedUpward(order);
  if (its === undefined || (isAbove ? own > its : own < its)) return undefined;
  const values = { type: t(TYPE_WORDS[sibling.type]), bound: formats.decimal(bound) };
  return { field, text: t(isAbove ? "lines.aboveOther" : "lines.belowOther", values) };
}

/** What is left of the order, at its limit price or else at its trigger. Orders that only close have no minimum. */
function valueProblem(
  order: WireOrder,
  next: NewTicks,
  terms: MarketTerms,
  { t, formats }: Words,
): ChangeProblem | undefined {
  const { quoteUnitsPerTickLot, minNotionalUnits, lotUnits, quoteScale } = terms.scale;
  const field = order.price === null ? "stopPrice" : "price";
  const ticks = next[field];
  // A market order of a contract is valued at the mark.
  if (ticks === undefined || order.reduceOnly || (order.product === "contract" && field === "stopPrice"))
    return undefined;
  if (order.quantity === null || isTrailing(order)) return undefined;
  const lots = leftOf(order, terms) / lotUnits;
  if (lots * ticks * quoteUnitsPerTickLot >= minNotionalUnits) return undefined;
  const bound = formats.decimal(trimZeros(formatDecimal(minNotionalUnits, quoteScale)));
  return { field, text: t("lines.valueLeast", { bound, coin: terms.quote }) };
}

/** Returns the text for a price that cannot be read; undefined for one that can, or none. */
export function tickProblem(text: string, terms: MarketTerms, { t, formats }: Words): string | undefined {
  if (text === "" || readTicks(text, terms) !== undefined) return undefined;
  const { reason, bound, coin } = ticksProblem(text, terms);
  return t(FORM_WORDS[reason], { bound: formats.decimal(bound), coin });
}
