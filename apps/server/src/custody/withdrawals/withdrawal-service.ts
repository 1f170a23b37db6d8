import type { RequestWithdrawal } from "@candor/domain/commands/fund-commands";
import type { EnginePort } from "@candor/domain/engine-port";
import type { ExchangeEvent, Executed, WithdrawalState } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import type { RecordStore } from "../../kit/durable/record-store.ts";
import type { ChainPort } from "../chain/chain-port.ts";
import type { AccountSecurity } from "./account-security.ts";
import { assessWithdrawal, type RiskFacts, riskChecks } from "./assess-withdrawal.ts";
import { holdOfReason } from "./hold-of-reason.ts";
import type { WithdrawalStep } from "./wire-withdrawal.ts";
import type { WithdrawalBook } from "./withdrawal-book.ts";
import type { KeyedRequest, WithdrawalHold, WithdrawalRecord } from "./withdrawal-records.ts";
import type { RiskCheck, RiskRules } from "./withdrawal-rules.ts";
import { type TrackedWithdrawal, WithdrawalTracker } from "./withdrawal-tracker.ts";

/** Interval between checks of timed holds. */
const RELEASE_STEP_MS = 1_000;

/** Recorded as the decider when the user decided. */
const OWNER = "account owner";

/** Reason of withdrawals returned because the account's owner froze it. */
export const FROZEN_BY_OWNER = "frozen-by-owner";

export type WithdrawalStore = RecordStore<WithdrawalRecord, WithdrawalBook>;

export interface WithdrawalParts {
  readonly engine: EnginePort;
  readonly chains: ChainPort;
  readonly accounts: AccountSecurity;
  readonly store: WithdrawalStore;
  /** Rules currently in effect. */
  readonly rules: () => RiskRules;
  readonly nowMs: () => number;
  /**
   * Returns the value of an amount in hundredths of a USDT, rounded up, or `undefined` if the asset has no price now.
   */
  readonly centsOf: (assetId: number, amountUnits: number) => number | undefined;
  /** Called when a background task failed; it is retried at the next start. */
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Withdrawals with every step, from the read models. */
export interface WithdrawalHistory {
  /** Returns one of the user's. */
  of(userId: number, withdrawalId: number): Promise<TrackedWithdrawal | undefined>;
  /** Returns any users' withdrawals by id, with few queries for any number of them. */
  ofAll(withdrawalIds: readonly number[]): Promise<ReadonlyMap<number, TrackedWithdrawal>>;
}

export interface WithdrawalRequest {
  /** Whether it needs a review is decided here. */
  readonly command: RequestWithdrawal;
  readonly sessionId: string;
  readonly chain: string;
  /** Its key, for calls outside the exchange; absent without a key. */
  readonly request: KeyedRequest | undefined;
}

export interface WithdrawalAnswer {
  readonly executed: Executed;
  readonly events: readonly ExchangeEvent[];
}

/**
 * Handles a withdrawal between its request and its approval: the exchange freezes the money, the risk rules decide
 * whether and until when it is held, and time or an operator releases it. From `approved` on it belongs to the chain.
 */
export class Withdrawals {
  readonly tracker = new WithdrawalTracker();
  private readonly parts: WithdrawalParts;
  private readonly listeners = new Set<(withdrawal: TrackedWithdrawal) => void>();
  /** The last request in progress per user: requests are assessed one at a time. */
  private readonly lastRequests = new Map<number, Promise<unknown>>();
  /** Assessment of the request currently in the exchange, by user. */
  private readonly verdicts = new Map<number, WithdrawalHold>();
  private readonly stops: (() => void)[] = [];
  private releasing: Promise<void> | undefined;

  constructor(parts: WithdrawalParts) {
    this.parts = parts;
  }

  get book(): WithdrawalBook {
    return this.parts.store.state;
  }

  /**
   * Follows the exchange and resumes what the last process left: call it before clients are admitted.
   * @param history returns every step of pending withdrawals
   */
  async start(history: Pick<WithdrawalHistory, "ofAll">): Promise<void> {
    const { engine } = this.parts;
    this.stops.push(engine.on(this.tracker.listener));
    const { withdrawals } = await engine.withdrawalsView();
    const known = await history.ofAll(withdrawals.map(({ withdrawalId }) => withdrawalId));
    for (const state of withdrawals)
      this.tracker.seed({ state, steps: known.get(state.withdrawalId)?.steps ?? stepsOfState(state) });
    for (const state of withdrawals) await this.resume(state);
    await this.releaseDue();
    const timer = setInterval(() => this.inBackground(this.releaseDue(), "holds"), RELEASE_STEP_MS);
    timer.unref();
    this.stops.push(() => clearInterval(timer));
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    await this.releasing?.catch(() => undefined);
  }

  /** Requests a withdrawal from the exchange, with the result of the risk rules. */
  request(request: WithdrawalRequest): Promise<WithdrawalAnswer> {
    const { userId } = request.command;
    const before = this.lastRequests.get(userId) ?? Promise.resolve();
    const asked = before.then(() => this.requestAlone(request));
    const settled = asked
      .catch(() => undefined)
      .finally(() => {
        if (this.lastRequests.get(userId) === settled) this.lastRequests.delete(userId);
      });
    this.lastRequests.set(userId, settled);
    return asked;
  }

  /** Returns why and until when a withdrawal is held, or `undefined` if it is not and was not. */
  holdOf(state: WithdrawalState): WithdrawalHold | undefined {
    const hold = this.book.hold(state.withdrawalId);
    if (hold !== undefined || !state.needsReview) return hold;
    return this.verdicts.get(state.userId) ?? holdOfReason(state, this.parts.rules());
  }

  /**
   * Adds a listener for changes of holds; everything else is in the exchange's events. Returns a function that removes
   * it.
   */
  onHoldChanged(listener: (withdrawal: TrackedWithdrawal) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Releases holds that have ended. The composition root's clock calls it every second. */
  releaseDue(): Promise<void> {
    this.releasing ??= this.releaseAll().finally(() => {
      this.releasing = undefined;
    });
    return this.releasing;
  }

  /** Approves a withdrawal in the exchange; @returns the exchange's answer. */
  async approve(withdrawalId: number): Promise<Executed> {
    const { executed } = await this.parts.engine.execute({
      kind: "advance-withdrawal",
      withdrawalId,
      status: "approved",
      txHash: "",
    });
    return decided(executed);
  }

  /** Returns a withdrawal's money to the user; @returns the exchange's answer. */
  async giveBack(withdrawalId: number, reason: string): Promise<Executed> {
    const { executed } = await this.parts.engine.execute({
      kind: "settle-withdrawal",
      withdrawalId,
      outcome: "returned",
      txHash: "",
      reason,
    });
    return decided(executed);
  }

  /**
   * Returns the money of all of a user's withdrawals that are not approved yet, because the account was frozen; those
   * on their way to the chain continue. @returns how many were returned
   */
  async giveBackAll(userId: number, reason: string = FROZEN_BY_OWNER): Promise<number> {
    await this.lastRequests.get(userId);
    const { store, nowMs } = this.parts;
    let returned = 0;
    for (const { state } of this.tracker.waiting()) {
      if (state.userId !== userId) continue;
      const { withdrawalId } = state;
      await store.commit({
        type: "decided",
        withdrawalId,
        decision: "refused",
        operator: OWNER,
        reason,
        atMs: nowMs(),
      });
      const { error } = await this.giveBack(withdrawalId, reason);
      if (error === undefined) returned++;
    }
    return returned;
  }

  private async requestAlone(request: WithdrawalRequest): Promise<WithdrawalAnswer> {
    const { engine, store, nowMs } = this.parts;
    const { userId, address } = request.command;
    const { hold, cents, checks } = this.assess(request);
    if (hold !== undefined) this.verdicts.set(userId, hold);
    try {
      const { executed, events } = await engine.execute({
        ...request.command,
        needsReview: hold !== undefined,
        ...(hold === undefined ? {} : { holdReason: hold.reason }),
      });
      if (executed.error !== undefined || executed.replayedSeq > 0) return { executed, events };
      await store.commit({
        type: "requested",
        withdrawalId: executed.seq,
        userId,
        chain: request.chain,
        address,
        cents: cents ?? 0,
        atMs: nowMs(),
        hold: hold ?? null,
        ...(hold === undefined ? {} : { checks }),
        ...(request.request === undefined ? {} : { request: request.request }),
      });
      if (hold === undefined) this.inBackground(this.approve(executed.seq), "approval");
      return { executed, events };
    } finally {
      this.verdicts.delete(userId);
    }
  }

  private assess(request: WithdrawalRequest): {
    readonly hold: WithdrawalHold | undefined;
    readonly cents: number | undefined;
    readonly checks: readonly RiskCheck[];
  } {
    const { accounts, centsOf } = this.parts;
    const rules = this.parts.rules();
    const { userId, address, assetId, amountUnits } = request.command;
    const nowMs = this.parts.nowMs();
    const cents = centsOf(assetId, amountUnits);
    const session = accounts.sessionAge(userId, request.sessionId);
    const earlier = this.book.requestsSince(userId, nowMs - rules.windowMs);
    const facts: RiskFacts = {
      nowMs,
      cents,
      addressKnownSinceMs: this.addressKnownSince(userId, request.chain, address),
      sessionSinceMs: session?.sinceMs,
      isFirstSession: session?.isFirst ?? false,
      earlierCount: earlier.length,
      earlierCents: earlier.reduce((sum, each) => sum + each.cents, 0),
    };
    return { hold: assessWithdrawal(facts, rules), cents, checks: riskChecks(facts, rules) };
  }

  /** Returns when the address was first paid to or added to the book. */
  private addressKnownSince(userId: number, chain: string, address: string): number | undefined {
    const site = this.book
      .sites(userId)
      .find((each) => each.chain === chain && each.address.toLowerCase() === address.toLowerCase());
    const used = this.book.firstUseMs(userId, chain, address);
    const sinceMs = Math.min(site?.createdAtMs ?? Infinity, used ?? Infinity);
    return sinceMs === Infinity ? undefined : sinceMs;
  }

  /** Resumes a withdrawal that the last process did not finish. */
  private async resume(state: WithdrawalState): Promise<void> {
    const { withdrawalId, status, needsReview } = state;
    if (status !== "frozen" && status !== "reviewing") return;
    const decision = this.book.decision(withdrawalId);
    if (decision?.decision === "refused") await this.giveBack(withdrawalId, decision.reason);
    else if (decision !== undefined || !needsReview) await this.approve(withdrawalId);
    else if (this.book.hold(withdrawalId) === undefined) await this.recordLostRequest(state);
  }

  /**
   * The process crashed between the exchange's acceptance and the record: the exchange has everything except the hold's
   * end.
   */
  private async recordLostRequest(state: WithdrawalState): Promise<void> {
    const { chains, store, rules, centsOf } = this.parts;
    const { withdrawalId, userId, address, createdAtMs } = state;
    await store.commit({
      type: "requested",
      withdrawalId,
      userId,
      chain: chains.chainOfIndex(state.chainIndex)?.chain ?? "",
      address,
      cents: centsOf(state.assetId, state.amountUnits) ?? 0,
      atMs: createdAtMs,
      hold: holdOfReason(state, rules()),
    });
  }

  private async releaseAll(): Promise<void> {
    const nowMs = this.parts.nowMs();
    for (const withdrawal of this.tracker.waiting()) {
      const { state } = withdrawal;
      const hold = this.book.hold(state.withdrawalId);
      if (hold === undefined || hold.byOperator || hold.untilMs > nowMs) continue;
      const longer = this.longerHold(state, hold);
      if (longer === undefined) await this.approve(state.withdrawalId);
      else await this.changeHold(withdrawal, longer);
    }
  }

  /** Extends a hold for later events: changed credentials prolong it, a ban requires a person. */
  private longerHold(state: WithdrawalState, hold: WithdrawalHold): WithdrawalHold | undefined {
    const { accounts } = this.parts;
    const { userId } = state;
    if (accounts.isBanned(userId)) return { ...hold, byOperator: true };
    const account = accounts.withdrawalHold(userId);
    return account === undefined ? undefined : { ...account, byOperator: false };
  }

  private async changeHold(withdrawal: TrackedWithdrawal, hold: WithdrawalHold): Promise<void> {
    const { withdrawalId } = withdrawal.state;
    await this.parts.store.commit({ type: "hold-changed", withdrawalId, hold });
    for (const listener of this.listeners) listener(withdrawal);
  }

  private inBackground(work: Promise<unknown>, what: string): void {
    work.catch((error: unknown) => this.parts.onFailure(error, what));
  }
}

/** Someone else may have decided first; any other rejection by the exchange is a bug here. */
function decided(executed: Executed): Executed {
  const { error } = executed;
  if (error !== undefined && error !== "withdrawal.state")
    throw new Error(`the exchange rejected the decision on a withdrawal: ${error}`);
  return executed;
}

/** Derives the steps from only the exchange's data, when the read models are unavailable. */
function stepsOfState({ status, createdAtMs, updatedAtMs }: WithdrawalState): readonly WithdrawalStep[] {
  const first = { status: "frozen", timeMs: createdAtMs } as const;
  return status === "frozen" ? [first] : [first, { status, timeMs: updatedAtMs }];
}

/** Builds a keyed request with the lifetime of its key. */
export function keyedRequest(key: string, fingerprint: string, nowMs: number): KeyedRequest {
  return { key, fingerprint, untilMs: nowMs + LIMITS.keyLifetimeMs };
}
