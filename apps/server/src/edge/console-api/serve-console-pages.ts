import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { inlineHashes, protectPages } from "../gateway/content-policy.ts";
import { serveBuiltFiles } from "../gateway/serve-built-files.ts";

/** Serves the built console at `/console`. Hashed files are cached forever, the page is revalidated. */
export function serveConsolePages(app: FastifyInstance, directory: string): void {
  const file = path.join(directory, "index.html");
  if (!existsSync(file)) return;
  const index = readFileSync(file, "utf8");
  void app.register(async (pages) => {
    protectPages(pages, inlineHashes(index));
    pages.get("/console", (_request, reply) =>
      reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(index),
    );
    await serveBuiltFiles(pages, {
      root: path.join(directory, "assets"),
      prefix: "/console/assets/",
      decorateReply: false,
      index: false,
    });
  });
}
