import { expect, test } from "vitest";
import { codeOfFenced, EXIT_FENCED } from "./stop-codes.ts";

test("CLUS-97 a process that is replaced exits with 0 only after a stop that was asked for", () => {
  expect(codeOfFenced(0)).toBe(0);
  for (const stopping of [undefined, 1, 3])
    expect(codeOfFenced(stopping), String(stopping)).toBe(EXIT_FENCED);
});
