import type { WithdrawalStatus } from "@candor/domain/enumerations";
import type { WireWithdrawal } from "@candor/wire/chain-objects";

/** Steps of every withdrawal; a review is added only if there is a reason. */
const PATH: readonly WithdrawalStatus[] = ["frozen", "approved", "signed", "broadcast", "confirmed"];

export const isFinal = ({ status }: Pick<WireWithdrawal, "status">): boolean =>
  status === "confirmed" || status === "returned";

interface Step {
  readonly status: WithdrawalStatus;
  /** null if not reached yet. */
  readonly timeMs: number | null;
}

/** Returns completed steps, then remaining ones; nothing remains for a returned withdrawal. */
export function stepsOf(withdrawal: Pick<WireWithdrawal, "status" | "steps">): readonly Step[] {
  const taken: readonly Step[] = withdrawal.steps;
  if (isFinal(withdrawal)) return taken;
  const at = PATH.indexOf(withdrawal.status === "reviewing" ? "frozen" : withdrawal.status);
  return [...taken, ...PATH.slice(at + 1).map((status) => ({ status, timeMs: null }))];
}
