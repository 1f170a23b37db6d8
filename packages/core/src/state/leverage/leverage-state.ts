import { LEVER_EFFECTS } from "@candor/domain/commands/lever-commands";
import { LEVER_CAUSES, type LeverCause } from "@candor/domain/events/lever-events";
import { BUY, EFFECT, MARGIN, SIDE } from "../../memory/order-slab.ts";
import { NEVER } from "../market/price-index.ts";
import type { LiveOrders } from "../orders/live-orders.ts";
import { HourQueue } from "./hour-queue.ts";
import type { LeverAccount } from "./lever-account.ts";
import { BASE, type LeverPair, QUOTE } from "./lever-pair.ts";

export const EFFECT_NONE = LEVER_EFFECTS.indexOf("none");
export const EFFECT_BORROW = LEVER_EFFECTS.indexOf("borrow");
const EFFECT_REPAY = LEVER_EFFECTS.indexOf("repay");

/** The complete state of margin trading, except books, orders and money. */
export class LeverageState {
  /** In listing order. */
  readonly pairs: LeverPair[] = [];
  /** By number in the ledger. */
  readonly accounts: LeverAccount[] = [];
  readonly hours = new HourQueue();
  lastLoanId = 0;
  lastLiquidationId = 0;

  /** 1 while `mayBeAtRisk`. A number for V8: see MEMORY.md. */
  private atRisk = 0;
  /** Accounts whose changes this command must emit, in the order of their first change. */
  readonly touched: LeverAccount[] = [];
  /** Remaining budgets of this command. */
  stepsLeft = 0;
  ruinedLeft = 0;
  chargesLeft = 0;

  private readonly orders: LiveOrders;

  constructor(orders: LiveOrders) {
    this.orders = orders;
  }

  /** An index or a risk has changed, so an account may have reached a price it waits for. */
  get mayBeAtRisk(): boolean {
    return this.atRisk !== 0;
  }

  set mayBeAtRisk(value: boolean) {
    this.atRisk = value ? 1 : 0;
  }

  /** When interest is next charged. */
  get nextChargeMs(): number {
    return this.hours.head?.dueAtMs ?? NEVER;
  }

  /** Marks the account for an event with this cause. `order` and `trade` do not overwrite another cause. */
  touch(account: LeverAccount, cause: LeverCause): void {
    if (account.cause < 0) this.touched.push(account);
    const number = LEVER_CAUSES.indexOf(cause);
    account.cause = Math.max(account.cause, number);
  }

  /** A margin order was filled. The proceeds of one with the effect `repay` are to pay debts. */
  noteFill(slot: number, units: number, feeUnits: number): void {
    const { ints, moreInts } = this.orders.slab;
    const account = this.accounts[moreInts[slot + MARGIN] as number] as LeverAccount;
    this.touch(account, "trade");
    if (moreInts[slot + EFFECT] === EFFECT_REPAY)
      account.repayProceeds[ints[slot + SIDE] === BUY ? BASE : QUOTE] += units - feeUnits;
  }
}
