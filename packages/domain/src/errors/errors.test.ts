import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ERRORS } from "./errors.ts";

/** Errors of recorded journals. When one is appended, count it here and record the hash of all. */
const RECORDED = { count: 128, hash: "ad2b4d67c6321d442030d16b8970db067bc3a07f1ae3e726264118f9598da425" };

test("CORE-01 an error's position is its number in binary records: errors are only appended", () => {
  const names = ERRORS.slice(0, RECORDED.count).map(({ name }) => name);
  expect(createHash("sha256").update(names.join()).digest("hex")).toBe(RECORDED.hash);
  expect(ERRORS).toHaveLength(RECORDED.count);
});
