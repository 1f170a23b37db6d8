import { loadCatalogue } from "virtual:words";
import type { Language } from "@candor/domain/enumerations";
import { LANGUAGE_TAGS } from "@candor/domain/enumerations";
import type { Messages } from "@lingui/core";
import { setupI18n } from "@lingui/core";
import { DEFAULT_LANGUAGE } from "./languages.ts";
import type { MessageKey } from "./message-keys.ts";
import type { WordGroup } from "./word-groups.ts";

export const i18n = setupI18n();

let wanted: Language = DEFAULT_LANGUAGE;
let spoken: Language | null = null;
/** What some screen says or is about to say; a language is spoken once it has all of these. */
const inUse = new Set<WordGroup>(["first"]);
const known = new Set<string>();

/** Loads those words of a language that are not there yet, all at once. */
async function learn(language: Language, groups: Iterable<WordGroup>): Promise<void> {
  const missing = [...groups].map((group) => `${group}-${language}`).filter((name) => !known.has(name));
  if (missing.length === 0) return;
  const catalogues = await Promise.all(missing.map((name) => loadCatalogue(name)));
  const messages: Messages = Object.assign({}, ...catalogues.map((catalogue) => catalogue.messages));
  for (const name of missing) known.add(name);
  i18n.load(LANGUAGE_TAGS[language], messages);
}

/** Screens that are opened meanwhile add their words. */
async function learnAll(language: Language): Promise<void> {
  for (;;) {
    await learn(language, inUse);
    if ([...inUse].every((group) => known.has(`${group}-${language}`))) return;
  }
}

/** Loads a language's words and switches to them. The last call wins, however the loads overtake each other. */
export async function activateLanguage(language: Language): Promise<void> {
  wanted = language;
  // At the start the shell does not wait for the words of a screen; the screen does.
  if (spoken === null) await learn(language, ["first"]);
  else await learnAll(language);
  if (wanted !== language) return;
  spoken = language;
  i18n.activate(LANGUAGE_TAGS[language]);
}

/** Until the words of these groups are there in the language that is spoken; from now on in every other one too. */
export async function loadWords(groups: readonly WordGroup[]): Promise<void> {
  for (const group of groups) inUse.add(group);
  let language: Language;
  do {
    language = spoken ?? wanted;
    await learn(language, groups);
  } while (language !== (spoken ?? wanted));
}

/** Loads a part of the app and its words side by side. */
export async function withWords<Part>(
  groups: readonly WordGroup[],
  load: () => Promise<Part>,
): Promise<Part> {
  const [part] = await Promise.all([load(), loadWords(groups)]);
  return part;
}

export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** For code outside components; components use `useT`, which renders anew when the language changes. */
export const translate: Translate = (key, values) => i18n._(key, values);
