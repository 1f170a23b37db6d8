import type { Side } from "@candor/domain/enumerations";
import type { WirePosition } from "@candor/wire/contract-objects";
import type { MessageKey } from "../../i18n/message-keys.ts";
import type { OrderPlan } from "./order-plan.ts";

type Effect = Pick<OrderPlan, "closedLots" | "openedLots" | "lotsAfter">;
type Protected = Pick<WirePosition, "takeProfitPrice" | "stopLossPrice">;

/** Label for an order that closes the position and opens the opposite one; null if it does only one of both. */
export function reversalLabel(side: Side, { closedLots, openedLots }: Effect): MessageKey | null {
  if (closedLots <= 0 || openedLots <= 0) return null;
  return side === "buy" ? "contract.turnsLong" : "contract.turnsShort";
}

/** Returns take-profit and stop-loss of a position that the order fully closes: they end with it. */
export function endingLevels(
  { closedLots, openedLots, lotsAfter }: Effect,
  position: Protected | undefined,
): readonly (readonly [MessageKey, string])[] {
  const closesAll = closedLots > 0 && (openedLots > 0 || lotsAfter === 0);
  if (!closesAll || position === undefined) return [];
  const { takeProfitPrice, stopLossPrice } = position;
  return [
    ...(takeProfitPrice === null ? [] : [["contract.takeProfit", takeProfitPrice] as const]),
    ...(stopLossPrice === null ? [] : [["contract.stopLoss", stopLossPrice] as const]),
  ];
}

interface Asked {
  readonly side: Side;
  /** Undefined if unknown. */
  readonly plan: Effect | undefined;
  readonly payload: unknown;
}

/** Whether the confirmation is shown even to users who turned it off: unknown effect, reversal, or lost protection. */
export function mustAsk({ side, plan, payload }: Asked, position: Protected | undefined): boolean {
  if (plan === undefined || payload === undefined) return true;
  return reversalLabel(side, plan) !== null || endingLevels(plan, position).length > 0;
}
