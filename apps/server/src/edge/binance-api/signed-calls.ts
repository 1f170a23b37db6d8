import { HISTORY_WEIGHT } from "@candor/wire/call";
import type { SignedCall } from "./binance-call.ts";

/** A signed call that looks at the caller's own account. */
export const readCall = (path: string, answer: SignedCall["answer"]): SignedCall => ({
  method: "GET",
  path,
  permission: "read",
  answer,
});

/** A signed call that asks the database for what has happened. */
export const historyCall = (path: string, answer: SignedCall["answer"]): SignedCall => ({
  ...readCall(path, answer),
  weight: HISTORY_WEIGHT,
});

/** A signed call that changes something of the caller's. */
export const tradeCall = (
  method: "POST" | "PUT" | "DELETE",
  path: string,
  answer: SignedCall["answer"],
): SignedCall => ({ method, path, permission: "trade", answer });

/** A signed call that places orders, or puts one in another's place. */
export const orderCall = (
  method: "POST" | "PUT",
  path: string,
  answer: SignedCall["answer"],
): SignedCall => ({ ...tradeCall(method, path, answer), placesOrders: true });
