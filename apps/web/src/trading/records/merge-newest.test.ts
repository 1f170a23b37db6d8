import { expect, test } from "vitest";
import { mergeNewest, type Timed } from "./merge-newest.ts";

const rows = (...times: readonly number[]) => times.map((timeMs) => ({ timeMs }));
const timesOf = (merged: { readonly rows: readonly { readonly timeMs: number }[] }) =>
  merged.rows.map(({ timeMs }) => timeMs);

test("RECD-02 lists that end are one list, newest first", () => {
  const merged = mergeNewest([
    { rows: rows(9, 5), hasMore: false },
    { rows: rows(7, 5, 1), hasMore: false },
  ]);
  expect(timesOf(merged)).toEqual([9, 7, 5, 5, 1]);
  expect(merged.behind).toEqual([]);
});

test("RECD-02 nothing is shown that a page still to be fetched may belong before", () => {
  const merged = mergeNewest([
    { rows: rows(9, 5), hasMore: true },
    { rows: rows(7, 3, 1), hasMore: true },
  ]);
  expect(timesOf(merged)).toEqual([9, 7, 5]);
  expect(merged.behind).toEqual([0]);
  const further = mergeNewest([
    { rows: rows(9, 5, 2), hasMore: false },
    { rows: rows(7, 3, 1), hasMore: true },
  ]);
  expect(timesOf(further)).toEqual([9, 7, 5, 3, 2, 1]);
  expect(further.behind).toEqual([1]);
});

test("RECD-02 a list of which nothing is known yet holds all back", () => {
  expect(
    mergeNewest([
      { rows: rows(3), hasMore: false },
      { rows: rows(), hasMore: true },
    ]),
  ).toEqual({
    rows: [],
    behind: [1],
  });
  expect(mergeNewest<{ readonly timeMs: number }>([])).toEqual({ rows: [], behind: [] });
});

test("RECD-02 a list is sorted by the time shown and held back by the time it is listed by", () => {
  const merged = mergeNewest<Timed>([
    { rows: rows(300, 150), hasMore: false },
    {
      rows: [
        { timeMs: 260, listedAtMs: 200 },
        { timeMs: 400, listedAtMs: 160 },
      ],
      hasMore: true,
    },
  ]);
  expect(timesOf(merged)).toEqual([400, 300, 260]);
  expect(merged.behind).toEqual([1]);
});
