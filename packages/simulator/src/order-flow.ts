import { NaiveBook } from "@candor/core/book/naive-book";
import { BUY, SELL } from "@candor/core/memory/order-slab";
import { mulberry32, type RandomSource } from "./order-flow-random.ts";

/** Words of one operation in a flow: kind, side, price (ticks), quantity (lots), order id. */
export const OPERATION_WORDS = 5;
/** A limit order that rests; a cancel of the order id; a limit order that may execute. */
export const OPERATION = { rest: 0, cancel: 1, cross: 2 } as const;

/** The result of a flow on a correct price-time book. */
export interface FlowOutcome {
  readonly trades: number;
  /** Lots traded. */
  readonly quantity: number;
  /** Sum of lots × ticks. */
  readonly notional: number;
  /** `foldTrade` over every trade in order. */
  readonly digest: number;
  /** Orders that rest, and their lots. */
  readonly live: number;
  readonly liveQuantity: number;
}

export interface OrderFlow {
  readonly operations: Int32Array;
  readonly outcome: FlowOutcome;
}

export interface FlowSpec {
  readonly shape: "walk" | "wide";
  readonly seed: number;
  readonly operations: number;
  /** Number of live orders above which a walk only cancels and crosses; 0: no bound. */
  readonly maxLive: number;
}

/**
 * The benchmark's books. deep: about 35,000 live orders on 280 levels. shallow: at most 1,000 live orders. wide: 61,000
 * live orders anywhere within 50,000 ticks, a worst case for books that keep their levels in an array.
 */
export const FLOWS = {
  deep: { shape: "walk", seed: 20_240_607, operations: 1_000_000, maxLive: 0 },
  shallow: { shape: "walk", seed: 20_240_607, operations: 1_000_000, maxLive: 1_000 },
  wide: { shape: "wide", seed: 7, operations: 600_000, maxLive: 0 },
} as const satisfies Record<string, FlowSpec>;

export type FlowName = keyof typeof FLOWS;

/** Known outcomes of FLOWS, computed by an independent implementation. */
export const FLOW_OUTCOMES: Readonly<Record<FlowName, FlowOutcome>> = {
  deep: {
    trades: 361_209,
    quantity: 14_146_568,
    notional: 1_414_396_882_277,
    digest: 27_182_159,
    live: 35_769,
    liveQuantity: 1_809_953,
  },
  shallow: {
    trades: 255_709,
    quantity: 11_496_562,
    notional: 1_150_008_791_562,
    digest: 645_117_502,
    live: 995,
    liveQuantity: 50_829,
  },
  wide: { trades: 0, quantity: 0, notional: 0, digest: 0, live: 61_470, liveQuantity: 307_350 },
};

const START_TICKS = 100_000;
const WIDE_REACH_TICKS = 50_000;
const WIDE_LIVE_ORDERS = 60_000;
const WIDE_LOTS = 5;

/** Folds one trade into a running 32-bit digest. */
export function foldTrade(
  digest: number,
  makerId: number,
  takerId: number,
  lots: number,
  ticks: number,
): number {
  return (Math.imul(digest, 31) + Math.imul(makerId, 7) + Math.imul(takerId, 13) + lots + ticks) | 0;
}

/** Generates a flow: the same spec gives the same operations everywhere. Order ids count from 1. */
export function makeOrderFlow(spec: FlowSpec): OrderFlow {
  return spec.shape === "wide" ? makeWideFlow(spec) : makeWalkFlow(spec);
}

/** Live order ids in arbitrary order, with a random pick: removal moves the last one into the gap. */
class LiveOrders {
  readonly ids: number[] = [];
  private readonly places = new Map<number, number>();

  add(id: number): void {
    this.places.set(id, this.ids.length);
    this.ids.push(id);
  }

  remove(id: number): void {
    const place = this.places.get(id);
    const last = this.ids.pop();
    if (place === undefined || last === undefined) throw new Error(`order ${id} is not live`);
    if (last !== id) {
      this.ids[place] = last;
      this.places.set(last, place);
    }
    this.places.delete(id);
  }

  pick(random: RandomSource): number {
    return this.ids[random.below(this.ids.length)] as number;
  }
}

/** A book that executes a flow while it is generated, and sums its trades. */
class FlowBook {
  readonly live = new LiveOrders();
  readonly book = new NaiveBook(this);
  private trades = 0;
  private quantity = 0;
  private notional = 0;
  private digest = 0;

  onTrade(makerId: number, takerId: number, lots: number, ticks: number, makerLeftLots: number): void {
    this.trades++;
    this.quantity += lots;
    this.notional += lots * ticks;
    this.digest = foldTrade(this.digest, makerId, takerId, lots, ticks);
    if (makerLeftLots === 0) this.live.remove(makerId);
  }

  onMakerExpired(makerId: number): void {
    throw new Error(`order ${makerId} has no owner and cannot trade with itself`);
  }

  limit(side: number, ticks: number, lots: number): number {
    if (this.book.place(0, side, ticks, lots, "gtc", "expire-taker") === "resting")
      this.live.add(this.book.lastOrderId);
    return this.book.lastOrderId;
  }

  cancel(id: number): void {
    this.book.cancel(id);
    this.live.remove(id);
  }

  get outcome(): FlowOutcome {
    const { trades, quantity, notional, digest } = this;
    let liveQuantity = 0;
    for (const order of this.book.orders.values()) liveQuantity += order.lots;
    return { trades, quantity, notional, digest, live: this.live.ids.length, liveQuantity };
  }
}

/**
 * Makes a flow around a random walk of the price: 60% orders that rest 1 to 50 ticks away from it, 30% cancels of any
 * live order, and 10% orders that reach up to 9 ticks into the other side.
 */
function makeWalkFlow({ seed, operations: count, maxLive }: FlowSpec): OrderFlow {
  const random = mulberry32(seed);
  const flow = new FlowBook();
  const operations = new Int32Array(count * OPERATION_WORDS);
  let middle = START_TICKS;
  for (let i = 0; i < count; i++) {
    if (random.chance(0.02)) middle += random.chance(0.5) ? -1 : 1;
    let draw = random.fraction();
    if (maxLive > 0 && flow.live.ids.length >= maxLive && draw >= 0.4) draw = 0;
    const side = random.below(2);
    let operation: readonly number[];
    if (draw < 0.3 && flow.live.ids.length > 0) {
      const id = flow.live.pick(random);
      const order = flow.book.orders.get(id);
      if (order === undefined) throw new Error(`order ${id} is not in the book`);
      operation = [OPERATION.cancel, order.side, order.ticks, 0, id];
      flow.cancel(id);
    } else {
      const crosses = draw < 0.4;
      const lots = 1 + random.below(crosses ? 300 : 100);
      const reach = crosses ? random.below(10) : -1 - random.below(50);
      const from = crosses ? flow.book.best(1 - side) : middle;
      const ticks = from === undefined ? middle : side === BUY ? from + reach : from - reach;
      const id = flow.limit(side, ticks, lots);
      operation = [crosses ? OPERATION.cross : OPERATION.rest, side, ticks, lots, id];
    }
    operations.set(operation, i * OPERATION_WORDS);
  }
  return { operations, outcome: flow.outcome };
}

/** Orders spread evenly over a wide range that never execute, and cancels at random positions. */
function makeWideFlow({ seed, operations: count }: FlowSpec): OrderFlow {
  const random = mulberry32(seed);
  const operations = new Int32Array(count * OPERATION_WORDS);
  const live = new LiveOrders();
  let lastId = 0;
  for (let i = 0; i < count; i++) {
    let operation: readonly number[];
    if (live.ids.length > WIDE_LIVE_ORDERS && random.chance(0.5)) {
      const id = live.pick(random);
      live.remove(id);
      operation = [OPERATION.cancel, 0, 0, 0, id];
    } else {
      const side = random.chance(0.5) ? BUY : SELL;
      const distance = 1 + random.below(WIDE_REACH_TICKS);
      live.add(++lastId);
      const ticks = side === BUY ? START_TICKS - distance : START_TICKS + distance;
      operation = [OPERATION.rest, side, ticks, WIDE_LOTS, lastId];
    }
    operations.set(operation, i * OPERATION_WORDS);
  }
  const liveOrders = live.ids.length;
  const liveQuantity = liveOrders * WIDE_LOTS;
  const outcome = { trades: 0, quantity: 0, notional: 0, digest: 0, live: liveOrders, liveQuantity };
  return { operations, outcome };
}
