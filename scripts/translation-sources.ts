import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { ERRORS } from "../packages/domain/src/errors/errors.ts";
import { PLAIN_ENGLISH } from "../packages/wire/src/translations/plain-errors.ts";

const root = path.resolve(import.meta.dirname, "..");
/** For each English text, the hash of the version on which the ten translations are based. */
export const RECORD_FILE = path.join(root, "apps/web/src/i18n/translated-from.json");
const HASH_LENGTH = 8;

export type Texts = ReadonlyMap<string, string>;
export type SourceRecord = Readonly<Record<string, string>>;

/** The app's texts, and the server's. Each section is a folder with one file per language, named by BCP 47 tag. */
export const LOCALES = ["apps/web/src/locales", "packages/wire/src/locales"] as const;

type Section = Readonly<Record<string, string>>;

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** Returns the sections of a folder of LOCALES. */
export const sectionsOf = (folder: string): readonly string[] =>
  globSync("*", { cwd: path.join(root, folder) }).toSorted();

/** Returns a section's texts in a language. English errors are in the error table, and in the app's plain English. */
export function sectionTexts(folder: string, section: string, tag: string): Section {
  if (section === "errors" && tag === "en")
    return { ...Object.fromEntries(ERRORS.map(({ name, message }) => [name, message])), ...PLAIN_ENGLISH };
  return JSON.parse(read(`${folder}/${section}/${tag}.json`)) as Section;
}

/** Returns all translated English texts: of the app, emails, notices and fund notes, and the articles. */
export function englishTexts(): Texts {
  const texts = new Map<string, string>();
  for (const folder of LOCALES) {
    const prefix = folder.startsWith("packages/") ? "server." : "";
    for (const section of sectionsOf(folder))
      for (const [key, text] of Object.entries(sectionTexts(folder, section, "en")))
        texts.set(`${prefix}${section}.${key}`, text);
  }
  for (const file of globSync("apps/server/content/en/*.md", { cwd: root }))
    texts.set(`article.${path.basename(file, ".md")}`, read(file));
  return texts;
}

export const sourceHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);

export const readRecord = (): SourceRecord => JSON.parse(readFileSync(RECORD_FILE, "utf8")) as SourceRecord;

export interface Stale {
  /** English texts changed or added since translations were accepted. */
  readonly changed: readonly string[];
  /** Recorded texts that no longer exist. */
  readonly gone: readonly string[];
}

export function staleSources(texts: Texts, record: SourceRecord): Stale {
  return {
    changed: [...texts].filter(([name, text]) => record[name] !== sourceHash(text)).map(([name]) => name),
    gone: Object.keys(record).filter((name) => !texts.has(name)),
  };
}

/** Returns the record after accepting these translations; `gone` texts are dropped, all others keep their old hash. */
export function accepted(texts: Texts, record: SourceRecord, names: ReadonlySet<string>): SourceRecord {
  const entries = [...texts]
    .map(([name, text]) => [name, names.has(name) ? sourceHash(text) : record[name]] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  // Plain code-unit order: two branches that add texts rarely change the same line.
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
