import { ticksProblem } from "../../trading/market/form-problem.ts";
import { priceText, readTicks } from "../../trading/market/market-terms.ts";
import type { TicketProblem } from "../../trading/ticket/ticket-problems.ts";
import type { ContractTerms } from "./contract-terms.ts";

/** A take-profit or stop-loss price as typed. */
export interface Level {
  readonly ticks: number | undefined;
  readonly problem: TicketProblem | undefined;
}

/** Parses a level, which must be above or below the trigger price, depending on the side. */
export function judgeLevel(
  text: string,
  isAbove: boolean,
  reference: number | undefined,
  terms: ContractTerms,
): Level {
  if (text === "") return { ticks: undefined, problem: undefined };
  const ticks = readTicks(text, terms);
  if (ticks === undefined) return { ticks, problem: ticksProblem(text, terms) };
  return { ticks, problem: sideProblem(ticks, isAbove, reference, terms) };
}

/** The problem of a level that the trigger price has already reached. */
export function sideProblem(
  ticks: number,
  isAbove: boolean,
  reference: number | undefined,
  terms: ContractTerms,
): TicketProblem | undefined {
  if (reference === undefined || (isAbove ? ticks > reference : ticks < reference)) return undefined;
  return { reason: isAbove ? "trigger-above" : "trigger-below", bound: priceText(reference, terms) };
}
