import type { PositionLeg } from "@candor/domain/enumerations";
import type { PositionChanged } from "@candor/domain/events/contract-events";
import type { ExchangeEvent, OrderChanged, TradeMade } from "@candor/domain/events/events";
import { ensure } from "../audit-error.ts";
import { nameOf } from "./audited-accounts.ts";

/**
 * Rules of contracts that are not about amounts: reduce-only orders never do anything else, a trigger fires once, and
 * without an index nothing trades, is liquidated or funded.
 */
export class ContractRules {
  private readonly reduceOnly = new Set<number>();
  private readonly triggered = new Set<number>();
  /** The legs of orders of hedge mode. */
  private readonly legs = new Map<number, PositionLeg>();
  /** Orders in the book that may open a position; and how many of them each position has. */
  private readonly opening = new Set<number>();
  private readonly openingCounts = new Map<string, number>();
  /** The positions that the command changed. */
  private readonly told: PositionChanged[] = [];
  /** Spot markets by symbol, and spot markets that currently have an index. */
  private readonly spotMarkets = new Map<string, number>();
  private readonly indexed = new Set<number>();
  private readonly follows = new Map<number, number>();

  apply(event: ExchangeEvent): void {
    switch (event.kind) {
      case "market-listed":
        this.spotMarkets.set(event.market.symbol, event.marketId);
        return;
      case "contract-listed":
        this.follows.set(event.marketId, this.spotMarkets.get(event.contract.indexSymbol) ?? -1);
        return;
      case "index-changed":
        if (event.priceE8 > 0) this.indexed.add(event.marketId);
        else this.indexed.delete(event.marketId);
        return;
      case "order-changed":
        return this.order(event);
      case "position-changed":
        this.told.push(event);
        return;
      case "liquidation-step":
      case "funding-settled":
      case "mark-changed":
      case "trade-made":
        ensure(
          this.indexed.has(this.follows.get(event.marketId) ?? -1),
          `${event.kind} in market ${event.marketId} without an index`,
        );
        return;
      default:
        return;
    }
  }

  /** The position that the order trades for; undefined in one-way mode, and for trades of the insurance fund. */
  legOf(orderId: number): PositionLeg | undefined {
    return this.legs.get(orderId);
  }

  /** A position without orders in the book that may open it has no margin frozen for them. */
  endCommand(): void {
    for (const { userId, marketId, leg, orderMarginUnits } of this.told)
      ensure(
        orderMarginUnits === 0 || (this.openingCounts.get(nameOf(userId, marketId, leg)) ?? 0) > 0,
        `user ${userId} in market ${marketId}: ${orderMarginUnits} frozen for orders, and no order needs it`,
      );
    this.told.length = 0;
  }

  /** Checks a trade against what its two sides held before it. */
  trade(trade: TradeMade, makerLots: number, takerLots: number): void {
    const signed = trade.takerSide === "buy" ? trade.quantityLots : 0 - trade.quantityLots;
    this.reduces(trade.takerOrderId, takerLots, signed);
    this.reduces(trade.makerOrderId, makerLots, 0 - signed);
  }

  private reduces(orderId: number, before: number, signedLots: number): void {
    if (!this.reduceOnly.has(orderId)) return;
    const isOpposite = before !== 0 && before > 0 !== signedLots > 0;
    ensure(
      isOpposite && Math.abs(signedLots) <= Math.abs(before),
      `reduce-only order ${orderId} trades ${signedLots} lots against ${before}`,
    );
  }

  private countOpening(event: OrderChanged): void {
    const { orderId, userId, marketId, leg, status, reduceOnly, cause } = event;
    const rests = cause !== "closed" && (status === "open" || status === "partially-filled") && !reduceOnly;
    if (rests === this.opening.has(orderId)) return;
    const name = nameOf(userId, marketId, leg);
    this.openingCounts.set(name, (this.openingCounts.get(name) ?? 0) + (rests ? 1 : -1));
    if (rests) this.opening.add(orderId);
    else this.opening.delete(orderId);
  }

  private order(event: OrderChanged): void {
    this.countOpening(event);
    if (event.reduceOnly) this.reduceOnly.add(event.orderId);
    if (event.leg !== undefined) this.legs.set(event.orderId, event.leg);
    ensure(this.legs.get(event.orderId) === event.leg, `order ${event.orderId} changed its position`);
    if (event.leg !== undefined)
      ensure(
        event.reduceOnly === ((event.leg === "long") !== (event.side === "buy")),
        `a ${event.side} order ${event.orderId} of the ${event.leg} position`,
      );
    if (event.timeInForce === "fok" && event.cause === "closed")
      ensure(
        event.executedLots === 0,
        `fill-or-kill order ${event.orderId} ended with ${event.executedLots} lots`,
      );
    if (event.cause !== "triggered") return;
    ensure(!this.triggered.has(event.orderId), `order ${event.orderId} was triggered twice`);
    this.triggered.add(event.orderId);
  }
}
