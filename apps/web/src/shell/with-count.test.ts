import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { withCount } from "./with-count.ts";

const LANGUAGES = ["zh", "en", "br", "fr", "esp", "hu", "tr", "ro", "de", "pl", "el"];
const LABELS = [
  ["contract", "positions"],
  ["contract", "orders"],
  ["contract", "triggers"],
  ["trade", "openOrders"],
  ["option", "open"],
] as const;

test("WEB-106 a tab has no count until the number is known, in any language", () => {
  for (const language of LANGUAGES) {
    for (const [group, key] of LABELS) {
      const file = path.join(import.meta.dirname, "../locales", group, `${language}.json`);
      const words = (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>)[key] ?? "";
      const label = words.replace("{count}", "0");
      expect(withCount(label, true)).toBe(label);
      expect(withCount(label, false), `${language} ${group}.${key}`).not.toMatch(/[\d()]/);
      expect(withCount(label, false)).not.toBe("");
    }
  }
});
