import { RULES } from "@candor/domain/rules";
import { BUY, CODES, NONE, PRICE_TICKS, REMAINING_LOTS, SIDE, USER_ID } from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { EXPIRE_MAKER, selfTradeOf } from "../../state/orders/order-codes.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { mayOnlyReduce, positionOf } from "../order-life/contract-order-life.ts";
import { tidyPositions } from "../order-life/refresh-positions.ts";
import { PositionFill } from "../position/position-fill.ts";

const fill = scratch(new PositionFill());
/** By which what one fill sets free may differ from what is reckoned here, both rounded. */
const ROUNDED_UNITS = 2;

/** What an owner's orders on the taker's way would execute so far. */
class Met {
  lots = 0;
  units = 0;
  /** Of the lots that close: those that are met first. */
  closingUnits = 0;

  plan(position: Position, side: number, lots: number, ticks: number, feePpm: number): void {
    const { market } = position.contract;
    const closing = Math.min(lots, Math.max(0, position.closable(side) - this.lots));
    const closingUnits = this.closingUnits + market.notional(ticks, closing);
    fill.plan(
      position,
      side,
      this.lots + lots,
      this.units + market.notional(ticks, lots),
      feePpm,
      closingUnits,
    );
  }

  add(position: Position, side: number, lots: number, ticks: number): void {
    const { market } = position.contract;
    const closing = Math.min(lots, Math.max(0, position.closable(side) - this.lots));
    this.closingUnits += market.notional(ticks, closing);
    this.lots += lots;
    this.units += market.notional(ticks, lots);
  }
}

/**
 * Whether a fill-or-kill order would be executed whole: the book has the lots, each owner can pay for what would be
 * executed of theirs up to each fill, and so can the taker, who would not be liquidated by it. Every fill is looked at as
 * the sum of those before it, with a unit to spare for each, which is what rounding them one by one may cost. Fundings
 * that are due are paid before, because they decide who can pay.
 */
export function canFillWhole(
  state: ExchangeState,
  position: Position,
  slot: number,
  worst: number,
  onlyReduces: boolean,
): boolean {
  const { ints } = state.orders.slab;
  const { market } = position.contract;
  const wanted = ints[slot + REMAINING_LOTS] as number;
  const side = ints[slot + SIDE] as number;
  if (onlyReduces && position.closable(side) < wanted) return false;
  payFundings(state, position, slot, worst);
  const byOwner = new Map<Position, Met>();
  const taken = new Met();
  // The margin of the lots that a fill closes has to bear that fill's loss, and prices become worse from one to the next.
  const countsEach = !position.isCross && state.rules >= RULES.lossOfEachFill;
  let closed = 0;
  let closingLeft = 0;
  let orders = 0;
  for (let maker = market.book.headOf(1 - side); maker !== NONE; maker = market.book.nextInPriority(maker)) {
    const ticks = ints[maker + PRICE_TICKS] as number;
    if (side === BUY ? ticks > worst : ticks < worst) return false;
    if (++orders > state.fillsLeft) return false;
    if (ints[maker + USER_ID] === position.userId) {
      if (selfTradeOf(ints[slot + CODES] as number) === EXPIRE_MAKER) continue;
      return false;
    }
    const owner = positionOf(state, maker);
    const met = byOwner.get(owner) ?? new Met();
    let lots = Math.min(wanted - taken.lots, ints[maker + REMAINING_LOTS] as number);
    if (mayOnlyReduce(state, maker)) lots = Math.min(lots, owner.closable(1 - side) - met.lots);
    if (lots <= 0) continue;
    met.plan(owner, 1 - side, lots, ticks, market.makerFeePpm);
    // Whoever cannot pay, or would be liquidated by it, is passed over, and the order behind may do.
    if (!fill.isPayable(state, orders) || fill.isTrap(state, 1 - side, ticks, orders)) continue;
    met.add(owner, 1 - side, lots, ticks);
    byOwner.set(owner, met);
    taken.plan(position, side, lots, ticks, market.takerFeePpm);
    if (countsEach && fill.closedLots > closed && fill.closingLeft - closingLeft < ROUNDED_UNITS)
      return false;
    closed = fill.closedLots;
    closingLeft = fill.closingLeft;
    taken.add(position, side, lots, ticks);
    if (!fill.isPayable(state, orders) || fill.isRisky(state) || fill.leavesDebt(state, orders)) return false;
    if (taken.lots === wanted) return true;
  }
  return false;
}

/** Of the taker and of everybody whose order the price reaches, as far as the quantity goes. */
function payFundings(state: ExchangeState, position: Position, slot: number, worst: number): void {
  const { ints } = state.orders.slab;
  const { contract } = position;
  const { book } = contract.market;
  const side = ints[slot + SIDE] as number;
  applyFunding(state, position);
  let orders = 0;
  for (let maker = book.headOf(1 - side); maker !== NONE; maker = book.nextInPriority(maker)) {
    const ticks = ints[maker + PRICE_TICKS] as number;
    if ((side === BUY ? ticks > worst : ticks < worst) || ++orders > state.fillsLeft) break;
    applyFunding(state, positionOf(state, maker));
  }
  tidyPositions(state);
}
