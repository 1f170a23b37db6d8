import { MAX_ICEBERG_PARTS } from "@candor/domain/app-limits";
import { trimZeros } from "@candor/money/decimal";
import { divideCeil } from "@candor/money/integer";
import { lotsProblem } from "../market/form-problem.ts";
import { type MarketTerms, quantityText, readLots } from "../market/market-terms.ts";
import type { TicketState } from "./ticket.ts";
import type { TicketProblems } from "./ticket-problems.ts";
import { isIceberg } from "./ticket-state.ts";

/** Returns the fewest lots that an iceberg of this size may show: the market's minimum, and no more parts than allowed. */
const leastVisibleLots = (lots: number, { scale }: MarketTerms): number =>
  Math.max(scale.minLots, divideCeil(lots, MAX_ICEBERG_PARTS));

/** Adds the problem of an iceberg's visible size: missing, off the lot, too small or larger than the order. */
export function findVisibleProblem(
  ticket: TicketState,
  terms: MarketTerms,
  lots: number | undefined,
  problems: TicketProblems,
): void {
  if (!isIceberg(ticket)) return;
  const visible = readLots(ticket.visible, terms);
  const bound = (of: number) => ({ bound: trimZeros(quantityText(of, terms)), coin: terms.base });
  if (visible === undefined)
    problems.visible = ticket.visible === "" ? { reason: "empty" } : lotsProblem(ticket.visible, terms);
  else if (lots === undefined) return;
  else if (visible > lots) problems.visible = { reason: "maximum", ...bound(lots) };
  else if (visible < leastVisibleLots(lots, terms))
    problems.visible = { reason: "minimum", ...bound(leastVisibleLots(lots, terms)) };
}
