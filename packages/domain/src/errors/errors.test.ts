import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ERRORS } from "./errors.ts";

/** Errors of recorded journals. When one is appended, count it here and record the hash of all. */
const RECORDED = { count: 125, hash: "214175cea66e99d9cd130c1492aaf89f17da5c8bb3d112b75cecf144bd125f50" };

test("CORE-01 an error's position is its number in binary records: errors are only appended", () => {
  const names = ERRORS.slice(0, RECORDED.count).map(({ name }) => name);
  expect(createHash("sha256").update(names.join()).digest("hex")).toBe(RECORDED.hash);
  expect(ERRORS).toHaveLength(RECORDED.count);
});
