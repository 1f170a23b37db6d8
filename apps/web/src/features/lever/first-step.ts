/**
 * The leverage that the ticket begins with: the least that still lets the account borrow. At one that it has used up
 * already every amount would be refused.
 * @param steps ascending
 * @param marginLevel assets ÷ debt; null: no debt, or no index
 */
export function firstStep(steps: readonly number[], marginLevel: string | null): number {
  const [least = 1] = steps;
  if (marginLevel === null) return least;
  const level = Number(marginLevel);
  const used = level > 1 ? level / (level - 1) : Number.POSITIVE_INFINITY;
  return steps.find((step) => step > used) ?? steps.at(-1) ?? least;
}
