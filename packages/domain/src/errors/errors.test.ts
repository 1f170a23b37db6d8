import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { ERRORS } from "./errors.ts";

/** Errors of recorded journals. When one is appended, count it here and record the hash of all. */
const RECORDED = { count: 127, hash: "5fd9029a40b7c52447661b9c8b6135a008b63bd1b1d1518ac2644e25e6b5986b" };

test("CORE-01 an error's position is its number in binary records: errors are only appended", () => {
  const names = ERRORS.slice(0, RECORDED.count).map(({ name }) => name);
  expect(createHash("sha256").update(names.join()).digest("hex")).toBe(RECORDED.hash);
  expect(ERRORS).toHaveLength(RECORDED.count);
});
