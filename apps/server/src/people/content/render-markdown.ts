import type { Tokenizer } from "marked";
import type { IOptions } from "sanitize-html";
import { ITEM_LINK, PICTURE_PATH } from "./content-input.ts";

/** Paths of this site that an article may link to: the app's pages, and pictures uploaded for it. */
const SITE_PATH = /^\/(?!\/)[A-Za-z0-9/_.?=&%-]{0,200}$/;
const MAIL_LINK = /^mailto:[^\s<>"']{3,254}$/;

const isLink = (href: string): boolean =>
  ITEM_LINK.test(href) || SITE_PATH.test(href) || MAIL_LINK.test(href);

const TAGS = "h2 h3 h4 p br hr ul ol li strong em del code pre blockquote a img table thead tbody tr th td";

/**
 * Everything allowed in an article: no scripts, styles, frames, forms, handlers, ids or classes. Pictures only from
 * this site, so that no other site can track readers.
 */
const ALLOWED: IOptions = {
  allowedTags: TAGS.split(" "),
  allowedAttributes: { a: ["href", "rel", "target"], img: ["src", "alt", "loading"], ol: ["start"] },
  allowedSchemes: ["https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  enforceHtmlBoundary: false,
  transformTags: {
    // The page's title is its only h1.
    h1: "h2",
    h5: "h4",
    h6: "h4",
    a: (tagName, { href = "" }) => {
      if (!isLink(href)) return { tagName, attribs: {} };
      const isOutside = href.startsWith("https:");
      return {
        tagName,
        attribs: { href, ...(isOutside && { rel: "noopener noreferrer", target: "_blank" }) },
      };
    },
    img: (tagName, { src = "", alt = "" }) => ({ tagName, attribs: { src, alt, loading: "lazy" } }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !PICTURE_PATH.test(attribs.src ?? ""),
};

/**
 * Limits of nested emphasis and of emphasis signs per text; the rest stays literal. For each sign the renderer scans
 * all following text for the end and parses the inner text again, so a few thousand signs blocked the server for many
 * seconds.
 */
const MAX_EMPHASIS_DEPTH = 20;
const MAX_EMPHASIS_SIGNS = 1_000;
const EMPHASIS_SIGN = /^[*_~]/;

type Render = (markdown: string) => string;

let loading: Promise<Render> | undefined;

/** The library's emphasis parser with limits. */
class BoundedEmphasis {
  private depth = 0;
  private signs = 0;

  /** Resets the counters before each text. */
  begin(): void {
    this.signs = 0;
  }

  tokenizer({ prototype }: typeof Tokenizer) {
    const within = this.within.bind(this);
    return {
      emStrong(this: Tokenizer, ...given: Parameters<Tokenizer["emStrong"]>) {
        return within(given[0], () => prototype.emStrong.apply(this, given));
      },
      del(this: Tokenizer, ...given: Parameters<Tokenizer["del"]>) {
        return within(given[0], () => prototype.del.apply(this, given));
      },
    };
  }

  private within<Token>(text: string, read: () => Token): Token | undefined {
    if (!EMPHASIS_SIGN.test(text) || this.depth >= MAX_EMPHASIS_DEPTH) return undefined;
    this.signs++;
    if (this.signs > MAX_EMPHASIS_SIGNS) return undefined;
    this.depth++;
    try {
      return read();
    } finally {
      this.depth--;
    }
  }
}

/** Loaded with the first article, so that it does not slow down the startup. */
function loadRenderer(): Promise<Render> {
  loading ??= Promise.all([import("marked"), import("sanitize-html")]).then(
    ([{ Marked, Tokenizer }, { default: sanitize }]) => {
      const emphasis = new BoundedEmphasis();
      const marked = new Marked({ gfm: true, tokenizer: emphasis.tokenizer(Tokenizer) });
      return (markdown) => {
        emphasis.begin();
        return sanitize(marked.parse(markdown, { async: false }), ALLOWED).trim();
      };
    },
  );
  return loading;
}

/** Renders Markdown as HTML that is safe to embed. */
export async function renderMarkdown(markdown: string): Promise<string> {
  return (await loadRenderer())(markdown);
}
