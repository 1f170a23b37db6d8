import type { PlaceAgain } from "@candor/domain/commands/commands";
import { CORE_LIMITS } from "../core-limits.ts";
import { placeContractOrder } from "../perpetual/orders/place-contract-order.ts";
import { placeContractTerms } from "../perpetual/orders/place-contract-terms.ts";
import { placeOrder } from "../spot/place-order.ts";
import type { ExchangeState } from "../state/exchange-state.ts";
import { UNBOUND } from "../state/keys/key-registry.ts";

/**
 * Places an order whose key may have been used: if its former order has ended, and the request is newer than that
 * order's acceptance, the key is bound to this one. Otherwise it is answered like the order alone, as a repetition or a
 * conflict. A rejected order leaves the former binding as it was. Rejections: those of the order.
 */
export function placeAgain(state: ExchangeState, command: PlaceAgain): void {
  const { userId, marketId, requestMs, order } = command;
  const { keys, timeMs } = state;
  const { key } = order;
  if (
    order.userId !== userId ||
    order.marketId !== marketId ||
    key === "" ||
    !Number.isSafeInteger(requestMs)
  )
    return state.reject("trade.invalidParameters");
  const row = keys.find(userId, key, timeMs);
  const isFree =
    row !== UNBOUND &&
    keys.hasEnded(row) &&
    requestMs - CORE_LIMITS.requestLeadMs > keys.sinceAt(row) &&
    requestMs - CORE_LIMITS.requestLeadMs <= timeMs;
  if (isFree) keys.release(row);
  if (order.kind === "place-order") placeOrder(state, order);
  else if (order.kind === "place-contract-order") placeContractOrder(state, order);
  else placeContractTerms(state, order);
  if (isFree && keys.find(userId, key, timeMs) === UNBOUND) keys.reclaim(row, userId);
}
