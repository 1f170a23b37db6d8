import type { Language } from "@candor/domain/enumerations";
import type { CallReply } from "@candor/wire/calls";
import { type Outcome, reject, rejectFields } from "@candor/wire/rejection";
import { ANNOUNCEMENT_KINDS, type AnnouncementKind, textIn } from "../../../people/content/content-item.ts";
import type { Content, LiveItem } from "../../../people/content/content-service.ts";
import { localHtml } from "../../../people/content/local-html.ts";
import { byNewest, isAfter } from "../../../people/content/message-order.ts";
import type {
  MessagePosition,
  PersonalMessage,
  PersonalMessages,
} from "../../../people/content/personal-messages.ts";
import { escapeHtml } from "../../../people/identity/mail-and-sms/escape-html.ts";
import { BAD_CURSOR } from "../../../records/projections/queries/cursor.ts";
import type { CallContext, CallHandler } from "../call-context.ts";
import { readTextCursor, writeTextCursor } from "./text-cursor.ts";

const LIST = "messages";

export interface MessageSources {
  readonly content: Content;
  readonly personalMessages: PersonalMessages;
}

type Kind = AnnouncementKind | "personal";
type Row = Extract<CallReply<"message">, { list: unknown }>["list"][number];

/** Returns bulletins, notices and the caller's own messages, newest first; or one of them, marking it read. */
export function message(sources: MessageSources): CallHandler<"message"> {
  return async (request, context): Promise<Outcome<CallReply<"message">>> => {
    const userId = context.session?.userId;
    if (request.kind === "personal" && userId === undefined) return reject("user.notLoggedIn");
    if (request.id !== undefined) return await oneMessage(sources, request.id, context);
    const { limit } = request;
    const filters = { kind: request.kind, userId };
    const after = readTextCursor(LIST, filters, request.cursor);
    if (after === BAD_CURSOR)
      return rejectFields("request.parameterError", { path: "cursor", reason: "conflict" });
    const kinds: readonly Kind[] =
      request.kind === undefined ? [...ANNOUNCEMENT_KINDS, "personal"] : [request.kind];
    const rows = [
      ...announcements(sources.content, kinds, context),
      ...personal(sources.personalMessages, kinds, context, { after, limit: limit + 1 }),
    ]
      .filter((row) => isAfter(row, after))
      .sort(byNewest);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      list: shown,
      unread: unreadOf(sources, kinds, userId),
      nextCursor:
        rows.length > shown.length && last !== undefined ? writeTextCursor(LIST, filters, last) : null,
    };
  };
}

/** Returns the notice that the home page shows until dismissed: the newest announcement. */
export function homeNotice(content: Content, language: Language): CallReply<"home">["notice"] {
  const [newest] = content.visible(ANNOUNCEMENT_KINDS);
  if (newest === undefined) return null;
  const title = textIn(newest.live, language)?.title ?? "";
  return { id: newest.id, title, timeMs: newest.live.publishedAtMs };
}

async function oneMessage(
  { content, personalMessages }: MessageSources,
  id: string,
  context: CallContext,
): Promise<Outcome<CallReply<"message">>> {
  const { language } = context;
  const userId = context.session?.userId;
  const item = content.find(ANNOUNCEMENT_KINDS, id);
  if (item !== undefined) {
    if (userId !== undefined) await content.markRead(userId, id);
    const bodyHtml = await localHtml(item, language);
    return { message: { ...announcementRow(content, item, context), bodyHtml } };
  }
  const own = userId === undefined ? undefined : personalMessages.find(userId, language, id);
  if (userId === undefined || own === undefined) return reject("request.unknownId");
  await personalMessages.markRead(userId, id);
  return { message: { ...personalRow({ ...own, read: true }), bodyHtml: paragraphsOf(own.text) } };
}

function announcements(content: Content, kinds: readonly Kind[], context: CallContext): readonly Row[] {
  return content
    .visible(ANNOUNCEMENT_KINDS.filter((kind) => kinds.includes(kind)))
    .map((item) => announcementRow(content, item, context));
}

function personal(
  messages: PersonalMessages,
  kinds: readonly Kind[],
  { session, language }: CallContext,
  page: { readonly after: MessagePosition | undefined; readonly limit: number },
): readonly Row[] {
  if (session === undefined || !kinds.includes("personal")) return [];
  return messages.list(session.userId, language, page).map(personalRow);
}

function unreadOf(
  { content, personalMessages }: MessageSources,
  kinds: readonly Kind[],
  userId: number | undefined,
): number {
  if (userId === undefined) return 0;
  const told = ANNOUNCEMENT_KINDS.filter((kind) => kinds.includes(kind));
  return content.unread(userId, told) + (kinds.includes("personal") ? personalMessages.unread(userId) : 0);
}

function announcementRow(content: Content, { id, kind, live }: LiveItem, context: CallContext): Row {
  const text = textIn(live, context.language);
  const userId = context.session?.userId;
  return {
    id,
    kind: kind as AnnouncementKind,
    title: text?.title ?? "",
    summary: text?.summary ?? "",
    timeMs: live.publishedAtMs,
    read: userId === undefined ? null : content.hasRead(userId, id),
  };
}

function personalRow({ id, title, summary, timeMs, read }: PersonalMessage): Row {
  return { id, kind: "personal", title, summary, timeMs, read };
}

function paragraphsOf(text: string): string {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join("");
}
