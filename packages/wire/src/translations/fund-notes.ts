import type { FundRecordKind, Language, Wallet } from "@candor/domain/enumerations";
import { fillFigures, fillMessage } from "./messages.ts";
import { inEveryLanguage, readTexts, type Sections } from "./texts.ts";

/** Fund record kinds whose notes depend on their origin or use error texts. */
type OwnWords = "trade" | "transfer-in" | "transfer-out" | "withdrawal-return";

/**
 * Notes of ledger entries, in one language: `notes` by kind, sentences for trades and transfers. `margin` is a transfer
 * between the spot wallet and a market's margin account, in either direction.
 */
interface FundNoteTexts extends Readonly<Sections["fund-sentences"]> {
  readonly wallets: Readonly<Record<Wallet, string>>;
  readonly notes: Readonly<Record<Exclude<FundRecordKind, OwnWords>, string>>;
}

export const FUND_NOTES = inEveryLanguage(
  (language): FundNoteTexts => ({
    wallets: readTexts("wallet-names", language),
    notes: readTexts("fund-notes", language),
    ...readTexts("fund-sentences", language),
  }),
);

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
