import type { OrderReason } from "@candor/domain/enumerations";
import type { OrderChanged } from "@candor/domain/events/events";

/** Reasons to refuse an order that has just been triggered. */
const REFUSED: readonly OrderReason[] = [
  "trigger-unfunded",
  "reduce-only",
  "position-closed",
  "price-difference",
];

/** Whether a change refuses an order that the same command triggered: it never became an order of its own. */
export const isRefusedAtTrigger = ({
  cause,
  reason,
  executedLots,
}: Pick<OrderChanged, "cause" | "reason" | "executedLots">): boolean =>
  cause === "closed" && executedLots === 0 && REFUSED.includes(reason);
