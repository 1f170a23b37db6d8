import { readFileSync } from "node:fs";
import path from "node:path";
import { openApiDocument } from "@candor/protocol/wire/openapi";
import type { FastifyInstance } from "fastify";

const PAGE_DIRECTORY = path.join(import.meta.dirname, "docs-page");
const FILES = [
  { url: "/docs", file: "index.html", type: "text/html; charset=utf-8" },
  { url: "/docs/docs.css", file: "docs.css", type: "text/css; charset=utf-8" },
  { url: "/docs/docs.js", file: "docs.js", type: "text/javascript; charset=utf-8" },
] as const;

/** `/openapi.json`, and `/docs`, which shows it without anything from elsewhere. */
export function serveDocs(pages: FastifyInstance, version: string): void {
  const document = JSON.stringify(openApiDocument(version));
  pages.get("/openapi.json", (_request, reply) =>
    reply.type("application/json; charset=utf-8").header("cache-control", "no-cache").send(document),
  );
  for (const { url, file, type } of FILES) {
    const text = readFileSync(path.join(PAGE_DIRECTORY, file), "utf8");
    pages.get(url, (_request, reply) => reply.type(type).header("cache-control", "no-cache").send(text));
  }
}
