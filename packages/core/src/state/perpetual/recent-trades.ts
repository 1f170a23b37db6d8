import { divideFloor, multiplyDivideFloor } from "@candor/money/integer";
import { WINDOW_MS, WINDOW_SAMPLES } from "./basis-samples.ts";

/**
 * Keeps the sums of a whole window of one-second samples within safe integers. Volume beyond it within a second does
 * not count.
 */
const MOST_UNITS = divideFloor(Number.MAX_SAFE_INTEGER, WINDOW_SAMPLES * 2);

/** Trades of the last 30 s, in one-second samples: the volume that a last price needs in order to count. */
export class RecentTrades {
  private readonly samples: { readonly atMs: number; readonly lots: number; readonly units: number }[] = [];
  /** Since the last sample. */
  private newLots = 0;
  private newUnits = 0;
  private lots = 0;
  /** Value of all trades of the window. */
  units = 0;

  /** Adds an execution. Called for each one that trades: two additions. */
  add(lots: number, units: number): void {
    if (this.newUnits + units > MOST_UNITS) return;
    this.newLots += lots;
    this.newUnits += units;
  }

  /** Adds a sample of the trades since the last one, and drops samples older than the window. */
  sample(nowMs: number): void {
    for (;;) {
      const first = this.samples[0];
      if (first === undefined || first.atMs > nowMs - WINDOW_MS) break;
      this.lots -= first.lots;
      this.units -= first.units;
      this.samples.shift();
    }
    if (this.newLots > 0) this.push(nowMs, this.newLots, this.newUnits);
    this.newLots = 0;
    this.newUnits = 0;
  }

  /** Average price of the window's trades in 1e-8 of the quote coin, rounded down. */
  priceE8(tickE8: number, factor: number): number {
    return multiplyDivideFloor(this.units, tickE8, this.lots * factor);
  }

  push(atMs: number, lots: number, units: number): void {
    this.samples.push({ atMs, lots, units });
    this.lots += lots;
    this.units += units;
  }

  forEach(visit: (atMs: number, lots: number, units: number) => void): void {
    for (const { atMs, lots, units } of this.samples) visit(atMs, lots, units);
    if (this.newLots > 0) visit(NOT_SAMPLED, this.newLots, this.newUnits);
  }

  /** Restores an entry visited by forEach. */
  restore(atMs: number, lots: number, units: number): void {
    if (atMs === NOT_SAMPLED) this.add(lots, units);
    else this.push(atMs, lots, units);
  }
}

const NOT_SAMPLED = -1;
