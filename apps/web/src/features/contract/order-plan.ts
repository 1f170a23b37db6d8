import type { Side } from "@candor/domain/enumerations";
import { liquidationTicksOf } from "@candor/formulas/perpetual/liquidation";
import { valueCapOf } from "@candor/formulas/perpetual/margin";
import { closedCostOf, realizedOf } from "@candor/formulas/perpetual/profit";
import { divideCeil, divideFloor, multiplyDivideCeil, multiplyDivideFloor } from "@candor/money/integer";
import { feeInVenueFavour } from "@candor/money/rounding";
import type { ContractTerms } from "./contract-terms.ts";
import {
  type AccountFigures,
  type HeldPosition,
  maintenanceUnits,
  pairLiquidationTicks,
  unrealizedUnits,
} from "./held-position.ts";

/** One contract's resting orders that may open a position. */
export interface RestingOrders {
  readonly buyLots: number;
  readonly buyUnits: number;
  readonly sellLots: number;
  readonly sellUnits: number;
}

export const NOTHING_RESTS: RestingOrders = { buyLots: 0, buyUnits: 0, sellLots: 0, sellUnits: 0 };

/** Account state an order is planned against: position, resting orders, free funds and terms. */
export interface OrderContext {
  readonly terms: ContractTerms;
  readonly leverage: number;
  readonly isCross: boolean;
  readonly held: HeldPosition | undefined;
  /** In hedge mode, the open position of the other side. */
  readonly sibling?: HeldPosition | undefined;
  readonly resting: RestingOrders;
  /** In hedge mode, what resting orders will close of the position. */
  readonly closingLots?: number;
  readonly account: AccountFigures;
  /** Undefined if unknown. */
  readonly markTicks: number | undefined;
}

export interface PlannedOrder {
  readonly side: Side;
  readonly lots: number;
  /** Assumed execution price, of the first lot if there are several prices. */
  readonly ticks: number;
  /** Value of the order's first lots in ticks × lots; at `ticks` if absent. */
  readonly tickLotsOf?: (lots: number) => number;
  /** Price at which the core freezes margin, if it differs from the assumed ones. */
  readonly frozenTicks?: number;
  readonly reduceOnly: boolean;
}

/** An order's effects, computed before it is sent. All in units of the margin currency. */
export interface OrderPlan {
  readonly valueUnits: number;
  readonly closedLots: number;
  readonly openedLots: number;
  /** Initial margin of the opened part. */
  readonly marginUnits: number;
  /** Maximum fee. */
  readonly feeUnits: number;
  /** Profit realized by the closed part. */
  readonly realizedUnits: number;
  /** Funds that must be free, as in the core: margin, fee, and the immediate loss against the mark price. */
  readonly costUnits: number;
  readonly lotsAfter: number;
  /** Liquidation price of the resulting position; 0 if there is none above zero or no position is left. */
  readonly liquidationTicks: number;
  /** Maximum loss of the opened part: its margin and fee; a cross position may lose the whole balance. */
  readonly worstLossUnits: number;
}

const closableBy = (side: Side, lots: number): number => Math.max(0, side === "buy" ? 0 - lots : lots);

/** Value opened by one side's orders after they have closed the existing position. */
function openingUnits(lots: number, units: number, closable: number): number {
  if (lots <= closable) return 0;
  return closable === 0 ? units : multiplyDivideCeil(units, lots - closable, lots);
}

const feePpmOf = ({ makerFeePpm, takerFeePpm }: ContractTerms): number => Math.max(makerFeePpm, takerFeePpm);

/** Funds frozen for resting orders: margin and fee of the larger side (ADR 10). */
export function orderMarginOf({ terms, leverage, held }: OrderContext, resting: RestingOrders): number {
  const lots = held?.lots ?? 0;
  const needed = (units: number): number =>
    units === 0 ? 0 : divideCeil(units, leverage) + feeInVenueFavour(units, feePpmOf(terms));
  return Math.max(
    needed(openingUnits(resting.buyLots, resting.buyUnits, closableBy("buy", lots))),
    needed(openingUnits(resting.sellLots, resting.sellUnits, closableBy("sell", lots))),
  );
}

export function planOrder(order: PlannedOrder, context: OrderContext): OrderPlan {
  const { terms, leverage, held, isCross, account, sibling, markTicks } = context;
  const { side, frozenTicks } = order;
  const factor = terms.scale.quoteUnitsPerTickLot;
  const before = held?.lots ?? 0;
  const closable = closableBy(side, before);
  const closedLots = Math.min(order.lots, closable);
  const lots = order.reduceOnly ? closedLots : order.lots;
  const valueOf = order.tickLotsOf ?? ((first: number) => first * order.ticks);
  const units = valueOf(lots) * factor;
  // The first lots close, at the best prices.
  const closedUnits = valueOf(closedLots) * factor;
  const openedUnits = units - closedUnits;
  const feeUnits = feeInVenueFavour(units, feePpmOf(terms));
  const marginUnits = divideFloor(openedUnits, leverage);
  const closedCost =
    held === undefined || closedLots === 0 ? 0 : closedCostOf(held.costUnits, before, closedLots);
  const realizedUnits = closedLots === 0 ? 0 : realizedOf(before, closedCost, closedUnits);
  const lotsAfter = before + (side === "buy" ? lots : 0 - lots);
  const costAfter = (held?.costUnits ?? 0) - closedCost + openedUnits;
  const marginAfter = remainingMargin(held, closedLots) + marginUnits;
  const backing = isCross
    ? account.crossCashUnits - feeUnits + realizedUnits + othersCross(held, account)
    : marginAfter;
  const frozenUnits = frozenTicks === undefined ? units : lots * frozenTicks * factor;
  const costUnits = order.reduceOnly ? 0 : costOf(context, side, lots, frozenUnits);
  const open = { ...order, lots };
  return {
    valueUnits: units,
    closedLots,
    openedLots: open.lots - closedLots,
    marginUnits,
    feeUnits,
    realizedUnits,
    costUnits,
    lotsAfter,
    liquidationTicks:
      isCross && sibling !== undefined && lotsAfter !== 0 && markTicks !== undefined
        ? pairLiquidationTicks(
            { lots: lotsAfter, costUnits: costAfter, markTicks, terms },
            sibling,
            backing - unrealizedUnits(sibling) + maintenanceUnits(sibling),
          )
        : liquidationTicksOf(lotsAfter, costAfter, backing, terms.brackets, factor),
    worstLossUnits: isCross
      ? Math.max(0, account.crossCashUnits + account.crossUnrealizedUnits)
      : marginUnits + feeUnits,
  };
}

function remainingMargin(held: HeldPosition | undefined, closedLots: number): number {
  if (held === undefined) return 0;
  const size = Math.abs(held.lots);
  return multiplyDivideFloor(held.marginUnits, size - closedLots, size);
}

/** Contribution of the other cross positions to this one's equity: their profit less their maintenance. */
function othersCross(held: HeldPosition | undefined, account: AccountFigures): number {
  const isOwn = held?.isCross === true;
  const unrealized = account.crossUnrealizedUnits - (isOwn ? unrealizedUnits(held) : 0);
  const maintenance = account.crossMaintenanceUnits - (isOwn ? maintenanceUnits(held) : 0);
  return unrealized - maintenance;
}

/** Same as the core: increase of the orders' margin plus the opened lots' immediate loss against the mark price. */
function costOf(context: OrderContext, side: Side, lots: number, units: number): number {
  const { resting, terms, markTicks, held } = context;
  const isBuy = side === "buy";
  const more = orderMarginOf(context, {
    buyLots: resting.buyLots + (isBuy ? lots : 0),
    buyUnits: resting.buyUnits + (isBuy ? units : 0),
    sellLots: resting.sellLots + (isBuy ? 0 : lots),
    sellUnits: resting.sellUnits + (isBuy ? 0 : units),
  });
  if (markTicks === undefined) return more - orderMarginOf(context, resting);
  const closable = closableBy(side, held?.lots ?? 0);
  const opened = openingUnits(lots, units, closable);
  const atMark = markTicks * Math.max(0, lots - closable) * terms.scale.quoteUnitsPerTickLot;
  const against = isBuy ? opened - atMark : atMark - opened;
  return more - orderMarginOf(context, resting) + Math.max(0, against);
}

/** Largest position value allowed by the leverage. */
export const capUnitsOf = ({ terms, leverage }: Pick<OrderContext, "terms" | "leverage">): number =>
  leverage > terms.maxLeverage ? 0 : valueCapOf(terms.brackets, leverage);

/** Whether position plus orders would exceed the leverage's limit at the mark price. */
export function exceedsCap(side: Side, lots: number, context: OrderContext): boolean {
  const { terms, held, resting, markTicks } = context;
  if (markTicks === undefined) return false;
  const before = held?.lots ?? 0;
  const longest = before + resting.buyLots + (side === "buy" ? lots : 0);
  const shortest = resting.sellLots + (side === "sell" ? lots : 0) - before;
  const value = Math.max(0, longest, shortest) * markTicks * terms.scale.quoteUnitsPerTickLot;
  return value > capUnitsOf(context);
}

/** Largest order that free funds and leverage allow at its prices ("holdable"). */
export function largestLots(
  { side, reduceOnly, ...prices }: Omit<PlannedOrder, "lots">,
  context: OrderContext,
): number {
  const { terms, held, account, closingLots = 0 } = context;
  if (reduceOnly) return Math.max(0, closableBy(side, held?.lots ?? 0) - closingLots);
  const fits = (lots: number): boolean =>
    !exceedsCap(side, lots, context) &&
    planOrder({ side, lots, reduceOnly, ...prices }, context).costUnits <= account.usableUnits;
  let low = 0;
  let high = terms.scale.maxLots;
  while (low < high) {
    const middle = divideFloor(low + high + 1, 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
