import { isLeverSide, sideFlags } from "@candor/codec/event-record";
import { RULES } from "@candor/domain/rules";
import { divideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import { hiddenLotsOf, leftLotsOf, showNext } from "../book/iceberg.ts";
import type { MatchSink } from "../book/match.ts";
import { COIN } from "../ledger/account-number.ts";
import {
  BUY,
  CODES,
  HAS_MORE,
  ORDER_ID,
  PRICE_TICKS,
  QUANTITY_LOTS,
  REMAINING_LOTS,
  SIDE,
  SLOTS,
  USER_ID,
} from "../memory/order-slab.ts";
import { RELEASED, scratch } from "../memory/scratch.ts";
import { payReferral } from "../referral/pay-referral.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import type { Market } from "../state/market/market.ts";
import {
  BY_SELF_TRADE,
  DECREMENT,
  EXPIRE_MAKER,
  EXPIRED,
  expiresMaker,
  FILLED,
  isLever,
  REDUCED,
  selfTradeOf,
} from "../state/orders/order-codes.ts";
import { numberTrade } from "./number-trade.ts";
import { groupOf, waitingListOf } from "./order-groups.ts";
import {
  closeOrder,
  dissolveGroup,
  emitFill,
  emitOrderWithFill,
  holdAccount,
  noteChange,
  queuePending,
  tradingAccount,
} from "./order-life.ts";
import { emitPrevented } from "./prevented-match.ts";
import { shrinkOrder } from "./shrink-order.ts";

/**
 * Moves the money of one taker's fills. The buyer pays price × quantity in quote, the seller the quantity in base. Each
 * receives the other's payment less a fee in the received asset, rounded up in the venue's favor.
 *
 * Makers are settled fill by fill; the taker's side and the fees are summed and booked once by `end`. Between `begin`
 * and `end` the ledger does not balance, and nothing else runs. Inviters' shares are also paid fill by fill.
 */
class Settlement implements MatchSink {
  private state!: ExchangeState;
  private market!: Market;
  private taker = 0;
  private takerId = 0;
  private takerUserId = 0;
  private takerSide = 0;
  private takerFlags = 0;
  private isTakerReferred = false;
  private baseAccount = 0;
  private quoteAccount = 0;
  private baseTotal = 0;
  private quoteTotal = 0;
  private baseUnits = 0;
  private takerFeeUnits = 0;
  private makerFeeUnits = 0;

  /** Since `begin`: the fills, their value, the first and last price, and whether self-trade prevention ended it. */
  fills = 0;
  quoteUnits = 0;
  firstTicks = 0;
  lastTicks = 0;
  stoppedBySelfTrade = false;
  /** Lots by which the taker became smaller, because it reached orders of its own user. */
  preventedLots = 0;
  /** What was released of the taker's hold for it. */
  freedUnits = 0;

  /** The taker's fees since `begin`, in the received asset. */
  get feeUnits(): number {
    return this.takerFeeUnits;
  }

  /** The taker must be a row of the slab that does not rest, and its hold must cover what it is about to pay. */
  begin(state: ExchangeState, market: Market, taker: number): void {
    const { ledger, orders } = state;
    const { slab } = orders;
    const row = taker & SLOTS;
    this.state = state;
    this.market = market;
    this.taker = taker;
    this.takerId = slab.numbers[(row >> 1) + ORDER_ID] as number;
    this.takerUserId = slab.ints[row + USER_ID] as number;
    this.takerSide = slab.ints[row + SIDE] as number;
    const codes = slab.ints[row + CODES] as number;
    this.takerFlags = sideFlags(codes);
    this.isTakerReferred = state.users.isReferred(this.takerUserId);
    if (isLever(codes)) {
      this.baseAccount = tradingAccount(state, market, taker, false);
      this.quoteAccount = tradingAccount(state, market, taker, true);
    } else {
      this.baseAccount = ledger.account(this.takerUserId, COIN, market.baseAsset);
      this.quoteAccount = ledger.account(this.takerUserId, COIN, market.quoteAsset);
    }
    this.baseTotal = ledger.total(this.baseAccount);
    this.quoteTotal = ledger.total(this.quoteAccount);
    this.baseUnits = 0;
    this.takerFeeUnits = 0;
    this.makerFeeUnits = 0;
    this.fills = 0;
    this.quoteUnits = 0;
    this.firstTicks = 0;
    this.stoppedBySelfTrade = false;
    this.preventedLots = 0;
    this.freedUnits = 0;
  }

  onFill(maker: number, lots: number, ticks: number, leftLots: number): void {
    const { state, market } = this;
    const { ledger, orders } = state;
    const { ints, numbers } = orders.slab;
    const row = maker & SLOTS;
    const half = row >> 1;
    const quote = market.notional(ticks, lots);
    const base = lots * market.lotUnits;
    const makerUserId = ints[row + USER_ID] as number;
    const makerCodes = ints[row + CODES] as number;
    let makerBaseAccount: number;
    let makerQuoteAccount: number;
    if (isLever(makerCodes)) {
      makerBaseAccount = tradingAccount(state, market, maker, false);
      makerQuoteAccount = tradingAccount(state, market, maker, true);
    } else {
      makerBaseAccount = ledger.account(makerUserId, COIN, market.baseAsset);
      makerQuoteAccount = ledger.account(makerUserId, COIN, market.quoteAsset);
    }
    let makerFee: number;
    let takerFee: number;
    let makerBase: number;
    let makerQuote: number;
    if (this.takerSide === BUY) {
      takerFee = feeInVenueFavour(base, market.takerFeePpm);
      makerFee = feeInVenueFavour(quote, market.makerFeePpm);
      makerBase = ledger.takeFrozen(makerBaseAccount, base);
      makerQuote = ledger.give(makerQuoteAccount, quote - makerFee);
      this.baseTotal += base - takerFee;
      this.quoteTotal -= quote;
    } else {
      takerFee = feeInVenueFavour(quote, market.takerFeePpm);
      makerFee = feeInVenueFavour(base, market.makerFeePpm);
      makerBase = ledger.give(makerBaseAccount, base - makerFee);
      makerQuote = ledger.takeFrozen(makerQuoteAccount, quote);
      this.baseTotal -= base;
      this.quoteTotal += quote - takerFee;
    }
    state.levels.touch(market.id, 1 - this.takerSide, ticks);
    state.out.tradeMade(
      ++state.lastTradeId,
      market.id,
      ticks,
      lots,
      quote,
      this.takerSide,
      numbers[half + ORDER_ID] as number,
      this.takerId,
      makerUserId,
      this.takerUserId,
      makerFee,
      takerFee,
      sideFlags(makerCodes),
      this.takerFlags,
      makerBase,
      makerQuote,
      this.baseTotal,
      this.quoteTotal,
      numberTrade(state, market, this.fills > 0 && this.lastTicks === ticks),
      market.lastAggregateId,
    );
    this.addUp(ticks, base, quote, takerFee, makerFee);
    if (this.isTakerReferred || state.users.isReferred(makerUserId))
      this.payReferrals(makerUserId, makerFee, takerFee);
    const left = (makerCodes & HAS_MORE) === 0 ? leftLots : this.nextPart(maker, leftLots);
    emitFill(state, maker, left, quote, makerFee);
    if (groupOf(state, maker) !== 0) this.leaveGroup(maker, left, lots, ticks);
    if (isLever(makerCodes)) state.leverage.noteFill(maker, this.takerSide === BUY ? quote : base, makerFee);
    if (left === 0) orders.remove(maker, FILLED);
  }

  /**
   * An iceberg whose visible part is filled rests with its next one.
   * @returns the lots that the maker has left, visible or not
   */
  private nextPart(maker: number, leftLots: number): number {
    const { slab } = this.state.orders;
    const hidden = hiddenLotsOf(slab, maker);
    if (leftLots === 0 && hidden > 0) showNext(this.market.book, maker);
    return leftLots + hidden;
  }

  private addUp(ticks: number, base: number, quote: number, takerFee: number, makerFee: number): void {
    this.baseUnits += base;
    this.quoteUnits += quote;
    this.takerFeeUnits += takerFee;
    this.makerFeeUnits += makerFee;
    if (this.fills++ === 0) this.firstTicks = ticks;
    this.lastTicks = ticks;
  }

  /**
   * A leg of an OCO has been filled: the other leg is canceled. The pending orders of a list are queued once its first
   * order is filled.
   */
  private leaveGroup(maker: number, leftLots: number, lots: number, ticks: number): void {
    const { state, market } = this;
    const openLots = leftLots + lots;
    const needed = this.takerSide === BUY ? openLots * market.lotUnits : market.notional(ticks, openLots);
    dissolveGroup(state, market, maker, needed);
    const waitingList = leftLots === 0 ? waitingListOf(state, maker) : 0;
    if (waitingList !== 0) queuePending(state, waitingList);
  }

  /** Shares the fees of the last emitted trade with the inviters of those who pay them. */
  private payReferrals(makerUserId: number, makerFee: number, takerFee: number): void {
    const { state, market, takerSide } = this;
    const [takerAsset, makerAsset] =
      takerSide === BUY ? [market.baseAsset, market.quoteAsset] : [market.quoteAsset, market.baseAsset];
    if (state.users.isReferred(makerUserId))
      payReferral(state, makerUserId, market, state.lastTradeId, makerAsset, makerFee);
    if (this.isTakerReferred)
      payReferral(state, this.takerUserId, market, state.lastTradeId, takerAsset, takerFee);
  }

  onSelfTrade(maker: number, leftLots: number): number {
    const mode = selfTradeOf(this.state.orders.slab.ints[(this.taker & SLOTS) + CODES] as number);
    if (this.state.rules >= RULES.preventedMatches)
      emitPrevented(this.state, this.market, this.taker, maker, leftLots, mode);
    if (mode === DECREMENT) return this.decrement(maker, leftLots);
    if (expiresMaker(mode)) closeOrder(this.state, maker, EXPIRED, BY_SELF_TRADE);
    this.stoppedBySelfTrade = mode !== EXPIRE_MAKER;
    return mode === EXPIRE_MAKER ? 0 : -1;
  }

  /** Takes the smaller quantity off both orders. One of a list, which shares its hold, expires instead. */
  private decrement(maker: number, leftLots: number): number {
    const { state, market } = this;
    const makerLots = leftLotsOf(state.orders.slab, maker);
    const lots = Math.min(leftLots, makerLots);
    if (lots < makerLots && groupOf(state, maker) === 0)
      shrinkOrder(state, market, maker, lots, BY_SELF_TRADE);
    else closeOrder(state, maker, EXPIRED, BY_SELF_TRADE);
    if (lots < leftLots) this.shrinkTaker(lots);
    this.preventedLots += lots;
    this.stoppedBySelfTrade = lots === leftLots;
    return lots;
  }

  /** Takes lots off the taker, which has more left. A buy at market has nothing held for them. */
  private shrinkTaker(lots: number): void {
    const { state, market, taker } = this;
    const { ints } = state.orders.slab;
    const row = taker & SLOTS;
    const isBuy = this.takerSide === BUY;
    const freed = isBuy ? market.notional(ints[row + PRICE_TICKS] as number, lots) : lots * market.lotUnits;
    if (freed > 0) state.ledger.release(holdAccount(state, market, taker), freed);
    this.freedUnits += freed;
    ints[row + QUANTITY_LOTS] = (ints[row + QUANTITY_LOTS] as number) - lots;
    const remaining = (ints[row + REMAINING_LOTS] as number) - lots;
    // The row gets its fills only at the end.
    ints[row + REMAINING_LOTS] = remaining - divideFloor(this.baseUnits, market.lotUnits);
    noteChange(state, taker);
    emitOrderWithFill(state, taker, REDUCED, BY_SELF_TRADE, freed, this.quoteUnits, this.takerFeeUnits);
    ints[row + REMAINING_LOTS] = remaining;
  }

  /**
   * Books the taker's side of all fills, and the fees. The caller updates the order itself. The sums can still be read.
   * @returns what was taken from the taker's hold
   */
  end(): number {
    const { state, market, taker } = this;
    this.state = RELEASED;
    this.market = RELEASED;
    if (this.fills === 0) return 0;
    const { ledger } = state;
    let spent: number;
    if (this.takerSide === BUY) {
      spent = this.quoteUnits;
      ledger.takeFrozen(this.quoteAccount, spent);
      ledger.give(this.baseAccount, this.baseUnits - this.takerFeeUnits);
      ledger.giveFees(market.baseAsset, this.takerFeeUnits);
      ledger.giveFees(market.quoteAsset, this.makerFeeUnits);
    } else {
      spent = this.baseUnits;
      ledger.takeFrozen(this.baseAccount, spent);
      ledger.give(this.quoteAccount, this.quoteUnits - this.takerFeeUnits);
      ledger.giveFees(market.quoteAsset, this.takerFeeUnits);
      ledger.giveFees(market.baseAsset, this.makerFeeUnits);
    }
    if (isLeverSide(this.takerFlags))
      state.leverage.noteFill(
        taker,
        this.takerSide === BUY ? this.baseUnits : this.quoteUnits,
        this.takerFeeUnits,
      );
    market.lastTicks = this.lastTicks;
    state.fillsLeft -= this.fills;
    return spent;
  }
}

/** Settlement of the order being executed. Its sums can be read until the next order begins. */
export const settlement = scratch(new Settlement());
