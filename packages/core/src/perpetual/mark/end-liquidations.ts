import type { ExchangeState } from "../../state/exchange-state.ts";
import { isAtRisk, riskOf } from "../position/account-risk.ts";

/**
 * A mark has changed: liquidations that were under way and are not needed at it any more are over. The next one of the
 * same position begins anew, with an id of its own and by canceling its orders.
 */
export function endLiquidations(state: ExchangeState): void {
  for (const { underway } of state.perpetual.contracts)
    for (const position of underway) {
      if (position.lots !== 0 && position.liquidationId !== 0 && isAtRisk(riskOf(state, position))) continue;
      position.liquidationId = 0;
      underway.delete(position);
    }
}
