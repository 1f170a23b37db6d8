import type { SelfTrade, TimeInForce } from "@candor/domain/enumerations";
import { BUY } from "../memory/order-slab.ts";
import type { BookListener, PlaceOutcome } from "./book-listener.ts";

export interface NaiveOrder {
  readonly id: number;
  readonly userId: number;
  readonly side: number;
  readonly ticks: number;
  lots: number;
}

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
        if (maker.lots === 0) this.takeOut(maker);
        this.listener.onTrade(maker.id, id, filled, maker.ticks, maker.lots);
      }
    }
    if (this.leftLots === 0) return "filled";
    if (timeInForce === "ioc") return "expired-ioc";
    this.putIn({ id, userId, side, ticks, lots: this.leftLots });
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
    if (order === undefined || lots < 1 || lots >= order.lots) return false;
    order.lots -= lots;
    return true;
  }

  /** Lots that the order could execute at once. */
  private fillable(userId: number, side: number, ticks: number, selfTrade: SelfTrade): number {
    let lots = 0;
    for (const maker of this.inPriority(1 - side)) {
      if (side === BUY ? maker.ticks > ticks : maker.ticks < ticks) break;
      const own = userId !== 0 && maker.userId === userId;
      if (own && selfTrade !== "expire-maker") break;
      if (!own) lots += maker.lots;
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
