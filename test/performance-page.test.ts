import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { REGISTRY } from "../bench/src/registry.ts";

const page = readFileSync(path.resolve(import.meta.dirname, "../docs/performance.md"), "utf8");

const byText = (a = "", b = "") => a.localeCompare(b);

test("DOCS-02 the page about performance explains exactly the existing benches", () => {
  const explained = [...page.matchAll(/^\| `([a-z]+\/[a-z-]+)`/gm)].map(([, name]) => name);
  expect([...new Set(explained)].toSorted(byText)).toEqual(REGISTRY.map(({ name }) => name).toSorted(byText));
});
