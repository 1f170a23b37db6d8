import type { TriggerBy } from "@candor/domain/enumerations";
import type { Formats } from "@candor/ui/formats";
import type { Translate } from "../../i18n/i18n.ts";
import type { MessageKey } from "../../i18n/message-keys.ts";
import { problemText } from "../../trading/ticket/problem-text.ts";
import type { TicketProblem } from "../../trading/ticket/ticket-problems.ts";

/** Labels of the trigger price types. */
export const TRIGGER_BY_WORDS: Readonly<Record<TriggerBy, MessageKey>> = {
  mark: "contract.byMark",
  last: "contract.byLast",
  index: "contract.byIndex",
};

const ABOVE_WORDS: Readonly<Record<TriggerBy, MessageKey>> = {
  mark: "contract.problemAboveMark",
  last: "trade.problemTriggerAbove",
  index: "contract.problemAboveIndex",
};
const BELOW_WORDS: Readonly<Record<TriggerBy, MessageKey>> = {
  mark: "contract.problemBelowMark",
  last: "trade.problemTriggerBelow",
  index: "contract.problemBelowIndex",
};

/** As in a spot ticket, except that the trader chooses the trigger price type. */
export function contractProblemText(
  problem: TicketProblem | undefined,
  triggerBy: TriggerBy,
  t: Translate,
  formats: Formats,
): string | undefined {
  if (problem === undefined) return undefined;
  const bound = formats.decimal(problem.bound);
  if (problem.reason === "trigger-above") return t(ABOVE_WORDS[triggerBy], { bound });
  if (problem.reason === "trigger-below") return t(BELOW_WORDS[triggerBy], { bound });
  return problemText(problem, t, formats);
}

/** Text for an invalid take-profit or stop-loss on the ticket; checked against the order's execution price. */
export function protectionProblemText(
  problem: TicketProblem | undefined,
  t: Translate,
  formats: Formats,
): string | undefined {
  if (problem === undefined) return undefined;
  const bound = formats.decimal(problem.bound);
  if (problem.reason === "limit-above") return t("contract.problemAboveEntry", { bound });
  if (problem.reason === "limit-below") return t("contract.problemBelowEntry", { bound });
  return problem.reason === "empty" ? t("contract.problemNoProtection") : problemText(problem, t, formats);
}
