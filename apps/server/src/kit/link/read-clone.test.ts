import { serialize } from "node:v8";
import { describe, expect, test } from "vitest";
import { readClone } from "./read-clone.ts";

/** Lists of lists: each has the next one `width` times, so some bytes stand for `width ** depth` values. */
function branching(width: number, depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = wrap(1);
  for (let level = 0; level < depth; level++) {
    const inner = value;
    value = wrap(Array.from({ length: width }, () => inner));
  }
  return value;
}

function holes(length: number): unknown[] {
  const list: unknown[] = [];
  list.length = length;
  return list;
}

function circle(): object {
  const self: { me?: object } = {};
  self.me = self;
  return self;
}

describe("readClone", () => {
  test.each<readonly [string, unknown]>([
    ["a text", "text"],
    ["nothing", null],
    ["undefined", undefined],
    ["amounts", { amount: 10n ** 30n, at: new Date(5) }],
    ["many numbers", Array.from({ length: 300_000 }, (_, at) => at)],
    ["bytes", new Uint8Array(1_000_000)],
    ["holes, as many as bytes", holes(1_000)],
    ["one object in a thousand places", branching(1_000, 1, (inner) => inner)],
    ["maps and sets", new Map<unknown, unknown>([["a", new Set([1, { b: 2 }])]])],
  ])("reads %s", (_name, value) => {
    expect(readClone(serialize(value))).toEqual(value);
  });

  test.each<readonly [string, unknown]>([
    ["a list of 4 billion holes", holes(2 ** 32 - 1)],
    ["holes within an object", { record: { depositIds: holes(100_000_000) } }],
    ["holes within a map", new Map([["a", holes(100_000_000)]])],
    ["holes within a set", new Set([holes(100_000_000)])],
    ["holes as a map's key", new Map([[holes(100_000_000), 1]])],
    ["one list in a million places", branching(1_000, 3, (inner) => inner)],
    ["one object in a million places", branching(1_000, 3, (inner) => ({ inner }))],
    ["a circle", circle()],
  ])("refuses %s, in some bytes", (_name, value) => {
    const bytes = serialize(value);
    expect(bytes.length).toBeLessThan(10_000);
    const startedMs = performance.now();
    expect(() => readClone(bytes)).toThrow("much larger than its");
    expect(performance.now() - startedMs).toBeLessThan(60_000);
  });
});
