import { MARKET_STATUSES, STATUS_REASONS } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import type { MarketScale, SpotMarketSpec } from "@candor/domain/specs/listing";
import { divideCeil, divideFloor } from "@candor/money/integer";
import { payoutInVenueFavour } from "@candor/money/rounding";
import { OrderBook } from "../../book/order-book.ts";
import type { OrderSlab } from "../../memory/order-slab.ts";
import { BUY } from "../../memory/order-slab.ts";
import { TrailingStops } from "../orders/trailing-stops.ts";
import { FALLING, RISING, TriggerBook } from "../orders/trigger-book.ts";
import { type IndexBounds, PriceIndex } from "./price-index.ts";

export const TRADING = MARKET_STATUSES.indexOf("trading");
const CANCEL_ONLY = MARKET_STATUSES.indexOf("cancel-only");

/** Indexes into STATUS_REASONS. */
export const NO_REASON = STATUS_REASONS.indexOf("none");
const BY_OPERATOR = STATUS_REASONS.indexOf("operator");
const BY_SILENCE = STATUS_REASONS.indexOf("stale");
export const BY_CLOCK = STATUS_REASONS.indexOf("clock");
const BY_DISPUTE = STATUS_REASONS.indexOf("disputed");

const PPM = 1_000_000;

/**
 * One spot market, or the book of one contract: its terms as integers, its book, its waiting stops, its index and what
 * follows from it. What products add to it is in ListedMarket.
 */
export class Market {
  readonly id: number;
  spec: SpotMarketSpec;
  readonly minSources: number;
  readonly baseAsset: number;
  readonly quoteAsset: number;
  readonly tickE8: number;
  readonly lotUnits: number;
  /** Quote units per lot and tick. */
  readonly quoteFactor: number;
  readonly minLots: number;
  readonly maxLots: number;
  readonly minNotionalUnits: number;
  makerFeePpm: number;
  takerFeePpm: number;
  readonly protectionPpm: number;

  readonly book: OrderBook;
  readonly triggers: TriggerBook;
  readonly trailingBuys: TrailingStops;
  readonly trailingSells: TrailingStops;
  /** Its own index; a contract uses its spot market's. */
  readonly index: PriceIndex;

  /** Trailing stops, active or waiting for their activation. */
  trailingOrders = 0;
  /** Price of the last trade; 0 before the first. */
  lastTicks = 0;
  /** Since rules 7, the numbers of the last trade and the last aggregate in this market; 0 before. */
  lastTradeId = 0;
  lastAggregateId = 0;
  /** Set by the operator; index into MARKET_STATUSES. */
  operatorStatus = TRADING;
  /** The effective status: the operator's, or cancel-only while there is no index of at least one tick. */
  status = CANCEL_ONLY;
  /** Why it does not trade; index into STATUS_REASONS. */
  reason = BY_SILENCE;
  /** Why it is cancel-only regardless of its index; index into STATUS_REASONS. */
  holdReason = NO_REASON;
  readonly indexBounds: IndexBounds;
  /**
   * The index in whole ticks, rounded down. 0 when there is none, or it is below one tick and cannot price anything
   * here.
   */
  indexTicks = 0;
  /** Bounds of limit prices. */
  bandMinTicks = 1;
  bandMaxTicks: number = LIMITS.maxPriceTicks;
  /** Market sells execute at or above the first, market buys at or below the second. */
  protectedMinTicks = 1;
  protectedMaxTicks: number = LIMITS.maxPriceTicks;

  constructor(
    id: number,
    spec: SpotMarketSpec,
    scale: MarketScale,
    baseAsset: number,
    quoteAsset: number,
    minSources: number,
    slab: OrderSlab,
    index: PriceIndex = new PriceIndex(),
  ) {
    this.index = index;
    this.id = id;
    this.spec = spec;
    this.minSources = minSources;
    this.baseAsset = baseAsset;
    this.quoteAsset = quoteAsset;
    this.tickE8 = scale.tickE8;
    this.lotUnits = scale.lotUnits;
    this.quoteFactor = scale.quoteUnitsPerTickLot;
    this.minLots = scale.minLots;
    this.maxLots = scale.maxLots;
    this.minNotionalUnits = scale.minNotionalUnits;
    this.makerFeePpm = spec.makerFeePpm;
    this.takerFeePpm = spec.takerFeePpm;
    this.protectionPpm = spec.marketProtectionPpm;
    this.indexBounds = {
      deviationPpm: spec.sourceDeviationPpm ?? LIMITS.sourceDeviationPpm,
      stepPpm: spec.sourceStepPpm ?? LIMITS.sourceStepPpm,
    };
    this.book = new OrderBook(slab);
    this.triggers = new TriggerBook(slab);
    this.trailingBuys = new TrailingStops(slab, RISING);
    this.trailingSells = new TrailingStops(slab, FALLING);
  }

  /** Sets the fees of future trades. */
  setFees(makerFeePpm: number, takerFeePpm: number): void {
    this.makerFeePpm = makerFeePpm;
    this.takerFeePpm = takerFeePpm;
    this.spec = { ...this.spec, makerFeePpm, takerFeePpm };
  }

  /** The price that stops are compared with: the last trade's, or before the first trade the index; 0 if neither. */
  get referenceTicks(): number {
    return this.lastTicks === 0 ? this.indexTicks : this.lastTicks;
  }

  /** Value of `lots` at `ticks` in quote units, exact while it is at most LIMITS.maxUnits. */
  notional(ticks: number, lots: number): number {
    return ticks * lots * this.quoteFactor;
  }

  /**
   * Updates everything derived from the index and the operator's status. Bounds round toward the index, so that a price
   * inside them is inside the exact band.
   * @returns whether the effective status, or its reason, changed
   */
  follow(): boolean {
    const indexE8 = this.index.valueE8;
    this.indexTicks = divideFloor(indexE8, this.tickE8);
    this.bandMinTicks = this.lowest(indexE8, this.spec.priceBandPpm);
    this.bandMaxTicks = this.highest(indexE8, this.spec.priceBandPpm);
    this.protectedMinTicks = this.lowest(indexE8, this.protectionPpm);
    this.protectedMaxTicks = this.highest(indexE8, this.protectionPpm);
    const { status, reason } = this;
    this.reason = this.findReason();
    this.status =
      this.reason === NO_REASON || this.reason === BY_OPERATOR ? this.operatorStatus : CANCEL_ONLY;
    return this.status !== status || this.reason !== reason;
  }

  /** The operator's own status outlasts every other reason, so it comes first. */
  private findReason(): number {
    if (this.operatorStatus !== TRADING) return BY_OPERATOR;
    if (this.holdReason !== NO_REASON) return this.holdReason;
    if (this.indexTicks > 0) return NO_REASON;
    return this.index.isDisputed ? BY_DISPUTE : BY_SILENCE;
  }

  trailing(side: number): TrailingStops {
    return side === BUY ? this.trailingBuys : this.trailingSells;
  }

  /** The worst price at which a market order of `side` may execute. */
  protectedTicks(side: number): number {
    return side === BUY ? this.protectedMaxTicks : this.protectedMinTicks;
  }

  /** The highest price that funds a market order triggered at `ticks`: the protection's distance above it. */
  fundedTicks(ticks: number): number {
    return ticks + divideCeil(ticks * this.protectionPpm, PPM);
  }

  private lowest(indexE8: number, ppm: number): number {
    if (ppm >= PPM) return 1;
    return Math.max(1, divideCeil(indexE8 - payoutInVenueFavour(indexE8, ppm), this.tickE8));
  }

  private highest(indexE8: number, ppm: number): number {
    const ticks = divideFloor(indexE8 + payoutInVenueFavour(indexE8, ppm), this.tickE8);
    return Math.min(LIMITS.maxPriceTicks, ticks);
  }
}
