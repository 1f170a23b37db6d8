import type { WithdrawalStatus } from "@candor/domain/enumerations";
import type { WireWithdrawal } from "@candor/wire/chain-objects";

/** What every withdrawal goes through; a review only where there is a reason for one. */
const PATH: readonly WithdrawalStatus[] = ["frozen", "approved", "signed", "broadcast", "confirmed"];

export const isFinal = ({ status }: Pick<WireWithdrawal, "status">): boolean =>
  status === "confirmed" || status === "returned";

interface Step {
  readonly status: WithdrawalStatus;
  /** null: not yet. */
  readonly timeMs: number | null;
}

/** The steps taken, then those still to come; a returned withdrawal has none to come. */
export function stepsOf(withdrawal: Pick<WireWithdrawal, "status" | "steps">): readonly Step[] {
  const taken: readonly Step[] = withdrawal.steps;
  if (isFinal(withdrawal)) return taken;
  const at = PATH.indexOf(withdrawal.status === "reviewing" ? "frozen" : withdrawal.status);
  return [...taken, ...PATH.slice(at + 1).map((status) => ({ status, timeMs: null }))];
}
