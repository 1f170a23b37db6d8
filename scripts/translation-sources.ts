import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { EN } from "../packages/wire/src/messages/en.ts";
import { EN_FUND_NOTES } from "../packages/wire/src/messages/fund-notes/en.ts";
import { EN_NOTICES } from "../packages/wire/src/messages/notices/en.ts";
import { PLAIN_ENGLISH } from "../packages/wire/src/messages/plain-errors.ts";

const root = path.resolve(import.meta.dirname, "..");
/** For each English text, the hash of the version on which the ten translations are based. */
export const RECORD_FILE = path.join(root, "apps/web/src/i18n/translated-from.json");
const HASH_LENGTH = 8;

export type Texts = ReadonlyMap<string, string>;
export type SourceRecord = Readonly<Record<string, string>>;

/** Yields every text in a catalog with its path. */
function* textsIn(catalogue: object, prefix: string): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(catalogue) as readonly (readonly [string, unknown])[]) {
    if (typeof value === "string") yield [`${prefix}.${key}`, value];
    else if (typeof value === "object" && value !== null) yield* textsIn(value, `${prefix}.${key}`);
  }
}

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

/** Returns all translated English texts: of the app, mails, notices and fund notes, and the articles. */
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
