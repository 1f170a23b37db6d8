import type { SignedCall } from "./binance-call.ts";

/** A signed call that looks at the caller's own account. */
export const readCall = (path: string, answer: SignedCall["answer"]): SignedCall => ({
  method: "GET",
  path,
  permission: "read",
  answer,
});

/** A signed call that changes something of the caller's. */
export const tradeCall = (
  method: "POST" | "DELETE",
  path: string,
  answer: SignedCall["answer"],
): SignedCall => ({ method, path, permission: "trade", answer });
