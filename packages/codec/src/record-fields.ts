import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";

/**
 * The forms that a field of an event's record may have. A record has a fixed part, one word after another in the order
 * of the layout, and behind it the contents of those fields whose length varies.
 */

/** One word. Without `decode` and `encode` the number is the value. */
export interface WordField<T> {
  readonly form: "word";
  readonly decode?: (word: number, name: string) => T;
  readonly encode?: (value: T) => number;
  readonly gives?: () => T;
}

/** One of the last words, which older records do not have: they lack the property. */
export interface OptionalField<T> {
  readonly form: "optional";
  readonly word: WordField<T>;
  readonly gives?: () => T;
}

/** Several properties in one word. */
export interface PackedField<T> {
  readonly form: "packed";
  readonly parts: readonly { readonly name: string; readonly decode: (word: number) => unknown }[];
  readonly encode: (event: T) => number;
  readonly gives?: () => T;
}

/** A word whose value becomes no, one or more properties. */
export interface SpreadField<T> {
  readonly form: "spread";
  readonly decode: (word: number) => T;
  readonly encode: (event: T) => number;
  readonly gives?: () => T;
}

/** So many words, as a list of numbers. */
export interface NumbersField<T> {
  readonly form: "numbers";
  readonly words: number;
  readonly gives?: () => T;
}

/** A word that means nothing. */
export interface UnusedField {
  readonly form: "unused";
}

/** What stands behind the fixed part: a whole number of words. */
export type Tail = Uint8Array | readonly number[];

/** Contents behind the fixed part, whose word there is their count: bytes of a string, or rows. */
export interface CountedField<T, Form extends "counted" | "spread-counted" = "counted"> {
  /** `spread-counted`: the value's properties are the event's own. */
  readonly form: Form;
  /** The words that `count` takes. */
  readonly wordsOf: (count: number) => number;
  readonly decode: (words: Float64Array, at: number, count: number) => T;
  readonly encode: (value: T) => { readonly count: number; readonly tail: Tail };
  readonly gives?: () => T;
}

/** All that remains of the record. Last of its layout. */
export interface RestField<T> {
  readonly form: "rest";
  readonly decode: (words: Float64Array, at: number, end: number) => T;
  readonly encode: (value: T) => readonly number[];
  readonly gives?: () => T;
}

const word = <T extends number>(): WordField<T> => ({ form: "word" });

export const int = word<number>();
export const units = word<Units>();
export const lots = word<Lots>();
export const ticks = word<Ticks>();
export const ppm = word<Ppm>();
export const priceE8 = word<PriceE8>();
export const unused: UnusedField = { form: "unused" };

export const flag: WordField<boolean> = {
  form: "word",
  decode: (value) => value === 1,
  encode: (value) => (value ? 1 : 0),
};

/** A word that is the value's place in a list, which only ever grows at its end. */
export function enumOf<const T>(list: readonly T[]): WordField<T> {
  return {
    form: "word",
    decode: (index, name) => entryOf(list, index, name),
    encode: (value) => list.indexOf(value),
  };
}

export const optional = <T>(field: WordField<T>): OptionalField<T> => ({ form: "optional", word: field });

/** Three numbers, as a tuple. */
export const three: NumbersField<readonly [number, number, number]> = { form: "numbers", words: 3 };

/** Some of a packed word's bits. */
export interface Bits<T> {
  readonly decode: (word: number, name: string) => T;
  readonly encode: (value: T) => number;
}

/** The place in a list, in `width` bits from `shift` on. */
export function bitsOf<const T>(list: readonly T[], shift: number, width: number): Bits<T> {
  const mask = 2 ** width - 1;
  return {
    decode: (packed, name) => entryOf(list, (packed >> shift) & mask, name),
    encode: (value) => list.indexOf(value) << shift,
  };
}

/** As bitsOf, with 0 for a property that is absent. */
export function optionalBitsOf<const T>(
  list: readonly T[],
  shift: number,
  width: number,
): Bits<T | undefined> {
  const mask = 2 ** width - 1;
  return {
    decode: (packed, name) => {
      const number = (packed >> shift) & mask;
      return number === 0 ? undefined : entryOf(list, number - 1, name);
    },
    encode: (value) => (value === undefined ? 0 : (list.indexOf(value) + 1) << shift),
  };
}

export function bit(shift: number): Bits<boolean> {
  return {
    decode: (packed) => ((packed >> shift) & 1) === 1,
    encode: (value) => (value ? 1 : 0) << shift,
  };
}

type PartsOf<T> = { readonly [Name in keyof T]-?: Bits<T[Name]> };

export function packed<T extends object>(parts: PartsOf<T>): PackedField<T> {
  const entries = Object.entries<Bits<never>>(parts as unknown as PartsOf<Record<string, never>>);
  return {
    form: "packed",
    parts: entries.map(([name, bits]) => ({ name, decode: (value) => bits.decode(value, name) })),
    encode: (event) =>
      entries.reduce((all, [name, bits]) => all | bits.encode(event[name as keyof T] as never), 0),
  };
}

export const spread = <T>(decode: (word: number) => T, encode: (event: T) => number): SpreadField<T> => ({
  form: "spread",
  decode,
  encode,
});

const UTF8 = new TextEncoder();

export const wordsOfBytes = (bytes: number): number => (bytes + 7) >> 3;

function textTail(value: string): { readonly count: number; readonly tail: Uint8Array } {
  const tail = UTF8.encode(value);
  return { count: tail.length, tail };
}

function readText(words: Float64Array, at: number, bytes: number): string {
  return new TextDecoder().decode(new Uint8Array(words.buffer, words.byteOffset + at * 8, bytes));
}

function readAscii(words: Float64Array, at: number, length: number): string {
  if (length === 0) return "";
  const bytes = new Uint8Array(words.buffer, words.byteOffset + at * 8, length);
  let value = "";
  for (let i = 0; i < length; i++) value += String.fromCharCode(bytes[i] as number);
  return value;
}

function entryOf<T>(list: readonly T[], index: number, name: string): T {
  const value = list[index];
  if (value === undefined) throw new RangeError(`unknown ${name} ${index} in an event`);
  return value;
}

/** UTF-8. */
export const text: CountedField<string> = {
  form: "counted",
  wordsOf: wordsOfBytes,
  decode: readText,
  encode: textTail,
};

/** As `text`, of characters below 128: their reading is quicker. */
export const ascii: CountedField<string> = { ...text, decode: readAscii };

/** A value of its own, as JSON. */
export const json = <T>(): CountedField<T> => ({
  form: "counted",
  wordsOf: wordsOfBytes,
  decode: (words, at, bytes) => JSON.parse(readText(words, at, bytes)) as T,
  encode: (value) => textTail(JSON.stringify(value)),
});

/** Properties of the event, as the JSON of an object that has them in this order. */
export const jsonOf =
  <T extends object>() =>
  (...names: readonly (keyof T)[]): CountedField<T, "spread-counted"> => ({
    form: "spread-counted",
    wordsOf: wordsOfBytes,
    decode: (words, at, count) => {
      const found = json<T>().decode(words, at, count);
      return Object.fromEntries(names.map((name) => [name, found[name]])) as T;
    },
    encode: (event) => textTail(JSON.stringify(Object.fromEntries(names.map((name) => [name, event[name]])))),
  });

/** A fixed number of words that repeats behind the fixed part. */
export interface Row<T> {
  readonly words: number;
  readonly decode: (words: Float64Array, at: number) => T;
  readonly encode: (row: T) => readonly number[];
}

/** Rows, preceded by their number. */
export const counted = <T>(row: Row<T>): CountedField<readonly T[]> => ({
  form: "counted",
  wordsOf: (count) => count * row.words,
  decode: (words, at, count) => readRows(row, words, at, at + count * row.words),
  encode: (rows) => ({ count: rows.length, tail: rows.flatMap((each) => row.encode(each)) }),
});

/** Rows up to the record's end. */
export const rest = <T>(row: Row<T>): RestField<readonly T[]> => ({
  form: "rest",
  decode: (words, at, end) => readRows(row, words, at, end),
  encode: (rows) => rows.flatMap((each) => row.encode(each)),
});

/** Numbers up to the record's end. */
export const restOfNumbers: RestField<readonly number[]> = {
  form: "rest",
  decode: (words, at, end) => [...words.subarray(at, end)],
  encode: (values) => values,
};

function readRows<T>(row: Row<T>, words: Float64Array, from: number, end: number): T[] {
  const rows: T[] = [];
  for (let at = from; at < end; at += row.words) rows.push(row.decode(words, at));
  return rows;
}
