import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import compress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/** Files that a build names after their contents, and those in a folder that is. */
const HASHED = /[/\\]assets[/\\](?:[^/\\]+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+|words-[0-9a-f]{8}[/\\][^/\\]+)$/;
const YEAR_SECONDS = 31_536_000;

/** The page of the built web app; undefined: it has not been built. */
export function webAppIndex(directory: string): string | undefined {
  const file = path.join(directory, "index.html");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/**
 * Serves the built web app at `/`: hashed files are kept for good, everything else is asked for anew. A page's address
 * without its `#`, as people write it down, leads to the page.
 */
export async function serveWebApp(pages: FastifyInstance, directory: string): Promise<void> {
  pages.get("/pages/*", (request, reply) =>
    reply.header("cache-control", "no-cache").redirect(`/#${request.raw.url ?? ""}`),
  );
  await pages.register(compress, { encodings: ["br", "gzip"], threshold: 1_024 });
  await pages.register(fastifyStatic, {
    root: directory,
    index: "index.html",
    cacheControl: false,
    setHeaders: (response, file) => {
      const value = HASHED.test(file) ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache";
      response.header("cache-control", value);
    },
  });
}
