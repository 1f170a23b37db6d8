import { POSITION_CAUSES, type PositionCause } from "@candor/domain/enumerations";
import type { Contract } from "./contract.ts";
import { ContractAccount, type Position } from "./position.ts";

const CAUSES = Object.fromEntries(POSITION_CAUSES.map((cause, index) => [cause, index])) as Record<
  PositionCause,
  number
>;

/** Bits of what commands may have left to do. */
const HOT = 1;
const FUND_DUE = 2;

/** Everything that contracts are, beside books, orders and money. */
export class PerpetualState {
  /** In the order of their markets. */
  readonly contracts: Contract[] = [];
  private readonly accounts = new Map<number, ContractAccount>();
  lastPositionId = 0;
  lastFundingId = 0;
  lastLiquidationId = 0;

  /** Positions that this command changed, in the order of their first change. */
  readonly touched: Position[] = [];
  /** How many of them are of this command; what lies behind is older, and the array stays as long as it once was. */
  touchedCount = 0;
  /** 1 while one of these still waits for what follows from its change. */
  private untidy = 0;
  /** HOT and FUND_DUE. Bits, because each command asks several times: V8 tests a kept boolean with nine comparisons. */
  private due = 0;
  /** Contracts whose funding is being paid. */
  sweeping = 0;
  /** When the first funding falls due; 0: not known, it has to be looked for. Follows from the contracts. */
  fundingDueAtMs = 0;
  /** Liquidations that this command may still take a step of. */
  stepsLeft = 0;

  /** Whether none of the positions touched waits for what follows from its change. */
  get isTidy(): boolean {
    return this.untidy === 0;
  }

  set isTidy(isSo: boolean) {
    this.untidy = isSo ? 0 : 1;
  }

  /** A mark or a risk has changed: a position may have met its liquidation price. */
  get mayBeHot(): boolean {
    return (this.due & HOT) !== 0;
  }

  set mayBeHot(isSo: boolean) {
    this.due = isSo ? this.due | HOT : this.due & ~HOT;
  }

  /** Of this command: the mark of a contract whose lots the fund holds has changed. */
  get isFundDue(): boolean {
    return (this.due & FUND_DUE) !== 0;
  }

  set isFundDue(isSo: boolean) {
    this.due = isSo ? this.due | FUND_DUE : this.due & ~FUND_DUE;
  }

  /** Whether commands have left something to do. */
  get hasWork(): boolean {
    return (this.due | this.sweeping) !== 0;
  }

  find(userId: number): ContractAccount | undefined {
    return this.accounts.get(userId);
  }

  open(userId: number): ContractAccount {
    let account = this.accounts.get(userId);
    if (account === undefined) {
      account = new ContractAccount(userId);
      this.accounts.set(userId, account);
    }
    return account;
  }

  /** Notes that the position is to be told with this cause, and brought up to date before. */
  touch(position: Position, cause: PositionCause): void {
    this.touchAgain(position, cause);
    position.cause = CAUSES[cause];
    position.isRiskKnown = false;
  }

  /** As `touch`, for what changes its orders alone, or what they have frozen; keeps the cause of an earlier change. */
  touchAgain(position: Position, cause: PositionCause): void {
    if (position.cause < 0) {
      this.touched[this.touchedCount++] = position;
      position.cause = CAUSES[cause];
    }
    position.isTidy = false;
    this.isTidy = false;
  }
}
