/**
 * Returns a user's average loss per stake on a fair coin, in parts per million: (1 − rate) ÷ 2, exact to half a part,
 * rounded up.
 */
export function houseEdgePpm(payoutPpm: number): number {
  return (1_000_000 - payoutPpm + 1) >> 1;
}
