import { readFileSync } from "node:fs";
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import type { ErrorName } from "@candor/domain/errors/errors";
import type codeMessage from "../locales/code-message/en.json";
import type demoReviews from "../locales/demo-reviews/en.json";
import type fundNotes from "../locales/fund-notes/en.json";
import type fundSentences from "../locales/fund-sentences/en.json";
import type holdReasons from "../locales/hold-reasons/en.json";
import type noticeTitles from "../locales/notice-titles/en.json";
import type notices from "../locales/notices/en.json";
import type orderStatuses from "../locales/order-statuses/en.json";
import type outboxPage from "../locales/outbox-page/en.json";
import type securityMessage from "../locales/security-message/en.json";
import type transactionNotes from "../locales/transaction-notes/en.json";
import type walletNames from "../locales/wallet-names/en.json";
import type wordings from "../locales/wordings/en.json";

/** Texts by section of `locales/`; the English files define the keys. English errors are in domain/errors.ts. */
export interface Sections {
  readonly "code-message": Readonly<typeof codeMessage>;
  readonly "demo-reviews": Readonly<typeof demoReviews>;
  readonly errors: Readonly<Record<ErrorName, string>>;
  readonly "fund-notes": Readonly<typeof fundNotes>;
  readonly "fund-sentences": Readonly<typeof fundSentences>;
  readonly "hold-reasons": Readonly<typeof holdReasons>;
  readonly "notice-titles": Readonly<typeof noticeTitles>;
  readonly notices: Readonly<typeof notices>;
  readonly "order-statuses": Readonly<typeof orderStatuses>;
  readonly "outbox-page": Readonly<typeof outboxPage>;
  readonly "security-message": Readonly<typeof securityMessage>;
  readonly "transaction-notes": Readonly<typeof transactionNotes>;
  readonly "wallet-names": Readonly<typeof walletNames>;
  readonly wordings: Readonly<typeof wordings>;
}

const LOCALES = new URL("../locales/", import.meta.url);

/** Reads a section's texts. Called while modules load; test/translations.test.ts compares keys and placeholders. */
export function readTexts<Name extends keyof Sections>(section: Name, language: Language): Sections[Name] {
  const file = new URL(`${section}/${LANGUAGE_TAGS[language]}.json`, LOCALES);
  return JSON.parse(readFileSync(file, "utf8")) as Sections[Name];
}

/** Builds a value of each language. */
export function inEveryLanguage<Value>(
  build: (language: Language) => Value,
): Readonly<Record<Language, Value>> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, build(language)])) as Record<
    Language,
    Value
  >;
}
