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
