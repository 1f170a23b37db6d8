import { SELF_TRADE_MODES, TIMES_IN_FORCE } from "@candor/domain/enumerations";
import {
  CODES,
  NONE,
  ORDER_ID,
  OrderSlab,
  PRICE_TICKS,
  QUANTITY_LOTS,
  REMAINING_LOTS,
  SIDE,
  USER_ID,
} from "../memory/order-slab.ts";
import { type BookListener, PLACE_OUTCOMES } from "./book-listener.ts";
import { hiddenLotsOf, hideRest, leftLotsOf, reduceResting, setVisible, showNext } from "./iceberg.ts";
import { canFill, type MatchSink, match, OWN_ORDERS } from "./match.ts";
import { OrderBook } from "./order-book.ts";
import { OrderDirectory } from "./order-directory.ts";

const IOC = TIMES_IN_FORCE.indexOf("ioc");
const FOK = TIMES_IN_FORCE.indexOf("fok");
const POST_ONLY = TIMES_IN_FORCE.indexOf("post-only");
const EXPIRE_TAKER = SELF_TRADE_MODES.indexOf("expire-taker");
const EXPIRE_MAKER = SELF_TRADE_MODES.indexOf("expire-maker");

const FILLED = PLACE_OUTCOMES.indexOf("filled");
const RESTING = PLACE_OUTCOMES.indexOf("resting");
const EXPIRED_IOC = PLACE_OUTCOMES.indexOf("expired-ioc");
const EXPIRED_FOK = PLACE_OUTCOMES.indexOf("expired-fok");
const EXPIRED_SELF_TRADE = PLACE_OUTCOMES.indexOf("expired-self-trade");
const REFUSED = PLACE_OUTCOMES.indexOf("refused");

/**
 * A market without money: the fast book with limit orders addressed by id, times in force and self-trade prevention.
 * The "book only" benchmarks measure it, and tests compare it with NaiveBook. The exchange adds holds, fees and events
 * to the same parts.
 */
export class RuledBook implements MatchSink {
  readonly slab = new OrderSlab();
  readonly directory = new OrderDirectory(this.slab);
  readonly book = new OrderBook(this.slab);
  /** The id of the last accepted order. Ids count from 1. */
  lastOrderId = 0;
  /** Lots that the last `place` did not execute, whether they rest or expired. */
  leftLots = 0;

  private readonly listener: BookListener;
  private takerSelfTrade = 0;
  private stoppedBySelfTrade = false;

  constructor(listener: BookListener) {
    this.listener = listener;
  }

  /**
   * Places a limit order. `userId` 0 means no user, which trades with everyone; `timeInForce` and `selfTrade` are
   * indexes into the protocol's lists, of the modes only those that expire orders. `visibleLots`: what an iceberg shows at a
   * time; 0 for all other orders.
   * @returns the index into PLACE_OUTCOMES; unless it was rejected, its id is `lastOrderId`
   */
  place(
    userId: number,
    side: number,
    ticks: number,
    lots: number,
    timeInForce: number,
    selfTrade: number,
    visibleLots = 0,
  ): number {
    this.leftLots = lots;
    if (timeInForce === POST_ONLY && this.book.wouldTake(side, ticks)) return REFUSED;
    const orderId = ++this.lastOrderId;
    if (timeInForce === FOK) {
      const ownOrders = selfTrade === EXPIRE_MAKER ? OWN_ORDERS.skip : OWN_ORDERS.block;
      if (!canFill(this.book, side, ticks, lots, userId, ownOrders)) return EXPIRED_FOK;
    }
    this.takerSelfTrade = selfTrade;
    this.stoppedBySelfTrade = false;
    const leftLots = match(this.book, side, ticks, lots, userId, this);
    this.leftLots = leftLots;
    if (leftLots === 0) return FILLED;
    if (this.stoppedBySelfTrade) return EXPIRED_SELF_TRADE;
    if (timeInForce === IOC) return EXPIRED_IOC;
    this.rest(orderId, userId, side, ticks, lots, visibleLots);
    return RESTING;
  }

  /** @returns false when no such order rests */
  cancel(orderId: number): boolean {
    const slot = this.directory.delete(orderId);
    if (slot === NONE) return false;
    this.book.remove(slot);
    this.slab.release(slot);
    return true;
  }

  /**
   * Lowers the remaining lots of an order by `lots`, keeping its priority.
   * @returns false unless 0 < lots < remaining
   */
  reduce(orderId: number, lots: number): boolean {
    const slot = this.directory.get(orderId);
    if (slot === NONE || lots < 1 || lots >= leftLotsOf(this.slab, slot)) return false;
    reduceResting(this.book, slot, lots);
    return true;
  }

  onFill(makerSlot: number, lots: number, ticks: number, visibleLeft: number): void {
    const hidden = hiddenLotsOf(this.slab, makerSlot);
    const leftLots = visibleLeft + hidden;
    if (visibleLeft === 0 && hidden > 0) showNext(this.book, makerSlot);
    this.listener.onTrade(
      this.slab.numbers[(makerSlot >> 1) + ORDER_ID] as number,
      this.lastOrderId,
      lots,
      ticks,
      leftLots,
    );
    if (leftLots === 0) this.close(makerSlot);
  }

  onSelfTrade(makerSlot: number): number {
    const goesOn = this.takerSelfTrade === EXPIRE_MAKER;
    this.stoppedBySelfTrade = !goesOn;
    if (this.takerSelfTrade === EXPIRE_TAKER) return -1;
    this.book.remove(makerSlot);
    this.listener.onMakerExpired(this.slab.numbers[(makerSlot >> 1) + ORDER_ID] as number);
    this.close(makerSlot);
    return goesOn ? 0 : -1;
  }

  /** Bytes of everything that grows with the orders. */
  get byteLength(): number {
    return this.slab.byteLength + this.directory.byteLength + this.book.byteLength;
  }

  private rest(
    orderId: number,
    userId: number,
    side: number,
    ticks: number,
    lots: number,
    visibleLots: number,
  ): void {
    const slab = this.slab;
    const slot = slab.allocateUncleared();
    slab.numbers[(slot >> 1) + ORDER_ID] = orderId;
    slab.ints[slot + USER_ID] = userId;
    slab.ints[slot + SIDE] = side;
    slab.ints[slot + PRICE_TICKS] = ticks;
    slab.ints[slot + QUANTITY_LOTS] = lots;
    slab.ints[slot + REMAINING_LOTS] = this.leftLots;
    slab.ints[slot + CODES] = 0;
    if (visibleLots > 0) {
      setVisible(slab, slot, visibleLots);
      hideRest(slab, slot);
    }
    this.book.insert(slot);
    this.directory.set(orderId, slot);
  }

  private close(slot: number): void {
    this.directory.delete(this.slab.numbers[(slot >> 1) + ORDER_ID] as number);
    this.slab.release(slot);
  }
}
