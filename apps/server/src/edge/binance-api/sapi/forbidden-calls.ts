import type { SignedCall } from "../binance-call.ts";
import { BINANCE } from "../binance-error.ts";

/**
 * What moves money out or between wallets. There is no permission that a key could have for it (ADR 18), so it is refused
 * as unauthorized, and not as an unknown path. It is not -2015, because programs that were let in before take that for a ban
 * that will end, and try again.
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
