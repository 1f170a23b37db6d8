import { POSITION_LEGS, type PositionLeg } from "@candor/domain/enumerations";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { BOTH } from "../../state/perpetual/position-leg.ts";

/** The command names no position of this user. */
export const INVALID = -1;

/** The leg that a command names; INVALID when hedge mode requires one, or one-way mode has none. */
export function legIndex(state: ExchangeState, userId: number, leg: PositionLeg | undefined): number {
  const isHedged = state.perpetual.find(userId)?.isHedged === true;
  if (leg === undefined) return isHedged ? INVALID : BOTH;
  return isHedged && POSITION_LEGS.includes(leg) ? POSITION_LEGS.indexOf(leg) + 1 : INVALID;
}
