import { expect, test } from "vitest";
import { isNameTaken, moved, readWatchlists, toggled, withList } from "./watchlists.ts";

const list = (id: string, ...markets: string[]) => ({ id, name: id.toUpperCase(), markets });
const LISTS = [list("a", "BTCUSDT"), list("b"), list("c")];
const ids = (lists: readonly { readonly id: string }[]) => lists.map(({ id }) => id).join("");

test("WEB-33 stored watchlists are read within their limits, broken ones are dropped", () => {
  const broken = [null, 5, {}, { id: "x", name: 5, markets: [] }, { id: "y", name: "Y", markets: "BTC" }];
  expect(readWatchlists({ lists: [...broken, { ...LISTS[0], more: 1 }] })).toEqual([LISTS[0]]);
  expect(readWatchlists({ lists: [list("d", "A", "B", "A")] })?.[0]?.markets).toEqual(["A", "B"]);
  expect(readWatchlists({ lists: [{ id: "e", name: "x".repeat(99), markets: [1] }] })).toEqual([
    { id: "e", name: "x".repeat(24), markets: [] },
  ]);
  expect(readWatchlists({ lists: Array.from({ length: 40 }, (_, at) => list(`l${at}`)) })).toHaveLength(20);
  for (const none of [null, "text", {}, { lists: {} }]) expect(readWatchlists(none)).toBeUndefined();
});

test("WEB-33 watchlists are added, replaced and moved, and their markets come and go", () => {
  expect(ids(withList(LISTS, list("d")))).toBe("abcd");
  expect(withList(LISTS, list("b", "ETHUSDT"))[1]?.markets).toEqual(["ETHUSDT"]);
  expect([ids(moved(LISTS, "c", -1)), ids(moved(LISTS, "a", 1))]).toEqual(["acb", "bac"]);
  expect([ids(moved(LISTS, "a", -1)), ids(moved(LISTS, "c", 1)), ids(moved(LISTS, "x", 1))]).toEqual([
    "abc",
    "abc",
    "abc",
  ]);
  expect(toggled(["A"], "B")).toEqual(["A", "B"]);
  expect(toggled(["A", "B"], "A")).toEqual(["B"]);
});

test("WEB-33 no two watchlists share a name, but a list may keep its own", () => {
  expect(isNameTaken(LISTS, "new", " b ")).toBe(true);
  expect(isNameTaken(LISTS, "b", "B")).toBe(false);
  expect(isNameTaken(LISTS, "b", "C")).toBe(true);
  expect(isNameTaken(LISTS, "b", "D")).toBe(false);
});
