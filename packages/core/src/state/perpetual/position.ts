import type { EventWriter } from "@candor/codec/event-writer";
import { accountNumber, CONTRACT } from "../../ledger/account-number.ts";
import { BY_MARK } from "../orders/trigger-by.ts";
import type { Contract } from "./contract.ts";
import type { ContractAccount } from "./contract-account.ts";
import {
  BUY_LOTS,
  BUY_UNITS,
  COST,
  FUNDED_ROUND,
  FUNDING_PAID,
  ID,
  LOTS,
  MARGIN,
  OPENED_AT_MS,
  ORDER_MARGIN,
  ORDERS,
  PLACES,
  REALIZED,
  SELL_LOTS,
  SELL_UNITS,
  SHOWN_TICKS,
  UPDATED_AT_MS,
} from "./position-cells.ts";
import { Extras, NO_EXTRAS } from "./position-extras.ts";
import {
  BY_BITS,
  CLEAN,
  IS_CROSS,
  LEG_BITS,
  LEG_SHIFT,
  LEVERAGE_BITS,
  LEVERAGE_REST,
  LEVERAGE_SHIFT,
  modeWord,
  ONLY,
  PARKED,
  RISK_KNOWN,
  TRIGGER_BY_SHIFT,
  WAITING_BY_SHIFT,
  WAITS_LONG,
} from "./position-marks.ts";

/** No liquidation price has been computed. */
export const UNKNOWN = -1;

/**
 * One user's position in one contract, or one of the two in hedge mode, with its settings and resting orders. Created
 * with the first order or setting, and kept when nothing is open (0 lots). The two share leverage and margin mode.
 *
 * The contract wallet's frozen part is the sum of `margin` and `orderMargin` over all positions of the user; nothing
 * else.
 *
 * Its numbers are in a table shared with neighboring positions, because fetching memory dominates the cost of a
 * command: as separate fields they would be scattered over ten cache lines, here they are in two.
 */
export class Position {
  // Memory order follows the order of assignment in the constructor: first what most commands need.

  /** ONLY and similar marks. Bits for V8: see MEMORY.md. */
  private marks: number;
  /** A table per position would cost two more cache lines. */
  private readonly cells: Float64Array;
  /** Where its numbers start in the table. */
  private readonly at: number;
  readonly contract: Contract;
  readonly userId: number;
  /** The number of the user's account that holds all margin of this contract. */
  readonly wallet: number;
  /** Index into POSITION_CAUSES of this command's change, or −1 if none. */
  cause: number;
  /** Its index in the contract's list. */
  readonly row: number;
  readonly account: ContractAccount;
  /** Storage of the getters at the end. */
  private extras: Extras;

  /** Its numbers use `cells` from `at` on, POSITION_CELLS zeros. */
  constructor(account: ContractAccount, contract: Contract, row: number, cells: Float64Array, at: number) {
    this.marks = ONLY | CLEAN | RISK_KNOWN | (BY_MARK << WAITING_BY_SHIFT) | (BY_MARK << TRIGGER_BY_SHIFT);
    this.cells = cells;
    this.at = at;
    this.contract = contract;
    this.userId = account.userId;
    this.wallet = accountNumber(account.userId, CONTRACT, contract.market.quoteAsset);
    this.cause = -1;
    this.row = row;
    this.account = account;
    this.extras = NO_EXTRAS;
    this.leverage = contract.defaultLeverage;
    this.fundedRound = contract.round;
    this.shownTicks = UNKNOWN;
  }

  /** The maximum lots that an order of `side` (0 buy, 1 sell) closes. */
  closable(side: number): number {
    const { lots } = this;
    return side === 0 ? (lots < 0 ? 0 - lots : 0) : lots > 0 ? lots : 0;
  }

  /** Whether the user has never had a position in another contract. */
  get isOnly(): boolean {
    return (this.marks & ONLY) !== 0;
  }

  set isOnly(value: boolean) {
    this.marks = value ? this.marks | ONLY : this.marks & ~ONLY;
  }

  /** Whether the consequences of a change (orders, holds, risk) have been refreshed. */
  get isClean(): boolean {
    return (this.marks & CLEAN) !== 0;
  }

  set isClean(value: boolean) {
    this.marks = value ? this.marks | CLEAN : this.marks & ~CLEAN;
  }

  /** Whether its entry in the risk queue matches its lots, cost and money. */
  get isRiskKnown(): boolean {
    return (this.marks & RISK_KNOWN) !== 0;
  }

  set isRiskKnown(value: boolean) {
    this.marks = value ? this.marks | RISK_KNOWN : this.marks & ~RISK_KNOWN;
  }

  /** No counterparty could take it at this mark: it waits for the next one. */
  get isParked(): boolean {
    return (this.marks & PARKED) !== 0;
  }

  set isParked(value: boolean) {
    this.marks = value ? this.marks | PARKED : this.marks & ~PARKED;
  }

  /** The price that take-profit and stop-loss watch. */
  get waitingBy(): number {
    return (this.marks >> WAITING_BY_SHIFT) & BY_BITS;
  }

  set waitingBy(triggerBy: number) {
    this.marks = (this.marks & ~(BY_BITS << WAITING_BY_SHIFT)) | (triggerBy << WAITING_BY_SHIFT);
  }

  /** Whether they belong to a long position. */
  get waitsLong(): boolean {
    return (this.marks & WAITS_LONG) !== 0;
  }

  set waitsLong(value: boolean) {
    this.marks = value ? this.marks | WAITS_LONG : this.marks & ~WAITS_LONG;
  }

  /** BOTH, LONG or SHORT. A SHORT one keeps its leg while its user is in one-way mode, and stays unused. */
  get leg(): number {
    return (this.marks >> LEG_SHIFT) & LEG_BITS;
  }

  set leg(value: number) {
    this.marks = (this.marks & ~(LEG_BITS << LEG_SHIFT)) | (value << LEG_SHIFT);
  }

  /** Writes the whole position as a position-changed event. */
  emit(out: EventWriter, liquidationTicks: number): void {
    out.positionChanged(
      this.cause,
      this.userId,
      this.contract.market.id,
      this.cells,
      this.at,
      modeWord(this.marks),
      this.leverage,
      this.takeProfitTicks,
      this.stopLossTicks,
      this.triggerBy,
      liquidationTicks,
    );
  }

  /** Positive: long; negative: short. */
  get lots(): number {
    return this.cells[(this.at & PLACES) + LOTS] as number;
  }

  set lots(value: number) {
    this.cells[(this.at & PLACES) + LOTS] = value;
  }

  /** What the open lots cost or yielded, in quote units. */
  get cost(): number {
    return this.cells[(this.at & PLACES) + COST] as number;
  }

  set cost(value: number) {
    this.cells[(this.at & PLACES) + COST] = value;
  }

  /** Frozen as position margin. */
  get margin(): number {
    return this.cells[(this.at & PLACES) + MARGIN] as number;
  }

  set margin(value: number) {
    this.cells[(this.at & PLACES) + MARGIN] = value;
  }

  /** Frozen for its resting orders. */
  get orderMargin(): number {
    return this.cells[(this.at & PLACES) + ORDER_MARGIN] as number;
  }

  set orderMargin(value: number) {
    this.cells[(this.at & PLACES) + ORDER_MARGIN] = value;
  }

  /** Resting orders that are not reduce-only. */
  get buyLots(): number {
    return this.cells[(this.at & PLACES) + BUY_LOTS] as number;
  }

  set buyLots(value: number) {
    this.cells[(this.at & PLACES) + BUY_LOTS] = value;
  }

  get buyUnits(): number {
    return this.cells[(this.at & PLACES) + BUY_UNITS] as number;
  }

  set buyUnits(value: number) {
    this.cells[(this.at & PLACES) + BUY_UNITS] = value;
  }

  get sellLots(): number {
    return this.cells[(this.at & PLACES) + SELL_LOTS] as number;
  }

  set sellLots(value: number) {
    this.cells[(this.at & PLACES) + SELL_LOTS] = value;
  }

  get sellUnits(): number {
    return this.cells[(this.at & PLACES) + SELL_UNITS] as number;
  }

  set sellUnits(value: number) {
    this.cells[(this.at & PLACES) + SELL_UNITS] = value;
  }

  get leverage(): number {
    return (this.marks >> LEVERAGE_SHIFT) & LEVERAGE_BITS;
  }

  set leverage(value: number) {
    this.marks = (this.marks & LEVERAGE_REST) | (value << LEVERAGE_SHIFT);
  }

  get isCross(): boolean {
    return (this.marks & IS_CROSS) !== 0;
  }

  set isCross(value: boolean) {
    this.marks = value ? this.marks | IS_CROSS : this.marks & ~IS_CROSS;
  }

  /** The last funding round that it paid or received. */
  get fundedRound(): number {
    return this.cells[(this.at & PLACES) + FUNDED_ROUND] as number;
  }

  set fundedRound(value: number) {
    this.cells[(this.at & PLACES) + FUNDED_ROUND] = value;
  }

  /** Live orders including untriggered ones, and how many are reduce-only. */
  get orders(): number {
    return this.cells[(this.at & PLACES) + ORDERS] as number;
  }

  set orders(value: number) {
    this.cells[(this.at & PLACES) + ORDERS] = value;
  }

  get reduceOnlyOrders(): number {
    return this.extras.reduceOnlyOrders;
  }

  set reduceOnlyOrders(value: number) {
    if (value !== this.extras.reduceOnlyOrders) this.ownExtras().reduceOnlyOrders = value;
  }

  /** The last computed liquidation price, or UNKNOWN when its inputs have changed since. */
  get shownTicks(): number {
    return this.cells[(this.at & PLACES) + SHOWN_TICKS] as number;
  }

  set shownTicks(value: number) {
    this.cells[(this.at & PLACES) + SHOWN_TICKS] = value;
  }

  /** The active take-profit and stop-loss (0 if none). */
  get waitingTakeProfit(): number {
    return this.extras.waitingTakeProfit;
  }

  set waitingTakeProfit(value: number) {
    if (value !== this.extras.waitingTakeProfit) this.ownExtras().waitingTakeProfit = value;
  }

  get waitingStopLoss(): number {
    return this.extras.waitingStopLoss;
  }

  set waitingStopLoss(value: number) {
    if (value !== this.extras.waitingStopLoss) this.ownExtras().waitingStopLoss = value;
  }

  /** Number of the position among all ever opened; 0 if none yet. */
  get id(): number {
    return this.cells[(this.at & PLACES) + ID] as number;
  }

  set id(value: number) {
    this.cells[(this.at & PLACES) + ID] = value;
  }

  /** Realized profit since it was opened; signed. */
  get realized(): number {
    return this.cells[(this.at & PLACES) + REALIZED] as number;
  }

  set realized(value: number) {
    this.cells[(this.at & PLACES) + REALIZED] = value;
  }

  get fundingPaid(): number {
    return this.cells[(this.at & PLACES) + FUNDING_PAID] as number;
  }

  set fundingPaid(value: number) {
    this.cells[(this.at & PLACES) + FUNDING_PAID] = value;
  }

  /** 0 if none. */
  get takeProfitTicks(): number {
    return this.extras.takeProfitTicks;
  }

  set takeProfitTicks(value: number) {
    if (value !== this.extras.takeProfitTicks) this.ownExtras().takeProfitTicks = value;
  }

  /** 0 if none. */
  get stopLossTicks(): number {
    return this.extras.stopLossTicks;
  }

  set stopLossTicks(value: number) {
    if (value !== this.extras.stopLossTicks) this.ownExtras().stopLossTicks = value;
  }

  /** Returns an index into TRIGGER_BYS. */
  get triggerBy(): number {
    return (this.marks >> TRIGGER_BY_SHIFT) & BY_BITS;
  }

  set triggerBy(value: number) {
    this.marks = (this.marks & ~(BY_BITS << TRIGGER_BY_SHIFT)) | (value << TRIGGER_BY_SHIFT);
  }

  get openedAtMs(): number {
    return this.cells[(this.at & PLACES) + OPENED_AT_MS] as number;
  }

  set openedAtMs(value: number) {
    this.cells[(this.at & PLACES) + OPENED_AT_MS] = value;
  }

  get updatedAtMs(): number {
    return this.cells[(this.at & PLACES) + UPDATED_AT_MS] as number;
  }

  set updatedAtMs(value: number) {
    this.cells[(this.at & PLACES) + UPDATED_AT_MS] = value;
  }

  /** The liquidation in progress; 0 if none. */
  get liquidationId(): number {
    return this.extras.liquidationId;
  }

  set liquidationId(value: number) {
    if (value !== this.extras.liquidationId) this.ownExtras().liquidationId = value;
  }

  private ownExtras(): Extras {
    if (this.extras === NO_EXTRAS) this.extras = new Extras();
    return this.extras;
  }
}
