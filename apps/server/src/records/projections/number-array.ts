/**
 * Integers bound for one array parameter of a statement (`unnest`). It stays binary on the caller's thread:
 * PGlite's thread hands it on in PostgreSQL's own form, PostgreSQL's client turns it into text when it sends it.
 */
export class NumberArray {
  readonly values: Float64Array;

  constructor(values: Float64Array) {
    this.values = values;
  }

  /** Called by the PostgreSQL client, which knows objects with this method. */
  toPostgres(): string {
    return numberArrayText(this.values);
  }
}

/** An array of integers as PostgreSQL reads it. */
export function numberArrayText(values: Float64Array): string {
  return `{${values.join(",")}}`;
}

/** An array of texts as PostgreSQL reads it. */
export function textArrayText(values: readonly string[]): string {
  return `{${values.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
