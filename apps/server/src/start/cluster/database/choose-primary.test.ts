import { describe, expect, test } from "vitest";
import { choosePrimary } from "./choose-primary.ts";
import { parseLogPosition } from "./log-position.ts";

const record = (voters: readonly string[]) => ({
  term: 1,
  primary: "a",
  voters,
  diverged: [],
  isPromoting: false,
});

describe("the choice of a primary", () => {
  test("CLUS-42 is the voter with the longest log, in either order", () => {
    const positions = (b: bigint, c: bigint) =>
      new Map([
        ["b", b],
        ["c", c],
      ]);
    expect(choosePrimary(record(["b", "c"]), positions(5n, 6n))).toBe("c");
    expect(choosePrimary(record(["b", "c"]), positions(6n, 5n))).toBe("b");
    expect(choosePrimary(record(["c", "b"]), positions(5n, 5n))).toBe("c");
  });

  test("CLUS-43 is impossible unless all voters answered", () => {
    expect(choosePrimary(record(["b", "c"]), new Map([["b", 9n]]))).toBeUndefined();
    expect(choosePrimary(record([]), new Map([["b", 9n]]))).toBeUndefined();
  });

  test("CLUS-42 never is a standby that does not vote, however long its log", () => {
    const positions = new Map([
      ["b", 1n],
      ["c", 100n],
    ]);
    expect(choosePrimary(record(["b"]), positions)).toBe("b");
  });

  test("CLUS-42 compares positions as numbers: 0/FFFFFFFF is before 1/0, and 0/9 before 0/10", () => {
    expect(parseLogPosition("0/FFFFFFFF")).toBe(parseLogPosition("1/0") - 1n);
    expect(parseLogPosition("0/9") < parseLogPosition("0/10")).toBe(true);
    for (const text of ["", "0", "0/", "0/G", "0/123456789", " 0/1"])
      expect(() => parseLogPosition(text)).toThrow("is not a position");
  });
});
