import { withdrawalIdOf } from "@candor/domain/fund-ids";
import { formatDecimal } from "@candor/money/decimal";
import type { DeskProblem, PendingWithdrawal } from "../../custody/withdrawals/withdrawal-desk.ts";
import { Refusal, type Row } from "../protocol/operator-messages.ts";
import type { ActCommand, OperatorCommand } from "./operator-command.ts";
import type { OperatorPorts } from "./operator-ports.ts";
import { timeOf } from "./time-of.ts";

type Ports = Pick<OperatorPorts, "withdrawals" | "chains" | "listings">;

/** Maximum rows in an answer: nobody reads more before deciding. */
const MAX_ROWS = 200;

const PROBLEMS: Readonly<Record<DeskProblem, string>> = {
  "unknown-withdrawal": "There is no such withdrawal.",
  "not-waiting": "This withdrawal is not waiting for a decision.",
  "operator-missing": "A decision needs an operator's name.",
  "reason-missing": "Give a reason within the length limit.",
};

export function withdrawalCommands(ports: Ports) {
  return {
    "withdrawal list": {
      kind: "read",
      read: () => list(ports),
    },
    "withdrawal approve": decide(ports, "approved"),
    "withdrawal refuse": decide(ports, "returned"),
  } as const satisfies Record<string, OperatorCommand>;
}

function list(ports: Ports) {
  const { total } = ports.withdrawals.waiting();
  const rows = ports.withdrawals.pending(MAX_ROWS).map((withdrawal) => rowOf(withdrawal, ports));
  return {
    note: total > rows.length ? `These are the ${rows.length} most urgent of ${total} waiting.` : "",
    rows,
  };
}

function rowOf(
  { state, hold, byOperator, promisedByMs, requestedToday }: PendingWithdrawal,
  ports: Ports,
): Row {
  const { spec } = ports.listings.asset(state.assetId);
  return {
    withdrawal: withdrawalIdOf(state.withdrawalId),
    user: state.userId,
    amount: `${formatDecimal(state.amountUnits, spec.scale)} ${spec.symbol}`,
    chain: ports.chains.chainOfIndex(state.chainIndex)?.chain ?? String(state.chainIndex),
    address: state.address,
    waitsFor: byOperator ? "operator" : "clock",
    why: hold?.reason ?? state.holdReason,
    until: hold === undefined ? null : timeOf(hold.untilMs),
    today: requestedToday,
    requested: timeOf(state.createdAtMs),
    promisedBy: timeOf(promisedByMs),
  };
}

function decide(ports: Ports, outcome: "approved" | "returned"): ActCommand {
  const { withdrawals } = ports;
  return {
    kind: "act",
    plan: ({ target, reason }) => {
      const waiting = withdrawals.pendingOf(target);
      if (waiting === undefined) return new Refusal(`No withdrawal ${target} is waiting for a decision.`);
      const { user, amount, chain, address } = rowOf(waiting, ports);
      return {
        target,
        before: {
          status: waiting.state.status,
          user: user ?? null,
          amount: amount ?? null,
          chain: chain ?? null,
          address: address ?? null,
        },
        act: async (operator) => {
          const decided =
            outcome === "approved"
              ? await withdrawals.approve(target, operator)
              : await withdrawals.refuse(target, operator, reason);
          return typeof decided === "string"
            ? new Refusal(PROBLEMS[decided])
            : { after: { status: outcome }, note: `Withdrawal ${target} was ${outcome}.` };
        },
      };
    },
  };
}
