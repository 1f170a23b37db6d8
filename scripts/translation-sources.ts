import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { EN } from "../packages/wire/src/messages/en.ts";
import { EN_FUND_NOTES } from "../packages/wire/src/messages/fund-notes/en.ts";
import { EN_NOTICES } from "../packages/wire/src/messages/notices/en.ts";
import { PLAIN_ENGLISH } from "../packages/wire/src/messages/plain-errors.ts";

const root = path.resolve(import.meta.dirname, "..");
/** Of each English text, the hash of the wording that the ten translations were made from. */
export const RECORD_FILE = path.join(root, "apps/web/src/i18n/translated-from.json");
const HASH_LENGTH = 8;

export type Texts = ReadonlyMap<string, string>;
export type SourceRecord = Readonly<Record<string, string>>;

/** Every text in a catalogue, by its path. */
function* textsIn(catalogue: object, prefix: string): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(catalogue) as readonly (readonly [string, unknown])[]) {
    if (typeof value === "string") yield [`${prefix}.${key}`, value];
    else if (typeof value === "object" && value !== null) yield* textsIn(value, `${prefix}.${key}`);
  }
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** All English texts that are translated: of the app, of mails, notices and fund notes, and the articles. */
export function englishTexts(): Texts {
  const texts = new Map<string, string>();
  for (const file of globSync("apps/web/src/locales/*/en.json", { cwd: root })) {
    const feature = file.split("/").at(-2) ?? "";
    for (const [name, text] of textsIn(JSON.parse(read(file)) as object, feature)) texts.set(name, text);
  }
  const catalogue = { ...EN, errors: { ...EN.errors, ...PLAIN_ENGLISH } };
  for (const [name, text] of textsIn(catalogue, "server")) texts.set(name, text);
  for (const [name, text] of textsIn(EN_NOTICES, "server.notices")) texts.set(name, text);
  for (const [name, text] of textsIn(EN_FUND_NOTES, "server.fund-notes")) texts.set(name, text);
  for (const file of globSync("apps/server/content/en/*.md", { cwd: root }))
    texts.set(`article.${path.basename(file, ".md")}`, read(file));
  return texts;
}

export const sourceHash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, HASH_LENGTH);

export const readRecord = (): SourceRecord => JSON.parse(readFileSync(RECORD_FILE, "utf8")) as SourceRecord;

export interface Stale {
  /** English texts that were changed or added since their translations were accepted. */
  readonly changed: readonly string[];
  /** Recorded texts that are gone. */
  readonly gone: readonly string[];
}

export function staleSources(texts: Texts, record: SourceRecord): Stale {
  return {
    changed: [...texts].filter(([name, text]) => record[name] !== sourceHash(text)).map(([name]) => name),
    gone: Object.keys(record).filter((name) => !texts.has(name)),
  };
}

/** The record after these translations were accepted; `gone` texts leave it, all others keep their old hash. */
export function accepted(texts: Texts, record: SourceRecord, names: ReadonlySet<string>): SourceRecord {
  const entries = [...texts]
    .map(([name, text]) => [name, names.has(name) ? sourceHash(text) : record[name]] as const)
    .filter((entry): entry is readonly [string, string] => entry[1] !== undefined);
  // Plain code-unit order: two branches that add texts rarely touch the same line.
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
