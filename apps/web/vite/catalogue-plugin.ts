import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGE_TAGS, LANGUAGES, type Language } from "@candor/domain/enumerations";
import { plainErrors } from "@candor/wire/translations/plain-errors";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { WORD_GROUPS } from "../src/i18n/word-groups.ts";

/** `loadCatalogue("trade-de")` */
const LOADER = "virtual:words";
const PREFIX = "virtual:words/";
const SOURCE_LANGUAGE = "en";
const HASH_LENGTH = 8;
const NAMES = Object.keys(WORD_GROUPS).flatMap((group) =>
  LANGUAGES.map((language) => `${group}-${language}`),
);

type Texts = Readonly<Record<string, string>>;

function readTexts(file: string): Texts {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Texts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/** Builds a module from a group's texts in one language. */
function catalogue(localesFolder: string, name: string, watch: (file: string) => void): string {
  const [group = "", language = ""] = name.split("-");
  const messages: Record<string, unknown> = {};
  for (const entry of WORD_GROUPS[group as keyof typeof WORD_GROUPS]) {
    const [feature = "", only] = entry.split(".");
    const file = join(localesFolder, feature, `${LANGUAGE_TAGS[language as Language]}.json`);
    watch(file);
    const texts = {
      ...readTexts(join(localesFolder, feature, `${SOURCE_LANGUAGE}.json`)),
      ...readTexts(file),
    };
    for (const [key, text] of Object.entries(texts)) {
      if (only === undefined || only === key) messages[`${feature}.${key}`] = compileMessage(text);
    }
  }
  if (group === "errors") {
    for (const [error, text] of Object.entries(plainErrors(language as Language)))
      messages[`errors.${error}`] = compileMessage(text);
  }
  // A JSON object is a valid literal; JSON.parse of a quoted string would be a hundred bytes larger, compressed.
  return `export const messages = ${JSON.stringify(messages)};`;
}

/** During development, each catalog is a module rebuilt when its file changes. */
function developmentLoader(): string {
  const loaders = NAMES.map((name) => `"${name}": () => import("${PREFIX}${name}")`);
  return `const words = {${loaders.join(",")}}; export const loadCatalogue = (name) => words[name]();`;
}

/**
 * In the build, all catalogs are in one folder named after their combined hash: a hundred file names with a hash each
 * would add a kilobyte to the first load. A catalog missing after an update is reported like a missing chunk.
 */
const builtLoader = (folder: string): string => `
export async function loadCatalogue(name) {
  try {
    return await import(/* @vite-ignore */ new URL("${folder}/" + name + ".js", import.meta.url).href);
  } catch (error) {
    const event = new Event("vite:preloadError", { cancelable: true });
    event.payload = error;
    dispatchEvent(event);
    throw error;
  }
}`;

/**
 * Builds catalogs from `locales/<feature>/<BCP 47 tag>.json`: messages are parsed at build time, so that the browser
 * needs no ICU parser. Missing texts fall back to English here and fail the completeness test.
 */
export function cataloguePlugin(localesFolder: string): Plugin {
  let isBuild = false;
  return {
    name: "candor-catalogue",
    configResolved: ({ command }) => {
      isBuild = command === "build";
    },
    resolveId: (id) => (id === LOADER || id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      const watch = (file: string): void => this.addWatchFile(file);
      if (id.startsWith(`\0${PREFIX}`)) {
        return catalogue(localesFolder, id.slice(PREFIX.length + 1), watch);
      }
      if (id !== `\0${LOADER}`) return undefined;
      if (!isBuild) return developmentLoader();
      const modules = NAMES.map((name) => [name, catalogue(localesFolder, name, watch)] as const);
      const hash = createHash("sha256").update(JSON.stringify(modules)).digest("hex").slice(0, HASH_LENGTH);
      const folder = `words-${hash}`;
      for (const [name, source] of modules) {
        this.emitFile({ type: "asset", fileName: `assets/${folder}/${name}.js`, source });
      }
      return builtLoader(folder);
    },
  };
}
