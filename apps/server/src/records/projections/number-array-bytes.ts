interface Element {
  readonly oid: number;
  readonly bytes: number;
  readonly min: number;
  readonly max: number;
  readonly write: (view: DataView, at: number, value: number) => void;
}

const TWO_TO_32 = 2 ** 32;

/** Keyed by the array type's OID in PostgreSQL. */
const ELEMENTS: Readonly<Record<number, Element>> = {
  // bigint
  1016: {
    oid: 20,
    bytes: 8,
    min: Number.MIN_SAFE_INTEGER,
    max: Number.MAX_SAFE_INTEGER,
    write(view, at, value) {
      const high = Math.floor(value / TWO_TO_32);
      view.setInt32(at, high);
      view.setUint32(at + 4, value - high * TWO_TO_32);
    },
  },
  // integer
  1007: {
    oid: 23,
    bytes: 4,
    min: -(2 ** 31),
    max: 2 ** 31 - 1,
    write: (view, at, value) => view.setInt32(at, value),
  },
  // smallint
  1005: {
    oid: 21,
    bytes: 2,
    min: -(2 ** 15),
    max: 2 ** 15 - 1,
    write: (view, at, value) => view.setInt16(at, value),
  },
  // boolean
  1000: { oid: 16, bytes: 1, min: 0, max: 1, write: (view, at, value) => view.setUint8(at, value) },
};

const HEADER_BYTES = 20;
const LENGTH_BYTES = 4;
const DIMENSIONS = 1;
const WITHOUT_NULLS = 0;
const FIRST_INDEX = 1;

/**
 * Encodes an array of integers in PostgreSQL's binary format, which it parses in half the time of text. Throws
 * RangeError if the type cannot represent a number: nothing is rounded or truncated.
 */
function numberArrayBytes(values: Float64Array, arrayOid: number): Uint8Array {
  const element = ELEMENTS[arrayOid];
  if (element === undefined) throw new RangeError(`${arrayOid} is not the type of an integer array`);
  const { bytes, max, min, oid, write } = element;
  const view = new DataView(new ArrayBuffer(HEADER_BYTES + values.length * (LENGTH_BYTES + bytes)));
  view.setInt32(0, DIMENSIONS);
  view.setInt32(4, WITHOUT_NULLS);
  view.setInt32(8, oid);
  view.setInt32(12, values.length);
  view.setInt32(16, FIRST_INDEX);
  let at = HEADER_BYTES;
  for (const value of values) {
    if (!(value >= min && value <= max) || Math.trunc(value) !== value)
      throw new RangeError(`${value} is out of range for type ${oid}`);
    view.setInt32(at, bytes);
    write(view, at + LENGTH_BYTES, value);
    at += LENGTH_BYTES + bytes;
  }
  return new Uint8Array(view.buffer);
}

/**
 * Serializers of PGlite for these types: arrays in binary, texts unchanged. Its types only allow texts, but it sends
 * bytes just as well.
 */
export const ARRAY_SERIALIZERS: Readonly<Record<number, (value: unknown) => string>> = Object.fromEntries(
  Object.keys(ELEMENTS).map((oid) => [
    oid,
    (value) =>
      value instanceof Float64Array
        ? (numberArrayBytes(value, Number(oid)) as unknown as string)
        : String(value),
  ]),
);
