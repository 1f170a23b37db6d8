import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;
const STYLE_ATTRIBUTE = /\sstyle="([^"]*)"/g;

/** The hashes that let a page's own inline parts count, and no other. */
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
 * The policy of pages: everything from this site, nothing from elsewhere, in nobody's frame; no script and no style in
 * the page itself, but those that it was built with. Scripts may still place parts of the page by their style objects.
 */
export function pagePolicy({ scripts, styleAttributes }: InlineHashes): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    "default-src": ["'self'"],
    "script-src": ["'self'", ...scripts],
    "script-src-attr": ["'none'"],
    "style-src": ["'self'"],
    "style-src-attr": styleAttributes.length === 0 ? ["'none'"] : ["'unsafe-hashes'", ...styleAttributes],
    "img-src": ["'self'", "data:", "blob:"],
    // In the browsers that are supported it covers this site's sockets too; WebKit has it since 15.4.
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

/** Gives the pages of this part of the gateway their policy, in place of that of data. */
export function protectPages(pages: FastifyInstance, hashes: InlineHashes): void {
  const policy = pagePolicy(hashes);
  pages.addHook("onRequest", (_request, reply, done) => {
    reply.header("content-security-policy", policy);
    done();
  });
}
