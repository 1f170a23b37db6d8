import type { OptionScale, OptionTerms } from "@candor/domain/specs/option-terms";
import { OPTION_STRIKE_WAIT_MS } from "@candor/formulas/timed-option/settlement";
import { divideFloor } from "@candor/money/integer";
import { NEVER } from "../market/price-index.ts";
import type { OpenOption } from "./open-option.ts";
import type { OptionMarket } from "./option-market.ts";

/** The offered terms, with their integers. */
export interface ActiveTerms {
  readonly terms: OptionTerms;
  readonly scale: OptionScale;
  readonly assetId: number;
}

const MINUTE_MS = 60_000;

/** The minute that an expiry belongs to. Options that expire in the same minute share a cap. */
export function minuteOf(expiresAtMs: number): number {
  return divideFloor(expiresAtMs, MINUTE_MS);
}

interface UserOptions {
  /** In id order. */
  readonly open: Map<number, OpenOption>;
  stakeUnits: number;
}

const NO_OPTIONS: ReadonlyMap<number, OpenOption> = new Map();

/** The complete state of timed options, except money. */
export class OptionState {
  active: ActiveTerms | undefined = undefined;
  /** Markets that are or were offered, by number. */
  readonly markets: OptionMarket[] = [];
  /** Open options, in id order. */
  readonly open = new Map<number, OpenOption>();
  lastOptionId = 0;
  /** Total income that the pool owes to open options. */
  owedUnits = 0;
  private readonly byUser = new Map<number, UserOptions>();
  /** From this time on an option of a market with an index is due for settlement. */
  dueAtMs = NEVER;
  /**
   * 1 while `isStriking`. A number, because every command reads it and V8 tests a stored boolean with nine comparisons.
   */
  private striking = 0;
  /** Remaining strikes and settlements of this command. */
  stepsLeft = 0;

  /** Whether options have a strike that is not yet emitted. */
  get isStriking(): boolean {
    return this.striking !== 0;
  }

  set isStriking(isSo: boolean) {
    this.striking = isSo ? 1 : 0;
  }

  /** Whether time or a tick has left work to do. Two comparisons when nobody has bought anything. */
  hasWork(timeMs: number): boolean {
    return timeMs >= this.dueAtMs || this.isStriking;
  }

  find(marketId: number): OptionMarket | undefined {
    return this.markets.find(({ market }) => market.id === marketId);
  }

  /** The user's total stake. */
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
    // Options are not sold without an index.
    this.dueAtMs = Math.min(this.dueAtMs, option.expiresAtMs, option.acceptedAtMs + OPTION_STRIKE_WAIT_MS);
  }

  /** The option has left its heap already, or leaves it with the first. */
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
   * The first expiry over all markets with an index; the others wait for theirs. With fair strikes also the first
   * moment at which a strike comes too late.
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
