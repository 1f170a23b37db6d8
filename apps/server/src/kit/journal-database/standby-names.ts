/**
 * Returns why a primary with this `synchronous_standby_names` may confirm commits that fewer than `standbys` standbys have;
 * undefined if it does not. Forms: `ANY 2 (a, b, c)`, `FIRST 1 (a)`, `2 (a, b)` or `a, b`.
 */
export function weaknessOf(names: string, standbys: number): string | undefined {
  if (standbys === 0) return undefined;
  const confirming = confirmations(names);
  if (confirming < standbys) return `must wait for at least ${standbys} standby`;
  // Any program that receives the log may count: a backup, for instance.
  if (listOf(names).includes("*"))
    return "must name its standbys, because * counts every receiver of its log";
  return undefined;
}

/** The number of standbys that a primary with this `synchronous_standby_names` waits for. */
export function confirmations(names: string): number {
  if (names.trim() === "") return 0;
  const counted = COUNT.exec(names)?.[1];
  return counted === undefined ? 1 : Number(counted);
}

const COUNT = /^\s*(?:any|first)?\s*([0-9]+)\s*\(/i;

function listOf(names: string): readonly string[] {
  const inner = COUNT.test(names) ? names.slice(names.indexOf("(") + 1, names.lastIndexOf(")")) : names;
  return inner.split(",").map((name) => name.trim());
}
