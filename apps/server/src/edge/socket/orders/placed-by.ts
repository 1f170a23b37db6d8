import { type Outcome, rejectFields } from "@candor/wire/rejection";
import type { Payload } from "../../gateway/envelope.ts";

/** The call that places an order, and its payload. */
export interface PlacedBy {
  readonly name: "doOrder" | "leverOrder" | "contractOrder";
  readonly payload: Payload;
}

/** Returns the call for an order's `product`, which is `spot` if absent. */
export function placedBy(data: Payload): Outcome<PlacedBy> {
  const { product, ...ticket } = data;
  switch (product) {
    case undefined:
    case "spot":
    case "option":
      return { name: "doOrder", payload: data };
    case "lever":
      return { name: "leverOrder", payload: ticket };
    case "contract":
      return { name: "contractOrder", payload: ticket };
    default:
      return rejectFields("trade.invalidParameters", {
        path: "product",
        reason: typeof product === "string" ? "range" : "type",
      });
  }
}
