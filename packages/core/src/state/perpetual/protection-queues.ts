import { PriceQueue } from "../../memory/price-queue.ts";

/**
 * Take-profits and stop-losses that look at one price of a contract: entries are position row × 2, + 1 for the stop-loss.
 * Apart by what they would do, because those that sell can wait for a bid while those that buy go on.
 */
export class ProtectionQueues {
  /** Take-profits of long positions, and stop-losses. */
  readonly sellRising = new PriceQueue(true);
  readonly sellFalling = new PriceQueue(false);
  /** Stop-losses of short positions, and take-profits. */
  readonly buyRising = new PriceQueue(true);
  readonly buyFalling = new PriceQueue(false);
  readonly sells = [this.sellRising, this.sellFalling] as const;
  readonly buys = [this.buyRising, this.buyFalling] as const;
  readonly all = [...this.sells, ...this.buys] as const;

  /** Whether anything fires at `ticks`. */
  fires(ticks: number): boolean {
    const { sellRising, sellFalling, buyRising, buyFalling } = this;
    return (
      sellRising.fires(ticks) || sellFalling.fires(ticks) || buyRising.fires(ticks) || buyFalling.fires(ticks)
    );
  }

  /** Puts both entries of a position where they wait, each at its ticks (0: nowhere). */
  place(row: number, isLong: boolean, takeProfitTicks: number, stopLossTicks: number): void {
    const [takeProfit, stopLoss] = [row * 2, row * 2 + 1];
    this.sellRising.place(takeProfit, isLong ? takeProfitTicks : 0);
    this.sellFalling.place(stopLoss, isLong ? stopLossTicks : 0);
    this.buyFalling.place(takeProfit, isLong ? 0 : takeProfitTicks);
    this.buyRising.place(stopLoss, isLong ? 0 : stopLossTicks);
  }
}
