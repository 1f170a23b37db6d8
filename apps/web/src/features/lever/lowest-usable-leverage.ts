/**
 * Returns the ticket's initial leverage: the lowest at which the account can still borrow. At an exhausted leverage
 * every amount would be rejected.
 * @param steps ascending
 * @param marginLevel assets ÷ debt; null if there is no debt or no index
 */
export function lowestUsableLeverage(steps: readonly number[], marginLevel: string | null): number {
  const [least = 1] = steps;
  if (marginLevel === null) return least;
  const level = Number(marginLevel);
  const used = level > 1 ? level / (level - 1) : Number.POSITIVE_INFINITY;
  return steps.find((step) => step > used) ?? steps.at(-1) ?? least;
}
