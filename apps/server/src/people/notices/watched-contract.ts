import { PriceQueue } from "@candor/core/memory/price-queue";
import { liquidationTriggerOf } from "@candor/formulas/perpetual/liquidation";
import { type Bracket, maintenanceOf, valueOf } from "@candor/formulas/perpetual/margin";
import { bracketsAtRatio, CALL_RATIO_PPM, EASED_RATIO_PPM } from "@candor/formulas/perpetual/margin-call";
import { unrealizedOf } from "@candor/formulas/perpetual/profit";
import { contractOf, type ListedMarket } from "../../market/market-data/listings.ts";

/** An open position of somebody who would be called for margin. */
export interface WatchedPosition {
  readonly contract: WatchedContract;
  readonly userId: number;
  /** Its place in the contract's queues. */
  readonly row: number;
  /** Above zero long, below zero short. */
  lots: number;
  costUnits: number;
  marginUnits: number;
  isCross: boolean;
}

/** One contract's mark, and who waits for which mark: a tick looks at those alone whose mark it has met. */
export class WatchedContract {
  readonly marketId: number;
  readonly quoteAssetId: number;
  /** 0: none yet. */
  markTicks = 0;
  private readonly factor: number;
  private readonly brackets: readonly Bracket[];
  private readonly callBrackets: readonly Bracket[];
  private readonly easedBrackets: readonly Bracket[];
  /** Those who wait for a mark to fall to theirs, or to rise to it. Entries are rows. */
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

  open(userId: number): WatchedPosition {
    const row = this.freeRows.pop() ?? this.byRow.length;
    const position = { contract: this, userId, row, lots: 0, costUnits: 0, marginUnits: 0, isCross: false };
    this.byRow[row] = position;
    return position;
  }

  close({ row }: WatchedPosition): void {
    this.falling.place(row, 0);
    this.rising.place(row, 0);
    this.byRow[row] = undefined;
    this.freeRows.push(row);
  }

  /** Takes out the users who wait for the present mark. */
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

  /** The maintenance ÷ the ratio that is waited for: that of a call, or the one at which a call is over. */
  scaledMaintenanceUnits({ lots }: WatchedPosition, isCalled: boolean): number {
    return maintenanceOf(this.scaled(isCalled), valueOf(lots, this.markTicks, this.factor));
  }

  /** Lets the position wait for the mark at which it comes to be called with this margin, or ceases to be. */
  place({ lots, costUnits, row }: WatchedPosition, marginUnits: number, isCalled: boolean): void {
    const ticks = liquidationTriggerOf(lots, costUnits, marginUnits, this.scaled(isCalled), this.factor);
    // It is called at `ticks` or beyond; a call is over one tick before, seen the other way.
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
