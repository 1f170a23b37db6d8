import { createHash } from "node:crypto";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** The hashes that let a page's own inline scripts run, and no other. */
export function inlineScriptHashes(html: string): string[] {
  return [...html.matchAll(INLINE_SCRIPT)].map(([, script]) => {
    const digest = createHash("sha256")
      .update(script ?? "")
      .digest("base64");
    return `'sha256-${digest}'`;
  });
}

/**
 * The headers of pages: everything from this site, nothing from elsewhere, in nobody's frame. Styles may be set on
 * elements, because charts and long lists place their parts that way.
 */
export async function protectPages(pages: FastifyInstance, scriptHashes: readonly string[]): Promise<void> {
  await pages.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", "ws:", "wss:"],
        workerSrc: ["'self'"],
        manifestSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // Whoever puts TLS in front decides for how long.
    hsts: false,
    crossOriginEmbedderPolicy: false,
  });
}
