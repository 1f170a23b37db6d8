import type { UserTable } from "../ledger/user-table.ts";
import {
  CODES,
  MARKET_ID,
  NEXT,
  NONE,
  PREV,
  SLOTS,
  USER_ID,
  USER_NEXT,
  USER_PREV,
} from "../memory/order-slab.ts";
import type { ListedMarket } from "./listed-market.ts";
import type { LiveOrders } from "./orders/live-orders.ts";
import type { Contract } from "./perpetual/contract.ts";

/**
 * Prefetches the state that queued contract commands will need while earlier ones execute. With many users a command
 * finds little of its state in the processor's caches and waits for one row after another; rows that are read in
 * advance are fetched in parallel. Spot commands need too few rows to gain from it. It only reads: no event and no
 * snapshot depends on it.
 *
 * A command is prefetched in two steps: the rows that its numbers point to when it is announced, and the rows behind
 * those when the next command is announced.
 */
export class Prefetch {
  private readonly users: UserTable;
  private readonly orders: LiveOrders;
  private readonly markets: readonly ListedMarket[];
  /**
   * Of the last announced command: the user whose order it places, or the order it refers to; 0 and NONE for neither.
   */
  private userId = 0;
  private slot = NONE;
  /** Receives every value read, because V8 drops reads whose result is unused. */
  private readonly seen = new Float64Array(1);

  constructor(users: UserTable, orders: LiveOrders, markets: readonly ListedMarket[]) {
    this.users = users;
    this.orders = orders;
    this.markets = markets;
  }

  /** Like StateMachine.prefetch. */
  announce(userId: number, marketId: number, orderId: number): void {
    this.followLast();
    if (orderId !== 0) this.announceOrder(orderId);
    else if (marketId >= 0 && marketId < this.markets.length) this.announcePlacing(userId, marketId);
  }

  /**
   * A resting contract order is about to trade: prefetches the owner of the next order at its price, and the order
   * after that.
   */
  followMaker(contract: Contract, maker: number): void {
    const { ints } = this.orders.slab;
    const next = ints[(maker & SLOTS) + NEXT] as number;
    if (next === NONE) return;
    const row = next & SLOTS;
    this.seen[0] =
      this.peekUser(contract, ints[row + USER_ID] as number) + this.peekOrder(ints[row + NEXT] as number);
  }

  private announcePlacing(userId: number, marketId: number): void {
    const { users, markets } = this;
    const contract = markets[marketId]?.contract;
    if (contract === undefined || !users.isOpen(userId)) return;
    this.userId = userId;
    this.seen[0] = this.peekUser(contract, userId);
  }

  private announceOrder(orderId: number): void {
    const { orders } = this;
    const slot = orders.find(orderId);
    if (slot === NONE) return;
    this.slot = slot;
    this.seen[0] = this.peekOrder(slot);
  }

  /** Follows the rows of the previously announced command: the neighbors of its order, or the user's newest order. */
  private followLast(): void {
    const { userId, slot, orders, markets } = this;
    if (slot !== NONE) {
      this.slot = NONE;
      const { ints } = orders.slab;
      const row = slot & SLOTS;
      const contract = markets[ints[row + MARKET_ID] as number]?.contract;
      if (contract === undefined) return;
      this.seen[0] =
        this.peekUser(contract, ints[row + USER_ID] as number) +
        this.peekOrder(ints[row + PREV] as number) +
        this.peekOrder(ints[row + NEXT] as number) +
        this.peekOrder(ints[row + USER_PREV] as number) +
        this.peekOrder(ints[row + USER_NEXT] as number);
    } else if (userId !== 0) {
      this.userId = 0;
      this.seen[0] = this.peekOrder(orders.newestOf(userId));
    }
  }

  private peekUser(contract: Contract, userId: number): number {
    return this.users.peek(userId) + contract.peek(userId);
  }

  private peekOrder(slot: number): number {
    return slot === NONE ? 0 : (this.orders.slab.ints[(slot & SLOTS) + CODES] as number);
  }
}
