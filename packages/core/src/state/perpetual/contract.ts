import { LIMITS } from "@candor/domain/limits";
import {
  type ContractScale,
  type ContractSpec,
  defaultLeverage,
} from "@candor/domain/specs/contract-listing";
import { nextFundingAtMs } from "@candor/formulas/perpetual/funding";
import type { Bracket } from "@candor/formulas/perpetual/margin";
import { indexValueOf } from "@candor/formulas/perpetual/profit";
import { divideCeil, divideFloor } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";
import { CORE_LIMITS } from "../../core-limits.ts";
import { BUY, NONE, type OrderSlab, SELL } from "../../memory/order-slab.ts";
import { PriceQueue } from "../../memory/price-queue.ts";
import { RowBuffer } from "../../memory/row-buffer.ts";
import type { Market } from "../market/market.ts";
import { BY_INDEX, BY_LAST, BY_MARK } from "../orders/trigger-by.ts";
import { TriggerSet } from "../orders/trigger-set.ts";
import { BasisSamples } from "./basis-samples.ts";
import type { ContractAccount } from "./contract-account.ts";
import type { Ranking } from "./deleverage-ranking.ts";
import { FundInventory } from "./fund-inventory.ts";
import { Position } from "./position.ts";
import {
  LOTS,
  PLACES,
  POSITION_CELLS,
  TABLE_POSITIONS,
  TABLE_SHIFT,
  UPDATED_AT_MS,
} from "./position-cells.ts";
import { BOTH, LONG, SHORT } from "./position-leg.ts";
import { PremiumSamples } from "./premium-samples.ts";
import { ProtectionQueues } from "./protection-queues.ts";
import { RecentTrades } from "./recent-trades.ts";

const { firstUserId } = LIMITS;
const INITIAL_USERS = 64;

/** The row that the list holds for the user, or NONE. */
function shiftedRow(rows: Int32Array, userId: number): number {
  const index = userId - firstUserId;
  return index >= 0 && index < rows.length ? (rows[index] as number) - 1 : NONE;
}

/** Sets an entry of the list, and returns the list or a wider copy. */
function withRow(rows: Int32Array<ArrayBuffer>, index: number, row: number): Int32Array<ArrayBuffer> {
  let list = rows;
  if (index >= rows.length) {
    list = new Int32Array(Math.max(INITIAL_USERS, index * 2));
    list.set(rows);
  }
  list[index] = row + 1;
  return list;
}

/** Contract-specific fields, in addition to the book, bands and stops of every market. */
export class Contract {
  readonly market: Market;
  /** Only its fees and funding terms ever change. */
  spec: ContractSpec;
  readonly brackets: readonly Bracket[];
  /** Spot market whose index it follows. */
  readonly indexMarket: Market;
  readonly defaultLeverage: number;
  readonly maxLeverage: number;
  /** The cap of the lowest tier. */
  readonly lowestCapUnits: number;
  /** The maximum distance of the mark from the index. */
  readonly markBoundPpm: number;
  /** The notional for impact prices, in quote units. */
  readonly impactUnits: number;
  /** By row. */
  readonly positions: Position[] = [];
  /** By user, from 0: the row of the user's position plus one; 0 if none. */
  private rows = new Int32Array(INITIAL_USERS);
  /** The same for the short positions of users who have ever been in hedge mode. */
  private shortRows = new Int32Array(0);
  /** The tables that hold the positions' numbers. */
  private readonly tables: Float64Array[] = [];
  /** Total lots of all long positions. */
  openInterest = 0;

  /** The mark in ticks, and its terms; 0 before the first. */
  markTicks = 0;
  fundingTermE8 = 0;
  basisTermE8 = 0;
  lastTermE8 = 0;
  /** Price of the last trade that was not a liquidation; 0 before the first. */
  fairLastTicks = 0;
  readonly basis = new BasisSamples();
  /** Since rules 3: the source of the last price. */
  readonly trades = new RecentTrades();

  /** Funding: the number of settled rounds, the last one's terms, and the progress of its payments. */
  round = 0;
  ratePpm = 0;
  roundMarkTicks = 0;
  /** The next row to pay; −1 when all have been paid. */
  sweepRow = -1;
  /** What payers of the round have paid minus what receivers have received so far. */
  fundingPool = 0;
  nextFundingAtMs: number;
  nextPremiumAtMs = 0;
  readonly premiums = new PremiumSamples();

  /** Marks that liquidate: long positions below, short ones above. Entries are rows. */
  readonly longRisk = new PriceQueue(false);
  readonly shortRisk = new PriceQueue(true);
  parked: Position[] = [];
  /** Positions whose liquidation is in progress. Some may have been closed, or become safe, since. */
  readonly inProgress = new Set<Position>();
  /** Positions that the insurance fund has taken over and not yet reduced. */
  readonly fund = new FundInventory();
  /** The ranking of the current command, if it had to deleverage. */
  ranking: Ranking | undefined = undefined;
  /** Take-profits and stop-losses, by the price they watch. */
  readonly protection = [new ProtectionQueues(), new ProtectionQueues(), new ProtectionQueues()] as const;
  private readonly byMark: TriggerSet;
  private readonly byIndex: TriggerSet;

  constructor(
    market: Market,
    spec: ContractSpec,
    scale: ContractScale,
    indexMarket: Market,
    slab: OrderSlab,
    timeMs: number,
  ) {
    this.market = market;
    this.spec = spec;
    this.brackets = scale.brackets;
    this.indexMarket = indexMarket;
    const lowest = scale.brackets[0] as Bracket;
    this.maxLeverage = lowest.maxLeverage;
    this.lowestCapUnits = lowest.capUnits;
    this.markBoundPpm = scale.markBoundPpm;
    this.impactUnits = scale.impactUnits;
    this.defaultLeverage = defaultLeverage(scale.brackets);
    this.nextFundingAtMs = nextFundingAtMs(timeMs, spec.fundingIntervalMs);
    this.byMark = new TriggerSet(slab);
    this.byIndex = new TriggerSet(slab);
  }

  /** The user's position, or undefined if there never was one. In hedge mode the long one. */
  find(userId: number): Position | undefined {
    const row = this.rowOf(userId);
    return row === NONE ? undefined : this.positions[row];
  }

  /** Like find, for the position of a leg. */
  findLeg(userId: number, leg: number): Position | undefined {
    if (leg !== SHORT) return this.find(userId);
    const row = shiftedRow(this.shortRows, userId);
    return row === NONE ? undefined : this.positions[row];
  }

  /** The position that an order trades for: in hedge mode opening buys and reducing sells belong to the long one. */
  positionFor(first: Position, side: number, reduceOnly: boolean): Position {
    if (first.leg === BOTH || (side === BUY) !== reduceOnly) return first;
    return this.findLeg(first.userId, SHORT) as Position;
  }

  /** The user's other position in hedge mode. */
  siblingOf(position: Position): Position | undefined {
    const { leg, userId } = position;
    return leg === BOTH ? undefined : this.findLeg(userId, leg === LONG ? SHORT : LONG);
  }

  /** Reads the user's position, if any, to bring it into the cache. */
  prefetch(userId: number): number {
    const row = this.rowOf(userId);
    if (row === NONE) return 0;
    // Goes through the table rather than the position object, which would itself have to be fetched.
    const cells = this.tables[row >> TABLE_SHIFT] as Float64Array;
    const at = (row * POSITION_CELLS) & PLACES;
    const { cause } = this.positions[row] as Position;
    return (cells[at + LOTS] as number) + (cells[at + UPDATED_AT_MS] as number) + cause;
  }

  /** The user's position, created on first use: in hedge mode both of them. */
  open(account: ContractAccount): Position {
    const known = this.find(account.userId);
    if (known !== undefined) return known;
    const position = this.openLeg(account, account.isHedged ? LONG : BOTH);
    if (account.isHedged) this.openLeg(account, SHORT);
    return position;
  }

  /** Creates the position of a leg, which must not exist. */
  openLeg(account: ContractAccount, leg: number): Position {
    const { positions, tables } = this;
    const row = positions.length;
    const place = row % TABLE_POSITIONS;
    if (place === 0) tables.push(new RowBuffer(TABLE_POSITIONS * POSITION_CELLS).numbers);
    const cells = tables[row >> TABLE_SHIFT] as Float64Array;
    const position = new Position(account, this, row, cells, place * POSITION_CELLS);
    position.leg = leg;
    positions.push(position);
    const index = account.userId - firstUserId;
    if (leg === SHORT) this.shortRows = withRow(this.shortRows, index, row);
    else this.rows = withRow(this.rows, index, row);
    account.enter(position);
    return position;
  }

  /** The stops and trailing stops that watch a price; index into TRIGGER_BYS. */
  triggersBy(triggerBy: number): TriggerSet | Market {
    return triggerBy === BY_LAST ? this.market : triggerBy === BY_MARK ? this.byMark : this.byIndex;
  }

  /** The current price of a kind in ticks; 0 if none. */
  priceBy(triggerBy: number): number {
    if (triggerBy === BY_MARK) return this.markTicks === 0 ? this.market.indexTicks : this.markTicks;
    return triggerBy === BY_INDEX ? this.market.indexTicks : this.market.referenceTicks;
  }

  /**
   * The worst price at which the insurance fund sells or buys, by distance from the index. It must not follow the mark,
   * which the book moves.
   */
  reachTicks(side: number): number {
    const { index, tickE8 } = this.market;
    const reach = payoutInVenueFavour(index.valueE8, CORE_LIMITS.fundReachPpm);
    return side === SELL
      ? Math.max(1, divideCeil(index.valueE8 - reach, tickE8))
      : Math.min(LIMITS.maxPriceTicks, Math.max(1, divideFloor(index.valueE8 + reach, tickE8)));
  }

  /** The index in whole ticks, rounded in favor of a fund that trades at it: up to sell, down to buy. */
  fairTicks(side: number): number {
    const { index, tickE8 } = this.market;
    return side === SELL
      ? Math.min(LIMITS.maxPriceTicks, divideCeil(index.valueE8, tickE8))
      : Math.max(1, divideFloor(index.valueE8, tickE8));
  }

  /** Value of `lots` (negative: sold) at the index, rounded against their owner. */
  valueAtIndex(lots: number): number {
    const { index, quoteFactor, tickE8 } = this.market;
    return indexValueOf(lots, index.valueE8, tickE8, quoteFactor);
  }

  /**
   * Like valueAtIndex, at the whole tick that is worse for the owner. Used for each fill, because it needs no wide
   * products.
   */
  tickValue(lots: number): number {
    const { indexTicks, quoteFactor, tickE8, index } = this.market;
    const ticks = lots > 0 || indexTicks * tickE8 === index.valueE8 ? indexTicks : indexTicks + 1;
    return Math.abs(lots) * ticks * quoteFactor;
  }

  /** Like reachTicks before rules 3: by distance from the mark. */
  nearTicks(side: number): number {
    const { markTicks } = this;
    const reach = payoutInVenueFavour(markTicks, CORE_LIMITS.fundReachPpm);
    return side === SELL ? Math.max(1, markTicks - reach) : Math.min(LIMITS.maxPriceTicks, markTicks + reach);
  }

  get factor(): number {
    return this.market.quoteFactor;
  }

  private rowOf(userId: number): number {
    return shiftedRow(this.rows, userId);
  }

  /** Whether a position has reached its liquidation price. */
  get hasTriggered(): boolean {
    const mark = this.markTicks;
    return mark > 0 && (this.longRisk.fires(mark) || this.shortRisk.fires(mark));
  }

  get hasIndex(): boolean {
    return this.market.index.valueE8 > 0;
  }

  /** Whether the index is known and the operator has not halted the contract, so that prices may decide about money. */
  get isLive(): boolean {
    return this.hasIndex && this.market.operatorStatus !== HALTED;
  }

  /** Whether the book recently had depth. Without it only the index determines the mark. */
  get hasDepth(): boolean {
    return this.basis.count >= CORE_LIMITS.minBasisSamples;
  }

  /** Rules 3: drops samples that were taken without bounds. */
  forgetSamples(): void {
    this.basis.clear();
    this.premiums.take();
  }
}

/** Index of `halted` in MARKET_STATUSES. */
const HALTED = 2;
