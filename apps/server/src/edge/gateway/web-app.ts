import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
import { serveBuiltFiles } from "./serve-built-files.ts";

/** Returns the page of the built web app, or `undefined` if it has not been built. */
export function webAppIndex(directory: string): string | undefined {
  const file = path.join(directory, "index.html");
  return existsSync(file) ? readFileSync(file, "utf8") : undefined;
}

/** Replaces the service worker that caches the app: deletes its caches and unregisters. */
const FORGETTING_WORKER = `self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  const forget = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("candor-app-")).map((name) => caches.delete(name)));
    await self.registration.unregister();
  };
  event.waitUntil(forget());
});
`;

/**
 * Serves the built web app at `/`. A page address typed without its `#` redirects to the page.
 * @param isOfflineOff browsers must not cache the app for offline use
 */
export async function serveWebApp(
  pages: FastifyInstance,
  directory: string,
  isOfflineOff = false,
): Promise<void> {
  if (isOfflineOff) {
    pages.get("/worker.js", (_request, reply) =>
      reply
        .header("cache-control", "no-cache")
        .type("text/javascript; charset=utf-8")
        .send(FORGETTING_WORKER),
    );
  }
  pages.get("/pages/*", (request, reply) =>
    reply.header("cache-control", "no-cache").redirect(`/#${request.raw.url ?? ""}`),
  );
  await serveBuiltFiles(pages, { root: directory, index: ["index.html"] });
}
