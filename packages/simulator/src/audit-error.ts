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

/** Throws an AuditError unless both have the same JSON. */
export function same(found: unknown, expected: unknown, what: string): void {
  ensure(
    JSON.stringify(found) === JSON.stringify(expected),
    `${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`,
  );
}
