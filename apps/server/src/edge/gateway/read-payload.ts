import type { WireCall } from "@candor/wire/call";
import type { FastifyRequest } from "fastify";
import { decodeForm, dropAbsent, hidesPayload, type Payload } from "./envelope.ts";
import { decodeQuery } from "./query-payload.ts";

/** Returns the query as sent, without the question mark. */
export function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? "";
  const at = url.indexOf("?");
  return at < 0 ? "" : url.slice(at + 1);
}

/**
 * Reads a request's payload: the query of a GET, the `data` of a form.
 * @param integers the call's integer fields, which a query sends as digits
 * @returns `undefined` if it cannot be read
 */
export function readPayload(
  call: WireCall,
  integers: ReadonlySet<string>,
  request: FastifyRequest,
): Payload | undefined {
  let payload: Payload | undefined;
  if (call.kind === "money" && hasUnreadPayload(request)) return undefined;
  if (call.method === "GET") payload = decodeQuery(queryOf(request), integers);
  else if (request.body === undefined || request.body === null) payload = {};
  else if (typeof request.body === "string") payload = decodeForm(request.body);
  if (payload !== undefined) dropAbsent(payload, call.nullable, call.verbatim);
  return payload;
}

/** Whether a request carries a payload where the wire does not look for it: compressed, in the query, in other fields. */
function hasUnreadPayload(request: FastifyRequest): boolean {
  const { body, headers } = request;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") return true;
  if (typeof body === "string" && body !== "") return hidesPayload(body);
  return queryOf(request).startsWith("data=") || queryOf(request).includes("&data=");
}

/** Returns a header; `undefined` if it is absent or empty. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.raw.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
