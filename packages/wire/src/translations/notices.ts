import type { NoticeKind } from "@candor/domain/notice-kinds";
import { inEveryLanguage, readTexts, type Sections } from "./texts.ts";

/** Account notices in one language: in the app, by mail and as push messages. */
export interface NoticeTexts extends Readonly<Sections["notices"]> {
  readonly titles: Readonly<Record<NoticeKind, string>>;
}

export const NOTICES = inEveryLanguage(
  (language): NoticeTexts => ({
    titles: readTexts("notice-titles", language),
    ...readTexts("notices", language),
  }),
);
