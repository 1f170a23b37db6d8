import type { SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";

/**
 * Calls that move money out or between wallets. No key permission can cover them (ADR 18), so they are rejected as
 * unauthorized, not as unknown paths. The code is not -2015: clients that were accepted before take that for a
 * temporary ban and retry.
 */
const FORBIDDEN = [
  "/v1/capital/withdraw/apply",
  "/v1/asset/transfer",
  "/v1/margin/borrow-repay",
  "/v1/margin/isolated/transfer",
] as const;

export function forbiddenCalls(): readonly SignedCall[] {
  return FORBIDDEN.map((path) => ({
    method: "POST",
    path,
    permission: "read",
    looksOnly: true,
    answer: () => {
      throw BINANCE.permission();
    },
  }));
}
