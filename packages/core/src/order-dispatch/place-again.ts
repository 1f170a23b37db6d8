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
  const { key } = order;
  if (
    order.userId !== userId ||
    order.marketId !== marketId ||
    key === "" ||
    !Number.isSafeInteger(requestMs)
  )
    return state.reject("trade.invalidParameters");
  withFreeKey(state, userId, key, requestMs, 0, () => {
    if (order.kind === "place-contract-order") placeContractOrder(state, order);
    else if (order.kind === "place-contract-terms") placeContractTerms(state, order);
    else placeOrder(state, order);
  });
}

/**
 * Places an order with a key that is free if the order it was used for has ended early enough, or is the one that is being
 * replaced. If the order is rejected, the key has its former binding again. `replacedId` 0: none is replaced.
 */
export function withFreeKey(
  state: ExchangeState,
  userId: number,
  key: string,
  requestMs: number,
  replacedId: number,
  place: () => void,
): void {
  const { keys, timeMs } = state;
  const row = key === "" ? UNBOUND : keys.find(userId, key, timeMs);
  const askedMs = requestMs - CORE_LIMITS.requestLeadMs;
  const isFree =
    row !== UNBOUND &&
    (isOf(state, row, replacedId) ||
      (keys.hasEnded(row) && askedMs > keys.sinceAt(row) && askedMs <= timeMs));
  if (isFree) keys.release(row);
  place();
  if (isFree && keys.find(userId, key, timeMs) === UNBOUND) keys.reclaim(row, userId);
}

function isOf(state: ExchangeState, row: number, orderId: number): boolean {
  return orderId > 0 && state.keys.orderAt(row) === orderId;
}
