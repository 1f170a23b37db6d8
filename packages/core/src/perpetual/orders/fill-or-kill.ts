import { RULES } from "@candor/domain/rules";
import { BUY, CODES, NONE, PRICE_TICKS, REMAINING_LOTS, SIDE, USER_ID } from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { EXPIRE_MAKER, selfTradeOf } from "../../state/orders/order-codes.ts";
import type { Position } from "../../state/perpetual/position.ts";
import { BOTH } from "../../state/perpetual/position-leg.ts";
import { applyFunding } from "../funding/funding-payments.ts";
import { mayOnlyReduce, positionOf } from "../order-life/contract-order-life.ts";
import { refreshPositions } from "../order-life/refresh-positions.ts";
import { PositionFill } from "../position/position-fill.ts";

const fill = scratch(new PositionFill());
/** Maximum difference between what one fill frees and the estimate here; both are rounded. */
const ROUNDED_UNITS = 2;

/** The part of an owner's orders that the taker would fill so far. */
class OwnerFills {
  lots = 0;
  units = 0;
  /** Value of the closing lots: those filled first. */
  closingUnits = 0;
  /** The most that they may take from the account, see PositionFill.mostNeeded. */
  needs = 0;

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
 * Whether a fill-or-kill order would execute completely: the book has the lots, each owner could pay for their fills up
 * to each point, and so could the taker, without being liquidated by it. Each fill is checked as part of the running
 * total, with one spare unit per fill for the rounding of single fills. Due funding is paid first, because it decides
 * who can pay.
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
  const byOwner = new Map<Position, OwnerFills>();
  const taken = new OwnerFills();
  // The margin of the lots that a fill closes has to absorb that fill's loss, and prices worsen from fill to fill.
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
    const met = byOwner.get(owner) ?? new OwnerFills();
    let lots = Math.min(wanted - taken.lots, ints[maker + REMAINING_LOTS] as number);
    if (mayOnlyReduce(state, maker)) lots = Math.min(lots, owner.closable(1 - side) - met.lots);
    if (lots <= 0) continue;
    met.plan(owner, 1 - side, lots, ticks, market.makerFeePpm);
    const sibling = needsOfSibling(owner, byOwner);
    // Skips an owner who cannot pay, or would be liquidated by it. The next order may still fill.
    if (!fill.isPayable(state, orders + sibling) || fill.losesOnOpen(state, 1 - side, ticks, orders, sibling))
      continue;
    if (owner.leg !== BOTH) met.needs = fill.mostNeeded;
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

/** What the fills of the owner's other position in hedge mode may take from the money of both. */
function needsOfSibling(owner: Position, byOwner: ReadonlyMap<Position, OwnerFills>): number {
  const sibling = owner.contract.siblingOf(owner);
  return sibling === undefined ? 0 : (byOwner.get(sibling)?.needs ?? 0);
}

/** Pays the funding of the taker and of everyone whose order is within the price, up to the quantity. */
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
  refreshPositions(state);
}
