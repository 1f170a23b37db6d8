import type { SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";

/**
 * What moves money out or between wallets. There is no permission that a key could have for it (ADR 18), so it is refused
 * as a missing permission, which programs understand, and not as an unknown path.
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
      throw BINANCE.key();
    },
  }));
}
