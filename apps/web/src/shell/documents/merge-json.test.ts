import { expect, test } from "vitest";
import { mergeJson } from "./merge-json.ts";

const list = (id: string, name: string, ...markets: string[]) => ({ id, name, markets });
const BASE = { lists: [list("a", "Old", "BTC", "ETH"), list("b", "Alts", "LTC")] };

test("SAVED-05 what one device changes stays when another changes something else", () => {
  const here = { lists: [list("a", "Old", "BTC", "ETH"), list("b", "Renamed", "LTC")] };
  const there = { lists: [list("a", "Old", "BTC", "ETH", "XRP"), ...BASE.lists.slice(1), list("c", "New")] };
  expect(mergeJson(BASE, here, there)).toEqual({
    lists: [list("a", "Old", "BTC", "ETH", "XRP"), list("b", "Renamed", "LTC"), list("c", "New")],
  });
  expect(mergeJson(BASE, BASE, there)).toEqual(there);
  expect(mergeJson(BASE, here, BASE)).toEqual(here);
});

test("SAVED-05 an item that either device removed is gone, also if the other has changed it", () => {
  const changed = { lists: [list("a", "Mine", "BTC"), ...BASE.lists.slice(1)] };
  const removed = { lists: BASE.lists.slice(1) };
  expect(mergeJson(BASE, changed, removed)).toEqual(removed);
  expect(mergeJson(BASE, removed, changed)).toEqual(removed);
});

test("SAVED-05 what both have changed is as it is here, and the order of who moved something", () => {
  const theirs = { lists: [list("a", "Theirs", "ETH"), ...BASE.lists.slice(1)] };
  const mine = { lists: [list("a", "Mine", "BTC", "SOL", "ETH"), ...BASE.lists.slice(1)] };
  expect(mergeJson(BASE, mine, theirs)).toEqual({
    lists: [list("a", "Mine", "ETH", "SOL"), ...BASE.lists.slice(1)],
  });
  const moved = { lists: BASE.lists.toReversed() };
  const added = { lists: [...BASE.lists, list("c", "New")] };
  expect(mergeJson(BASE, moved, added)).toEqual({ lists: [...moved.lists, list("c", "New")] });
  expect(mergeJson(BASE, added, moved)).toEqual({ lists: [...moved.lists, list("c", "New")] });
});

test("SAVED-05 fields change one by one, and lists without ids as a whole", () => {
  const sizes = { sizes: { ticket: 316, book: 276 }, hidden: ["tape"] };
  expect(
    mergeJson(
      sizes,
      { sizes: { ticket: 348, book: 276 }, hidden: [] },
      { sizes: { ticket: 316 }, hidden: ["tape", "records"] },
    ),
  ).toEqual({ sizes: { ticket: 348 }, hidden: ["records"] });
  const points = { points: [[1, 2]] };
  expect(mergeJson(points, { points: [[3, 4]] }, { points: [[5, 6]] })).toEqual({ points: [[3, 4]] });
  expect(mergeJson(undefined, { one: 1 }, { two: 2 })).toEqual({ one: 1, two: 2 });
  expect(mergeJson(sizes, undefined, { sizes: {}, hidden: [] })).toBeUndefined();
});
