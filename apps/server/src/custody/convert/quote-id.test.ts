import { LIMITS } from "@candor/domain/limits";
import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { type QuoteSummary, readQuoteId, writeQuoteId } from "./quote-id.ts";

const TERMS: QuoteSummary = {
  wallet: "coin",
  fromAssetId: 3,
  toAssetId: 255,
  fromUnits: Number.MAX_SAFE_INTEGER as Units,
  toUnits: 1 as Units,
  expiresAtMs: 1_795_000_008_123,
};

test("the terms are read from the id again, at both ends of their ranges", () => {
  const smallest = { wallet: "main", fromAssetId: 0, toAssetId: 1, fromUnits: 1, toUnits: 1, expiresAtMs: 0 };
  for (const terms of [TERMS, smallest as QuoteSummary]) {
    const id = writeQuoteId(terms);
    expect(id).toMatch(/^[\w-]+$/);
    expect(id).toHaveLength(LIMITS.maxKeyLength);
    expect(readQuoteId(id)).toEqual(terms);
  }
});

test("equal quotes have different ids, and amounts that do not fit are rejected", () => {
  expect(writeQuoteId(TERMS)).not.toBe(writeQuoteId(TERMS));
  expect(() => writeQuoteId({ ...TERMS, toAssetId: 256 })).toThrow("does not fit");
});

test("other ids contain no terms", () => {
  const id = writeQuoteId(TERMS);
  for (const wrong of ["", "nothing", "4711", id.slice(1), `${id}A`, "=".repeat(36), ".".repeat(36)])
    expect(readQuoteId(wrong), wrong).toBeUndefined();
});
