import { decodePayloadText } from "./decode-payload.ts";

/** The legacy wire's envelope: `data` = base64(encodeURIComponent(JSON)) in, base64(JSON) out. */
export const WIRE_BOUNDS = {
  bodyBytes: 65_536,
  queryBytes: 4_096,
  jsonDepth: 8,
  stringLength: 4_096,
  arrayLength: 200,
} as const;

export type Payload = Record<string, unknown>;

/** Padding as browsers encode it in a form. */
const PADDING = "%3D";
/** Payload of a form without a `data` field. */
const EMPTY_FORM = "";
const NONE: readonly string[] = [];

/**
 * Reads the payload of a form body. Accepts URL-safe base64, missing padding, and blanks instead of `+`; a form without
 * `data` is an empty payload.
 * @returns `undefined` if it does not decode to an object within the bounds
 */
export function decodeForm(body: string): Payload | undefined {
  const field = readDataField(body);
  if (field === undefined) return undefined;
  if (field === EMPTY_FORM) return {};
  const json = decodePayloadText(field);
  if (json === undefined) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  return isWithinBounds(value) ? value : undefined;
}

/**
 * Returns whether a body says something that cannot be a payload: fields, but no `data`. A call that moves money must not
 * take it for an empty payload, which often means "all of them".
 */
export function hidesPayload(body: string): boolean {
  return body !== "" && readDataField(body) === EMPTY_FORM;
}

/** Returns the `data` field's text, "" if there is none, or `undefined` if its percent-encoding is invalid. */
function readDataField(body: string): string | undefined {
  const start = body.startsWith("data=") ? 5 : findDataField(body);
  if (start < 0) return EMPTY_FORM;
  const end = body.indexOf("&", start);
  let field = end < 0 ? body.slice(start) : body.slice(start, end);
  while (field.endsWith(PADDING)) field = field.slice(0, -PADDING.length);
  if (!field.includes("%")) return field;
  try {
    return decodeURIComponent(field);
  } catch {
    return undefined;
  }
}

/** Returns where the value of a `data` field after other fields begins, or −1 if there is none. */
function findDataField(body: string): number {
  const at = body.indexOf("&data=");
  return at < 0 ? -1 : at + 6;
}

/** Returns whether a parsed value is an object within the limits for depth, length and count. */
export function isWithinBounds(value: unknown): value is Payload {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  return fits(value, 1);
}

function fits(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.length <= WIRE_BOUNDS.stringLength;
  if (typeof value !== "object" || value === null) return true;
  if (depth > WIRE_BOUNDS.jsonDepth) return false;
  if (Array.isArray(value)) {
    if (value.length > WIRE_BOUNDS.arrayLength) return false;
    for (const item of value) if (!fits(item, depth + 1)) return false;
    return true;
  }
  for (const key in value) {
    if (!fits((value as Payload)[key], depth + 1)) return false;
  }
  return true;
}

/**
 * Removes fields that count as absent: `null` and `""`, except where `null` has a meaning. The fields in `verbatim` stay as
 * they are.
 */
export function dropAbsent(
  payload: Payload,
  nullable: readonly string[],
  verbatim: readonly string[] = NONE,
): void {
  for (const key of Object.keys(payload)) {
    if (verbatim.includes(key)) continue;
    const value = payload[key];
    if (value === "" || (value === null && !nullable.includes(key))) delete payload[key];
    else if (typeof value === "object" && value !== null && !Array.isArray(value))
      dropAbsent(value as Payload, []);
  }
}

/** Writes a reply. `code` 1 means accepted, with the call's reply in `data`; otherwise `data` describes the error. */
export function encodeReply(code: number, message: string, timeSeconds: number, data: object): string {
  const encoded = Buffer.from(JSON.stringify(data), "utf8").toString("base64");
  const text = message === "" ? '""' : JSON.stringify(message);
  return `{"code":${code},"msg":${text},"time":${timeSeconds},"data":"${encoded}"}`;
}
