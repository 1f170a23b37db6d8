/**
 * An amount of one coin in one account, with what it cost on average. Both are negative for coins that are owed: the
 * cost is what they were sold for.
 */
export interface Holding {
  units: number;
  /** In 1e-16 USDT. */
  costE16: bigint;
}

/**
 * Adds `units` (negative: takes them away) for `valueE16`, which has the same sign. More of the same is added at its
 * value. What is taken away has the average cost, rounded toward zero; the remainder stays with the rest, and the last
 * units take all of it.
 * @returns the change of the cost
 */
export function changeHolding(holding: Holding, units: number, valueE16: bigint): bigint {
  if (units === 0) return 0n;
  const before = holding.units;
  const size = Math.abs(before);
  const moved = Math.abs(units);
  const isMore = before === 0 || before > 0 === units > 0;
  holding.units = before + units;
  if (!Number.isSafeInteger(holding.units)) throw new RangeError(`a holding of ${holding.units} units`);
  if (isMore) {
    holding.costE16 += valueE16;
    return valueE16;
  }
  if (moved < size) {
    const part = (holding.costE16 * BigInt(moved)) / BigInt(size);
    holding.costE16 -= part;
    return 0n - part;
  }
  // The rest goes beyond zero: it begins a holding of the other sign.
  const restE16 = valueE16 - (valueE16 * BigInt(size)) / BigInt(moved);
  const change = restE16 - holding.costE16;
  holding.costE16 = restE16;
  return change;
}
