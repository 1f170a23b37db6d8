import { writeFileSync } from "node:fs";
import { accepted, englishTexts, RECORD_FILE, readRecord, staleSources } from "./translation-sources.ts";

/**
 * `node scripts/accept-translations.ts` lists the English texts changed since they were translated. With names, or
 * `all`, it records that all ten translations match the current English.
 */
const names = process.argv.slice(2);
const texts = englishTexts();
const record = readRecord();
const { changed, gone } = staleSources(texts, record);
const wanted = new Set(names.includes("all") ? changed : names);
const unknown = [...wanted].filter((name) => !texts.has(name));

if (unknown.length > 0) {
  console.error(`No such text: ${unknown.join(", ")}`);
  process.exitCode = 1;
} else if (names.length === 0) {
  for (const name of changed) console.log(`${name}\n  ${texts.get(name)?.split("\n", 1)[0] ?? ""}`);
  console.log(`${changed.length} to translate and accept, ${gone.length} gone`);
  process.exitCode = changed.length + gone.length > 0 ? 1 : 0;
} else {
  writeFileSync(RECORD_FILE, `${JSON.stringify(accepted(texts, record, wanted), null, 2)}\n`);
  console.log(`${wanted.size} accepted, ${gone.length} removed`);
}
