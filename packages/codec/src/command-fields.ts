import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import type { CompiledSource } from "./compiled-source.ts";

/**
 * The forms that a field of a command's record may have: numbers of a fixed length. `decode` and `encode` take and give
 * source.
 */

/** Bytes of each form of number. */
export const NUMBER_BYTES = { Uint8: 1, Uint16: 2, Uint32: 4, Int32: 4, Float64: 8 } as const;

type NumberType = keyof typeof NUMBER_BYTES;

/** One property as one number. */
export interface NumberField<T> {
  readonly form: "number";
  readonly type: NumberType;
  readonly decode: (number: string, source: CompiledSource) => string;
  readonly encode: (value: string, source: CompiledSource) => string;
  readonly gives?: () => T;
}

/** Several properties in one number. */
export interface PackedField<T> {
  readonly form: "packed";
  readonly type: NumberType;
  readonly parts: Readonly<Record<string, (number: number) => unknown>>;
  readonly encode: (command: T) => number;
  readonly gives?: () => T;
}

const U32_MAX = 4_294_967_295;

export function u32(value: number): number {
  if (!(Number.isInteger(value) && value >= 0 && value <= U32_MAX))
    throw new RangeError(`not a u32: ${value}`);
  return value;
}

function u8(value: number): number {
  if (!(Number.isInteger(value) && value >= 0 && value <= 255)) throw new RangeError(`not a u8: ${value}`);
  return value;
}

function safe(value: number): number {
  if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
  return value;
}

const asItIs = (value: string): string => value;

/** @param check throws unless the value fits */
const checked = <T extends number>(type: NumberType, check: (value: number) => number): NumberField<T> => ({
  form: "number",
  type,
  decode: asItIs,
  encode: (value, source) => `${source.use(check)}(${value})`,
});

/** A number that the exchange or its configuration assigns: it fits. */
export const listingId: NumberField<number> = {
  form: "number",
  type: "Uint16",
  decode: asItIs,
  encode: asItIs,
};
export const orderId = checked<number>("Float64", safe);
export const timeMs = checked<number>("Float64", safe);
export const units = checked<Units>("Float64", safe);
export const priceE8 = checked<PriceE8>("Float64", safe);
export const lots = checked<Lots>("Uint32", u32);
export const ticks = checked<Ticks>("Uint32", u32);
export const ppm = checked<Ppm>("Uint32", u32);
export const seconds = checked<number>("Uint32", u32);
export const factor = checked<number>("Uint8", u8);

export const flag: NumberField<boolean> = {
  form: "number",
  type: "Uint8",
  decode: (number) => `${number} === 1`,
  encode: (value) => `(${value} ? 1 : 0)`,
};

/** The value's place in a list, which only ever grows at its end. */
export function enumOf<const T extends string>(list: readonly T[]): NumberField<T> {
  const places = Object.fromEntries(list.map((name, index) => [name, index]));
  return {
    form: "number",
    type: "Uint8",
    decode: (number, source) => `${source.use(list)}[${number}]`,
    encode: (value, source) => `${source.use(places)}[${value}]`,
  };
}

export const packed = <T extends object>(
  type: NumberType,
  parts: { readonly [Name in keyof T]-?: (number: number) => T[Name] },
  encode: (command: T) => number,
): PackedField<T> => ({ form: "packed", type, parts, encode });
