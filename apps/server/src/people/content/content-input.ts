import { LANGUAGES } from "@candor/domain/enumerations";
import { text } from "@candor/wire/primitives";
import { z } from "zod";
import { ITEM_KINDS } from "./content-item.ts";
import { CONTENT_LIMITS } from "./content-limits.ts";

/** A line of so many quotes or lists within each other that a renderer, which goes down into each, would not come back. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))){21}/m;

/** An item in one language, as editors send it. */
export const itemText = z.strictObject({
  title: text(CONTENT_LIMITS.title).refine((title) => title.trim() !== "", "must not be empty"),
  summary: text(CONTENT_LIMITS.summary),
  body: text(CONTENT_LIMITS.body).refine((body) => !TOO_DEEP.test(body), "is nested too deeply"),
});

export const PICTURE_PATH = /^\/pictures\/[A-Za-z0-9_-]{22}$/;
/** A page of the app, or an address that browsers reach by TLS. */
export const ITEM_LINK = /^(#\/pages\/[A-Za-z0-9/_?=&.%-]{1,200}|https:\/\/[^\s<>"'\\]{1,1000})$/;

/** What an editor saves: the languages that are named replace those of the draft, `null` removes one. */
export const contentInput = z.strictObject({
  kind: z.enum(ITEM_KINDS).optional(),
  texts: z.partialRecord(z.enum(LANGUAGES), itemText.nullable()).default({}),
  coverUrl: z.string().regex(PICTURE_PATH, "must be an uploaded picture, /pictures/…").nullable().optional(),
  link: z.string().regex(ITEM_LINK, "must begin with https:// or #/pages/").nullable().optional(),
  /** What the change is built upon; a newer one is not overwritten. */
  revision: z.int().min(0).optional(),
});
export type ContentInput = z.output<typeof contentInput>;

export const publishInput = z.strictObject({
  /** From when on it is seen; absent: now. */
  atMs: z.int().min(0).optional(),
  revision: z.int().min(0).optional(),
});
export type PublishInput = z.output<typeof publishInput>;
