import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g;

/** Hashes that allow a page's own inline parts, and no others. */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styleAttributes: readonly string[];
}

export function inlineHashes(html: string): InlineHashes {
  const hashesOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, text]) => hashOf(text ?? ""));
  return { scripts: hashesOf(INLINE_SCRIPT), styleAttributes: hashesOf(STYLE_ATTRIBUTE) };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

/**
 * Builds the policy of pages: everything from this site, nothing from elsewhere, no framing, and no inline script or
 * style except those from the build. Scripts may still set styles through the DOM.
 */
function pagePolicy({ scripts, styleAttributes }: InlineHashes): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...scripts],
    "script-src-attr": ["'none'"],
    "style-src": ["'self'"],
    "style-src-attr": styleAttributes.length === 0 ? ["'none'"] : ["'unsafe-hashes'", ...styleAttributes],
    "img-src": ["'self'", "data:", "blob:"],
    // In supported browsers 'self' covers this site's sockets too; WebKit since 15.4.
    "connect-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

/** Gives the pages in this part of the gateway the page policy instead of the data policy. */
export function protectPages(pages: FastifyInstance, hashes: InlineHashes): void {
  const policy = pagePolicy(hashes);
  pages.addHook("onRequest", (_request, reply, done) => {
    reply.header("content-security-policy", policy);
    done();
  });
}
