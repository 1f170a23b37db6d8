import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { DisplayRatesFile } from "./display-rates.ts";

const MINUTE_MS = 60_000;
const GOOD = { source: "Central bank", asOf: "2026-11-27T12:00:00Z", perUsdt: { EUR: "0.92" } };

let directory: string;
let file: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "candor-rates-"));
  file = path.join(directory, "rates.json");
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Writes the file with a time of change of its own. */
function write(content: unknown, seconds: number): void {
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  utimesSync(file, seconds, seconds);
}

test("PNL-07 a changed file of rates is read again after a minute; a broken one changes nothing", () => {
  const problems: unknown[] = [];
  write(GOOD, 1);
  const rates = new DisplayRatesFile(file, 0, (error) => problems.push(error));
  const first = {
    kind: "operator",
    source: "Central bank",
    asOfMs: Date.UTC(2026, 10, 27, 12),
    perUsdt: { EUR: "0.92" },
  };
  expect(rates.current(0)).toEqual(first);
  write({ ...GOOD, perUsdt: { EUR: "0.93" } }, 2);
  expect(rates.current(MINUTE_MS - 1)).toEqual(first);
  expect(rates.current(MINUTE_MS).perUsdt).toEqual({ EUR: "0.93" });
  write("{", 3);
  expect(rates.current(2 * MINUTE_MS).perUsdt).toEqual({ EUR: "0.93" });
  expect(problems).toHaveLength(1);
  rmSync(file);
  expect(rates.current(3 * MINUTE_MS).perUsdt).toEqual({ EUR: "0.93" });
  expect(problems).toHaveLength(2);
});

test.each([
  ["a missing file", undefined, /readable JSON file/],
  ["no JSON", "rates", /readable JSON file/],
  ["a rate that is a number", { ...GOOD, perUsdt: { EUR: 0.92 } }, /EUR/],
  ["a rate of 0", { ...GOOD, perUsdt: { EUR: "0.00" } }, /more than 0/],
  ["a currency in small letters", { ...GOOD, perUsdt: { eur: "1" } }, /perUsdt.eur/],
  ["no source", { ...GOOD, source: " " }, /source/],
  ["a time without a zone", { ...GOOD, asOf: "2026-11-27" }, /asOf/],
])("PNL-07 %s is rejected at the start", (_, content, problem) => {
  if (content !== undefined) write(content, 1);
  expect(() => new DisplayRatesFile(file, 0, () => undefined)).toThrow(problem);
});
