import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";
import type { FastifyReply } from "fastify";
import { securityHeaders } from "./security-headers.ts";

/** A call's reply, ready to send. */
export interface CallReplyText {
  readonly status: number;
  readonly language: Language;
  /** Alternating names and values, in addition to the headers that every call's reply has. */
  readonly headers: readonly string[];
  readonly text: string;
  /** The gzipped text, if the client accepts gzip. */
  readonly compressed?: Buffer | undefined;
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** Writes a call's reply directly to the socket. */
export function writeCallReply(
  reply: FastifyReply,
  { status, language, headers, text, compressed }: CallReplyText,
): void {
  writeReply(reply, status, [...describingHeaders(reply, language), ...headers], text, compressed);
}

/**
 * Writes a reply directly to the socket with the headers that the framework would set, because the framework looks each
 * header up several times. The framework treats a reply as sent once the raw response has ended.
 *
 * @param headers alternating names and values, with the content type; those of every reply are added to them
 */
export function writeReply(
  { request, raw }: FastifyReply,
  status: number,
  headers: string[],
  text: string,
  compressed?: Buffer,
): void {
  const bytes = compressed?.length ?? Buffer.byteLength(text);
  headers.push(...securityHeaders(request));
  if (compressed !== undefined) headers.push("content-encoding", "gzip");
  headers.push("content-length", String(bytes));
  raw.writeHead(status, headers);
  if (compressed !== undefined) {
    raw.end(compressed);
    return;
  }
  // One byte per character: latin1 is a plain copy.
  raw.end(text, bytes === text.length ? "latin1" : "utf8");
}

/** Sends a reply through the framework, because hooks add headers to it. */
export function sendCallReply(
  reply: FastifyReply,
  { status, language, headers, text }: CallReplyText,
): FastifyReply {
  const all = [...describingHeaders(reply, language), ...headers];
  for (let at = 0; at < all.length; at += 2) void reply.header(all[at] as string, all[at + 1]);
  return reply.status(status).send(text);
}

function describingHeaders({ request }: FastifyReply, language: Language): string[] {
  return ["content-type", JSON_TYPE, "content-language", LANGUAGE_TAGS[language], "x-request-id", request.id];
}
