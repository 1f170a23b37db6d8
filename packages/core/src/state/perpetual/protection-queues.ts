import { PriceQueue } from "../../memory/price-queue.ts";

/**
 * Take-profits and stop-losses that watch one price of a contract. Entries are position row × 2, + 1 for the stop-loss.
 * Separate by side, because those that sell can wait for a bid while those that buy continue.
 */
export class ProtectionQueues {
  /** Long positions: take-profits rising, stop-losses falling. */
  readonly sellRising = new PriceQueue(true);
  readonly sellFalling = new PriceQueue(false);
  /** Short positions: stop-losses rising, take-profits falling. */
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

  /** Queues both entries of a position, each at its ticks (0: not queued). */
  place(row: number, isLong: boolean, takeProfitTicks: number, stopLossTicks: number): void {
    const [takeProfit, stopLoss] = [row * 2, row * 2 + 1];
    this.sellRising.place(takeProfit, isLong ? takeProfitTicks : 0);
    this.sellFalling.place(stopLoss, isLong ? stopLossTicks : 0);
    this.buyFalling.place(takeProfit, isLong ? 0 : takeProfitTicks);
    this.buyRising.place(stopLoss, isLong ? 0 : stopLossTicks);
  }
}
