import type { SignedCall } from "./binance-call.ts";

/** Defines a signed call that reads the caller's account. */
export const readCall = (path: string, answer: SignedCall["answer"]): SignedCall => ({
  method: "GET",
  path,
  permission: "read",
  answer,
});

/** Defines a signed call that changes the caller's account. */
export const tradeCall = (
  method: "POST" | "PUT" | "DELETE",
  path: string,
  answer: SignedCall["answer"],
): SignedCall => ({ method, path, permission: "trade", answer });

/** Defines a signed call that places or replaces orders. */
export const orderCall = (
  method: "POST" | "PUT",
  path: string,
  answer: SignedCall["answer"],
): SignedCall => ({ ...tradeCall(method, path, answer), placesOrders: true });
