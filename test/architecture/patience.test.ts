import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const ROOT = path.resolve(import.meta.dirname, "../..");
const TESTS = ["{apps,packages}/*/src/**/*.test.{ts,tsx}", "test/**/*.test.ts"];
/** As long as `expect.poll` waits by default, see vitest.config.ts. */
const PATIENCE_MS = 60_000;
const LIMIT = /\b(?:test|hook)?[tT]imeout: ([\d_]+)\b|\bvi\.wait(?:For|Until)\([^;]*, ([\d_]+)\)/g;
/** A click on a button that an earlier reply may remove; what follows checks that it is gone. */
const OTHERS = new Set(["test/browser/route-states.test.ts"]);

test("ARCH-05 no test gives up earlier than it must: a busy machine takes many times what a quiet one takes", () => {
  const files = globSync(TESTS, { cwd: ROOT, exclude: ["**/node_modules/**"] });
  expect(files.length).toBeGreaterThan(500);
  const early = files
    .filter((file) => !OTHERS.has(file.replaceAll(path.sep, "/")))
    .flatMap((file) =>
      [...readFileSync(path.join(ROOT, file), "utf8").matchAll(LIMIT)]
        .filter(([, ms, last = ""]) => Number((ms ?? last).replaceAll("_", "")) < PATIENCE_MS)
        .map(([limit]) => `${file}: ${limit}`),
    );
  expect(early).toEqual([]);
});
