import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Minimum size worth compressing. */
const MIN_BYTES = 1_000;
/** Level 1 takes 0.1 ms for 25 kB and compresses to a fifth; higher levels gain little. */
const LEVEL = 1;

/**
 * Compresses a reply without secrets, because compressed size can leak them (BREACH). Returns `undefined` if it is sent
 * as is.
 */
export function compressReply(request: FastifyRequest, text: string): Buffer | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes < MIN_BYTES || !acceptsGzip(request.headers["accept-encoding"])) return undefined;
  return gzipSync(text, { level: LEVEL });
}

/** Like compressReply, for replies sent by the framework. */
export function compressOnSend(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: (error: null, payload?: unknown) => void,
): void {
  void reply.header("vary", "accept-encoding");
  const compressed = typeof payload === "string" ? compressReply(request, payload) : undefined;
  if (compressed === undefined) {
    done(null, payload);
    return;
  }
  void reply.header("content-encoding", "gzip").removeHeader("content-length");
  done(null, compressed);
}

/** Returns whether `accept-encoding` includes gzip, by name or by `*`, and not with `q=0`. */
export function acceptsGzip(accepted: string | readonly string[] | undefined): boolean {
  if (accepted === undefined) return false;
  const weights = new Map<string, number>();
  for (const part of String(accepted).split(",")) {
    const [name = "", ...terms] = part.split(";").map((term) => term.trim().toLowerCase());
    const weight = terms.find((term) => term.startsWith("q="));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice("q=".length)));
  }
  return (weights.get("gzip") ?? weights.get("*") ?? 0) > 0;
}
