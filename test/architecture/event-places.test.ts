import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.join(import.meta.dirname, "../..");
const SOURCES = ["packages", "apps", "test", "bench", "scripts"].flatMap((folder) =>
  globSync(`${folder}/**/*.ts`, {
    cwd: ROOT,
    exclude: (name) => name.split(path.sep).some((part) => part === "node_modules" || part === "dist"),
  }),
);
/** A place of a record written as a number, or as a name that stands for one. */
const BARE_PLACE = /\.field\(\s*(\d|[a-z]+\s*\+)/;

test("PROT-02 only the codec writes a field's position in an event's record as a number", () => {
  expect(SOURCES.length).toBeGreaterThan(1_000);
  const found = SOURCES.filter((file) => !file.startsWith(path.join("packages", "codec"))).flatMap((file) =>
    readFileSync(path.join(ROOT, file), "utf8")
      .split("\n")
      .flatMap((line, index) => (BARE_PLACE.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
