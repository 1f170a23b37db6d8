/** A sum of amounts as formatDecimal writes one. It may leave the safe integers; its text is exact all the same. */
export function writeSum(units: bigint, scale: number): string {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const sign = units < 0n ? "-" : "";
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
