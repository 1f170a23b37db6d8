import { Rejected } from "@candor/wire/rejection";
import type { Parameters } from "./parameters.ts";

const MICROSECONDS_FROM = 1e15;

/** Whether a reply says that the client order id was used in the last 24 hours. */
export const isUsedId = (reply: Rejected | { readonly replayed?: boolean | undefined }): boolean =>
  reply instanceof Rejected ? reply.error === "request.keyConflict" : reply.replayed === true;

/** When a signed request was made, for an order whose client order id was used. */
export function requestedAt(parameters: Parameters): { readonly requestedAtMs?: number } {
  const sent = parameters.integer("timestamp");
  if (sent === undefined) return {};
  return { requestedAtMs: sent < MICROSECONDS_FROM ? sent : Math.floor(sent / 1_000) };
}
