import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { serveBuiltFiles } from "./serve-built-files.ts";

/** The page of the built web app; undefined: it has not been built. */
export function webAppIndex(directory: string): string | undefined {
  const file = path.join(directory, "index.html");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Serves the built web app at `/`. A page's address without its `#`, as people write it down, leads to the page. */
export async function serveWebApp(pages: FastifyInstance, directory: string): Promise<void> {
  pages.get("/pages/*", (request, reply) =>
    reply.header("cache-control", "no-cache").redirect(`/#${request.raw.url ?? ""}`),
  );
  await serveBuiltFiles(pages, { root: directory, index: ["index.html"] });
}
