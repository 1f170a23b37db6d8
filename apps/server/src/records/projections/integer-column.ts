/** Reads an `int8`: a number, as everywhere else. Throws when it is not safe, which no column of ours ever is. */
export function readInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} leaves the safe integers`);
  return value;
}

/** Type number of `int8` in PostgreSQL's catalogue. */
export const INT8_OID = 20;
