import { EventWriter } from "@candor/codec/event-writer";
import { type ErrorName, errorIndex } from "@candor/domain/errors/errors";
import { LIMITS } from "@candor/domain/limits";
import { SCENARIO_SETTING } from "@candor/domain/setting-names";
import type { AssetSpec } from "@candor/domain/specs/listing";
import { Endowments } from "../ledger/endowments.ts";
import { Ledger } from "../ledger/ledger.ts";
import { UserTable } from "../ledger/user-table.ts";
import { NONE } from "../memory/order-slab.ts";
import { Announcements } from "./announcements.ts";
import { Corrections } from "./corrections.ts";
import { CreditedDeposits } from "./credited-deposits.ts";
import { type KeyedContents, KeyRegistry } from "./keys/key-registry.ts";
import { LeverageState } from "./leverage/leverage-state.ts";
import type { ListedMarket } from "./listed-market.ts";
import { BookWalk } from "./market/book-walk.ts";
import { TouchedLevels } from "./market/touched-levels.ts";
import { MiningState } from "./mining-state.ts";
import { ArmedStops } from "./orders/armed-stops.ts";
import { ExpiringOrders } from "./orders/expiring-orders.ts";
import { LiveOrders } from "./orders/live-orders.ts";
import { PerpetualState } from "./perpetual/perpetual-state.ts";
import { Prefetch } from "./prefetch.ts";
import { ReferralState } from "./referral-state.ts";
import { SettingsRegister } from "./settings-register.ts";
import { OptionState } from "./timed-option/option-state.ts";
import { WithdrawalTable } from "./withdrawal-table.ts";

export interface Asset {
  readonly id: number;
  readonly spec: AssetSpec;
  readonly minTransferUnits: number;
}

/** A product whose state follows from the index of a market. */
export interface IndexFollower {
  /** The market's index, or what follows from it, has changed. */
  onIndex?(state: ExchangeState, market: ListedMarket): void;
  /** A source has reported a price of the market, whether or not the index changed by it. */
  onPrice?(state: ExchangeState, market: ListedMarket): void;
}

/** The complete state of the exchange, and the context of the current command. Handlers are functions over it. */
export class ExchangeState {
  readonly users = new UserTable();
  readonly ledger = new Ledger(this.users);
  readonly assets: Asset[] = [];
  readonly markets: ListedMarket[] = [];
  readonly orders = new LiveOrders(this.users);
  readonly keys: KeyRegistry;
  /** Stops of all markets that have reached their trigger and are queued. */
  readonly armed = new ArmedStops();
  /** Contract orders that expire at a date. */
  readonly expiring = new ExpiringOrders((orderId) => this.orders.find(orderId) !== NONE);
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

  /** For the current command: the writer of its events, its `executed` record, and its remaining budgets. */
  out = new EventWriter();
  private executedAt = 0;
  /** Whether rejections belong to due work rather than to the command itself, and the first of them. */
  private isDetached = false;
  private detachedRejection: ErrorName | undefined;
  /** Filled by `describe`. */
  readonly contents: KeyedContents = { codes: 0, amount: 0, first: 0, second: 0, third: 0 };
  fillsLeft = 0;
  /** Matches that self-trade prevention prevented in this command. */
  preventedMatches = 0;
  triggersLeft = 0;
  readonly levels = new TouchedLevels();
  readonly walk = new BookWalk();
  readonly prefetch = new Prefetch(this.users, this.orders, this.markets);

  /** In the order in which they are called. */
  readonly indexFollowers: readonly IndexFollower[];

  /** @param tableSeed a safe integer from 0 that is unknown outside: see KeyHash */
  constructor(tableSeed = 0, indexFollowers: readonly IndexFollower[] = []) {
    this.indexFollowers = indexFollowers;
    this.keys = new KeyRegistry((orderId) => this.orders.find(orderId) !== NONE, tableSeed);
  }

  /** Whether this exchange is a test rig, in which everything can be set. */
  get isScenario(): boolean {
    return this.settings.find(SCENARIO_SETTING) !== undefined;
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
    return ledger.touchedMargins.length > 0 || leverage.mayBeAtRisk || this.timeMs >= leverage.nextChargeMs;
  }

  /** Starts a command's events. */
  begin(kindIndex: number, userId: number): void {
    this.executedAt = this.out.executed(this.lastSeq, this.timeMs, kindIndex, userId);
  }

  /** Turns the command into a rejection. The caller must return at once and must not have moved anything. */
  reject(error: ErrorName, first = 0, second = 0, third = 0): void {
    if (this.isDetached) this.detachedRejection ??= error;
    else this.out.reject(this.executedAt, errorIndex(error), first, second, third);
  }

  /**
   * Runs work that fell due during the current command. Its rejections do not become the command's answer.
   * @returns why it was rejected
   */
  runDetached(run: () => void): ErrorName | undefined {
    this.isDetached = true;
    this.detachedRejection = undefined;
    run();
    this.isDetached = false;
    return this.detachedRejection;
  }

  /** Answers the command as a repetition of an earlier one. */
  replay(originalSeq: number): void {
    this.out.replay(this.executedAt, originalSeq);
  }
}

/** Whether `value` is an amount that a command may carry: an integer from 1 to LIMITS.maxUnits. */
export function isAmount(value: number): boolean {
  return Number.isInteger(value) && value > 0 && value <= LIMITS.maxUnits;
}
