import type { ExchangeState } from "../../state/exchange-state.ts";
import { isAtRisk, riskOf } from "../position/account-risk.ts";

/**
 * Ends liquidations that the new mark makes unnecessary. The position's next liquidation starts over, with a new id and
 * with canceling its orders.
 */
export function endLiquidations(state: ExchangeState): void {
  for (const { underway } of state.perpetual.contracts)
    for (const position of underway) {
      if (position.lots !== 0 && position.liquidationId !== 0 && isAtRisk(riskOf(state, position))) continue;
      position.liquidationId = 0;
      underway.delete(position);
    }
}
