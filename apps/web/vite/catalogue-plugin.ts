import { readFileSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "@candor/protocol/enumerations";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";
import { WORD_GROUPS } from "../src/i18n/word-groups.ts";

/** The list of all catalogues: `words["trade-de"]()` loads one. */
const INDEX = "virtual:words";
const PREFIX = "virtual:words/";
const SOURCE_LANGUAGE = "en";

type Texts = Readonly<Record<string, string>>;

function readTexts(file: string): Texts {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Texts;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}

/**
 * Makes one module out of a group's words in a language, from `locales/<feature>/<language>.json`: messages are
 * parsed when the app is built, so that no ICU parser travels to the browser. A text that a language lacks falls
 * back to English here and fails the completeness test there.
 */
export function cataloguePlugin(localesFolder: string): Plugin {
  const names = Object.keys(WORD_GROUPS).flatMap((group) => LANGUAGES.map((lang) => `${group}-${lang}`));

  function catalogue(group: string, language: string, watch: (file: string) => void): string {
    const messages: Record<string, unknown> = {};
    for (const entry of WORD_GROUPS[group as keyof typeof WORD_GROUPS]) {
      const [feature = "", only] = entry.split(".");
      const file = join(localesFolder, feature, `${language}.json`);
      watch(file);
      const texts = {
        ...readTexts(join(localesFolder, feature, `${SOURCE_LANGUAGE}.json`)),
        ...readTexts(file),
      };
      for (const [key, text] of Object.entries(texts)) {
        if (only === undefined || only === key) messages[`${feature}.${key}`] = compileMessage(text);
      }
    }
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
  }

  return {
    name: "candor-catalogue",
    resolveId: (id) => (id === INDEX || id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`) {
        const loaders = names.map((name) => `"${name}": () => import("${PREFIX}${name}")`);
        return `export const words = {${loaders.join(",")}};`;
      }
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const [group = "", language = ""] = id.slice(PREFIX.length + 1).split("-");
      return catalogue(group, language, (file) => this.addWatchFile(file));
    },
  };
}
