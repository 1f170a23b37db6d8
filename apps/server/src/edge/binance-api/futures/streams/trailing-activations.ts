import { LAYOUT } from "@candor/codec/event-layouts";
import { EVENT } from "@candor/codec/event-record";
import type { AccountView, DurableEvent } from "@candor/domain/engine-port";
import type { OrderChanged, OrderState } from "@candor/domain/events/events";
import type { Listings } from "../../../../market/market-data/listings.ts";
import type { UserReport } from "../../streams/user-reports.ts";
import type { SharedEvents, UserMessage } from "../../streams/user-streams.ts";
import { algoUpdate } from "./algo-update.ts";

const ORDER = LAYOUT.orderChanged.at;
const MARK = LAYOUT.markChanged.at;
const TRADE = LAYOUT.tradeMade.at;

/** A trailing stop that waits for its activation price, and when it reached it. */
interface Trailing {
  order: OrderState;
  activatedAtMs: number;
}

/** A user's live ones by number. */
interface OwnTrailing {
  /** The command that the stream began with. */
  readonly knownSeq: number;
  readonly orders: Map<number, Trailing>;
}

/**
 * Activations of users' trailing stops, which the exchange does not report: a trailing stop is activated by the first mark,
 * or the first trade, that reaches its activation price. Its event follows those of the same batch.
 */
export class TrailingActivations implements SharedEvents {
  readonly kinds: readonly number[] = [EVENT.orderChanged, EVENT.markChanged, EVENT.tradeMade];
  private readonly listings: Listings;
  private readonly trailing = new Map<number, OwnTrailing>();
  private reached: Trailing[] = [];

  constructor(listings: Listings) {
    this.listings = listings;
  }

  begin(userId: number, { asOfSeq, orders, trailing = [] }: AccountView): void {
    const active = new Set(trailing.map(({ orderId }) => orderId));
    const own = orders
      .filter(isWaiting)
      .map((order) => [order.orderId, { order, activatedAtMs: active.has(order.orderId) ? 1 : 0 }] as const);
    this.trailing.set(userId, { knownSeq: asOfSeq, orders: new Map(own) });
  }

  end(userId: number): void {
    this.trailing.delete(userId);
  }

  /** Whether a trailing stop follows the price. */
  isActive({ orderId, userId }: OrderState): boolean {
    return (this.trailing.get(userId)?.orders.get(orderId)?.activatedAtMs ?? 0) > 0;
  }

  /** Forgets orders that were triggered or have ended. */
  follow({ news, userId }: UserReport): void {
    const own = this.trailing.get(userId);
    for (const order of news.orders)
      if (isWaiting(order)) this.keep(own, order);
      else own?.orders.delete(order.orderId);
  }

  event(event: DurableEvent): void {
    if (this.trailing.size === 0) return;
    if (event.kind === EVENT.orderChanged) {
      const own = this.trailing.get(event.field(ORDER.userId));
      if (own === undefined || event.seq <= own.knownSeq) return;
      // A price that follows in the same batch may activate it.
      const order = event.decode() as OrderChanged;
      if (isWaiting(order)) this.keep(own, order);
    } else if (event.kind === EVENT.markChanged)
      this.move("mark", event.field(MARK.marketId), event.field(MARK.markTicks), event.timeMs);
    else this.move("last", event.field(TRADE.marketId), event.field(TRADE.priceTicks), event.timeMs);
  }

  take(nowMs: number): readonly UserMessage[] {
    // Those that were triggered or ended in the same batch have later events.
    const live = this.reached.filter(({ order }) => this.isActive(order));
    this.reached = [];
    return live.map(({ order, activatedAtMs: timeMs }) => ({
      userId: order.userId,
      message: algoUpdate(order, this.listings.market(order.marketId), {
        status: "NEW",
        triggeredAtMs: 0,
        isActive: true,
        timeMs,
        nowMs,
      }),
    }));
  }

  private keep(own: OwnTrailing | undefined, order: OrderState): void {
    const known = own?.orders.get(order.orderId);
    if (known === undefined) own?.orders.set(order.orderId, { order, activatedAtMs: 0 });
    else known.order = order;
  }

  private move(price: OrderState["triggerBy"], marketId: number, ticks: number, timeMs: number): void {
    for (const own of this.trailing.values())
      for (const each of own.orders.values()) {
        const { order } = each;
        if (each.activatedAtMs > 0 || order.marketId !== marketId || order.triggerBy !== price) continue;
        // The activation price is on the side where the order gains.
        if (order.side === "sell" ? ticks < order.stopTicks : ticks > order.stopTicks) continue;
        each.activatedAtMs = timeMs;
        this.reached.push(each);
      }
  }
}

const isWaiting = ({ product, status, stopTicks, type }: OrderState): boolean =>
  product === "contract" && type === "trailing-stop" && status === "untriggered" && stopTicks > 0;
