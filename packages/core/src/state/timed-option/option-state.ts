import type { OptionScale, OptionTerms } from "@candor/domain/specs/option-terms";
import { OPTION_STRIKE_WAIT_MS } from "@candor/formulas/timed-option/settlement";
import { divideFloor } from "@candor/money/integer";
import { NEVER } from "../market/price-index.ts";
import type { OpenOption } from "./open-option.ts";
import type { OptionMarket } from "./option-market.ts";

/** What is offered, with its integers. */
export interface ActiveTerms {
  readonly terms: OptionTerms;
  readonly scale: OptionScale;
  readonly assetId: number;
}

const MINUTE_MS = 60_000;

/** The minute that an expiry belongs to: what ends in it together is capped together. */
export function minuteOf(expiresAtMs: number): number {
  return divideFloor(expiresAtMs, MINUTE_MS);
}

interface UserOptions {
  /** In the order of their ids. */
  readonly open: Map<number, OpenOption>;
  stakeUnits: number;
}

const NO_OPTIONS: ReadonlyMap<number, OpenOption> = new Map();

/** Everything that timed options are, beside money. */
export class OptionState {
  active: ActiveTerms | undefined = undefined;
  /** Markets that are or were offered, in the order of their numbers. */
  readonly markets: OptionMarket[] = [];
  /** Open options, in the order of their ids. */
  readonly open = new Map<number, OpenOption>();
  lastOptionId = 0;
  /** Income that the pool owes to open options, in all. */
  owedUnits = 0;
  private readonly byUser = new Map<number, UserOptions>();
  /** From this time on an option of a market with an index has to be settled. */
  dueAtMs = NEVER;
  /** 1 while `isStriking`. A number, because each command asks: V8 tests a kept boolean with nine comparisons. */
  private striking = 0;
  /** Of this command: strikes and settlements that it may still do. */
  stepsLeft = 0;

  /** Options have a strike that they were not told yet. */
  get isStriking(): boolean {
    return this.striking !== 0;
  }

  set isStriking(isSo: boolean) {
    this.striking = isSo ? 1 : 0;
  }

  /** Whether time or a tick has left something to do. Two comparisons where nobody has bought anything. */
  hasWork(timeMs: number): boolean {
    return timeMs >= this.dueAtMs || this.isStriking;
  }

  find(marketId: number): OptionMarket | undefined {
    return this.markets.find(({ market }) => market.id === marketId);
  }

  /** What the user has at stake. */
  stakeOf(userId: number): number {
    return this.byUser.get(userId)?.stakeUnits ?? 0;
  }

  /** The user's open options, oldest first. */
  of(userId: number): ReadonlyMap<number, OpenOption> {
    return this.byUser.get(userId)?.open ?? NO_OPTIONS;
  }

  add(option: OpenOption, at: OptionMarket): void {
    const { optionId, userId, stakeUnits, incomeUnits } = option;
    this.open.set(optionId, option);
    const own = this.byUser.get(userId) ?? { open: new Map<number, OpenOption>(), stakeUnits: 0 };
    own.open.set(optionId, option);
    own.stakeUnits += stakeUnits;
    this.byUser.set(userId, own);
    at.expiries.push(option);
    this.owe(option, at, incomeUnits);
    // Nothing is sold without an index.
    this.dueAtMs = Math.min(this.dueAtMs, option.expiresAtMs, option.acceptedAtMs + OPTION_STRIKE_WAIT_MS);
  }

  /** It has left its heap already, or leaves it with the first. */
  remove(option: OpenOption, at: OptionMarket): void {
    const { optionId, userId, stakeUnits, incomeUnits } = option;
    this.open.delete(optionId);
    const own = this.byUser.get(userId) as UserOptions;
    own.open.delete(optionId);
    own.stakeUnits -= stakeUnits;
    if (own.open.size === 0) this.byUser.delete(userId);
    this.owe(option, at, 0 - incomeUnits);
  }

  /**
   * The first expiry over all markets that have an index; the others wait until theirs is back. With fair strikes also the
   * first moment at which a strike comes too late.
   */
  refreshDue(hasFairStrikes: boolean): void {
    let dueAtMs = NEVER;
    for (const { expiries, market, strikes } of this.markets) {
      const waiting = hasFairStrikes ? strikes.firstWaiting : undefined;
      if (waiting !== undefined) dueAtMs = Math.min(dueAtMs, waiting.acceptedAtMs + OPTION_STRIKE_WAIT_MS);
      const first = expiries.first;
      if (first !== undefined && market.index.valueE8 > 0 && first.expiresAtMs < dueAtMs)
        dueAtMs = first.expiresAtMs;
    }
    this.dueAtMs = dueAtMs;
  }

  private owe(option: OpenOption, at: OptionMarket, units: number): void {
    this.owedUnits += units;
    at.owe(minuteOf(option.expiresAtMs), units);
  }
}
