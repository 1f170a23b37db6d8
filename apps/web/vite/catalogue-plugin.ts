import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Plugin } from "vite";

const PREFIX = "virtual:catalogue/";
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
 * Makes one module a language out of `locales/<feature>/<language>.json`: messages are parsed when the app is
 * built, so that no ICU parser travels to the browser. A text that a language lacks falls back to English here
 * and fails the completeness test there.
 */
export function cataloguePlugin(localesFolder: string): Plugin {
  return {
    name: "candor-catalogue",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const language = id.slice(PREFIX.length + 1);
      const messages: Record<string, unknown> = {};
      for (const feature of readdirSync(localesFolder).sort()) {
        const file = join(localesFolder, feature, `${language}.json`);
        this.addWatchFile(file);
        const texts = {
          ...readTexts(join(localesFolder, feature, `${SOURCE_LANGUAGE}.json`)),
          ...readTexts(file),
        };
        for (const [key, text] of Object.entries(texts)) {
          messages[`${feature}.${key}`] = compileMessage(text);
        }
      }
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
    },
  };
}
