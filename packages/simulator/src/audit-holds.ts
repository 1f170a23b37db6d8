import type { OrderChanged } from "@candor/domain/events/events";
import type { AccountAudit, AuditedAccount } from "./audit-accounts.ts";
import { AuditError, ensure } from "./audit-error.ts";
import type { AuditMarket } from "./audit-market.ts";
import {
  type AuditedOrder,
  isIdle,
  isLive,
  type OrderAudit,
  obligationOf,
  offeredLots,
} from "./audit-orders.ts";
import { leverWallet } from "./lever-wallet.ts";

/**
 * What orders offer in the books and have frozen in the accounts, compared before and after each command, because the
 * total effect of its trades and changes is known only at its end.
 */
export class HoldAudit {
  private readonly orders: OrderAudit;
  private readonly accounts: AccountAudit;
  private readonly markets: readonly AuditMarket[];
  /** The orders that this command touched. */
  private readonly orderIds = new Set<number>();
  /** The frozen amount of an order, or a pair of OCO legs, before this command. */
  private readonly heldBefore = new Map<number, { account: AuditedAccount; units: number }>();

  constructor(orders: OrderAudit, accounts: AccountAudit, markets: readonly AuditMarket[]) {
    this.orders = orders;
    this.accounts = accounts;
    this.markets = markets;
  }

  beginCommand(): void {
    this.orderIds.clear();
    this.heldBefore.clear();
  }

  /** Records what an order held before this command first touched it. */
  remember(event: OrderChanged): void {
    this.orderIds.add(event.orderId);
    const name = holdName(event);
    if (this.heldBefore.has(name)) return;
    const { baseAsset, quoteAsset } = this.market(event);
    const wallet = event.product === "lever" ? leverWallet(event.marketId) : "coin";
    const account = this.accounts.of(event.userId, wallet, event.side === "buy" ? quoteAsset : baseAsset);
    this.heldBefore.set(name, { account, units: this.heldFor(name) });
  }

  /** Runs after the last order and trade: updates the book and the holds for the touched orders. */
  settle(): void {
    for (const orderId of this.orderIds) {
      const order = this.orders.touched.get(orderId);
      if (order === undefined) throw new AuditError(`order ${orderId} traded but was not emitted`);
      const { side, priceTicks } = order.state;
      const market = this.market(order.state);
      const lots = restingLots(order);
      if (order.restingTicks === priceTicks) market.rest(side, priceTicks, lots - order.restingLots);
      else {
        market.rest(side, order.restingTicks, 0 - order.restingLots);
        market.rest(side, priceTicks, lots);
      }
      order.restingLots = lots;
      order.restingTicks = priceTicks;
    }
    this.orderIds.clear();
    for (const [name, { account, units }] of this.heldBefore)
      this.accounts.freeze(account, this.heldFor(name) - units);
    this.heldBefore.clear();
  }

  endCommand(): void {
    for (const { state } of this.orders.touched.values()) this.checkGroup(state);
  }

  /** Checks that two legs of an OCO are live only while neither has executed or triggered. */
  private checkGroup({ groupId }: OrderChanged): void {
    if (groupId === 0) return;
    const pair = groupId > 0 ? groupId : 1 - groupId;
    const legs = [this.memberOf(groupId, pair), this.memberOf(groupId, pair + 1)];
    const isUntouched = legs.every((leg) => leg?.executedLots === 0 && waitsOrRests(leg));
    ensure(isUntouched || legs.includes(undefined), `both legs of OCO ${groupId} are still live`);
    if (groupId < 0) this.checkWaiting(groupId, legs);
  }

  /** Checks that the orders of a list wait while its first order is live, and no longer than until the queue is empty. */
  private checkWaiting(groupId: number, legs: readonly (AuditedOrder | undefined)[]): void {
    const isFirstLive = this.orders.live.has(0 - groupId);
    for (const leg of legs)
      ensure(
        leg === undefined || !isFirstLive || leg.state.status === "pending",
        `order ${leg?.state.orderId} of list ${groupId} does not wait`,
      );
    ensure(!isFirstLive || legs[0] !== undefined, `list ${groupId} has only its first order`);
  }

  private memberOf(groupId: number, orderId: number): AuditedOrder | undefined {
    const order = this.orders.live.get(orderId);
    return order?.state.groupId === groupId ? order : undefined;
  }

  /** The amount to freeze for an order, or for a pair of OCO legs together: the larger of the two. */
  private heldFor(name: number): number {
    const legs = [name, name + 1].map((orderId) => this.orders.live.get(orderId));
    return legs.reduce((most, order, index) => {
      const isPart = order !== undefined && (index === 0 || holdName(order.state) === name);
      return isPart ? Math.max(most, obligationOf(order, this.market(order.state))) : most;
    }, 0);
  }

  private market({ marketId }: OrderChanged): AuditMarket {
    return this.markets[marketId] as AuditMarket;
  }
}

const waitsOrRests = ({ state }: AuditedOrder): boolean => state.type === "limit" || isIdle(state);

/** The legs of an OCO share one hold, keyed by the first of them. */
function holdName({ groupId, orderId }: OrderChanged): number {
  if (groupId >= 0) return groupId > 0 ? groupId : orderId;
  return orderId === 0 - groupId ? orderId : 1 - groupId;
}

/** The lots that an order offers in the book. Only limit prices rest, and never before their trigger. */
function restingLots(order: AuditedOrder): number {
  if (!isLive(order.state) || isIdle(order.state)) return 0;
  return offeredLots(order);
}
