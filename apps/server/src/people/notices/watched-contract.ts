import { PriceQueue } from "@candor/core/memory/price-queue";
import type { PositionLeg } from "@candor/domain/enumerations";
import { liquidationTriggerOf } from "@candor/formulas/perpetual/liquidation";
import { type Bracket, maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { bracketsAtRatio, CALL_RATIO_PPM, EASED_RATIO_PPM } from "@candor/formulas/perpetual/margin-call";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { contractOf, type ListedMarket } from "../../market/market-data/listings.ts";

/** An open position of a user who can get a margin call. */
export interface WatchedPosition {
  readonly contract: WatchedContract;
  readonly userId: number;
  /** Set in hedge mode. */
  readonly leg: PositionLeg | undefined;
  /** Index in the contract's queues. */
  readonly row: number;
  /** Positive for long, negative for short. */
  lots: number;
  costUnits: number;
  marginUnits: number;
  isCross: boolean;
}

/** Mark price of one contract, and the positions waiting for it: a tick checks only those whose mark it has reached. */
export class WatchedContract {
  readonly marketId: number;
  readonly quoteAssetId: number;
  /** 0 if there is none yet. */
  markTicks = 0;
  private readonly factor: number;
  private readonly brackets: readonly Bracket[];
  private readonly callBrackets: readonly Bracket[];
  private readonly easedBrackets: readonly Bracket[];
  /** Positions waiting for the mark to fall, or to rise, to their price. Entries are rows. */
  private readonly falling = new PriceQueue(false);
  private readonly rising = new PriceQueue(true);
  private readonly byRow: (WatchedPosition | undefined)[] = [];
  private readonly freeRows: number[] = [];

  constructor(market: ListedMarket) {
    const { brackets, quoteUnitsPerTickLot } = contractOf(market).scale;
    this.marketId = market.marketId;
    this.quoteAssetId = market.quote.assetId;
    this.factor = quoteUnitsPerTickLot;
    this.brackets = brackets;
    this.callBrackets = bracketsAtRatio(brackets, CALL_RATIO_PPM);
    this.easedBrackets = bracketsAtRatio(brackets, EASED_RATIO_PPM);
  }

  open(userId: number, leg: PositionLeg | undefined): WatchedPosition {
    const row = this.freeRows.pop() ?? this.byRow.length;
    const figures = { lots: 0, costUnits: 0, marginUnits: 0, isCross: false };
    const position = { contract: this, userId, leg, row, ...figures };
    this.byRow[row] = position;
    return position;
  }

  close({ row }: WatchedPosition): void {
    this.falling.place(row, 0);
    this.rising.place(row, 0);
    this.byRow[row] = undefined;
    this.freeRows.push(row);
  }

  /** Removes and returns the users waiting for the current mark. */
  takeReached(): number[] {
    const userIds: number[] = [];
    if (this.markTicks === 0) return userIds;
    for (const queue of [this.falling, this.rising])
      while (queue.fires(this.markTicks)) {
        const row = queue.head();
        queue.place(row, 0);
        const position = this.byRow[row];
        if (position !== undefined) userIds.push(position.userId);
      }
    return userIds;
  }

  unrealizedUnits({ lots, costUnits }: WatchedPosition): number {
    return unrealizedOf(lots, costUnits, valueOf(lots, this.markTicks, this.factor));
  }

  maintenanceUnits({ lots }: WatchedPosition): number {
    return maintenanceOf(this.brackets, valueOf(lots, this.markTicks, this.factor));
  }

  /** Returns maintenance ÷ the awaited ratio: the one that starts a call, or the one that ends it. */
  scaledMaintenanceUnits({ lots }: WatchedPosition, isCalled: boolean): number {
    return maintenanceOf(this.scaled(isCalled), valueOf(lots, this.markTicks, this.factor));
  }

  /** Queues the position for the mark at which its call starts, or ends, with this margin. */
  place({ lots, costUnits, row }: WatchedPosition, marginUnits: number, isCalled: boolean): void {
    const ticks = liquidationTriggerOf(lots, costUnits, marginUnits, this.scaled(isCalled), this.factor);
    // The call starts at `ticks` or beyond and ends one tick before that, in the opposite direction.
    const over = lots > 0 ? ticks + 1 : Math.max(1, ticks - 1);
    const awaited = isCalled ? over : ticks;
    const falls = lots > 0 !== isCalled;
    this.falling.place(row, falls ? Math.max(0, awaited) : 0);
    this.rising.place(row, falls ? 0 : Math.max(1, awaited));
  }

  private scaled(isCalled: boolean): readonly Bracket[] {
    return isCalled ? this.easedBrackets : this.callBrackets;
  }
}
