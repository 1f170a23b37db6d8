import { formatDecimal } from "@candor/money/decimal";
import type { EventBatch } from "@candor/protocol/engine-port";
import { EventCursor } from "@candor/protocol/event-reader";
import { EVENT } from "@candor/protocol/event-record";
import type { BalanceChanged, OrderChanged, TradeMade } from "@candor/protocol/events";
import type { Listings } from "../../market-data/listings.ts";
import { acceptedReport, executionReport, fillReports } from "./execution-report.ts";
import { ListReports } from "./list-reports.ts";

/** What one command did to one user. */
interface News {
  readonly orders: OrderChanged[];
  readonly trades: TradeMade[];
  readonly balances: BalanceChanged[];
}

/** Where the users of the events that are told stand in them. */
const USER_FIELDS: ReadonlyMap<number, readonly number[]> = new Map([
  [EVENT.orderChanged, [3]],
  [EVENT.tradeMade, [9, 10]],
  [EVENT.balanceChanged, [1]],
]);

export interface UserReport {
  readonly userId: number;
  readonly event: object;
}

/** Says what a durable batch means for the users that listen, and reads no more of others' events than their number. */
export class UserReports {
  private readonly listings: Listings;
  private readonly listens: (userId: number) => boolean;
  private readonly lists: ListReports;

  constructor(listings: Listings, listens: (userId: number) => boolean) {
    this.listings = listings;
    this.listens = listens;
    this.lists = new ListReports(listings);
  }

  /** In the order in which things happened. */
  of(batch: EventBatch, nowMs: number): readonly UserReport[] {
    const reports: UserReport[] = [];
    const cursor = new EventCursor(batch.words);
    let news = new Map<number, News>();
    let timeMs = 0;
    const endCommand = () => {
      for (const [userId, own] of news)
        for (const event of this.eventsOf(userId, own, timeMs, nowMs)) reports.push({ userId, event });
      news = new Map();
    };
    while (cursor.next()) {
      if (cursor.kind === EVENT.executed) {
        endCommand();
        timeMs = cursor.field(2);
      } else if (this.concerns(cursor)) this.note(cursor, news);
    }
    endCommand();
    return reports;
  }

  /** Of all other users' events only the number is read. */
  private concerns(cursor: EventCursor): boolean {
    const fields = USER_FIELDS.get(cursor.kind);
    return fields?.some((field) => this.listens(cursor.field(field))) === true;
  }

  private note(cursor: EventCursor, news: Map<number, News>): void {
    const event = cursor.decode();
    const newsOf = (userId: number): News => {
      const own = news.get(userId) ?? { orders: [], trades: [], balances: [] };
      news.set(userId, own);
      return own;
    };
    if (event.kind === "order-changed" && event.product === "spot" && this.listens(event.userId))
      newsOf(event.userId).orders.push(event);
    if (event.kind === "balance-changed" && event.wallet === "coin" && this.listens(event.userId))
      newsOf(event.userId).balances.push(event);
    if (event.kind !== "trade-made") return;
    for (const userId of new Set([event.makerUserId, event.takerUserId]))
      if (this.listens(userId)) newsOf(userId).trades.push(event);
  }

  private *eventsOf(userId: number, { orders, trades, balances }: News, timeMs: number, nowMs: number) {
    const latest = new Map<number, OrderChanged>();
    for (const order of orders) latest.set(order.orderId, order);
    const context = { timeMs, nowMs };
    for (const order of orders) {
      const market = this.listings.market(order.marketId);
      // Its trades are told with the order's last change, which knows what they came to.
      if (order.cause === "accepted") yield acceptedReport(order, market, context);
      if (order.cause === "triggered") yield executionReport(order, market, { ...context, type: "NEW" });
      if (order.cause === "reduced") yield executionReport(order, market, { ...context, type: "REPLACED" });
      if (latest.get(order.orderId) !== order) continue;
      const own = trades.filter(
        (trade) => trade.makerOrderId === order.orderId || trade.takerOrderId === order.orderId,
      );
      yield* fillReports(order, own, market, context);
      if (order.status === "canceled") yield executionReport(order, market, { ...context, type: "CANCELED" });
      if (order.status === "expired") yield executionReport(order, market, { ...context, type: "EXPIRED" });
    }
    yield* this.lists.of([...latest.values()], timeMs, nowMs);
    if (balances.length > 0) yield this.position(balances, timeMs, nowMs);
  }

  private position(balances: readonly BalanceChanged[], timeMs: number, nowMs: number): object {
    const latest = new Map(balances.map((balance) => [balance.assetId, balance]));
    return {
      e: "outboundAccountPosition",
      E: nowMs,
      u: timeMs,
      B: [...latest.values()].map(({ assetId, availableUnits, frozenUnits }) => {
        const { spec } = this.listings.asset(assetId);
        return {
          a: spec.symbol,
          f: formatDecimal(availableUnits, spec.scale),
          l: formatDecimal(frozenUnits, spec.scale),
        };
      }),
    };
  }
}
