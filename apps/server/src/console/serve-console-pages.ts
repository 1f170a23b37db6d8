import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import compress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";
import { inlineHashes, protectPages } from "../gateway/content-policy.ts";

const HASHED = /[/\\]assets[/\\][^/\\]+-[A-Za-z0-9_-]{8,}\.[a-z0-9]+$/;
const YEAR_SECONDS = 31_536_000;

/** Serves the built console at `/console`: hashed files are kept for good, the page is asked for anew. */
export function serveConsolePages(app: FastifyInstance, directory: string): void {
  const file = path.join(directory, "index.html");
  if (!existsSync(file)) return;
  const index = readFileSync(file, "utf8");
  void app.register(async (pages) => {
    protectPages(pages, inlineHashes(index));
    await pages.register(compress, { encodings: ["br", "gzip"], threshold: 1_024 });
    pages.get("/console", (_request, reply) =>
      reply.type("text/html; charset=utf-8").header("cache-control", "no-cache").send(index),
    );
    await pages.register(fastifyStatic, {
      root: path.join(directory, "assets"),
      prefix: "/console/assets/",
      decorateReply: false,
      index: false,
      cacheControl: false,
      setHeaders: (response, name) => {
        const value = HASHED.test(name) ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache";
        response.header("cache-control", value);
      },
    });
  });
}
