import type { Language } from "@candor/domain/enumerations";
import { DE_NOTICES } from "./notices/de.ts";
import { EL_NOTICES } from "./notices/el.ts";
import { EN_NOTICES } from "./notices/en.ts";
import { ES_NOTICES } from "./notices/es.ts";
import { FR_NOTICES } from "./notices/fr.ts";
import { HU_NOTICES } from "./notices/hu.ts";
import type { NoticeTexts } from "./notices/notice-texts.ts";
import { PL_NOTICES } from "./notices/pl.ts";
import { PT_BR_NOTICES } from "./notices/pt-br.ts";
import { RO_NOTICES } from "./notices/ro.ts";
import { TR_NOTICES } from "./notices/tr.ts";
import { ZH_HANT_NOTICES } from "./notices/zh-hant.ts";

export const NOTICES: Readonly<Record<Language, NoticeTexts>> = {
  zh: ZH_HANT_NOTICES,
  en: EN_NOTICES,
  br: PT_BR_NOTICES,
  fr: FR_NOTICES,
  esp: ES_NOTICES,
  hu: HU_NOTICES,
  tr: TR_NOTICES,
  ro: RO_NOTICES,
  de: DE_NOTICES,
  pl: PL_NOTICES,
  el: EL_NOTICES,
};
