import type { Formats } from "@candor/ui/formats";
import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { FORM_WORDS } from "../market/form-problem.ts";
import type { TicketProblem } from "./ticket-problems.ts";

const PROBLEM_WORDS: Readonly<Record<TicketProblem["reason"], MessageKey>> = {
  empty: "trade.problemEmpty",
  ...FORM_WORDS,
  range: "trade.problemRange",
  band: "trade.problemBand",
  "trigger-above": "trade.problemTriggerAbove",
  "trigger-below": "trade.problemTriggerBelow",
  "trigger-reached": "trade.problemTriggerReached",
  "price-above": "trade.problemPriceAbove",
  "price-below": "trade.problemPriceBelow",
  "limit-above": "trade.problemLimitAbove",
  "limit-below": "trade.problemLimitBelow",
  "above-market": "trade.problemAboveMarket",
  "below-market": "trade.problemBelowMarket",
};

/** Returns the text of a field's problem. */
export function problemText(
  problem: TicketProblem | undefined,
  t: Translate,
  formats: Formats,
): string | undefined {
  if (problem === undefined) return undefined;
  return t(PROBLEM_WORDS[problem.reason], {
    bound: formats.decimal(problem.bound),
    upper: formats.decimal(problem.upper),
    coin: problem.coin ?? "",
  });
}
