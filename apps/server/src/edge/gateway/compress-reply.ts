import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Below this there is little to gain. */
const LEAST_BYTES = 1_000;
/** Level 1 takes a tenth of a millisecond for 25 kB and leaves a fifth; the higher ones gain little. */
const LEVEL = 1;

/** For replies without secrets, which could be told by how well they compress (BREACH); undefined: sent as it is. */
export function compressReply(request: FastifyRequest, text: string): Buffer | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes < LEAST_BYTES || !acceptsGzip(request.headers["accept-encoding"])) return undefined;
  return gzipSync(text, { level: LEVEL });
}

/** As compressReply, for replies that the framework sends. */
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

/** Whether `accept-encoding` has gzip, by its name or by `*`, and not with `q=0`. */
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
