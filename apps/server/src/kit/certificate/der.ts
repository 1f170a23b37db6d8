/** Distinguished Encoding Rules of ASN.1 (ITU-T X.690), as far as a certificate needs them. */

const LONG_FORM = 0x80;
const MAX_LENGTH = 0xffff;

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  text: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Returns a value: its tag, the length of its content, and the content. */
export function encode(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag, ...lengthOf(body.length)]), body]);
}

function lengthOf(length: number): readonly number[] {
  if (length > MAX_LENGTH) throw new RangeError(`a value of ${length} bytes is too long`);
  if (length < LONG_FORM) return [length];
  return length < 0x100 ? [LONG_FORM | 1, length] : [LONG_FORM | 2, length >> 8, length & 0xff];
}

export const sequence = (...content: readonly Uint8Array[]): Buffer => encode(TAG.sequence, ...content);

/** Tags of a certificate's optional parts, which contain the values. */
export const explicit = (number: number, ...content: readonly Uint8Array[]): Buffer =>
  encode(0xa0 | number, ...content);

/** Tags of choices, which replace the value's own tag. */
export const implicit = (number: number, content: Uint8Array): Buffer => encode(0x80 | number, content);

/** @param unusedBits bits at the end that do not count */
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer =>
  encode(TAG.bitString, Buffer.from([unusedBits]), content);

/** Whole number of at least one byte, the highest first; a leading 0 keeps it positive. */
export function positiveInteger(bytes: Uint8Array): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return encode(TAG.integer, ...(isNegative ? [Buffer.from([0])] : []), bytes);
}

/** @param dotted such as `1.2.840.10045.4.3.2` */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return encode(TAG.objectId, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): readonly number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** A time in whole seconds; certificates write years from 2050 on in another form (RFC 5280, 4.1.2.5). */
export function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/[-:T]|\.\d+/g, "");
  const isLate = new Date(ms).getUTCFullYear() >= 2050;
  return isLate
    ? encode(TAG.generalizedTime, Buffer.from(digits))
    : encode(TAG.utcTime, Buffer.from(digits.slice(2)));
}
