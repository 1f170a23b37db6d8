/**
 * A journal contains a record kind unknown to this version. Skipping it would lose it at the next rewrite, so startup
 * fails.
 */
export class UnknownRecordError extends Error {
  constructor(where: string, kind: string) {
    super(
      `${where}: unknown record "${kind}", written by a newer version of Candor. Start that version again, or restore a backup from before it`,
    );
    this.name = "UnknownRecordError";
  }
}

/** For the default case of a switch over all record kinds; type-checks that none is missing. */
export function unknownRecord(where: string, record: never): never {
  throw new UnknownRecordError(where, String((record as { readonly type?: unknown }).type));
}
