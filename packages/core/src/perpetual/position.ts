import { MARGIN_MODES, TRIGGER_BYS, type TriggerBy } from "@candor/protocol/enumerations";
import type { EventWriter } from "@candor/protocol/event-writer";
import { accountNumber, CONTRACT } from "../ledger/ledger.ts";
import type { Contract } from "./contract.ts";

/** Index into TRIGGER_BYS. */
export const BY_LAST = TRIGGER_BYS.indexOf("last");
export const BY_MARK = TRIGGER_BYS.indexOf("mark");
export const BY_INDEX = TRIGGER_BYS.indexOf("index");

/** By its name, or −1. Most look at the mark, and a search costs 60 instructions. */
export function triggerByIndex(name: TriggerBy): number {
  return name === "mark" ? BY_MARK : TRIGGER_BYS.indexOf(name);
}

const CROSS = MARGIN_MODES.indexOf("cross");
const ISOLATED = MARGIN_MODES.indexOf("isolated");

/** No liquidation price has been computed. */
export const UNKNOWN = -1;

/**
 * Cells of one position: three cache lines, in which what belongs together stands together. The first ones are what a
 * position-changed event copies as they stand, see EventWriter.positionChanged.
 */
export const POSITION_CELLS = 24;
const LOTS = 0,
  COST = 1,
  MARGIN = 2,
  ORDER_MARGIN = 3,
  MARGIN_MODE = 4,
  LEVERAGE = 5,
  REALIZED = 6,
  FUNDING_PAID = 7,
  TAKE_PROFIT_TICKS = 8,
  STOP_LOSS_TICKS = 9,
  TRIGGER_BY = 10,
  BUY_LOTS = 11,
  BUY_UNITS = 12,
  SELL_LOTS = 13,
  SELL_UNITS = 14,
  ORDERS = 15,
  REDUCE_ONLY_ORDERS = 16,
  FUNDED_ROUND = 17,
  SHOWN_TICKS = 18,
  WAITING_TAKE_PROFIT = 19,
  WAITING_STOP_LOSS = 20,
  ID = 21,
  OPENED_AT_MS = 22,
  UPDATED_AT_MS = 23;

const ONLY = 1;
const TIDY = 2;
const RISK_KNOWN = 4;
const PARKED = 8;

/** A user's side of contracts: everything that shares the contract wallet. */
export class ContractAccount {
  readonly userId: number;
  /** In the order of their markets. */
  readonly positions: Position[] = [];

  constructor(userId: number) {
    this.userId = userId;
  }

  /** Takes a new position into its place. */
  enter(position: Position): void {
    const { positions } = this;
    const at = positions.findIndex(({ contract }) => contract.market.id > position.contract.market.id);
    positions.splice(at < 0 ? positions.length : at, 0, position);
    for (const each of positions) each.isOnly = positions.length === 1;
  }
}

/**
 * One user's position in one contract, with the settings and the resting orders that go with it. It exists from the
 * first order or setting on and stays when nothing is open (0 lots).
 *
 * Frozen in the contract wallet are, over all positions of the user, `margin` and `orderMargin`; nothing else.
 *
 * Its numbers lie in a table that it shares with its neighbours, because what a command costs is the memory that it has
 * to fetch: as fields of their own they would be scattered over ten cache lines, here they are in three.
 */
export class Position {
  readonly contract: Contract;
  readonly userId: number;
  /** The number of the user's account that all margin of this contract is in. */
  readonly wallet: number;
  private readonly cells: Float64Array;
  /** ONLY and its like. Bits, because V8 tests each kept boolean with nine comparisons. */
  private marks = ONLY | TIDY | RISK_KNOWN;
  /** Index into POSITION_CAUSES of what this command did to it, or −1: nothing. */
  cause = -1;
  readonly account: ContractAccount;
  /** Its place in the contract's list. */
  readonly row: number;
  /** The liquidation under way; 0: none. */
  liquidationId = 0;
  /** For which price the take-profit and stop-loss wait, and of which side. */
  waitingBy = BY_MARK;
  waitsLong = false;

  /** @param cells where its numbers are to lie, POSITION_CELLS zeros */
  constructor(account: ContractAccount, contract: Contract, row: number, cells: Float64Array) {
    this.account = account;
    this.userId = account.userId;
    this.contract = contract;
    this.row = row;
    this.wallet = accountNumber(account.userId, CONTRACT, contract.market.quoteAsset);
    this.cells = cells;
    this.leverage = contract.defaultLeverage;
    this.fundedRound = contract.round;
    this.triggerBy = BY_MARK;
    this.shownTicks = UNKNOWN;
  }

  /** How many lots an order of `side` (0 buy, 1 sell) closes at most. */
  closable(side: number): number {
    const { lots } = this;
    return side === 0 ? (lots < 0 ? 0 - lots : 0) : lots > 0 ? lots : 0;
  }

  /** Whether the user has never had a position in another contract. */
  get isOnly(): boolean {
    return (this.marks & ONLY) !== 0;
  }

  set isOnly(isSo: boolean) {
    this.marks = isSo ? this.marks | ONLY : this.marks & ~ONLY;
  }

  /** Whether what follows from a change (orders, holds, risk) has been brought up to date. */
  get isTidy(): boolean {
    return (this.marks & TIDY) !== 0;
  }

  set isTidy(isSo: boolean) {
    this.marks = isSo ? this.marks | TIDY : this.marks & ~TIDY;
  }

  /** Whether its place in the risk queue is that of its lots, cost and money. */
  get isRiskKnown(): boolean {
    return (this.marks & RISK_KNOWN) !== 0;
  }

  set isRiskKnown(isSo: boolean) {
    this.marks = isSo ? this.marks | RISK_KNOWN : this.marks & ~RISK_KNOWN;
  }

  /** Nobody could take it at this mark: it waits for the next one. */
  get isParked(): boolean {
    return (this.marks & PARKED) !== 0;
  }

  set isParked(isSo: boolean) {
    this.marks = isSo ? this.marks | PARKED : this.marks & ~PARKED;
  }

  /** Writes all of it as a position-changed event. */
  tell(out: EventWriter, liquidationTicks: number): void {
    const { cells } = this;
    out.positionChanged(
      this.cause,
      cells[ID] as number,
      this.userId,
      this.contract.market.id,
      cells,
      liquidationTicks,
      cells[OPENED_AT_MS] as number,
      cells[UPDATED_AT_MS] as number,
    );
  }

  /** Above zero long, below zero short. */
  get lots(): number {
    return this.cells[LOTS] as number;
  }

  set lots(value: number) {
    this.cells[LOTS] = value;
  }

  /** What the open lots have cost or brought, in quote units. */
  get cost(): number {
    return this.cells[COST] as number;
  }

  set cost(value: number) {
    this.cells[COST] = value;
  }

  /** Frozen for the position. */
  get margin(): number {
    return this.cells[MARGIN] as number;
  }

  set margin(value: number) {
    this.cells[MARGIN] = value;
  }

  /** Frozen for its resting orders. */
  get orderMargin(): number {
    return this.cells[ORDER_MARGIN] as number;
  }

  set orderMargin(value: number) {
    this.cells[ORDER_MARGIN] = value;
  }

  /** Resting orders that are not reduce-only. */
  get buyLots(): number {
    return this.cells[BUY_LOTS] as number;
  }

  set buyLots(value: number) {
    this.cells[BUY_LOTS] = value;
  }

  get buyUnits(): number {
    return this.cells[BUY_UNITS] as number;
  }

  set buyUnits(value: number) {
    this.cells[BUY_UNITS] = value;
  }

  get sellLots(): number {
    return this.cells[SELL_LOTS] as number;
  }

  set sellLots(value: number) {
    this.cells[SELL_LOTS] = value;
  }

  get sellUnits(): number {
    return this.cells[SELL_UNITS] as number;
  }

  set sellUnits(value: number) {
    this.cells[SELL_UNITS] = value;
  }

  get leverage(): number {
    return this.cells[LEVERAGE] as number;
  }

  set leverage(value: number) {
    this.cells[LEVERAGE] = value;
  }

  get isCross(): boolean {
    return this.cells[MARGIN_MODE] === CROSS;
  }

  set isCross(value: boolean) {
    this.cells[MARGIN_MODE] = value ? CROSS : ISOLATED;
  }

  /** The last round of funding that it has paid or received. */
  get fundedRound(): number {
    return this.cells[FUNDED_ROUND] as number;
  }

  set fundedRound(value: number) {
    this.cells[FUNDED_ROUND] = value;
  }

  /** Live orders, untriggered ones included, and those of them that are reduce-only. */
  get orders(): number {
    return this.cells[ORDERS] as number;
  }

  set orders(value: number) {
    this.cells[ORDERS] = value;
  }

  get reduceOnlyOrders(): number {
    return this.cells[REDUCE_ONLY_ORDERS] as number;
  }

  set reduceOnlyOrders(value: number) {
    this.cells[REDUCE_ONLY_ORDERS] = value;
  }

  /** The liquidation price as it was last computed, or UNKNOWN: what it follows from has changed since. */
  get shownTicks(): number {
    return this.cells[SHOWN_TICKS] as number;
  }

  set shownTicks(value: number) {
    this.cells[SHOWN_TICKS] = value;
  }

  /** The take-profit and stop-loss that wait now (0: none). */
  get waitingTakeProfit(): number {
    return this.cells[WAITING_TAKE_PROFIT] as number;
  }

  set waitingTakeProfit(value: number) {
    this.cells[WAITING_TAKE_PROFIT] = value;
  }

  get waitingStopLoss(): number {
    return this.cells[WAITING_STOP_LOSS] as number;
  }

  set waitingStopLoss(value: number) {
    this.cells[WAITING_STOP_LOSS] = value;
  }

  /** Counts all positions ever opened; 0: none yet. */
  get id(): number {
    return this.cells[ID] as number;
  }

  set id(value: number) {
    this.cells[ID] = value;
  }

  /** Since it was opened; signed. */
  get realized(): number {
    return this.cells[REALIZED] as number;
  }

  set realized(value: number) {
    this.cells[REALIZED] = value;
  }

  get fundingPaid(): number {
    return this.cells[FUNDING_PAID] as number;
  }

  set fundingPaid(value: number) {
    this.cells[FUNDING_PAID] = value;
  }

  /** 0: none. */
  get takeProfitTicks(): number {
    return this.cells[TAKE_PROFIT_TICKS] as number;
  }

  set takeProfitTicks(value: number) {
    this.cells[TAKE_PROFIT_TICKS] = value;
  }

  /** 0: none. */
  get stopLossTicks(): number {
    return this.cells[STOP_LOSS_TICKS] as number;
  }

  set stopLossTicks(value: number) {
    this.cells[STOP_LOSS_TICKS] = value;
  }

  /** Index into TRIGGER_BYS. */
  get triggerBy(): number {
    return this.cells[TRIGGER_BY] as number;
  }

  set triggerBy(value: number) {
    this.cells[TRIGGER_BY] = value;
  }

  get openedAtMs(): number {
    return this.cells[OPENED_AT_MS] as number;
  }

  set openedAtMs(value: number) {
    this.cells[OPENED_AT_MS] = value;
  }

  get updatedAtMs(): number {
    return this.cells[UPDATED_AT_MS] as number;
  }

  set updatedAtMs(value: number) {
    this.cells[UPDATED_AT_MS] = value;
  }
}
