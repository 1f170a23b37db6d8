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
 * Fetches what commands of contracts that wait are about while others are executed. With many users a command finds
 * little of its state in the processor's caches and waits for one row after the other; rows that are read before they are
 * needed are waited for together. Spot commands need too few rows to gain by it. Reading is all that happens here: no event
 * and no snapshot depends on it.
 *
 * A command is followed in two steps: what its numbers lead to when it is announced, what these rows lead to when the
 * next one is.
 */
export class Prefetch {
  private readonly users: UserTable;
  private readonly orders: LiveOrders;
  private readonly markets: readonly ListedMarket[];
  /** Of the command announced last: whose order it places, or the order that it is about; 0 and NONE: neither. */
  private userId = 0;
  private slot = NONE;
  /** What was read ends here, because V8 leaves out what nobody uses. */
  private readonly seen = new Float64Array(1);

  constructor(users: UserTable, orders: LiveOrders, markets: readonly ListedMarket[]) {
    this.users = users;
    this.orders = orders;
    this.markets = markets;
  }

  /** As StateMachine.prefetch. */
  announce(userId: number, marketId: number, orderId: number): void {
    this.followLast();
    if (orderId !== 0) this.announceOrder(orderId);
    else if (marketId >= 0 && marketId < this.markets.length) this.announcePlacing(userId, marketId);
  }

  /** A contract's order that rests is about to trade: the owner of the next one of its price, and the order after that. */
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

  /** From the rows of the command announced before: the orders beside the one that it is about, or the user's newest. */
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
