import type { SelfTrade, TimeInForce } from "@candor/domain/enumerations";
import { BUY } from "../memory/order-slab.ts";
import type { BookListener, PlaceOutcome } from "./book-listener.ts";

export interface NaiveOrder {
  readonly id: number;
  readonly userId: number;
  readonly side: number;
  readonly ticks: number;
  /** What it shows in the book. */
  lots: number;
  /** What it does not show, and the most that it shows at a time. */
  hidden: number;
  readonly visible: number;
}

const partsOf = (left: number, visible: number) => ({
  lots: Math.min(left, visible),
  hidden: left - Math.min(left, visible),
});

/**
 * The oracle: an obviously correct book that implements the rules of RuledBook without sharing any of its code. Orders
 * are objects, each price holds an array of them in arrival order, and prices are a sorted array.
 */
export class NaiveBook {
  readonly orders = new Map<number, NaiveOrder>();
  lastOrderId = 0;
  /** Lots that the last `place` did not execute. */
  leftLots = 0;
  private readonly listener: BookListener;
  /** Per side: its prices, best first, and the queue at each of them. */
  private readonly prices: readonly [number[], number[]] = [[], []];
  private readonly queues: readonly [Map<number, NaiveOrder[]>, Map<number, NaiveOrder[]>] = [
    new Map(),
    new Map(),
  ];

  constructor(listener: BookListener) {
    this.listener = listener;
  }

  /** The side's best price in ticks, or undefined. */
  best(side: number): number | undefined {
    return this.pricesOf(side)[0];
  }

  /** The side's orders, in priority order. */
  inPriority(side: number): NaiveOrder[] {
    return this.pricesOf(side).flatMap((ticks) => this.queuesOf(side).get(ticks) ?? []);
  }

  /** The side's prices and the lots resting there, best first. */
  levels(side: number): [ticks: number, lots: number][] {
    return this.pricesOf(side).map((ticks) => {
      const queue = this.queuesOf(side).get(ticks) ?? [];
      return [ticks, queue.reduce((sum, order) => sum + order.lots, 0)];
    });
  }

  place(
    userId: number,
    side: number,
    ticks: number,
    lots: number,
    timeInForce: TimeInForce,
    selfTrade: SelfTrade,
    visible: number = lots,
  ): PlaceOutcome {
    this.leftLots = lots;
    if (timeInForce === "post-only" && this.crosses(side, ticks)) return "refused";
    const id = ++this.lastOrderId;
    if (timeInForce === "fok" && this.fillable(userId, side, ticks, selfTrade) < lots) return "expired-fok";
    while (this.leftLots > 0 && this.crosses(side, ticks)) {
      const maker = this.inFront(1 - side);
      if (userId !== 0 && maker.userId === userId) {
        if (selfTrade !== "expire-taker") {
          this.takeOut(maker);
          this.listener.onMakerExpired(maker.id);
        }
        if (selfTrade !== "expire-maker") return "expired-self-trade";
      } else {
        const filled = Math.min(maker.lots, this.leftLots);
        maker.lots -= filled;
        this.leftLots -= filled;
        const left = maker.lots + maker.hidden;
        if (maker.lots === 0) this.takeOut(maker);
        if (maker.lots === 0 && left > 0) this.putIn({ ...maker, ...partsOf(left, maker.visible) });
        this.listener.onTrade(maker.id, id, filled, maker.ticks, left);
      }
    }
    if (this.leftLots === 0) return "filled";
    if (timeInForce === "ioc") return "expired-ioc";
    this.putIn({ id, userId, side, ticks, visible, ...partsOf(this.leftLots, visible) });
    return "resting";
  }

  cancel(orderId: number): boolean {
    const order = this.orders.get(orderId);
    if (order === undefined) return false;
    this.takeOut(order);
    return true;
  }

  reduce(orderId: number, lots: number): boolean {
    const order = this.orders.get(orderId);
    if (order === undefined || lots < 1 || lots >= order.lots + order.hidden) return false;
    const left = order.lots + order.hidden - lots;
    order.lots = Math.min(order.lots, left);
    order.hidden = left - order.lots;
    return true;
  }

  /** Lots that the order could execute at once. */
  private fillable(userId: number, side: number, ticks: number, selfTrade: SelfTrade): number {
    let lots = 0;
    for (const price of this.pricesOf(1 - side)) {
      if (side === BUY ? price > ticks : price < ticks) break;
      const queue = (this.queuesOf(1 - side).get(price) ?? []).map((order) => ({ ...order }));
      for (let maker = queue.shift(); maker !== undefined; maker = queue.shift()) {
        if (userId !== 0 && maker.userId === userId) {
          if (selfTrade !== "expire-maker") return lots;
          continue;
        }
        lots += maker.lots;
        if (maker.hidden > 0) queue.push({ ...maker, ...partsOf(maker.hidden, maker.visible) });
      }
    }
    return lots;
  }

  private crosses(side: number, ticks: number): boolean {
    const best = this.best(1 - side);
    return best !== undefined && (side === BUY ? best <= ticks : best >= ticks);
  }

  private inFront(side: number): NaiveOrder {
    const [first] = this.queuesOf(side).get(this.best(side) ?? 0) ?? [];
    if (first === undefined) throw new Error("an empty price in the book");
    return first;
  }

  private putIn(order: NaiveOrder): void {
    const queue = this.queuesOf(order.side).get(order.ticks);
    if (queue === undefined) {
      const prices = this.pricesOf(order.side);
      const worse = (ticks: number) => (order.side === BUY ? ticks < order.ticks : ticks > order.ticks);
      const place = prices.findIndex(worse);
      prices.splice(place < 0 ? prices.length : place, 0, order.ticks);
      this.queuesOf(order.side).set(order.ticks, [order]);
    } else {
      queue.push(order);
    }
    this.orders.set(order.id, order);
  }

  private takeOut(order: NaiveOrder): void {
    this.orders.delete(order.id);
    const queue = this.queuesOf(order.side).get(order.ticks) ?? [];
    queue.splice(queue.indexOf(order), 1);
    if (queue.length > 0) return;
    this.queuesOf(order.side).delete(order.ticks);
    const prices = this.pricesOf(order.side);
    prices.splice(prices.indexOf(order.ticks), 1);
  }

  private pricesOf(side: number): number[] {
    return side === BUY ? this.prices[0] : this.prices[1];
  }

  private queuesOf(side: number): Map<number, NaiveOrder[]> {
    return side === BUY ? this.queues[0] : this.queues[1];
  }
}
