/**
 * A journal says something that this version does not know. To leave it out would lose it with the next rewriting: nothing
 * is started on it.
 */
export class UnknownRecordError extends Error {
  constructor(where: string, kind: string) {
    super(
      `${where}: this version does not know "${kind}"; a newer version of Candor has written here. Start that one again, or restore a backup from before it`,
    );
    this.name = "UnknownRecordError";
  }
}

/** For the end of a switch over all kinds of records: there is none left that this version writes. */
export function unknownRecord(where: string, record: never): never {
  throw new UnknownRecordError(where, String((record as { readonly type?: unknown }).type));
}
