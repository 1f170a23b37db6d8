import type { PlaceContractTerms } from "@candor/domain/commands/contract-commands";
import { isAnsweredByKey } from "../../idempotency/keyed-command.ts";
import { CODES, MARKET_ID, NONE, QUANTITY_LOTS, SIDE, USER_NEXT } from "../../memory/order-slab.ts";
import { scratch } from "../../memory/scratch.ts";
import type { ExchangeState } from "../../state/exchange-state.ts";
import { typeOf } from "../../state/orders/order-codes.ts";
import { mayOnlyReduce } from "../order-life/contract-order-life.ts";
import { ContractTicket } from "./contract-ticket.ts";
import { placeTicket } from "./place-contract-order.ts";

const ticket = scratch(new ContractTicket());

/**
 * Places a contract order with terms. Rejections: those of placeContractOrder, and before trade.marketUnavailable:
 * trade.invalidParameters (its expiry is over), trade.closingOrderExists.
 */
export function placeContractTerms(state: ExchangeState, command: PlaceContractTerms): void {
  const { userId, key, expiresAtMs } = command;
  if (!ticket.readTerms(state, command)) return state.reject("trade.invalidParameters");
  if (isAnsweredByKey(state, userId, key)) return;
  if (expiresAtMs > 0 && expiresAtMs <= state.timeMs) return state.reject("trade.invalidParameters");
  if (ticket.closesPosition && hasClosing(state, ticket)) return state.reject("trade.closingOrderExists");
  placeTicket(state, ticket, key);
}

/** Whether another order of the same contract, side and type closes the whole position. */
function hasClosing(state: ExchangeState, order: ContractTicket): boolean {
  const { orders } = state;
  const { ints } = orders.slab;
  const { market, side, type } = order;
  for (let slot = orders.newestOf(order.userId); slot !== NONE; slot = ints[slot + USER_NEXT] as number)
    if (
      ints[slot + MARKET_ID] === market.id &&
      ints[slot + SIDE] === side &&
      typeOf(ints[slot + CODES] as number) === type &&
      ints[slot + QUANTITY_LOTS] === market.maxLots &&
      mayOnlyReduce(state, slot)
    )
      return true;
  return false;
}
