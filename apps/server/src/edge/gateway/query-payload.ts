import type { WireCall } from "@candor/wire/call";
import { z } from "zod";
import type { Payload } from "./envelope.ts";
import { WIRE_BOUNDS } from "./envelope.ts";

const DIGITS = /^[0-9]{1,15}$/;

/** Returns the integer fields of a call; queries carry them as digits. */
export function integerFields(call: WireCall): ReadonlySet<string> {
  if (!(call.request instanceof z.ZodObject)) return new Set();
  const names = Object.entries(call.request.shape)
    .filter(([, schema]) => isInteger(schema))
    .map(([name]) => name);
  return new Set(names);
}

function isInteger(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return isInteger(schema.unwrap());
  return schema instanceof z.ZodNumber;
}

/** Returns the payload of a GET call, or `undefined` if its percent-encoding is invalid or a value is too long. */
export function decodeQuery(query: string, integers: ReadonlySet<string>): Payload | undefined {
  const payload: Payload = {};
  for (const pair of query.split("&")) {
    if (pair === "") continue;
    const at = pair.indexOf("=");
    const name = decodePart(at < 0 ? pair : pair.slice(0, at));
    const value = decodePart(at < 0 ? "" : pair.slice(at + 1));
    if (name === undefined || value === undefined || value.length > WIRE_BOUNDS.stringLength)
      return undefined;
    if (name === "__proto__") continue;
    payload[name] = integers.has(name) && DIGITS.test(value) ? Number(value) : value;
  }
  return payload;
}

function decodePart(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
