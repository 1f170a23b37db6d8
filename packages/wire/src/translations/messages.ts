import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";
import { ERRORS, type ErrorName } from "@candor/domain/errors/errors";
import {
  type DecimalOptions,
  formatDecimalText,
  formatPercentText,
  type NumberMarks,
  numberMarks,
} from "@candor/text/decimal-text";
import type { MessageCatalogue, Wording } from "./catalogue.ts";
import { inEveryLanguage, readTexts } from "./texts.ts";

const ENGLISH_ERRORS = Object.fromEntries(ERRORS.map((row) => [row.name, row.message])) as Record<
  ErrorName,
  string
>;

export const CATALOGUES = inEveryLanguage(
  (language): MessageCatalogue => ({
    errors: language === "en" ? ENGLISH_ERRORS : readTexts("errors", language),
    wordings: readTexts("wordings", language),
    orderStatuses: readTexts("order-statuses", language),
    codeMessage: readTexts("code-message", language),
    demoReviews: readTexts("demo-reviews", language),
    holdReasons: readTexts("hold-reasons", language),
    securityMessage: readTexts("security-message", language),
    transactionNotes: readTexts("transaction-notes", language),
    outboxPage: readTexts("outbox-page", language),
  }),
);

/** Placeholders of amounts, prices and levels. All others stay unformatted, even if they contain digits. */
const FIGURES: ReadonlySet<string> = new Set([
  "amount",
  "level",
  "max",
  "min",
  "price",
  "quantity",
  "target",
]);
/** Prices and quantities have fixed steps, so they keep trailing zeros; other figures drop them. */
const STEPPED: ReadonlySet<string> = new Set(["price", "quantity"]);
const FIGURE = /^(-?[0-9]+(?:\.[0-9]+)?)(%?)$/;
const marksByLanguage = new Map<Language, NumberMarks>();

const PLACEHOLDER = /\{([a-zA-Z]+)\}/g;

/**
 * Returns the sorted names between braces.
 * @internal
 */
export function placeholdersOf(message: string): string[] {
  return [...message.matchAll(PLACEHOLDER)].map((match) => match[1] as string).sort();
}

/** Fills {placeholders}; one without a value becomes empty. */
export function fillMessage(message: string, values: Readonly<Record<string, unknown>> | undefined): string {
  if (!message.includes("{")) return message;
  return message.replace(PLACEHOLDER, (_, name: string) => textOf(values?.[name])).trim();
}

function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/**
 * Returns an error's text for people. `status` and the `reason` of a hold are translated, `untilMs` becomes a UTC date
 * for {until}, and amounts are formatted for the language. The params that programs read stay unchanged.
 * @param wording replaces the error's own text
 */
export function messageOf(
  error: ErrorName,
  language: Language,
  params?: Readonly<Record<string, unknown>>,
  wording?: Wording,
): string {
  const catalogue = CATALOGUES[language];
  const message = wording === undefined ? catalogue.errors[error] : catalogue.wordings[wording];
  if (!message.includes("{")) return message;
  const values: Record<string, unknown> = { ...params };
  const status = catalogue.orderStatuses[values.status as keyof typeof catalogue.orderStatuses];
  if (status !== undefined) values.status = status;
  const holdReason = catalogue.holdReasons[values.reason as keyof typeof catalogue.holdReasons];
  if (holdReason !== undefined) values.reason = holdReason;
  if (typeof values.untilMs === "number") values.until = utcMinute(values.untilMs);
  return fillFigures(message, language, values);
}

/** Like fillMessage, but formats amounts, prices and levels for the reader's language. */
export function fillFigures(
  message: string,
  language: Language,
  values: Readonly<Record<string, unknown>>,
): string {
  const written = Object.entries(values).map(([name, value]) => [
    name,
    FIGURES.has(name)
      ? figureIn(language, textOf(value), STEPPED.has(name) ? {} : { minDecimals: 0 })
      : value,
  ]);
  return fillMessage(message, Object.fromEntries(written));
}

function figureIn(language: Language, text: string, options: DecimalOptions): string {
  const [, digits, percent] = FIGURE.exec(text) ?? [];
  if (digits === undefined) return text;
  const marks = marksByLanguage.get(language) ?? numberMarks(LANGUAGE_TAGS[language]);
  marksByLanguage.set(language, marks);
  return (percent === "" ? formatDecimalText : formatPercentText)(digits, marks, options);
}

const MINUTE_MS = 60_000;

/** `2026-01-01 12:00 UTC`: the end of a wait, rounded up to the minute, so that nobody returns too early. */
export function utcMinute(timeMs: number): string {
  return utcText(Math.ceil(timeMs / MINUTE_MS) * MINUTE_MS);
}

/** `2026-01-01 12:00 UTC`: a past time, rounded down to the minute, as clocks show it. */
export const utcMinuteOf = (timeMs: number): string => utcText(timeMs);

function utcText(timeMs: number): string {
  const iso = new Date(timeMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
