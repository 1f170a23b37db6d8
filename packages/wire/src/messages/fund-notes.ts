import type { FundRecordKind, Language, Wallet } from "@candor/domain/enumerations";
import { DE_FUND_NOTES } from "./fund-notes/de.ts";
import { EL_FUND_NOTES } from "./fund-notes/el.ts";
import { EN_FUND_NOTES } from "./fund-notes/en.ts";
import { ES_FUND_NOTES } from "./fund-notes/es.ts";
import { FR_FUND_NOTES } from "./fund-notes/fr.ts";
import type { FundNoteTexts, OwnWords } from "./fund-notes/fund-note-texts.ts";
import { HU_FUND_NOTES } from "./fund-notes/hu.ts";
import { PL_FUND_NOTES } from "./fund-notes/pl.ts";
import { PT_BR_FUND_NOTES } from "./fund-notes/pt-br.ts";
import { RO_FUND_NOTES } from "./fund-notes/ro.ts";
import { TR_FUND_NOTES } from "./fund-notes/tr.ts";
import { ZH_HANT_FUND_NOTES } from "./fund-notes/zh-hant.ts";
import { fillFigures, fillMessage } from "./messages.ts";

export const FUND_NOTES: Readonly<Record<Language, FundNoteTexts>> = {
  zh: ZH_HANT_FUND_NOTES,
  en: EN_FUND_NOTES,
  br: PT_BR_FUND_NOTES,
  fr: FR_FUND_NOTES,
  esp: ES_FUND_NOTES,
  hu: HU_FUND_NOTES,
  tr: TR_FUND_NOTES,
  ro: RO_FUND_NOTES,
  de: DE_FUND_NOTES,
  pl: PL_FUND_NOTES,
  el: EL_FUND_NOTES,
};

export interface TradeWords {
  readonly side: "buy" | "sell";
  readonly quantity: string;
  readonly base: string;
  readonly price: string;
  readonly quote: string;
  readonly order: string;
}

export function tradeNote(language: Language, words: TradeWords): string {
  const { bought, sold } = FUND_NOTES[language];
  return fillFigures(words.side === "buy" ? bought : sold, language, { ...words });
}

/**
 * Returns the note of a transfer. A transfer from a wallet to itself went to or from a margin account, whose money
 * counts as the spot wallet's.
 */
export function transferNote(language: Language, from: Wallet, to: Wallet): string {
  const { margin, transfer, wallets } = FUND_NOTES[language];
  if (from === to) return margin;
  return fillMessage(transfer, { from: wallets[from], to: wallets[to] });
}

/** Returns the note of any other kind; `values` fill its placeholders. */
export function fundNote(
  language: Language,
  kind: Exclude<FundRecordKind, OwnWords>,
  values: Readonly<Record<string, string>> = {},
): string {
  return fillMessage(FUND_NOTES[language].notes[kind], values);
}
