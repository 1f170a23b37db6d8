import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";
import type { FastifyReply } from "fastify";
import { securityHeaders } from "./security-headers.ts";

/** A call's reply, ready to be written. */
export interface CallReplyText {
  readonly status: number;
  readonly language: Language;
  /** Names and values in turn, beside those that every call's reply has. */
  readonly headers: readonly string[];
  readonly text: string;
  /** The text compressed with gzip, where the client takes it. */
  readonly compressed?: Buffer | undefined;
}

const JSON_TYPE = "application/json; charset=utf-8";

/**
 * Writes the reply of a call past the framework, with the headers that it would write, because the framework looks them
 * up one by one, several times each. The framework takes a reply for sent when the connection's own has ended.
 */
export function writeCallReply(
  reply: FastifyReply,
  { status, language, headers, text, compressed }: CallReplyText,
): void {
  const { request, raw } = reply;
  const bytes = compressed?.length ?? Buffer.byteLength(text);
  raw.writeHead(status, [
    ...securityHeaders(request),
    ...describingHeaders(reply, language),
    ...headers,
    ...(compressed === undefined ? [] : ["content-encoding", "gzip"]),
    "content-length",
    String(bytes),
  ]);
  if (compressed !== undefined) {
    raw.end(compressed);
    return;
  }
  // A byte a character: copied as they are.
  raw.end(text, bytes === text.length ? "latin1" : "utf8");
}

/** Leaves a reply to the framework, because other parts of it have headers to add. */
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
