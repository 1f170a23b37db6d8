import { DIRECTIONS, OPTION_STATUSES } from "@candor/domain/enumerations";
import {
  LEVER_CAUSES,
  LEVER_STATUSES,
  type LeverCause,
  type LeverState,
} from "@candor/domain/events/lever-events";
import type { OptionState } from "@candor/domain/events/option-events";
import { EventBuffer, PLACES } from "./event-buffer.ts";
import { EVENT, KIND_RANGE, ORDER_WORDS } from "./event-record.ts";

/** First words of the frequent records. */
const EXECUTED_HEAD = EVENT.executed + KIND_RANGE * 10;
/** Without a key, whose words follow; each word adds KIND_RANGE. */
const ORDER_CHANGED_HEAD = EVENT.orderChanged + KIND_RANGE * ORDER_WORDS;
/** Before rules 7, which add NUMBER_WORDS. */
const TRADE_WORDS = 19;
const NUMBER_WORDS = 2;
const TRADE_MADE_HEAD = EVENT.tradeMade + KIND_RANGE * TRADE_WORDS;
const NUMBERED_TRADE_HEAD = TRADE_MADE_HEAD + KIND_RANGE * NUMBER_WORDS;
const BALANCE_CHANGED_HEAD = EVENT.balanceChanged + KIND_RANGE * 6;
const LEVEL_CHANGED_HEAD = EVENT.levelChanged + KIND_RANGE * 5;
const POSITION_CHANGED_HEAD = EVENT.positionChanged + KIND_RANGE * 19;

/**
 * Appends frequent events, and nothing is allocated for the most frequent of them: each method writes the words of its
 * kind's layout in their order (event-layouts.ts). All other kinds are written by their layout.
 */
export class EventWriter extends EventBuffer {
  /** Index of the current command's `executed` record. */
  private executedAt = 0;

  /** Begins a command's events. Returns the record's index for `reject` and `replay`. */
  executed(seq: number, timeMs: number, commandIndex: number, userId: number): number {
    const at = this.reserve();
    const { words } = this;
    words[at] = EXECUTED_HEAD;
    words[at + 1] = seq;
    words[at + 2] = timeMs;
    words[at + 3] = commandIndex;
    words[at + 4] = userId;
    words[at + 5] = 0;
    words[at + 6] = 0;
    words[at + 7] = 0;
    words[at + 8] = 0;
    words[at + 9] = 0;
    this.length = at + 10;
    this.executedAt = at;
    return at;
  }

  /** Turns the `executed` record at `place` into a rejection; `errorIndex` as in errors.ts. */
  reject(place: number, errorIndex: number, first = 0, second = 0, third = 0): void {
    this.words[place + 5] = errorIndex + 1;
    this.words[place + 6] = first;
    this.words[place + 7] = second;
    this.words[place + 8] = third;
  }

  /** Marks the `executed` record at `place` as a repetition of an accepted command. */
  replay(place: number, originalSeq: number): void {
    this.words[place + 9] = originalSeq;
  }

  /**
   * Appends an order's state at the time of the current command, whose `executed` was written before.
   * @param row holds, from `from` on, the order's id and creation time. They are copied, because V8 boxes numbers above
   * the small-integer range when passed as arguments.
   */
  orderChanged(
    codes: number,
    row: Float64Array,
    from: number,
    userId: number,
    marketId: number,
    quantityLots: number,
    quoteUnits: number,
    priceTicks: number,
    stopTicks: number,
    trailingPpm: number,
    groupId: number,
    executedLots: number,
    executedQuoteUnits: number,
    feeUnits: number,
    releasedUnits: number,
    key: string,
  ): void {
    const at = this.reserve();
    const { words } = this;
    const first = from & PLACES;
    const keyWords = (key.length + 7) >> 3;
    words[at] = ORDER_CHANGED_HEAD + KIND_RANGE * keyWords;
    words[at + 1] = codes;
    words[at + 2] = row[first] as number;
    words[at + 3] = userId;
    words[at + 4] = marketId;
    words[at + 5] = quantityLots;
    words[at + 6] = quoteUnits;
    words[at + 7] = priceTicks;
    words[at + 8] = stopTicks;
    words[at + 9] = trailingPpm;
    words[at + 10] = groupId;
    words[at + 11] = executedLots;
    words[at + 12] = executedQuoteUnits;
    words[at + 13] = feeUnits;
    words[at + 14] = row[first + 1] as number;
    words[at + 15] = words[(this.executedAt & PLACES) + 2] as number;
    words[at + 16] = releasedUnits;
    words[at + 17] = key.length;
    if (keyWords > 0) this.writeAscii(at + ORDER_WORDS, keyWords, key);
    this.length = at + ORDER_WORDS + keyWords;
  }

  /**
   * Flags of the two sides as returned by sideFlags.
   * @param marketTradeId the trade's number in its market; 0 before rules 7, which leaves it and `aggregateId` out
   */
  tradeMade(
    tradeId: number,
    marketId: number,
    priceTicks: number,
    quantityLots: number,
    quoteUnits: number,
    takerSide: number,
    makerOrderId: number,
    takerOrderId: number,
    makerUserId: number,
    takerUserId: number,
    makerFeeUnits: number,
    takerFeeUnits: number,
    makerFlags: number,
    takerFlags: number,
    makerBaseAfter: number,
    makerQuoteAfter: number,
    takerBaseAfter: number,
    takerQuoteAfter: number,
    marketTradeId = 0,
    aggregateId = 0,
  ): void {
    const at = this.reserve();
    const { words } = this;
    words[at] = marketTradeId === 0 ? TRADE_MADE_HEAD : NUMBERED_TRADE_HEAD;
    words[at + 1] = tradeId;
    words[at + 2] = marketId;
    words[at + 3] = priceTicks;
    words[at + 4] = quantityLots;
    words[at + 5] = quoteUnits;
    words[at + 6] = takerSide;
    words[at + 7] = makerOrderId;
    words[at + 8] = takerOrderId;
    words[at + 9] = makerUserId;
    words[at + 10] = takerUserId;
    words[at + 11] = makerFeeUnits;
    words[at + 12] = takerFeeUnits;
    words[at + 13] = makerFlags;
    words[at + 14] = takerFlags;
    words[at + 15] = makerBaseAfter;
    words[at + 16] = makerQuoteAfter;
    words[at + 17] = takerBaseAfter;
    words[at + 18] = takerQuoteAfter;
    words[at + 19] = marketTradeId;
    words[at + 20] = aggregateId;
    this.length = at + (marketTradeId === 0 ? TRADE_WORDS : TRADE_WORDS + NUMBER_WORDS);
  }

  balanceChanged(userId: number, wallet: number, assetId: number, available: number, frozen: number): void {
    const at = this.reserve();
    const { words } = this;
    words[at] = BALANCE_CHANGED_HEAD;
    words[at + 1] = userId;
    words[at + 2] = wallet;
    words[at + 3] = assetId;
    words[at + 4] = available;
    words[at + 5] = frozen;
    this.length = at + 6;
  }

  fundsPosted(
    userId: number,
    wallet: number,
    assetId: number,
    amountUnits: number,
    afterUnits: number,
    record: number,
    refId: number,
  ): void {
    const at = this.reserve();
    const { words } = this;
    words[at] = EVENT.fundsPosted + KIND_RANGE * 8;
    words[at + 1] = userId;
    words[at + 2] = wallet;
    words[at + 3] = assetId;
    words[at + 4] = amountUnits;
    words[at + 5] = afterUnits;
    words[at + 6] = record;
    words[at + 7] = refId;
    this.length = at + 8;
  }

  levelChanged(marketId: number, side: number, priceTicks: number, totalLots: number): void {
    const at = this.reserve();
    const { words } = this;
    words[at] = LEVEL_CHANGED_HEAD;
    words[at + 1] = marketId;
    words[at + 2] = side;
    words[at + 3] = priceTicks;
    words[at + 4] = totalLots;
    this.length = at + 5;
  }

  /**
   * @param cells holds, from `from` on, lots, cost, margin, order margin, realized profit, funding paid, the position's
   * id, and the times of opening and last change. Copying a number costs a quarter of passing it as an argument.
   */
  positionChanged(
    cause: number,
    userId: number,
    marketId: number,
    cells: Float64Array,
    from: number,
    marginMode: number,
    leverage: number,
    takeProfitTicks: number,
    stopLossTicks: number,
    triggerBy: number,
    liquidationTicks: number,
  ): void {
    const at = this.reserve();
    const { words } = this;
    words[at] = POSITION_CHANGED_HEAD;
    const first = from & PLACES;
    words[at + 1] = cause;
    words[at + 2] = cells[first + 6] as number;
    words[at + 3] = userId;
    words[at + 4] = marketId;
    words[at + 5] = cells[first] as number;
    words[at + 6] = cells[first + 1] as number;
    words[at + 7] = cells[first + 2] as number;
    words[at + 8] = cells[first + 3] as number;
    words[at + 9] = marginMode;
    words[at + 10] = leverage;
    words[at + 11] = cells[first + 4] as number;
    words[at + 12] = cells[first + 5] as number;
    words[at + 13] = takeProfitTicks;
    words[at + 14] = stopLossTicks;
    words[at + 15] = triggerBy;
    words[at + 16] = liquidationTicks;
    words[at + 17] = cells[first + 7] as number;
    words[at + 18] = cells[first + 8] as number;
    this.length = at + 19;
  }

  indexChanged(marketId: number, priceE8: number, freshSources: number): void {
    const at = this.reserve();
    const { words } = this;
    words[at] = EVENT.indexChanged + KIND_RANGE * 4;
    words[at + 1] = marketId;
    words[at + 2] = priceE8;
    words[at + 3] = freshSources;
    this.length = at + 4;
  }

  marketStatusChanged(marketId: number, status: number): void {
    this.numbers(EVENT.marketStatusChanged, [marketId, status]);
  }

  /** The same with a reason, an index into STATUS_REASONS; used from version 3 of the rules on. */
  marketStatusExplained(marketId: number, status: number, reason: number): void {
    this.numbers(EVENT.marketStatusChanged, [marketId, status, reason]);
  }

  accountOpened(userId: number, role: number): void {
    const at = this.reserve();
    const { words } = this;
    words[at] = EVENT.accountOpened + KIND_RANGE * 3;
    words[at + 1] = userId;
    words[at + 2] = role;
    this.length = at + 3;
  }

  /** `wallet`: index into FREEZABLE_WALLETS. */
  accountFrozen(userId: number, wallet: number, isFrozen: boolean): void {
    const at = this.reserve();
    const { words } = this;
    words[at] = EVENT.accountFrozen + KIND_RANGE * 4;
    words[at + 1] = userId;
    words[at + 2] = wallet;
    words[at + 3] = isFrozen ? 1 : 0;
    this.length = at + 4;
  }

  /** @param cause index into OPTION_CAUSES */
  optionChanged(cause: number, state: OptionState): void {
    this.numbersWithText(
      EVENT.optionChanged,
      [
        state.optionId,
        state.userId,
        state.marketId,
        DIRECTIONS.indexOf(state.direction),
        OPTION_STATUSES.indexOf(state.status),
        state.stakeUnits,
        state.payoutPpm,
        state.incomeUnits,
        state.durationSeconds,
        state.acceptedSeq,
        state.acceptedAtMs,
        state.expiresAtMs,
        state.strikeE8,
        state.strikeSeq,
        state.strikeAtMs,
        state.sellE8,
        state.tickCount,
        state.firstTickSeq,
        state.lastTickSeq,
        state.payoutUnits,
        cause,
      ],
      state.key,
    );
  }

  leverChanged(cause: LeverCause, state: LeverState): void {
    this.numbers(EVENT.leverChanged, [
      LEVER_CAUSES.indexOf(cause),
      state.userId,
      state.marketId,
      LEVER_STATUSES.indexOf(state.status),
      state.baseAvailableUnits,
      state.baseFrozenUnits,
      state.baseDebtUnits,
      state.baseInterestUnits,
      state.quoteAvailableUnits,
      state.quoteFrozenUnits,
      state.quoteDebtUnits,
      state.quoteInterestUnits,
      state.liquidationTicks,
      state.updatedAtMs,
    ]);
  }
}
