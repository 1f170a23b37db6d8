import type { Language } from "../enumerations.ts";
import type { NoticeKind } from "../notice-kinds.ts";
import { DE_NOTICES } from "./notices/de.ts";
import { EL_NOTICES } from "./notices/el.ts";
import { EN_NOTICES } from "./notices/en.ts";
import { ES_NOTICES } from "./notices/es.ts";
import { FR_NOTICES } from "./notices/fr.ts";
import { HU_NOTICES } from "./notices/hu.ts";
import { PL_NOTICES } from "./notices/pl.ts";
import { PT_BR_NOTICES } from "./notices/pt-br.ts";
import { RO_NOTICES } from "./notices/ro.ts";
import { TR_NOTICES } from "./notices/tr.ts";
import { ZH_HANT_NOTICES } from "./notices/zh-hant.ts";

/** What people are told of their account, in one language: in the app, by mail and on their devices. */
export interface NoticeTexts {
  readonly titles: Readonly<Record<NoticeKind, string>>;
  /** With {quantity}, {base}, {price} and {quote}. */
  readonly bought: string;
  readonly sold: string;
  /** With {symbol}. */
  readonly positionLiquidated: string;
  readonly marginLiquidated: string;
  /** With {symbol} and {level}. */
  readonly marginCall: string;
  /** Of an isolated position with {symbol} and its risk rate as {level}, and of all cross ones with {level}. */
  readonly positionMarginCall: string;
  readonly crossMarginCall: string;
  /** With {amount} and {asset}. */
  readonly deposited: string;
  readonly withdrawn: string;
  readonly withdrawalReturned: string;
  readonly verificationPassed: string;
  readonly verificationRefused: string;
  /** That an account is frozen is said in the words of the catalogue. */
  readonly unfrozen: string;
  /** With {reason}. */
  readonly reason: string;
  /** With {symbol}, {price} and {target}. */
  readonly reachedAbove: string;
  readonly reachedBelow: string;
  /** In place of a message's text. */
  readonly picture: string;
  /** At the end of a mail. */
  readonly footer: string;
}

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
