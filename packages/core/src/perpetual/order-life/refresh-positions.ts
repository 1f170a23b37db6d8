import { LIMITS } from "@candor/domain/limits";
import { lowerLiquidationTicks, upperLiquidationTicks } from "@candor/formulas/perpetual/hedged-liquidation";
import { liquidationTicksOf } from "@candor/formulas/perpetual/liquidation";
import { LEVEL, NONE, USER_NEXT } from "../../memory/order-slab.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { BY_MISSING_FUNDS, CANCELED } from "../../state/orders/order-codes.ts";
import { type Position, UNKNOWN } from "../../state/perpetual/position.ts";
import { effectiveMargin, hasOwnMoneyOnly, hedgedPair, refreshRisk } from "../position/account-risk.ts";
import { fitOrderMargin } from "../position/order-margin.ts";
import { belongsTo, cancelIdleReducers, closeContractOrder, mayOnlyReduce } from "./contract-order-life.ts";
import { placeProtection } from "./protection-triggers.ts";

/**
 * Refreshes everything derived from changed positions: cancels reduce-only orders with nothing to reduce, freezes what
 * the others need, cancels orders that can no longer be funded, and re-queues triggers and risk.
 */
export function refreshPositions(state: ExchangeState): void {
  if (!state.perpetual.isClean) refreshTouched(state);
}

/** Kept separate from the check, which V8 inlines into its callers. */
function refreshTouched(state: ExchangeState): void {
  const { perpetual } = state;
  while (!perpetual.isClean) {
    perpetual.isClean = true;
    for (let i = 0; i < perpetual.touchedCount; i++) {
      const position = perpetual.touched[i] as Position;
      if (position.isClean) continue;
      position.isClean = true;
      refresh(state, position);
    }
  }
}

function refresh(state: ExchangeState, position: Position): void {
  if (position.lots === 0) {
    position.takeProfitTicks = 0;
    position.stopLossTicks = 0;
    position.liquidationId = 0;
  }
  cancelIdleReducers(state, position);
  while (!fitOrderMargin(state, position)) {
    const newest = newestOpening(state, position);
    if (newest === NONE) break;
    closeContractOrder(state, newest, CANCELED, BY_MISSING_FUNDS);
  }
  placeProtection(position);
  if (position.isRiskKnown) return;
  position.isRiskKnown = true;
  refreshRisk(state, position);
}

/** The newest resting order that may open; NONE if there is none. */
function newestOpening(state: ExchangeState, position: Position): number {
  const { orders } = state;
  const { ints } = orders.slab;
  let slot = orders.newestOf(position.userId);
  for (; slot !== NONE; slot = ints[slot + USER_NEXT] as number) {
    const opens = ints[slot + LEVEL] !== 0 && !mayOnlyReduce(state, slot);
    if (opens && belongsTo(state, position, slot)) return slot;
  }
  return NONE;
}

/** Emits the current state of every position that this command changed, once each. */
export function emitPositions(state: ExchangeState): void {
  const { perpetual } = state;
  for (let i = 0; i < perpetual.touchedCount; i++) {
    const position = perpetual.touched[i] as Position;
    position.emit(state.out, shownLiquidationTicks(state, position));
    position.cause = -1;
  }
  perpetual.touchedCount = 0;
}

/** The liquidation price to show, in ticks; 0 if none. */
export function shownLiquidationTicks(state: ExchangeState, position: Position): number {
  const { contract, lots, cost } = position;
  if (lots === 0) return 0;
  const pair = hedgedPair(state, position);
  if (pair !== undefined && contract.markTicks > 0)
    return lots > 0
      ? lowerLiquidationTicks(pair, contract.markTicks)
      : upperLiquidationTicks(pair, contract.markTicks, LIMITS.maxPriceTicks);
  // With several cross positions, it also depends on the marks of the others.
  if (position.shownTicks !== UNKNOWN && hasOwnMoneyOnly(position)) return position.shownTicks;
  const margin = effectiveMargin(state, position);
  position.shownTicks = liquidationTicksOf(lots, cost, margin, contract.brackets, contract.factor);
  return position.shownTicks;
}
