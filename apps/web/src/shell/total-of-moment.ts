import { addDecimals, compareDecimals, multiplyDecimals } from "@candor/ui/decimal-math";

/** Trades and prices move less than a hundredth between two answers, deposits and withdrawals more. */
const KEPT = "0.99";
const DECIMALS = 6;

/**
 * Whether money came or left between the moment of a total and the moment of the wallets beside it: the total is of
 * another moment then, and is not shown.
 * @param atTotal value of the wallets at the moment of the total
 * @param now value of the wallets as shown
 */
export function isOfAnotherMoment(atTotal: readonly string[], now: readonly string[]): boolean {
  const [then, shown] = [addDecimals("0", ...atTotal), addDecimals("0", ...now)];
  const [less, more] = compareDecimals(then, shown) < 0 ? [then, shown] : [shown, then];
  return compareDecimals(less, multiplyDecimals(more, KEPT, DECIMALS)) < 0;
}
