import { isActive } from "../operator-accounts/operator-account.ts";
import type { OperatorCommand, PlannedAction } from "./operator-command.ts";
import { Refusal, type Row } from "./operator-messages.ts";
import type { OperatorPorts } from "./operator-ports.ts";

type Ports = Pick<OperatorPorts, "clock" | "operators">;

/** A jump of more than this is accepted by two people where there are two. */
const TWO_ABOVE_MS = 24 * 3_600_000;
/** The second has to agree within this time. */
const AGREE_WITHIN_MS = 15 * 60_000;
/** Two who see the same jump at different moments see it so nearly. */
const SAME_JUMP_MS = 60_000;

interface Agreement {
  readonly operator: string;
  readonly deviationMs: number;
  readonly atMs: number;
}

/** What is done about a clock that jumped, see docs/recovery.md. */
export function clockCommands({ clock, operators }: Ports) {
  let first: Agreement | undefined;
  const agreed = (operator: string, deviationMs: number): boolean => {
    const atMs = performance.now();
    const isSecond =
      first !== undefined &&
      first.operator !== operator &&
      atMs - first.atMs <= AGREE_WITHIN_MS &&
      Math.abs(first.deviationMs - deviationMs) <= SAME_JUMP_MS;
    if (isSecond) return true;
    first = { operator, deviationMs, atMs };
    return false;
  };
  const needsTwo = (deviationMs: number): boolean =>
    Math.abs(deviationMs) > TWO_ABOVE_MS &&
    operators.list().filter((each) => isActive(each) && mayAccept(each.roles)).length > 1;

  const plan = (): PlannedAction | Refusal => {
    const before = clock.health();
    if (!before.isHeld) return new Refusal("no jump of the clock is held");
    const { deviationMs } = before;
    return {
      target: "",
      before: { deviationMs },
      act: async (operator) => {
        if (needsTwo(deviationMs) && !agreed(operator, deviationMs))
          return {
            after: { accepted: false },
            note: "a jump of more than a day is accepted by two people: another one says clock accept within 15 minutes",
          };
        if (!(await clock.accept(deviationMs)))
          return new Refusal("the clock has returned or jumped again: look at clock show");
        first = undefined;
        return { after: { accepted: true, deviationMs }, note: "the exchange's time goes on from here" };
      },
    };
  };
  return {
    "clock show": { kind: "read", read: () => ({ note: "", rows: [rowOf(clock)] }) },
    "clock accept": { kind: "act", plan },
  } as const satisfies Record<string, OperatorCommand>;
}

const mayAccept = (roles: readonly string[]): boolean => roles.includes("owner") || roles.includes("risk");

function rowOf(clock: Ports["clock"]): Row {
  const { isHeld, isAhead, deviationMs } = clock.health();
  return {
    state: isHeld ? "held" : isAhead ? "accepted behind" : "in step",
    clock: new Date().toISOString(),
    deviationSeconds: Math.round(deviationMs / 1_000),
  };
}
