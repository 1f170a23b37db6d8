import { divideCeil, divideFloor, multiplyDivideFloor } from "./integer.ts";

const PPM = 1_000_000;

/**
 * amount × rate, the venue keeps the remainder by rounding up: fees, debts, requirements. Amount a safe integer from
 * 0, rate 0–1,000,000 ppm.
 */
export function feeInVenueFavour(amountUnits: number, ratePpm: number): number {
  const product = amountUnits * ratePpm;
  return product <= Number.MAX_SAFE_INTEGER ? divideCeil(product, PPM) : feeOfMillions(amountUnits, ratePpm);
}

/** Splits the amount into millions and the rest, so that no product leaves the safe integers and no fee needs a BigInt. */
function feeOfMillions(amountUnits: number, ratePpm: number): number {
  const millions = divideFloor(amountUnits, PPM);
  return millions * ratePpm + divideCeil((amountUnits - millions * PPM) * ratePpm, PPM);
}

/** amount × rate, the venue keeps the remainder by rounding down: payouts and accruals. Rate in ppm. */
export function payoutInVenueFavour(amountUnits: number, ratePpm: number): number {
  return multiplyDivideFloor(amountUnits, ratePpm, PPM);
}
