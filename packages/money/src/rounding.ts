import { divideCeil, divideFloor, multiplyDivideFloor } from "./integer.ts";

const PPM = 1_000_000;

/**
 * amount × rate, rounded up so that the venue keeps the remainder: fees, debts, requirements. The amount is a safe
 * integer from 0, the rate 0–1,000,000 ppm.
 */
export function feeInVenueFavour(amountUnits: number, ratePpm: number): number {
  const product = amountUnits * ratePpm;
  return product <= Number.MAX_SAFE_INTEGER ? divideCeil(product, PPM) : feeOfMillions(amountUnits, ratePpm);
}

/**
 * Splits the amount into millions and the rest, so that no product exceeds the safe integers and no fee needs a BigInt.
 */
function feeOfMillions(amountUnits: number, ratePpm: number): number {
  const millions = divideFloor(amountUnits, PPM);
  return millions * ratePpm + divideCeil((amountUnits - millions * PPM) * ratePpm, PPM);
}

/** amount × rate, rounded down so that the venue keeps the remainder: payouts and accruals. Rate in ppm. */
export function payoutInVenueFavour(amountUnits: number, ratePpm: number): number {
  return multiplyDivideFloor(amountUnits, ratePpm, PPM);
}
