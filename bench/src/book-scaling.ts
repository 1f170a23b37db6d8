import { RuledBook } from "@candor/core/book/ruled-book";
import { BUY } from "@candor/core/memory/order-slab";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { type BenchResult, figure, median, nanosecondsEach, runBench } from "./harness.ts";

const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;
const MIDDLE_TICKS = 100_000;
const REACH_TICKS = 500;
const LOTS = 10;
/** Measured operations: half cancels, half new orders, so that the size stays constant. */
const OPERATIONS = 400_000;
const SEED = 11;
/** Integers of an order's row, one cache line. */
const ROW_INTS = 16;
/** A cancel reads the directory, then the order, then its neighbors: each address is known only after the line before. */
const DEPENDENT_LINES = 3;
const READ_RUNS = 5;

/**
 * Cost of an order by the number of resting orders, relative to the smallest book in the same run. Measured twice: with
 * market-like traffic, whose cancels hit one of the 1,000 newest orders, and with cancels of random orders, which must
 * be fetched from main memory once the book exceeds the processor's caches. The limit of the latter is printed below it:
 * what the machine takes to read as many random lines, each found by the one before. An operation is a cancel or a new
 * order, so half of that limit counts for each.
 */
export async function* bookScaling(): AsyncGenerator<BenchResult> {
  for (const [traffic, newest] of [
    ["newest canceled", SIZES[0]],
    ["any canceled", Number.POSITIVE_INFINITY],
  ] as const) {
    const smallest = new BookOfSize(SIZES[0], newest);
    const peer = { name: `the book of ${count(SIZES[0])}`, measure: () => smallest.measure() };
    for (const size of SIZES) {
      const market = new BookOfSize(size, newest);
      yield await runBench({
        name: `cost per order, ${count(size)} resting, ${traffic}`,
        unit: "ns/operation",
        better: "lower",
        measure: () => market.measure(),
        peer,
      });
      if (newest === Number.POSITIVE_INFINITY)
        yield figure(
          `  ${DEPENDENT_LINES} dependent reads among as many lines, halved`,
          readingNs(size),
          "ns",
        );
    }
  }
}

const count = (orders: number) => orders.toLocaleString("en-US");

/** Returns half the time of a chain of dependent reads of random rows. */
function readingNs(rows: number): number {
  const random = mulberry32(SEED);
  const next = Int32Array.from({ length: rows }, (_, row) => row);
  // Sattolo's shuffle: one cycle through all rows.
  for (let row = rows - 1; row > 0; row--) {
    const other = random.below(row);
    const kept = next[row] as number;
    next[row] = next[other] as number;
    next[other] = kept;
  }
  const lines = new Int32Array(rows * ROW_INTS);
  for (let row = 0; row < rows; row++) lines[row * ROW_INTS] = (next[row] as number) * ROW_INTS;
  let at = 0;
  const read = (): void => {
    for (let i = 0; i < OPERATIONS; i++) at = lines[at] as number;
  };
  read();
  const each = Array.from({ length: READ_RUNS }, () => nanosecondsEach(OPERATIONS, read));
  if (at < 0) throw new Error("a row links no other");
  return (median(each) * DEPENDENT_LINES) / 2;
}

class BookOfSize {
  private readonly random = mulberry32(SEED);
  private readonly market = new RuledBook({ onTrade() {}, onMakerExpired() {} });
  /** Ids of the orders that can be canceled. */
  private readonly live: Float64Array;
  /** Drawn beforehand: indexes in `live`, sides and prices. */
  private readonly victims = new Int32Array(OPERATIONS / 2);
  private readonly sides = new Uint8Array(OPERATIONS / 2);
  private readonly prices = new Int32Array(OPERATIONS / 2);

  constructor(size: number, newest: number) {
    this.live = new Float64Array(Math.min(size, newest));
    for (let i = 0; i < size; i++) {
      const side = this.random.below(2);
      this.market.place(0, side, this.drawPrice(side), LOTS, 0, 0);
      this.live[i % this.live.length] = this.market.lastOrderId;
    }
  }

  measure(): number {
    for (let i = 0; i < this.victims.length; i++) {
      const side = this.random.below(2);
      this.victims[i] = this.random.below(this.live.length);
      this.sides[i] = side;
      this.prices[i] = this.drawPrice(side);
    }
    return nanosecondsEach(OPERATIONS, () => this.run());
  }

  private run(): void {
    const { market, live, victims, sides, prices } = this;
    for (let i = 0; i < victims.length; i++) {
      const victim = victims[i] as number;
      if (!market.cancel(live[victim] as number)) throw new Error("a live order could not be canceled");
      market.place(0, sides[i] as number, prices[i] as number, LOTS, 0, 0);
      live[victim] = market.lastOrderId;
    }
  }

  private drawPrice(side: number): number {
    const distance = 1 + this.random.below(REACH_TICKS);
    return side === BUY ? MIDDLE_TICKS - distance : MIDDLE_TICKS + distance;
  }
}
