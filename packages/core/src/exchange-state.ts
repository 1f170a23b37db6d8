import { EventWriter } from "@candor/codec/event-writer";
import { type ErrorName, errorIndex } from "@candor/domain/errors";
import { LIMITS } from "@candor/domain/limits";
import type { AssetSpec } from "@candor/domain/specs/listing";
import { NONE } from "./book/order-slab.ts";
import { Corrections } from "./correction/corrections.ts";
import { CreditedDeposits } from "./funds/credited-deposits.ts";
import { WithdrawalTable } from "./funds/withdrawal-table.ts";
import { type KeyedContents, KeyRegistry } from "./idempotency/key-registry.ts";
import { Endowments } from "./ledger/endowments.ts";
import { Ledger } from "./ledger/ledger.ts";
import { UserTable } from "./ledger/user-table.ts";
import { LeverageState } from "./leverage/leverage-state.ts";
import { tellLeverAccounts } from "./leverage/tell-accounts.ts";
import type { Market } from "./market/market.ts";
import { MiningState } from "./mining/mining-state.ts";
import { LiveOrders } from "./orders/live-orders.ts";
import { TouchedLevels } from "./orders/touched-levels.ts";
import { PerpetualState } from "./perpetual/perpetual-state.ts";
import { tellPositions } from "./perpetual/tidy-positions.ts";
import { Prefetch } from "./prefetch.ts";
import { ReferralState } from "./referral/referral-state.ts";
import { Announcements } from "./settings/announcements.ts";
import { SettingsRegister } from "./settings/settings-register.ts";
import { ArmedStops } from "./spot/armed-stops.ts";
import { BookWalk } from "./spot/book-walk.ts";
import { Settlement } from "./spot/settlement.ts";
import { Ticket } from "./spot/ticket.ts";
import { OptionState } from "./timed-option/option-state.ts";

export interface Asset {
  readonly id: number;
  readonly spec: AssetSpec;
  readonly minTransferUnits: number;
}

/** The complete state of the exchange, and the context of the current command. Handlers are functions over it. */
export class ExchangeState {
  readonly users = new UserTable();
  readonly ledger = new Ledger(this.users);
  readonly assets: Asset[] = [];
  readonly markets: Market[] = [];
  readonly orders = new LiveOrders(this.users);
  readonly keys: KeyRegistry;
  /** Stops of all markets that have reached their trigger and are queued. */
  readonly armed = new ArmedStops();
  readonly creditedDeposits = new CreditedDeposits();
  readonly withdrawals = new WithdrawalTable();
  readonly perpetual = new PerpetualState();
  readonly endowments = new Endowments();
  readonly mining = new MiningState();
  readonly options = new OptionState();
  readonly leverage = new LeverageState(this.orders);
  readonly referrals = new ReferralState();
  readonly corrections = new Corrections();
  readonly settings = new SettingsRegister();
  readonly announcements = new Announcements();
  /** The version of the rules in force, see RULES. 0 until the first are adopted. */
  rules = 0;
  /** The clock jumped: prices are rejected. */
  isClockHeld = false;
  /** The order being placed is part of a conversion, which may be worth less than other orders. */
  isConverting = false;
  lastTradeId = 0;
  lastSeq = 0;
  timeMs = 0;

  /** Of the current command: the writer of its events, its `executed` record, and its remaining budgets. */
  out = new EventWriter();
  private executedAt = 0;
  /** Whether rejections belong to due work rather than to the command itself, and the first of them. */
  private isApart = false;
  private rejectedApart: ErrorName | undefined;
  /** Filled by `describe`. */
  readonly contents: KeyedContents = { codes: 0, amount: 0, first: 0, second: 0, third: 0 };
  fillsLeft = 0;
  triggersLeft = 0;
  readonly levels = new TouchedLevels();
  readonly ticket = new Ticket();
  readonly walk = new BookWalk();
  readonly settlement = new Settlement(this);
  readonly prefetch = new Prefetch(this);

  /** @param tableSeed a safe integer from 0 that is unknown outside: see KeyHash */
  constructor(tableSeed = 0) {
    this.keys = new KeyRegistry((orderId) => this.orders.find(orderId) !== NONE, tableSeed);
  }

  /** Whether time or earlier commands have left work to do. */
  get hasWork(): boolean {
    return (
      this.perpetual.hasWork ||
      this.timeMs >= this.announcements.nextMs ||
      !this.armed.isEmpty ||
      this.options.hasWork(this.timeMs) ||
      this.hasLeverageWork
    );
  }

  /** The same for margin accounts only. */
  get hasLeverageWork(): boolean {
    const { ledger, leverage } = this;
    return ledger.touchedMargins.length > 0 || leverage.mayBeHot || this.timeMs >= leverage.nextChargeMs;
  }

  /** Starts a command's events. */
  begin(kindIndex: number, userId: number): void {
    this.executedAt = this.out.executed(this.lastSeq, this.timeMs, kindIndex, userId);
  }

  /** Turns the command into a rejection. The caller must return at once and must not have moved anything. */
  reject(error: ErrorName, first = 0, second = 0, third = 0): void {
    if (this.isApart) this.rejectedApart ??= error;
    else this.out.reject(this.executedAt, errorIndex(error), first, second, third);
  }

  /**
   * Runs work that fell due during the current command. Its rejections do not become the command's answer.
   * @returns why it was rejected
   */
  apart(run: () => void): ErrorName | undefined {
    this.isApart = true;
    this.rejectedApart = undefined;
    run();
    this.isApart = false;
    return this.rejectedApart;
  }

  /** Answers the command as a repetition of an earlier one. */
  replay(originalSeq: number): void {
    this.out.replay(this.executedAt, originalSeq);
  }

  /**
   * Emits changed positions and margin accounts, then the final totals of the touched levels and the balances of the
   * touched accounts.
   */
  finish(): void {
    const { ledger, out } = this;
    if (this.perpetual.touchedCount > 0) tellPositions(this);
    if (this.leverage.touched.length > 0) tellLeverAccounts(this);
    this.levels.flush(this.markets, out);
    ledger.tellTouched(out);
  }
}

/** Whether `value` is an amount that a command may carry: an integer from 1 to LIMITS.maxUnits. */
export function isAmount(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= LIMITS.maxUnits;
}
