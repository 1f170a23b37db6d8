import { multiplyDivideCeil, multiplyDivideFloor } from "./integer.ts";

const PPM = 1_000_000;

/** amount × rate, the venue keeps the remainder by rounding up: fees, debts, requirements. Rate in ppm. */
export function feeInVenueFavour(amountUnits: number, ratePpm: number): number {
  return multiplyDivideCeil(amountUnits, ratePpm, PPM);
}

/** amount × rate, the venue keeps the remainder by rounding down: payouts and accruals. Rate in ppm. */
export function payoutInVenueFavour(amountUnits: number, ratePpm: number): number {
  return multiplyDivideFloor(amountUnits, ratePpm, PPM);
}
