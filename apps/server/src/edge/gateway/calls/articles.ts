import type { Language } from "@candor/domain/enumerations";
import type { CallReply } from "@candor/wire/calls";
import type { WireArticle } from "@candor/wire/objects";
import { type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import { ARTICLE_CATEGORIES, type ArticleCategory, textIn } from "../../../people/content/content-item.ts";
import { CONTENT_LIMITS } from "../../../people/content/content-limits.ts";
import type { Content, LiveItem } from "../../../people/content/content-service.ts";
import { localHtml } from "../../../people/content/local-html.ts";
import { isAfter } from "../../../people/content/message-order.ts";
import { isOfOfferedProduct } from "../../../people/content/seed-articles.ts";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import type { CallHandler } from "../call-context.ts";
import type { Ports } from "../dependencies.ts";
import { offeredProducts } from "./offered-products.ts";
import { readTextCursor, writeTextCursor } from "./text-cursor.ts";

const LIST = "articles";

/**
 * Returns the articles of a category, newest first, without those about products that are not offered; or one article
 * with its text.
 */
export function article(ports: Ports<"content" | "listings" | "mirror">): CallHandler<"article"> {
  const { content } = ports;
  return async (request, { language }): Promise<Outcome<CallReply<"article">>> => {
    if (request.id !== undefined) {
      const item = content.find(ARTICLE_CATEGORIES, request.id);
      if (item === undefined) return reject("request.unknownId");
      return { article: { ...writeArticle(item, language), contentHtml: await localHtml(item, language) } };
    }
    const { category, limit } = request;
    const question = request.q?.trim() ?? "";
    const filters = { category, question };
    const after = readTextCursor(LIST, filters, request.cursor);
    if (after === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    const products = offeredProducts(ports);
    const left = content
      .articles({ category, question, language })
      .filter(({ id }) => isOfOfferedProduct(id, products))
      .filter(({ id, live }) => isAfter({ timeMs: live.publishedAtMs, id }, after));
    const shown = left.slice(0, limit);
    const last = shown.at(-1);
    return {
      list: shown.map((item) => writeArticle(item, language)),
      nextCursor:
        left.length > shown.length && last !== undefined
          ? writeTextCursor(LIST, filters, { timeMs: last.live.publishedAtMs, id: last.id })
          : null,
    };
  };
}

/** Returns the newest news for the home page. */
export function homeNews(content: Content, language: Language): readonly WireArticle[] {
  return content
    .visible(["news"])
    .slice(0, CONTENT_LIMITS.homeNews)
    .map((item) => writeArticle(item, language));
}

/** Returns the adverts for the home page; each has a picture. */
export function homeAdverts(content: Content, language: Language): CallReply<"home">["advert"] {
  return content
    .visible(["advert"])
    .slice(0, CONTENT_LIMITS.homeAdverts)
    .flatMap(({ id, live }) => {
      const title = textIn(live, language)?.title ?? "";
      return live.coverUrl === null ? [] : [{ id, imageUrl: live.coverUrl, title, link: live.link }];
    });
}

function writeArticle({ id, kind, live }: LiveItem, language: Language): WireArticle {
  const text = textIn(live, language);
  return {
    id,
    category: kind as ArticleCategory,
    title: text?.title ?? "",
    summary: text?.summary ?? "",
    coverUrl: live.coverUrl,
    publishedAtMs: live.publishedAtMs,
  };
}
