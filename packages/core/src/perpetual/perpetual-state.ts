import { POSITION_CAUSES, type PositionCause } from "@candor/protocol/enumerations";
import type { Contract } from "./contract.ts";
import { ContractAccount, type Position } from "./position.ts";

const CAUSES = Object.fromEntries(POSITION_CAUSES.map((cause, index) => [cause, index])) as Record<
  PositionCause,
  number
>;

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
  /** Of these, whether one still waits for what follows from its change. */
  isTidy = true;
  /** A mark or a risk has changed: a position may have met its liquidation price. */
  mayBeHot = false;
  /** Of this command: the mark of a contract whose lots the fund holds has changed. */
  isFundDue = false;
  /** Contracts whose funding is being paid. */
  sweeping = 0;
  /** Liquidations that this command may still take a step of. */
  stepsLeft = 0;

  /** Whether commands have left something to do. */
  get hasWork(): boolean {
    return this.mayBeHot || this.sweeping > 0 || this.isFundDue;
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
