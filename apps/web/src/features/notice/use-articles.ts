import type { CallReply } from "@candor/wire/calls";
import type { WireArticle } from "@candor/wire/objects";
import { type PageOf, type PageStart, type Pages, usePages } from "../../shell/calls/use-pages.ts";
import type { ArticleCategory } from "../../shell/routing/routes.ts";
import { api } from "../../shell/services/services.ts";

const A_PAGE = 20;

export type MessageKind = "bulletin" | "notice" | "personal";
export type MessageRow = Extract<CallReply<"message">, { list: unknown }>["list"][number];

/** Editorial content has no sequence number. */
const pageOf = <Row>(list: readonly Row[], nextCursor: string | null): PageOf<Row> => ({
  list,
  nextCursor,
  asOfSeq: Number.MAX_SAFE_INTEGER,
});

const cursorOf = (start: PageStart) => ("cursor" in start ? { cursor: start.cursor } : {});

/** Articles of a category that contain all words, paginated. */
export function useArticles(category: ArticleCategory, question: string): Pages<WireArticle> {
  const q = question.trim();
  return usePages(["article", category, q], async (start, signal) => {
    const request = { category, limit: A_PAGE, ...(q !== "" && { q }), ...cursorOf(start) };
    const reply = await api.call("article", request, { signal });
    return "list" in reply ? pageOf(reply.list, reply.nextCursor) : pageOf([reply.article], null);
  });
}

/** Bulletins, notices and the user's messages, paginated. */
export function useMessages(kind: MessageKind | "all"): Pages<MessageRow> {
  return usePages(["message", kind], async (start, signal) => {
    const request = { limit: A_PAGE, ...(kind !== "all" && { kind }), ...cursorOf(start) };
    const reply = await api.call("message", request, { signal });
    return "list" in reply ? pageOf(reply.list, reply.nextCursor) : pageOf([reply.message], null);
  });
}
