import type { CallRequest } from "@candor/wire/calls";
import type { SpotOrderRequest } from "@candor/wire/order-calls";
import { Rejected } from "@candor/wire/rejection";
import type { Listings } from "../../../market/market-data/listings.ts";
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
  if (name === "leverOrder") return onlyRejected(readLeverTicket(listings, request, userId));
  const market = tradeMarket(listings, request.symbol, name === "contractOrder" ? "contract" : "spot");
  if (market instanceof Rejected) return market;
  return onlyRejected(
    name === "contractOrder"
      ? readContractOrder(request, userId, market)
      : readSpotOrder(request, userId, market),
  );
}

function onlyRejected(outcome: object): Rejected | undefined {
  return outcome instanceof Rejected ? outcome : undefined;
}
