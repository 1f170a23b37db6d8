import { parseArgs } from "node:util";
import { expect, test } from "vitest";
import { argumentProblem } from "./argument-problem.ts";

function problemOf(...args: readonly string[]): string {
  try {
    parseArgs({ args: [...args], options: { btc: { type: "string" } } });
  } catch (error) {
    return argumentProblem(error);
  }
  return "";
}

test("SRV-04 a value that begins with a hyphen is refused without advice to pass a negative one", () => {
  expect(problemOf("--btc", "-3")).toBe('--btc needs a value that does not begin with "-"');
  expect(problemOf("--btc")).toMatch(/^Option '--btc <value>' argument missing/);
  expect(problemOf("--eth", "3")).toMatch(/^Unknown option '--eth'/);
});
