import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Files named by content hash and files in hashed folders, including their compressed forms. */
const HASHED =
  /[/\\]assets[/\\](?:[^/\\]+-[A-Za-z0-9_-]{6,}\.[a-z0-9]+|words-[0-9a-f]{8}[/\\][^/\\]+?)(?:\.br|\.gz)?$/;
const YEAR_SECONDS = 31_536_000;

/**
 * Serves build output: hashed files are cached permanently, everything else is revalidated. Files are precompressed by
 * the build; nothing is compressed per request.
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
