import type { CallRequest } from "@candor/wire/calls";
import type { SpotOrderRequest } from "@candor/wire/order-calls";
import { Rejected } from "@candor/wire/rejection";
import type { Listings } from "../../../market/market-data/listings.ts";
import { checkOrderBounds } from "./check-order-bounds.ts";
import { tradeMarket } from "./find-market.ts";
import { readLeverTicket } from "./lever-orders.ts";
import { readContractOrder } from "./read-contract-order.ts";
import { readSpotOrder } from "./read-spot-order.ts";

/** An order whose form is valid, with the call that places it. */
export type Ticket =
  | { readonly name: "doOrder"; readonly request: SpotOrderRequest }
  | { readonly name: "leverOrder"; readonly request: CallRequest<"leverOrder"> }
  | { readonly name: "contractOrder"; readonly request: CallRequest<"contractOrder"> };

/** Returns why an order would be rejected in any state of the exchange, or `undefined`. */
export function checkTicket(
  listings: Listings,
  { name, request }: Ticket,
  userId: number,
): Rejected | undefined {
  if (name === "leverOrder") {
    const lever = readLeverTicket(listings, request, userId);
    return lever instanceof Rejected ? lever : checkOrderBounds(lever.command, lever.market);
  }
  const market = tradeMarket(listings, request.symbol, name === "contractOrder" ? "contract" : "spot");
  if (market instanceof Rejected) return market;
  const command =
    name === "contractOrder"
      ? readContractOrder(request, userId, market)
      : readSpotOrder(request, userId, market);
  return command instanceof Rejected ? command : checkOrderBounds(command, market);
}
