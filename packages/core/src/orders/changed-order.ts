import type { PlaceOrder } from "@candor/domain/commands/commands";

/** What an order of any product is after a change of its price. */
export type ChangedOrder = Omit<PlaceOrder, "kind">;
