import { WITHDRAWAL_STATUSES } from "@candor/domain/enumerations";
import type {
  DepositCredited,
  FundsPosted,
  WithdrawalChanged,
  WithdrawalState,
} from "@candor/domain/events/events";
import type { FrozenChange } from "./audit-accounts.ts";
import { ensure } from "./audit-error.ts";

type Posting = Pick<FundsPosted, "userId" | "wallet" | "assetId" | "amountUnits" | "record" | "refId">;

/**
 * Checks deposits and withdrawals against the specification, from the events only: a transfer is credited once, a
 * withdrawal takes its steps forward and ends once, and its fund records state exactly what left, the fee and what came
 * back.
 */
export class FundsAudit {
  readonly open = new Map<number, WithdrawalState>();
  /** By asset: net inflow from chains, and the exchange's income from withdrawals. */
  readonly fromOutside: number[] = [];
  readonly fees: number[] = [];
  private readonly credited = new Set<string>();
  private readonly ended = new Set<number>();
  /** Sequence number, time and expected postings of the current command. */
  private seq = 0;
  private timeMs = 0;
  private readonly due: Posting[] = [];

  beginCommand(): void {
    this.due.length = 0;
  }

  executed(seq: number, timeMs: number): void {
    this.seq = seq;
    this.timeMs = timeMs;
  }

  deposit(event: DepositCredited): void {
    const { chainIndex, txHash, logIndex, userId, assetId, amountUnits, depositId } = event;
    const name = `${chainIndex}/${txHash.toLowerCase()}/${logIndex}`;
    ensure(!this.credited.has(name), `${name} was credited twice`);
    ensure(depositId === this.seq, `deposit ${depositId} of command ${this.seq}`);
    this.credited.add(name);
    this.fromOutside[assetId] = (this.fromOutside[assetId] ?? 0) + amountUnits;
    this.due.push({ userId, wallet: "main", assetId, amountUnits, record: "deposit", refId: depositId });
  }

  /** @returns the change of the frozen amount; undefined if none */
  change(event: WithdrawalChanged): FrozenChange | undefined {
    const { kind: _, ...state } = event;
    const { withdrawalId, userId, assetId, amountUnits } = state;
    ensure(state.updatedAtMs === this.timeMs, `withdrawal ${withdrawalId}: its time`);
    const before = this.open.get(withdrawalId);
    if (before === undefined) {
      this.begin(state);
      return { userId, assetId, units: amountUnits };
    }
    this.step(before, state);
    this.open.set(withdrawalId, state);
    if (state.status !== "confirmed" && state.status !== "returned") return undefined;
    this.end(state);
    return { userId, assetId, units: 0 - amountUnits };
  }

  /** Checks a posting that a deposit or withdrawal of this command requires. */
  posted(event: FundsPosted): void {
    const isOurs =
      event.record === "deposit" ||
      event.record === "withdrawal" ||
      event.record === "withdrawal-fee" ||
      event.record === "withdrawal-return";
    if (!isOurs) return;
    const expected = this.due.shift();
    ensure(
      expected !== undefined &&
        expected.userId === event.userId &&
        expected.wallet === event.wallet &&
        expected.assetId === event.assetId &&
        expected.amountUnits === event.amountUnits &&
        expected.record === event.record &&
        expected.refId === event.refId,
      `an unexpected ${event.record} of ${event.amountUnits} for ${event.refId}`,
    );
  }

  endCommand(): void {
    const [missing] = this.due;
    if (missing !== undefined) ensure(false, `no ${missing.record} was posted for ${missing.refId}`);
  }

  private begin(state: WithdrawalState): void {
    const { withdrawalId, amountUnits, feeUnits } = state;
    ensure(!this.ended.has(withdrawalId), `withdrawal ${withdrawalId} has already ended`);
    ensure(withdrawalId === this.seq, `withdrawal ${withdrawalId} of command ${this.seq}`);
    ensure(
      state.status === "frozen" && state.txHash === "",
      `withdrawal ${withdrawalId} must start as frozen, without a transaction`,
    );
    ensure(feeUnits >= 0 && feeUnits < amountUnits, `withdrawal ${withdrawalId}: its fee`);
    this.open.set(withdrawalId, state);
  }

  private step(before: WithdrawalState, after: WithdrawalState): void {
    const what = `withdrawal ${after.withdrawalId}: ${before.status} → ${after.status}`;
    const fixed = ({
      status: _s,
      txHash: _t,
      reason: _r,
      updatedAtMs: _u,
      ...rest
    }: WithdrawalState): string => JSON.stringify(rest);
    ensure(fixed(before) === fixed(after), `${what} changes an immutable field`);
    const from = WITHDRAWAL_STATUSES.indexOf(before.status);
    const to = WITHDRAWAL_STATUSES.indexOf(after.status);
    if (after.status === "returned") return;
    const isReplacement = from === to && after.txHash !== before.txHash && before.txHash !== "";
    const skipsReview = before.status === "frozen" && after.status === "approved" && !before.needsReview;
    ensure(to === from + 1 || isReplacement || skipsReview, what);
    ensure(
      to < WITHDRAWAL_STATUSES.indexOf("signed") || after.txHash !== "",
      `${what} without a transaction`,
    );
  }

  private end(state: WithdrawalState): void {
    const { withdrawalId, userId, assetId, amountUnits, feeUnits, status } = state;
    this.open.delete(withdrawalId);
    this.ended.add(withdrawalId);
    const net = amountUnits - feeUnits;
    const common = { userId, wallet: "main", assetId, refId: withdrawalId } as const;
    this.due.push({ ...common, amountUnits: -net as typeof amountUnits, record: "withdrawal" });
    if (feeUnits > 0)
      this.due.push({
        ...common,
        amountUnits: (0 - feeUnits) as typeof amountUnits,
        record: "withdrawal-fee",
      });
    if (status === "returned") {
      this.due.push({ ...common, amountUnits, record: "withdrawal-return" });
      return;
    }
    this.fromOutside[assetId] = (this.fromOutside[assetId] ?? 0) - net;
    this.fees[assetId] = (this.fees[assetId] ?? 0) + feeUnits;
  }
}
