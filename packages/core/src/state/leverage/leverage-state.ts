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
export const EFFECT_REPAY = LEVER_EFFECTS.indexOf("repay");

/** Everything that leveraged trading is, beside books, orders and money. */
export class LeverageState {
  /** In the order in which they were listed. */
  readonly pairs: LeverPair[] = [];
  /** By their number in the ledger. */
  readonly accounts: LeverAccount[] = [];
  readonly hours = new HourQueue();
  lastLoanId = 0;
  lastLiquidationId = 0;

  /** 1 while `mayBeHot`. A number, because each command asks: V8 tests a kept boolean with nine comparisons. */
  private hot = 0;
  /** Accounts that this command has to tell, in the order of their first change. */
  readonly touched: LeverAccount[] = [];
  /** What this command may still do. */
  stepsLeft = 0;
  ruinedLeft = 0;
  chargesLeft = 0;

  private readonly orders: LiveOrders;

  constructor(orders: LiveOrders) {
    this.orders = orders;
  }

  /** An index or a risk has changed: an account may have met a price that it waits for. */
  get mayBeHot(): boolean {
    return this.hot !== 0;
  }

  set mayBeHot(isSo: boolean) {
    this.hot = isSo ? 1 : 0;
  }

  /** When interest is to be charged next. */
  get nextChargeMs(): number {
    return this.hours.head?.dueAtMs ?? NEVER;
  }

  /** Notes that the account is to be told with this cause; `order` and `trade` leave another one as it is. */
  touch(account: LeverAccount, cause: LeverCause): void {
    if (account.cause < 0) this.touched.push(account);
    const number = LEVER_CAUSES.indexOf(cause);
    account.cause = Math.max(account.cause, number);
  }

  /** A leveraged order was filled: what one with the effect `repay` brought is to pay debts. */
  noteFill(slot: number, units: number, feeUnits: number): void {
    const { ints, moreInts } = this.orders.slab;
    const account = this.accounts[moreInts[slot + MARGIN] as number] as LeverAccount;
    this.touch(account, "trade");
    if (moreInts[slot + EFFECT] === EFFECT_REPAY)
      account.brought[ints[slot + SIDE] === BUY ? BASE : QUOTE] += units - feeUnits;
  }
}
