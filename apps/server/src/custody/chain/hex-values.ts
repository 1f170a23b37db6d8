import type { Hex } from "../../kit/hex.ts";
import { ChainUnavailableError } from "./evm-chain.ts";

/** Parsers for node answers. They reject any other format. */
const QUANTITY = /^0x[0-9a-f]{1,64}$/i;
const HASH = /^0x[0-9a-f]{64}$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const BYTES = /^0x(?:[0-9a-f]{2})*$/i;

export type JsonObject = Readonly<Record<string, unknown>>;

function unexpected(what: string, value: unknown): ChainUnavailableError {
  const shown = typeof value === "string" ? value.slice(0, 80) : typeof value;
  return new ChainUnavailableError(`not a ${what}: ${shown}`);
}

function text(value: unknown, form: RegExp, what: string): Hex {
  if (typeof value !== "string" || !form.test(value)) throw unexpected(what, value);
  return value.toLowerCase() as Hex;
}

export const readHash = (value: unknown): Hex => text(value, HASH, "hash");
export const readAddress = (value: unknown): Hex => text(value, ADDRESS, "address");
export const readBytes = (value: unknown): Hex => text(value, BYTES, "byte string");
export const readBigint = (value: unknown): bigint => BigInt(text(value, QUANTITY, "quantity"));

export function readInteger(value: unknown): number {
  const number = Number(readBigint(value));
  if (!Number.isSafeInteger(number)) throw unexpected("number", value);
  return number;
}

export function readObject(value: unknown, what: string): JsonObject {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unexpected(what, value);
  return value as JsonObject;
}

export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unexpected(what, value);
  return value;
}

export const toQuantity = (value: number | bigint): Hex => `0x${value.toString(16)}`;
