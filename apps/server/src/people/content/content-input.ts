import { LANGUAGES } from "@candor/domain/enumerations";
import { text } from "@candor/wire/primitives";
import { z } from "zod";
import { ITEM_KINDS } from "./content-item.ts";
import { CONTENT_LIMITS } from "./content-limits.ts";

/** Matches lines with so many nested quotes or lists that a recursive renderer would hang. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|[0-9]{1,9}[.)](?=[ \t]))){21}/m;

/** An item's text in one language, as editors submit it. */
export const itemText = z.strictObject({
  title: text(CONTENT_LIMITS.title).refine((title) => title.trim() !== "", "must not be empty"),
  summary: text(CONTENT_LIMITS.summary),
  body: text(CONTENT_LIMITS.body).refine((body) => !TOO_DEEP.test(body), "is nested too deeply"),
});

export const PICTURE_PATH = /^\/pictures\/[A-Za-z0-9_-]{22}$/;
/** A page of the app, or an https address. */
export const ITEM_LINK = /^(#\/pages\/[A-Za-z0-9/_?=&.%-]{1,200}|https:\/\/[^\s<>"'\\]{1,1000})$/;

/** An editor's change: the named languages replace those of the draft; `null` removes one. */
export const contentInput = z.strictObject({
  kind: z.enum(ITEM_KINDS).optional(),
  texts: z.partialRecord(z.enum(LANGUAGES), itemText.nullable()).default({}),
  coverUrl: z.string().regex(PICTURE_PATH, "must be an uploaded picture, /pictures/…").nullable().optional(),
  link: z.string().regex(ITEM_LINK, "must begin with https:// or #/pages/").nullable().optional(),
  /** The revision the change is based on. A newer one is not overwritten. */
  revision: z.int().min(0).optional(),
});
export type ContentInput = z.output<typeof contentInput>;

export const publishInput = z.strictObject({
  /** When it becomes visible; absent: now. */
  atMs: z.int().min(0).optional(),
  revision: z.int().min(0).optional(),
});
export type PublishInput = z.output<typeof publishInput>;
