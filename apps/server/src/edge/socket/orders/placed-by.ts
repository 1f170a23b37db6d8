import { type Outcome, rejectFields } from "@candor/wire/rejection";
import type { Payload } from "../../gateway/envelope.ts";

/** The call that places an order, and its payload. */
export interface PlacedBy {
  readonly name: "doOrder" | "leverOrder" | "contractOrder";
  readonly payload: Payload;
}

/** Returns the call for an order's `product`, which is `spot` if absent. */
export function placedBy(data: Payload): Outcome<PlacedBy> {
  switch (data.product) {
    case undefined:
    case "spot":
    case "option":
      return { name: "doOrder", payload: data };
    case "lever":
      return { name: "leverOrder", payload: withoutProduct(data) };
    case "contract":
      return { name: "contractOrder", payload: withoutProduct(data) };
    default:
      return rejectFields("trade.invalidParameters", {
        path: "product",
        reason: typeof data.product === "string" ? "range" : "type",
      });
  }
}

function withoutProduct(data: Payload): Payload {
  const { product: _, ...ticket } = data;
  return ticket;
}
