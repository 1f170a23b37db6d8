import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Files that a build names after their contents, and those in a folder that is; the compressed forms too. */
const HASHED =
  /[/\\]assets[/\\](?:[^/\\]+-[A-Za-z0-9_-]{7,}\.[a-z0-9]+|words-[0-9a-f]{8}[/\\][^/\\]+?)(?:\.br|\.gz)?$/;
const YEAR_SECONDS = 31_536_000;

/**
 * Serves what a build wrote: hashed files are kept for good, everything else is asked for again. Files come in the forms
 * that the build compressed; nothing is compressed for a request.
 */
export async function serveBuiltFiles(pages: FastifyInstance, options: FastifyStaticOptions): Promise<void> {
  await pages.register(fastifyStatic, {
    ...options,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const value = HASHED.test(file) ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache";
      reply.header("cache-control", value);
    },
  });
}
