import { readFileSync } from "node:fs";
import path from "node:path";
import { openApiDocument } from "@candor/wire/openapi";
import type { FastifyInstance } from "fastify";
import { binanceOpenApi, type ServedCall } from "../binance-api/openapi/binance-openapi.ts";

const PAGE_DIRECTORY = path.join(import.meta.dirname, "docs-page");
const FILES = [
  { url: "/docs", file: "index.html", type: "text/html; charset=utf-8" },
  { url: "/docs/docs.css", file: "docs.css", type: "text/css; charset=utf-8" },
  { url: "/docs/docs.js", file: "docs.js", type: "text/javascript; charset=utf-8" },
] as const;

const BOTS_PAGE = "/#/pages/my/bots";

/**
 * Serves `/openapi.json`, `/docs`, which shows it without external resources, and `/openapi-binance.json`, which
 * describes the calls for Binance clients.
 */
export function serveDocs(
  pages: FastifyInstance,
  version: string,
  forBinancePrograms: readonly ServedCall[],
): void {
  const documents = {
    "/openapi.json": lazy(() => openApiDocument(version)),
    "/openapi-binance.json": lazy(() => binanceOpenApi(version, forBinancePrograms)),
  };
  for (const [url, document] of Object.entries(documents))
    pages.get(url, (_request, reply) =>
      reply.type("application/json; charset=utf-8").header("cache-control", "no-cache").send(document()),
    );
  // The app's page about trading programs. It knows who reads it.
  pages.get("/docs/bots", (_request, reply) => reply.redirect(BOTS_PAGE));
  for (const { url, file, type } of FILES) {
    const text = readFileSync(path.join(PAGE_DIRECTORY, file), "utf8");
    pages.get(url, (_request, reply) => reply.type(type).header("cache-control", "no-cache").send(text));
  }
}

/** Built on first use, because it takes 0.1 s and most starts do not need it. */
function lazy(make: () => object): () => string {
  let made: string | undefined;
  return () => (made ??= JSON.stringify(make()));
}
