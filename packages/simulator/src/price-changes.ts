import type { Command } from "@candor/domain/commands/commands";
import type { ExchangeEvent, OrderChanged } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import type { Lots, Ppm, Ticks } from "@candor/money/brand";
import { isLive } from "./audit-orders.ts";
import { mulberry32, type RandomSource } from "./order-flow-random.ts";

/** Ticks that a price moves at most. */
const REACH = 40;
/** How far above the lowest a new trailing rate is at most. */
const MAX_RATE_PPM = 60_000;

/**
 * Makes some cancels of a workload move or modify their order instead. It has a random source of its own, like
 * NewerTerms: the workloads themselves stay as they are.
 */
export class PriceChanges {
  private readonly random: RandomSource;
  /** The live orders, by id. */
  private readonly orders = new Map<number, OrderChanged>();

  constructor(seed: number) {
    this.random = mulberry32(seed ^ 0x51ed270b);
  }

  observe(events: readonly ExchangeEvent[]): void {
    for (const event of events) {
      if (event.kind !== "order-changed") continue;
      if (isLive(event)) this.orders.set(event.orderId, event);
      else this.orders.delete(event.orderId);
    }
  }

  of(command: Command): Command {
    if (command.kind !== "cancel-order" || command.orderId === 0 || this.random.chance(0.6)) return command;
    const order = this.orders.get(command.orderId);
    if (order === undefined) return command;
    const { orderId, marketId, priceTicks, stopTicks, trailingPpm } = order;
    if (order.product === "contract" && order.status !== "untriggered" && this.random.chance(0.5))
      return this.modified(order);
    return {
      kind: "change-price",
      userId: command.userId,
      marketId,
      orderId,
      priceTicks: this.near(priceTicks),
      stopTicks: this.near(stopTicks),
      ...(trailingPpm > 0 && this.random.chance(0.6) && { trailingPpm: this.rate() }),
      key: this.random.chance(0.3) ? `move${orderId}` : "",
    };
  }

  /** Another price, quantity or both; sometimes a quantity that is executed already. */
  private modified({
    userId,
    marketId,
    orderId,
    priceTicks,
    quantityLots,
    executedLots,
  }: OrderChanged): Command {
    const least = this.random.chance(0.1) ? 1 : executedLots + 1;
    const lots = this.random.chance(0.3) ? quantityLots : least + this.random.below(2 * quantityLots);
    return {
      kind: "modify-order",
      userId,
      marketId,
      orderId,
      quantityLots: lots as Lots,
      priceTicks: this.near(priceTicks) || priceTicks,
      ...(this.random.chance(0.5) && { modifyId: this.random.below(1_000) }),
    };
  }

  private rate(): Ppm {
    return (LIMITS.trailingMinPpm + this.random.below(MAX_RATE_PPM)) as Ppm;
  }

  private near(ticks: number): Ticks {
    const moved = ticks + this.random.below(2 * REACH + 1) - REACH;
    return (ticks === 0 || moved < 1 || this.random.chance(0.2) ? 0 : moved) as Ticks;
  }
}
