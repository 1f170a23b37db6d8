/**
 * What a user of a fair coin loses on average of each stake, in parts per million: (1 − rate) ÷ 2, exact in halves of a
 * part, rounded up.
 */
export function houseEdgePpm(payoutPpm: number): number {
  return (1_000_000 - payoutPpm + 1) >> 1;
}
