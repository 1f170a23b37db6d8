import { loadCatalogue } from "virtual:words";
import type { Language } from "@candor/domain/enumerations";
import { LANGUAGE_TAGS } from "@candor/domain/enumerations";
import type { Messages } from "@lingui/core";
import { setupI18n } from "@lingui/core";
import { DEFAULT_LANGUAGE } from "./languages.ts";
import type { MessageKey } from "./message-keys.ts";
import type { WordGroup } from "./word-groups.ts";

export const i18n = setupI18n();

let requestedLanguage: Language = DEFAULT_LANGUAGE;
let activeLanguage: Language | null = null;
/** Groups shown or about to be shown; a language is activated once all of them are loaded. */
const inUse = new Set<WordGroup>(["first"]);
const known = new Set<string>();

/** Loads a language's missing groups in parallel. */
async function loadGroups(language: Language, groups: Iterable<WordGroup>): Promise<void> {
  const missing = [...groups].map((group) => `${group}-${language}`).filter((name) => !known.has(name));
  if (missing.length === 0) return;
  const catalogues = await Promise.all(missing.map((name) => loadCatalogue(name)));
  const messages: Messages = Object.assign({}, ...catalogues.map((catalogue) => catalogue.messages));
  for (const name of missing) known.add(name);
  i18n.load(LANGUAGE_TAGS[language], messages);
}

/** Repeat, because screens opened meanwhile add groups. */
async function loadAllGroups(language: Language): Promise<void> {
  for (;;) {
    await loadGroups(language, inUse);
    if ([...inUse].every((group) => known.has(`${group}-${language}`))) return;
  }
}

/** Loads a language and switches to it. The last call wins, regardless of the order in which loads finish. */
export async function activateLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  // At startup the shell does not wait for a screen's translations; the screen does.
  if (activeLanguage === null) await loadGroups(language, ["first"]);
  else await loadAllGroups(language);
  if (requestedLanguage !== language) return;
  activeLanguage = language;
  i18n.activate(LANGUAGE_TAGS[language]);
}

/** Resolves when these groups are loaded in the current language; they are then loaded for every other one too. */
export async function loadWords(groups: readonly WordGroup[]): Promise<void> {
  for (const group of groups) inUse.add(group);
  let language: Language;
  do {
    language = activeLanguage ?? requestedLanguage;
    await loadGroups(language, groups);
  } while (language !== (activeLanguage ?? requestedLanguage));
}

/** Loads a part of the app and its translations in parallel. */
export async function withWords<Part>(
  groups: readonly WordGroup[],
  load: () => Promise<Part>,
): Promise<Part> {
  const [part] = await Promise.all([load(), loadWords(groups)]);
  return part;
}

export type MessageValues = Readonly<Record<string, string | number>>;
export type Translate = (key: MessageKey, values?: MessageValues) => string;

/** For code outside components; components use `useT`, which rerenders on language change. */
export const translate: Translate = (key, values) => i18n._(key, values);
