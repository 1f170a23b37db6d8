/**
 * Integers bound as one array parameter of a statement (`unnest`). They stay binary up to the database: PGlite gets
 * them in PostgreSQL's own format, PostgreSQL's client converts them to text when sending.
 */
export class NumberArray {
  readonly values: Float64Array;

  constructor(values: Float64Array) {
    this.values = values;
  }

  /** Called by the PostgreSQL client, which supports objects with this method. */
  toPostgres(): string {
    return numberArrayText(this.values);
  }
}

/** Returns parameters as the embedded database takes them, also from another thread. */
export function embeddedParameters(parameters: readonly unknown[]): unknown[] {
  return parameters.map((value) => (value instanceof NumberArray ? value.values : value));
}

/** Formats an array of integers as PostgreSQL text. */
export function numberArrayText(values: Float64Array): string {
  return `{${values.join(",")}}`;
}

/** Formats an array of strings as PostgreSQL text. */
export function textArrayText(values: readonly string[]): string {
  return `{${values.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
}
