import { isReduceOnly, legOf } from "@candor/codec/event-record";
import type { ForcedFill } from "@candor/domain/events/contract-events";
import { RULES } from "@candor/domain/rules";
import type { Units } from "@candor/money/brand";
import { feeInVenueFavour } from "@candor/money/rounding";
import {
  CODES,
  NONE,
  ORDER_ID,
  PRICE_TICKS,
  REMAINING_LOTS,
  SIDE,
  SLOTS,
  USER_ID,
} from "../../memory/order-slab.ts";
import { RELEASED, scratch } from "../../memory/scratch.ts";
import { armStops } from "../../orders/arm-stops.ts";
import { executesAtMarket } from "../../orders/execute-order.ts";
import { numberTrade } from "../../orders/number-trade.ts";
import { emitOrder, emitOrderWithFill, noteFill, stamp } from "../../orders/order-life.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import {
  BY_FOK,
  BY_IOC,
  BY_LIQUIDATION,
  BY_MISSING_FUNDS,
  BY_POSITION_CLOSED,
  BY_PROTECTION,
  BY_REDUCE_ONLY,
  BY_SELF_TRADE,
  CANCELED,
  EXECUTED,
  EXPIRE_MAKER,
  EXPIRED,
  expiresMaker,
  FILLED,
  FOK,
  forceOf,
  IOC,
  labelOf,
  NO_REASON,
  PARTIALLY_FILLED,
  selfTradeOf,
  typeOf,
} from "../../state/orders/order-codes.ts";
import { BY_LAST } from "../../state/orders/trigger-by.ts";
import type { Contract } from "../../state/perpetual/contract.ts";
import { type Position } from "../../state/perpetual/position.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import {
  closeContractOrder,
  endContractOrder,
  leaveOrder,
  mayOnlyReduce,
  positionOf,
  restOrder,
} from "../order-life/contract-order-life.ts";
import { armProtection, protect } from "../order-life/protection-triggers.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { LIQUIDATION, PositionFill, REALIZED_PROFIT, TRADE_FEE } from "../position/position-fill.ts";
import { canFillWhole } from "./fill-or-kill.ts";
import { emitMaker, fillMaker, shareFee } from "./settle-maker.ts";

/** Why matching ended, or how the order ends. RESTS: it stays in the book. */
const CONTINUES = -2;
const RESTS = -1;

/** Terms of a taker order that the exchange itself sends to force-close a position. */
export interface ForcedClose {
  readonly liquidationId: number;
  /** Whether the insurance fund covers losses beyond the margin. */
  readonly isInsured: boolean;
}

/** The result of an execution. */
export interface Execution {
  fills: number;
  /** The value of all fills. */
  units: number;
  /** For a forced close: its totals and the result of each trade. */
  lots: number;
  feeUnits: number;
  lossUnits: number;
  forced: ForcedFill[];
}

/**
 * Executes an accepted or triggered contract order against the book and lets the remainder rest or expire. Both sides
 * are checked before each fill: a reduce-only order fills at most what there is to reduce, and a user who cannot pay
 * does not trade, so that no balance becomes negative. A maker that cannot pay is canceled; a taker's remainder
 * expires.
 * @returns the result, in an object that the next execution reuses
 */
export function executeContractOrder(state: ExchangeState, slot: number, forced?: ForcedClose): Execution {
  return executeOf(state, positionOf(state, slot), slot, forced);
}

/** Like executeContractOrder, for a caller that already has the order's position. */
export function executeOf(
  state: ExchangeState,
  position: Position,
  slot: number,
  forced?: ForcedClose,
): Execution {
  const { ints } = state.orders.slab;
  const { market } = position.contract;
  const row = slot & SLOTS;
  const codes = ints[row + CODES] as number;
  const side = ints[row + SIDE] as number;
  const isAtMarket = executesAtMarket(typeOf(codes));
  const worst = isAtMarket ? market.protectedTicks(side) : (ints[row + PRICE_TICKS] as number);
  run.begin(state, position, slot, worst, forced);
  const isKilled = forceOf(codes) === FOK && !canFillWhole(state, position, slot, worst, isReduceOnly(codes));
  const stop = isKilled ? BY_FOK : run.match();
  run.end();
  conclude(state, position, slot, stop, worst, isAtMarket, run.result.fills > 0, forced !== undefined);
  if (run.result.fills > 0) {
    market.lastTicks = run.lastTicks;
    if (forced === undefined) {
      position.contract.fairLastTicks = run.lastTicks;
      if (state.rules >= RULES.boundedMark) position.contract.trades.add(run.lots, run.result.units);
    }
  }
  refreshPositions(state);
  if (run.result.fills > 0) {
    armStops(state, market, run.firstTicks, run.lastTicks);
    armProtection(state, position.contract, BY_LAST, run.firstTicks);
    if (run.lastTicks !== run.firstTicks) armProtection(state, position.contract, BY_LAST, run.lastTicks);
    refreshPositions(state);
  }
  return run.result;
}

function conclude(
  state: ExchangeState,
  position: Position,
  slot: number,
  stop: number,
  worst: number,
  isAtMarket: boolean,
  hasTraded: boolean,
  isForced: boolean,
): void {
  const { ints } = state.orders.slab;
  const { book } = position.contract.market;
  const row = slot & SLOTS;
  const side = ints[row + SIDE] as number;
  if (ints[row + REMAINING_LOTS] === 0) {
    stamp(state, slot, FILLED);
    emitOrderWithFill(state, slot, EXECUTED, NO_REASON, 0, run.result.units, run.feeUnits);
    leaveOrder(state, position, slot, FILLED);
    return;
  }
  let reason = stop;
  if (stop === CONTINUES) {
    const force = forceOf(ints[row + CODES] as number);
    if (isForced) reason = BY_LIQUIDATION;
    else if (isAtMarket)
      reason = book.best(1 - side) === NONE || book.wouldTake(side, worst) ? BY_IOC : BY_PROTECTION;
    else reason = force === IOC || force === FOK || book.wouldTake(side, worst) ? BY_IOC : RESTS;
  }
  if (hasTraded) noteFill(state, slot, run.result.units, run.feeUnits);
  if (reason !== RESTS) {
    const status = reason === BY_POSITION_CLOSED || reason === BY_REDUCE_ONLY ? CANCELED : EXPIRED;
    endContractOrder(state, position, slot, status, reason);
    return;
  }
  restOrder(state, position, slot);
  if (!hasTraded) return;
  stamp(state, slot, PARTIALLY_FILLED);
  emitOrder(state, slot, EXECUTED, NO_REASON, 0);
}

/** One taker's walk through the book. Only one runs at a time, and the object is reused. */
class ContractMatch {
  private state!: ExchangeState;
  private position!: Position;
  private contract!: Contract;
  private slot = 0;
  private worst = 0;
  private side = 0;
  private onlyReduces = false;
  private forced: ForcedClose | undefined = undefined;
  private readonly takerFill = new PositionFill();
  private readonly makerFill = new PositionFill();
  readonly result: Execution = { fills: 0, units: 0, lots: 0, feeUnits: 0, lossUnits: 0, forced: [] };
  firstTicks = 0;
  lastTicks = 0;
  /** Total of all fills. */
  lots = 0;
  /** Total of all fills, as reported by the order: 0 for the exchange's own orders. */
  feeUnits = 0;

  begin(
    state: ExchangeState,
    position: Position,
    slot: number,
    worst: number,
    forced: ForcedClose | undefined,
  ): void {
    const { ints } = state.orders.slab;
    const { result } = this;
    this.state = state;
    this.position = position;
    this.contract = position.contract;
    this.slot = slot;
    this.worst = worst;
    this.side = ints[(slot & SLOTS) + SIDE] as number;
    this.onlyReduces = isReduceOnly(ints[(slot & SLOTS) + CODES] as number);
    this.forced = forced;
    this.feeUnits = 0;
    this.lots = 0;
    result.fills = 0;
    result.lots = 0;
    result.units = 0;
    result.feeUnits = 0;
    result.lossUnits = 0;
    if (forced !== undefined) result.forced = [];
  }

  /** The result, the prices and the sums can still be read. */
  end(): void {
    this.state = RELEASED;
    this.position = RELEASED;
    this.contract = RELEASED;
    this.forced = undefined;
  }

  /** @returns why it ended; CONTINUES when the book has no more within the price, or nothing is left */
  match(): number {
    const { state, side, contract } = this;
    const { book } = contract.market;
    applyFunding(state, this.position);
    while (state.fillsLeft > 0 && book.wouldTake(side, this.worst)) {
      const { ints } = state.orders.slab;
      const left = ints[(this.slot & SLOTS) + REMAINING_LOTS] as number;
      if (left === 0) return CONTINUES;
      const maker = book.headOf(1 - side);
      if (ints[(maker & SLOTS) + USER_ID] === this.position.userId) {
        const mode = selfTradeOf(ints[(this.slot & SLOTS) + CODES] as number);
        if (expiresMaker(mode)) closeContractOrder(state, maker, EXPIRED, BY_SELF_TRADE);
        if (mode !== EXPIRE_MAKER) return BY_SELF_TRADE;
        continue;
      }
      const stop = this.matchMaker(maker, left);
      if (stop !== CONTINUES) return stop;
    }
    return CONTINUES;
  }

  /**
   * Trades with a maker, or cancels it when it cannot trade.
   * @returns CONTINUES, or why the taker ends
   */
  private matchMaker(maker: number, left: number): number {
    const { state, side, contract, position, makerFill } = this;
    const { ints } = state.orders.slab;
    const row = maker & SLOTS;
    const owner = contract.findLeg(ints[row + USER_ID] as number, legOf(ints[row + CODES] as number));
    if (owner === undefined) throw new Error(`order ${state.orders.slab.idOf(maker)} has no position`);
    state.prefetch.followMaker(contract, maker);
    applyFunding(state, owner);
    let lots = Math.min(left, ints[row + REMAINING_LOTS] as number);
    if (this.onlyReduces) lots = Math.min(lots, position.closable(side));
    if (lots === 0) return position.lots === 0 ? BY_POSITION_CLOSED : BY_REDUCE_ONLY;
    if (mayOnlyReduce(state, maker)) lots = Math.min(lots, owner.closable(1 - side));
    // Skipped orders count as fills, so that a command's work stays bounded.
    state.fillsLeft--;
    if (lots === 0) {
      closeContractOrder(state, maker, CANCELED, owner.lots === 0 ? BY_POSITION_CLOSED : BY_REDUCE_ONLY);
      return CONTINUES;
    }
    const ticks = ints[row + PRICE_TICKS] as number;
    const units = contract.market.notional(ticks, lots);
    makerFill.plan(owner, 1 - side, lots, units, contract.market.makerFeePpm);
    if (!makerFill.isPayable(state) || makerFill.losesOnOpen(state, 1 - side, ticks)) {
      closeContractOrder(state, maker, CANCELED, BY_MISSING_FUNDS);
      return CONTINUES;
    }
    if (!this.planTaker(lots, units)) return BY_PROTECTION;
    this.trade(maker, owner, lots, ticks, units);
    return CONTINUES;
  }

  /** @returns false when the taker cannot pay for it, or would be liquidated at once */
  private planTaker(lots: number, units: number): boolean {
    const { state, side, contract, position, takerFill, forced } = this;
    takerFill.plan(position, side, lots, units, forced === undefined ? contract.market.takerFeePpm : 0);
    if (forced === undefined)
      return takerFill.isPayable(state) && !takerFill.isRisky(state) && !takerFill.leavesDebt(state);
    takerFill.limitLoss(state);
    if (takerFill.shortfall > 0) {
      const fund = state.ledger.systemBalance("insurance", contract.market.quoteAsset);
      if (!forced.isInsured || takerFill.shortfall > fund) return false;
    }
    takerFill.limitFee(feeInVenueFavour(units, contract.spec.liquidationFeePpm));
    return true;
  }

  private trade(maker: number, owner: Position, lots: number, ticks: number, units: number): void {
    const { state, slot, contract, position, makerFill, takerFill, forced, result } = this;
    const { orders, ledger, out } = state;
    const { ints, numbers } = orders.slab;
    const { market } = contract;
    const makerRow = maker & SLOTS;
    const takerRow = slot & SLOTS;
    const leftLots = fillMaker(state, maker, makerFill, lots);
    ints[takerRow + REMAINING_LOTS] = (ints[takerRow + REMAINING_LOTS] as number) - lots;
    takerFill.apply(state);
    const takerFee = forced === undefined ? takerFill.fee : 0;
    ledger.giveFees(market.quoteAsset, makerFill.fee + takerFee);
    if (forced !== undefined) {
      ledger.shift("insurance", market.quoteAsset, takerFill.fee);
      if (state.rules >= RULES.boundedMark) contract.fund.earn(takerFill.fee);
    }
    const tradeId = ++state.lastTradeId;
    out.tradeMade(
      tradeId,
      market.id,
      ticks,
      lots,
      units,
      this.side,
      numbers[(makerRow >> 1) + ORDER_ID] as number,
      numbers[(takerRow >> 1) + ORDER_ID] as number,
      owner.userId,
      position.userId,
      makerFill.fee,
      takerFee,
      labelOf(ints[makerRow + CODES] as number),
      labelOf(ints[takerRow + CODES] as number),
      owner.lots,
      makerFill.total,
      position.lots,
      takerFill.total,
      numberTrade(state, market, result.fills > 0 && this.lastTicks === ticks),
      market.lastAggregateId,
    );
    if (result.fills++ === 0) this.firstTicks = ticks;
    this.lastTicks = ticks;
    this.lots += lots;
    result.units += units;
    this.feeUnits += takerFee;
    emitMaker(state, maker, makerFill, leftLots, units, tradeId);
    if (forced === undefined) {
      takerFill.post(state, REALIZED_PROFIT, TRADE_FEE, tradeId);
      shareFee(state, takerFill, tradeId);
    } else {
      const { realized, fee, shortfall } = takerFill;
      result.lots += lots;
      result.feeUnits += fee;
      result.lossUnits += shortfall;
      result.forced.push({
        tradeId,
        realizedUnits: realized,
        feeUnits: fee as Units,
        lossUnits: shortfall as Units,
      });
      takerFill.post(state, LIQUIDATION, LIQUIDATION, forced.liquidationId);
    }
    protect(state, position, slot);
  }
}

const run = scratch(new ContractMatch());
