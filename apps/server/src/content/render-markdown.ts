import type { IOptions } from "sanitize-html";
import { ITEM_LINK, PICTURE_PATH } from "./content-input.ts";

/** Pages of this site that an article may name: the app's own, and a picture that was uploaded for it. */
const SITE_PATH = /^\/(?!\/)[A-Za-z0-9/_.?=&%-]{0,200}$/;
const MAIL_LINK = /^mailto:[^\s<>"']{3,254}$/;

const isLink = (href: string): boolean =>
  ITEM_LINK.test(href) || SITE_PATH.test(href) || MAIL_LINK.test(href);

const TAGS = "h2 h3 h4 p br hr ul ol li strong em del code pre blockquote a img table thead tbody tr th td";

/**
 * What may stand in an article, and nothing else: no scripts, styles, frames, forms, handlers, ids or classes; pictures
 * from this site alone, so that nobody's reading is told elsewhere.
 */
const ALLOWED: IOptions = {
  allowedTags: TAGS.split(" "),
  allowedAttributes: { a: ["href", "rel", "target"], img: ["src", "alt", "loading"], ol: ["start"] },
  allowedSchemes: ["https", "mailto"],
  allowProtocolRelative: false,
  disallowedTagsMode: "discard",
  enforceHtmlBoundary: false,
  transformTags: {
    // The page's own title is its only first heading.
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

type Render = (markdown: string) => string;

let loading: Promise<Render> | undefined;

/** Loaded with the first article, so that a server does not start the slower for it. */
function loadRenderer(): Promise<Render> {
  loading ??= Promise.all([import("marked"), import("sanitize-html")]).then(
    ([{ Marked }, { default: sanitize }]) => {
      const marked = new Marked({ gfm: true });
      return (markdown) => sanitize(marked.parse(markdown, { async: false }), ALLOWED).trim();
    },
  );
  return loading;
}

/** Markdown as HTML that may be put into a page as it is. */
export async function renderMarkdown(markdown: string): Promise<string> {
  return (await loadRenderer())(markdown);
}
