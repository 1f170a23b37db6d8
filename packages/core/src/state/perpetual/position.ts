import type { EventWriter } from "@candor/codec/event-writer";
import { MARGIN_MODES, TRIGGER_BYS, type TriggerBy } from "@candor/domain/enumerations";
import { accountNumber, CONTRACT } from "../../ledger/account-number.ts";
import type { Contract } from "./contract.ts";
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

const ONLY = 1;
const TIDY = 2;
const RISK_KNOWN = 4;
const PARKED = 8;
const WAITS_LONG = 16;
const IS_CROSS = 32;
/** Above these: two indexes into TRIGGER_BYS, then the leverage. */
const BY_BITS = 3;
const WAITING_BY_SHIFT = 6;
const TRIGGER_BY_SHIFT = 8;
const LEVERAGE_SHIFT = 10;
const LEVERAGE_REST = (1 << LEVERAGE_SHIFT) - 1;

/** What few positions have. */
class Extras {
  takeProfitTicks = 0;
  stopLossTicks = 0;
  waitingTakeProfit = 0;
  waitingStopLoss = 0;
  reduceOnlyOrders = 0;
  liquidationId = 0;
}

/** Of all the others. */
const NO_EXTRAS = new Extras();

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
 * to fetch: as fields of their own they would be scattered over ten cache lines, here they are in two.
 */
export class Position {
  // In the order in which the constructor sets them they lie in memory: first what most commands need.

  /** ONLY and its like. Bits, because V8 tests each kept boolean with nine comparisons. */
  private marks: number;
  /** A table of its own would be two cache lines more. */
  private readonly cells: Float64Array;
  /** Where its numbers begin in the table. */
  private readonly at: number;
  readonly contract: Contract;
  readonly userId: number;
  /** The number of the user's account that all margin of this contract is in. */
  readonly wallet: number;
  /** Index into POSITION_CAUSES of what this command did to it, or −1: nothing. */
  cause: number;
  /** Its place in the contract's list. */
  readonly row: number;
  readonly account: ContractAccount;
  /** What the getters at the end are about. */
  private extras: Extras;

  /** Its numbers are to lie in `cells` from `at` on, POSITION_CELLS zeros. */
  constructor(account: ContractAccount, contract: Contract, row: number, cells: Float64Array, at: number) {
    this.marks = ONLY | TIDY | RISK_KNOWN | (BY_MARK << WAITING_BY_SHIFT) | (BY_MARK << TRIGGER_BY_SHIFT);
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

  /** For which price the take-profit and stop-loss wait. */
  get waitingBy(): number {
    return (this.marks >> WAITING_BY_SHIFT) & BY_BITS;
  }

  set waitingBy(triggerBy: number) {
    this.marks = (this.marks & ~(BY_BITS << WAITING_BY_SHIFT)) | (triggerBy << WAITING_BY_SHIFT);
  }

  /** Whether they wait for a long position. */
  get waitsLong(): boolean {
    return (this.marks & WAITS_LONG) !== 0;
  }

  set waitsLong(isSo: boolean) {
    this.marks = isSo ? this.marks | WAITS_LONG : this.marks & ~WAITS_LONG;
  }

  /** Writes all of it as a position-changed event. */
  tell(out: EventWriter, liquidationTicks: number): void {
    out.positionChanged(
      this.cause,
      this.userId,
      this.contract.market.id,
      this.cells,
      this.at,
      this.isCross ? CROSS : ISOLATED,
      this.leverage,
      this.takeProfitTicks,
      this.stopLossTicks,
      this.triggerBy,
      liquidationTicks,
    );
  }

  /** Above zero long, below zero short. */
  get lots(): number {
    return this.cells[(this.at & PLACES) + LOTS] as number;
  }

  set lots(value: number) {
    this.cells[(this.at & PLACES) + LOTS] = value;
  }

  /** What the open lots have cost or brought, in quote units. */
  get cost(): number {
    return this.cells[(this.at & PLACES) + COST] as number;
  }

  set cost(value: number) {
    this.cells[(this.at & PLACES) + COST] = value;
  }

  /** Frozen for the position. */
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
    return this.marks >> LEVERAGE_SHIFT;
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

  /** The last round of funding that it has paid or received. */
  get fundedRound(): number {
    return this.cells[(this.at & PLACES) + FUNDED_ROUND] as number;
  }

  set fundedRound(value: number) {
    this.cells[(this.at & PLACES) + FUNDED_ROUND] = value;
  }

  /** Live orders, untriggered ones included, and those of them that are reduce-only. */
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

  /** The liquidation price as it was last computed, or UNKNOWN: what it follows from has changed since. */
  get shownTicks(): number {
    return this.cells[(this.at & PLACES) + SHOWN_TICKS] as number;
  }

  set shownTicks(value: number) {
    this.cells[(this.at & PLACES) + SHOWN_TICKS] = value;
  }

  /** The take-profit and stop-loss that wait now (0: none). */
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

  /** Counts all positions ever opened; 0: none yet. */
  get id(): number {
    return this.cells[(this.at & PLACES) + ID] as number;
  }

  set id(value: number) {
    this.cells[(this.at & PLACES) + ID] = value;
  }

  /** Since it was opened; signed. */
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

  /** 0: none. */
  get takeProfitTicks(): number {
    return this.extras.takeProfitTicks;
  }

  set takeProfitTicks(value: number) {
    if (value !== this.extras.takeProfitTicks) this.ownExtras().takeProfitTicks = value;
  }

  /** 0: none. */
  get stopLossTicks(): number {
    return this.extras.stopLossTicks;
  }

  set stopLossTicks(value: number) {
    if (value !== this.extras.stopLossTicks) this.ownExtras().stopLossTicks = value;
  }

  /** Index into TRIGGER_BYS. */
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

  /** The liquidation under way; 0: none. */
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
