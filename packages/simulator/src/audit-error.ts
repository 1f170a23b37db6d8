/** The events contradict each other or the rules. */
export class AuditError extends Error {
  constructor(what: string) {
    super(`audit: ${what}`);
    this.name = "AuditError";
  }
}

export function ensure(holds: boolean, what: string): void {
  if (!holds) throw new AuditError(what);
}

/** Throws unless both have the same content; the order of an object's fields does not count. */
export function same(found: unknown, expected: unknown, what: string): void {
  ensure(
    textOf(found) === textOf(expected),
    `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
  );
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
