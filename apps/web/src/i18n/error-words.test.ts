import { LANGUAGES } from "@candor/domain/enumerations";
import { ERRORS } from "@candor/domain/errors/errors";
import { messageOf, placeholdersOf } from "@candor/wire/translations/messages";
import { PLAIN_ENGLISH, type PlainError, plainErrors } from "@candor/wire/translations/plain-errors";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { beforeEach, expect, test } from "vitest";
import { errorWords } from "./error-words.ts";
import { activateLanguage, i18n, loadWords } from "./i18n.ts";

const NAMES = Object.keys(PLAIN_ENGLISH) as PlainError[];
/** The specification's machine English: allowed only on the wire. */
const LEGACY = /\b(?:[Mm]ailbox|[Rr]echarge|[Mm]iner|online service|format error)\b|[Ee]rror\b|nonexistent|!/;

function speak(tag: string, texts: Readonly<Record<string, string>>): void {
  const messages = Object.entries(texts).map(([name, text]) => [`errors.${name}`, compileMessage(text)]);
  i18n.load(tag, Object.fromEntries(messages) as Record<string, string>);
  i18n.activate(tag);
}

beforeEach(() => speak("en", plainErrors("en")));

test("I18N-02 the wire keeps the specification's words and the app shows plain ones, by the error's name", () => {
  expect(messageOf("user.emailExists", "en")).toBe("Mailbox already exists");
  expect(errorWords("user.emailExists", {})).toBe("This e-mail is already in use");
  expect(messageOf("session.expired", "en")).toBe("Login timed out");
  expect(errorWords("session.expired", {})).toBe("Your session has expired");
  for (const name of NAMES) expect(PLAIN_ENGLISH[name], name).not.toMatch(LEGACY);
  const shown = ERRORS.filter(({ family }) => family !== "success").map(
    ({ name, message }) =>
      [name, name in PLAIN_ENGLISH ? PLAIN_ENGLISH[name as PlainError] : message] as const,
  );
  for (const [name, words] of shown) expect(words, name).not.toMatch(LEGACY);
});

test("I18N-02 in the other languages the app says what the server says, with the same parameters", () => {
  for (const language of LANGUAGES) {
    const texts = plainErrors(language);
    for (const name of NAMES) {
      if (language !== "en")
        expect(texts[name], `${language} ${name}`).toBe(messageOf(name, language, BRACES));
      expect(placeholdersOf(texts[name]), `${language} ${name}`).toEqual(placeholdersOf(PLAIN_ENGLISH[name]));
    }
  }
});

/** Fills each placeholder with itself. */
const BRACES = { min: "{min}" };

test("I18N-02 figures of an error are written as the reader's language writes them", () => {
  expect(errorWords("wallet.belowMinimumTransfer", { min: "1000.500000", asset: "USDT" })).toBe(
    "Minimum amount per transfer: 1,000.5",
  );
  speak("de", plainErrors("de"));
  expect(errorWords("wallet.belowMinimumTransfer", { min: "1000.500000", asset: "USDT" })).toBe(
    "Mindestbetrag je Übertragung: 1.000,5",
  );
});

test("I18N-02 words that name another cause than the reply leave the server's sentence", () => {
  // Above the maximum amount the reply has max, but the app's text needs min.
  expect(errorWords("trade.amountError", { max: "5.0" })).toBeUndefined();
  expect(errorWords("trade.marketUnavailable", {})).toBeUndefined();
});

test("I18N-02 the build takes the words from the protocol's messages, in the language that is spoken", async () => {
  await activateLanguage("pl");
  await loadWords(["errors"]);
  expect(errorWords("user.emailExists", {})).toBe(plainErrors("pl")["user.emailExists"]);
});
