import { withdrawalIdOf } from "@candor/domain/fund-ids";
import { formatDecimal } from "@candor/money/decimal";
import type {
  QueuedWithdrawal,
  WithdrawalCheck,
  WithdrawalQueue,
} from "@candor/wire/console/withdrawal-queue";
import { z } from "zod";
import type { PendingWithdrawal } from "../../../custody/withdrawals/withdrawal-desk.ts";
import type { RiskCheck } from "../../../custody/withdrawals/withdrawal-rules.ts";
import { timeOf } from "../../../operators/desk/time-of.ts";
import { COMMAND_ROLES } from "../../../operators/protocol/roles.ts";
import { isBlocked } from "../../../people/identity/is-blocked.ts";
import { consoleCall } from "../console-call.ts";
import type { ConsoleExchange } from "../console-ports.ts";

const CENT_DIGITS = 2;
const HOUR_MS = 3_600_000;
const MAX_ROWS = 200;

export const withdrawalCalls = {
  /** Returns waiting withdrawals, oldest first, with the data needed to decide, and their total number. */
  "withdrawal-queue": consoleCall({
    roles: COMMAND_ROLES["withdrawal list"],
    input: z.strictObject({ limit: z.int().min(0).max(MAX_ROWS).default(100) }),
    handle: ({ limit }, { ports: { exchange } }): WithdrawalQueue => {
      const { total, byOperator } = exchange.withdrawals.waiting();
      const list = exchange.withdrawals.pending(limit).map((withdrawal) => queued(withdrawal, exchange));
      return { list, total, byOperator };
    },
  }),
} as const;

function queued(pending: PendingWithdrawal, exchange: ConsoleExchange): QueuedWithdrawal {
  const { state, hold } = pending;
  const { spec } = exchange.listings.asset(state.assetId);
  const user = exchange.identity.user(state.userId);
  const write = (units: number): string => formatDecimal(units, spec.scale);
  return {
    withdrawal: withdrawalIdOf(state.withdrawalId),
    userId: state.userId,
    username: user?.username ?? null,
    verification: exchange.verification.levelOf(state.userId),
    frozen: user !== undefined && isBlocked(user),
    amount: write(state.amountUnits),
    fee: write(state.feeUnits),
    net: write(state.amountUnits - state.feeUnits),
    asset: spec.symbol,
    chain: exchange.chains.chainOfIndex(state.chainIndex)?.chainName ?? String(state.chainIndex),
    address: state.address,
    reason: hold?.reason ?? state.holdReason,
    byOperator: pending.byOperator,
    untilMs: hold?.untilMs ?? null,
    requestedAtMs: state.createdAtMs,
    promisedByMs: pending.promisedByMs,
    requestedToday: pending.requestedToday,
    checks: (pending.checks ?? []).map(inWords),
  };
}

function inWords({ check, passed, found, bound }: RiskCheck): WithdrawalCheck {
  const usdt = (cents: number): string => `${formatDecimal(cents, CENT_DIGITS)} USDT`;
  const amount = found === null ? "no price available" : usdt(found);
  const since = found === null ? "never seen before" : `known since ${timeOf(found)}`;
  const words: Readonly<Record<RiskCheck["check"], readonly [string, string]>> = {
    amount: ["Amount", `${amount}; automatic up to ${usdt(bound)}`],
    count: ["Withdrawals in 24 hours", `number ${found ?? 0}; up to ${bound}`],
    sum: ["Total in 24 hours", `${amount}; up to ${usdt(bound)}`],
    address: ["Address", `${since}; ${bound / HOUR_MS} h are wanted`],
    device: ["Session", `${since}; ${bound / HOUR_MS} h are wanted`],
  };
  const [name, detail] = words[check];
  return { check: name, passed, detail };
}
