import type { MatchPrevented, OrderChanged } from "@candor/domain/events/events";
import { RULES } from "@candor/domain/rules";
import { ensure } from "./audit-error.ts";
import type { AuditedOrder, OrderAudit } from "./audit-orders.ts";

/** Modes that change the order that came, and those that change the one that rested. */
const CHANGES_TAKER: readonly MatchPrevented["selfTrade"][] = [
  "expire-taker",
  "expire-both",
  "decrement",
  "unspecified",
];
const CHANGES_MAKER: readonly MatchPrevented["selfTrade"][] = ["expire-maker", "expire-both", "decrement"];

/** Checks each prevented match against its two orders, and that self-trade prevention changes no other order. */
export class PreventedAudit {
  private readonly orders: Pick<OrderAudit, "live">;
  /** Orders that the matches of this command may change. */
  private readonly affected = new Set<number>();
  private lastMatchId = -1;

  constructor(orders: Pick<OrderAudit, "live">) {
    this.orders = orders;
  }

  beginCommand(): void {
    this.affected.clear();
  }

  match(event: MatchPrevented): void {
    const { matchId, takerOrderId, makerOrderId, selfTrade } = event;
    ensure(matchId > this.lastMatchId, `prevented match ${matchId} after ${this.lastMatchId}`);
    this.lastMatchId = matchId;
    const taker = this.orderOf(event, takerOrderId);
    const maker = this.orderOf(event, makerOrderId);
    ensure(taker.state.side !== maker.state.side, `prevented match ${matchId}: both orders on one side`);
    ensure(taker.state.selfTrade === selfTrade, `prevented match ${matchId} has mode ${selfTrade}`);
    ensure(
      maker.state.priceTicks === event.priceTicks,
      `prevented match ${matchId} not at the maker's price`,
    );
    ensure(
      leftOf(maker) === event.makerLots,
      `prevented match ${matchId}: the maker's ${leftOf(maker)} lots`,
    );
    const isQuote = taker.state.quantityLots === 0;
    ensure(
      event.takerLots === (isQuote ? 0 : leftOf(taker)) || isQuote,
      `prevented match ${matchId}: the taker's ${leftOf(taker)} lots`,
    );
    if (CHANGES_TAKER.includes(selfTrade)) this.affected.add(takerOrderId);
    if (CHANGES_MAKER.includes(selfTrade)) this.affected.add(makerOrderId);
  }

  changed({ orderId, product, reason }: OrderChanged, rules: number): void {
    if (reason !== "self-trade" || product === "contract" || rules < RULES.preventedMatches) return;
    ensure(this.affected.has(orderId), `order ${orderId} changed without a prevented match`);
  }

  private orderOf({ matchId, marketId, userId }: MatchPrevented, orderId: number): AuditedOrder {
    const order = this.orders.live.get(orderId);
    const { state } = order ?? {};
    ensure(
      state?.userId === userId && state.marketId === marketId,
      `prevented match ${matchId} of order ${orderId}, which has another user or market`,
    );
    return order as AuditedOrder;
  }
}

const leftOf = ({ state, executedLots }: AuditedOrder): number => state.quantityLots - executedLots;
