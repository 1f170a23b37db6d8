import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { withCount } from "./with-count.ts";

const LABELS = [
  ["contract", "positions"],
  ["contract", "orders"],
  ["contract", "triggers"],
  ["trade", "openOrders"],
  ["option", "open"],
] as const;

test("WEB-106 a tab has no count until the number is known, in any language", () => {
  for (const [group, key] of LABELS) {
    const folder = path.join(import.meta.dirname, "../../locales", group);
    const files = readdirSync(folder);
    expect(files).toHaveLength(11);
    for (const language of files) {
      const file = path.join(folder, language);
      const words = (JSON.parse(readFileSync(file, "utf8")) as Record<string, string>)[key] ?? "";
      const label = words.replace("{count}", "0");
      expect(withCount(label, true)).toBe(label);
      expect(withCount(label, false), `${language} ${group}.${key}`).not.toMatch(/[\d()]/);
      expect(withCount(label, false)).not.toBe("");
    }
  }
});
