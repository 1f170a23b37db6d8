import { POSITION_CAUSES, type PositionCause } from "@candor/domain/enumerations";
import type { Contract } from "./contract.ts";
import { ContractAccount } from "./contract-account.ts";
import { type Position } from "./position.ts";

const CAUSES = Object.fromEntries(POSITION_CAUSES.map((cause, index) => [cause, index])) as Record<
  PositionCause,
  number
>;

/** Bits for the work that commands may have left. */
const AT_RISK = 1;
const FUND_DUE = 2;

/** The complete state of contracts, except books, orders and money. */
export class PerpetualState {
  /** In market order. */
  readonly contracts: Contract[] = [];
  private readonly accounts = new Map<number, ContractAccount>();
  lastPositionId = 0;
  lastFundingId = 0;
  lastLiquidationId = 0;

  /** Positions that this command changed, in the order of their first change. */
  readonly touched: Position[] = [];
  /** How many of them belong to this command. Later entries are older; the array never shrinks. */
  touchedCount = 0;
  /** 1 while one of these still needs a refresh after its change. */
  private dirty = 0;
  /**
   * AT_RISK and FUND_DUE. Bits for V8: see MEMORY.md.
   */
  private due = 0;
  /** Number of contracts whose funding is being paid. */
  sweeping = 0;
  /** When the first funding falls due; 0 when it must be recomputed. Derived from the contracts. */
  fundingDueAtMs = 0;
  /** Remaining liquidation steps of this command. */
  stepsLeft = 0;

  /** Whether all touched positions have been refreshed. */
  get isClean(): boolean {
    return this.dirty === 0;
  }

  set isClean(value: boolean) {
    this.dirty = value ? 0 : 1;
  }

  /** A mark or a risk has changed, so a position may have reached its liquidation price. */
  get mayBeAtRisk(): boolean {
    return (this.due & AT_RISK) !== 0;
  }

  set mayBeAtRisk(value: boolean) {
    this.due = value ? this.due | AT_RISK : this.due & ~AT_RISK;
  }

  /** Whether the mark of a contract in the fund's inventory changed in this command. */
  get isFundDue(): boolean {
    return (this.due & FUND_DUE) !== 0;
  }

  set isFundDue(value: boolean) {
    this.due = value ? this.due | FUND_DUE : this.due & ~FUND_DUE;
  }

  /** Whether commands have left work to do. */
  get hasWork(): boolean {
    return (this.due | this.sweeping) !== 0;
  }

  find(userId: number): ContractAccount | undefined {
    return this.accounts.get(userId);
  }

  /** The users in hedge mode, ascending. */
  hedgedUsers(): number[] {
    const found: number[] = [];
    for (const { userId, isHedged } of this.accounts.values()) if (isHedged) found.push(userId);
    return found.sort((a, b) => a - b);
  }

  open(userId: number): ContractAccount {
    let account = this.accounts.get(userId);
    if (account === undefined) {
      account = new ContractAccount(userId);
      this.accounts.set(userId, account);
    }
    return account;
  }

  /** Marks the position for a refresh and for an event with this cause. */
  touch(position: Position, cause: PositionCause): void {
    this.touchAgain(position, cause);
    position.cause = CAUSES[cause];
    position.isRiskKnown = false;
  }

  /** Like `touch`, for changes of its orders or their frozen margin only. Keeps the cause of an earlier change. */
  touchAgain(position: Position, cause: PositionCause): void {
    if (position.cause < 0) {
      this.touched[this.touchedCount++] = position;
      position.cause = CAUSES[cause];
    }
    position.isClean = false;
    this.isClean = false;
  }
}
