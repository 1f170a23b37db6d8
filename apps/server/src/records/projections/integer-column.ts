/**
 * Reads an `int8` as a number, as everywhere else. Throws if it is not a safe integer, which never happens in our
 * columns.
 */
export function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} exceeds the safe integers`);
  return value;
}

/** Type OID of `int8` in PostgreSQL's catalog. */
export const INT8_OID = 20;
