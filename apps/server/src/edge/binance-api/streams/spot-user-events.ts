import type { FundRecordKind } from "@candor/domain/enumerations";
import type { BalanceChanged, FundsPosted, MatchPrevented, OrderChanged } from "@candor/domain/events/events";
import { formatDecimal } from "@candor/money/decimal";
import type { Listings } from "../../../market/market-data/listings.ts";
import type { CancelIds } from "../cancel-ids.ts";
import { eventInEightDecimals } from "../eight-decimals.ts";
import { asCanceledByOwner, hasEndedWithList, isCanceledByOwner } from "../ended-with-list.ts";
import { executionIdOf } from "../execution-id.ts";
import type { LabelSource } from "../labels/order-label.ts";
import { statusOf } from "../order-view.ts";
import { hasAffected } from "../prevented-matches.ts";
import { acceptedReport, executionReport, fillReports } from "./execution-report.ts";
import { ListReports } from "./list-reports.ts";
import { type News, type NewsTimes, ordersWithTrades, type UserReport } from "./user-reports.ts";
import type { UserEvents } from "./user-streams.ts";

/** Records of orders: their reports tell of them. */
const OF_ORDERS: readonly FundRecordKind[] = ["trade", "trade-fee"];

/** Events of the spot user data stream for one command: each order, then order lists, then balances. */
export class SpotUserEvents implements UserEvents {
  readonly kind = "spot";
  private readonly listings: Listings;
  private readonly cancelIds: Pick<CancelIds, "of">;
  private readonly labels: LabelSource;
  private readonly lists: ListReports;

  constructor(listings: Listings, cancelIds: Pick<CancelIds, "of">, labels: LabelSource) {
    this.listings = listings;
    this.cancelIds = cancelIds;
    this.labels = labels;
    this.lists = new ListReports(listings, labels);
  }

  readonly begin = async (userId: number): Promise<void> => {
    await this.labels.load?.(userId);
  };

  *of(report: UserReport): Iterable<object> {
    for (const event of this.events(report)) yield eventInEightDecimals(event);
  }

  private *events({ news, seq, times }: UserReport): Iterable<object> {
    const { timeMs, nowMs } = times;
    let place = 0;
    for (const report of this.orderReports(news, times)) yield { ...report, I: executionIdOf(seq, place++) };
    yield* this.lists.of(news.orders, timeMs, nowMs);
    for (const posting of news.postings)
      if (!OF_ORDERS.includes(posting.record)) yield balanceUpdate(this.listings, posting, times);
    if (news.balances.length > 0) yield position(this.listings, news.balances, times);
  }

  private *orderReports(news: News, times: NewsTimes): Iterable<object> {
    const matches = new MatchesInTurn(news.prevented);
    for (const { order: changed, isLast, trades } of ordersWithTrades(news)) {
      const order = withOwner(changed, news.orders);
      const market = this.listings.market(order.marketId);
      const label = this.labels.of(order);
      const report = (type: string, cancelId?: string, match?: MatchPrevented): object =>
        executionReport(order, market, {
          ...times,
          type,
          label,
          match,
          ...(cancelId !== undefined && { cancelId }),
        });
      const preventionReport = () => report("TRADE_PREVENTION", undefined, matches.next(order.orderId));
      if (order.cause === "accepted") yield acceptedReport(order, market, times, label);
      if (order.cause === "triggered" || order.cause === "activated") yield report("NEW");
      const isPrevented = order.reason === "self-trade";
      if (order.cause === "moved") yield report("REPLACED");
      if (order.cause === "reduced") yield isPrevented ? preventionReport() : report("REPLACED");
      if (!isLast) continue;
      yield* fillReports(order, trades, market, times, label);
      if (order.status !== "canceled" && order.status !== "expired") continue;
      if (statusOf(order) === "CANCELED") yield report("CANCELED", this.cancelIds.of(order));
      else yield isPrevented ? preventionReport() : report("EXPIRED");
    }
  }
}

/** A command's prevented matches, for the reports of the orders that they affected, in turn. */
class MatchesInTurn {
  private readonly matches: readonly MatchPrevented[];
  /** How many matches of each order are reported. */
  private readonly reported = new Map<number, number>();

  constructor(matches: readonly MatchPrevented[]) {
    this.matches = matches;
  }

  /** Returns the next match that affected an order; undefined for a command that was executed by older rules. */
  next(orderId: number): MatchPrevented | undefined {
    const count = this.reported.get(orderId) ?? 0;
    this.reported.set(orderId, count + 1);
    return this.matches.filter((match) => hasAffected(match, orderId))[count];
  }
}

/** An order that ended with its list was canceled by its owner if another of the list was, by the same command. */
function withOwner(order: OrderChanged, changes: readonly OrderChanged[]): OrderChanged {
  if (!hasEndedWithList(order)) return order;
  const group = Math.abs(order.groupId);
  const isByOwner = changes.some((each) => Math.abs(each.groupId) === group && isCanceledByOwner(each));
  return isByOwner ? asCanceledByOwner(order) : order;
}

/** Money that came to the wallet or left it, other than by trading. */
function balanceUpdate(
  listings: Listings,
  { amountUnits, assetId }: FundsPosted,
  { timeMs, nowMs }: NewsTimes,
): object {
  const { spec } = listings.asset(assetId);
  return {
    e: "balanceUpdate",
    E: nowMs,
    a: spec.symbol,
    d: formatDecimal(amountUnits, spec.scale),
    T: timeMs,
  };
}

function position(
  listings: Listings,
  balances: readonly BalanceChanged[],
  { timeMs, nowMs }: NewsTimes,
): object {
  const latest = new Map(balances.map((balance) => [balance.assetId, balance]));
  return {
    e: "outboundAccountPosition",
    E: nowMs,
    u: timeMs,
    B: [...latest.values()].map(({ assetId, availableUnits, frozenUnits }) => {
      const { spec } = listings.asset(assetId);
      return {
        a: spec.symbol,
        f: formatDecimal(availableUnits, spec.scale),
        l: formatDecimal(frozenUnits, spec.scale),
      };
    }),
  };
}
