/** The legacy wire's envelope: packs payloads and opens replies. */

/** Envelope of every reply. */
export interface Envelope {
  readonly code: number;
  readonly msg: string;
  /** Seconds. */
  readonly time: number;
  /** Base64 of UTF-8 JSON. */
  readonly data: string;
}

/** Characters from which only those are escaped that would otherwise change. */
const LARGE = 4_096;
const NOT_PLAIN = /[%\u0080-\uffff]+/g;

/** The form body of a POST call: `data` = base64 of the URI-encoded JSON. */
export function encodeForm(payload: object): string {
  const json = JSON.stringify(payload);
  // A body is limited, and escapes of quotes and braces would almost double a large one.
  const escaped =
    json.length < LARGE ? encodeURIComponent(json) : json.replaceAll(NOT_PLAIN, encodeURIComponent);
  return `data=${encodeURIComponent(btoa(escaped))}`;
}

/** Returns the query of a GET call: plain parameters, without the undefined ones. */
export function encodeQuery(payload: object): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(payload)) {
    if (value === undefined || value === null || value === "") continue;
    query.set(name, String(value));
  }
  const text = query.toString();
  return text === "" ? "" : `?${text}`;
}

/** Reads a reply; returns undefined if it is not an envelope. */
export function readEnvelope(text: string): Envelope | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== "object" || parsed === null) return undefined;
  const { code, msg, time, data } = parsed as Partial<Record<keyof Envelope, unknown>>;
  if (typeof code !== "number" || typeof msg !== "string" || typeof data !== "string") return undefined;
  return { code, msg, time: typeof time === "number" ? time : 0, data };
}

/** Decodes a reply's `data`. Throws if it is not valid Base64 of JSON. */
export function decodeData(data: string): Readonly<Record<string, unknown>> {
  const binary = atob(data);
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError("a reply's data is always an object");
  }
  return value as Readonly<Record<string, unknown>>;
}
