import { expect, test } from "vitest";
import { placeLabels } from "./place-labels.ts";

const LEGEND = 34;
const ROOM = 400;

const places = (labels: readonly (readonly [string, number, number])[], room = ROOM) =>
  Object.fromEntries(
    placeLabels(
      labels.map(([id, y, width]) => ({ id, y, width })),
      LEGEND,
      room,
    ),
  );

test("labels of lines far from each other are at the left edge", () => {
  expect(
    places([
      ["a", 100, 80],
      ["b", 120, 90],
    ]),
  ).toEqual({ a: { x: 8, y: 100, isRight: false }, b: { x: 8, y: 120, isRight: false } });
});

test("labels of close lines are next to each other, the higher line first, whatever their order", () => {
  const expected = {
    high: { x: 8, y: 100, isRight: false },
    middle: { x: 94, y: 105, isRight: false },
    low: { x: 190, y: 119, isRight: false },
  };
  const [high, middle, low] = [
    ["high", 100, 80] as const,
    ["middle", 105, 90] as const,
    ["low", 119, 50] as const,
  ];
  expect(places([low, high, middle])).toEqual(expected);
  expect(places([middle, low, high])).toEqual(expected);
});

test("lines of one price are ordered by their id, so that labels do not change places", () => {
  const [one, two] = [["1", 100, 80] as const, ["2", 100, 80] as const];
  expect(places([one, two])).toEqual(places([two, one]));
});

test("a label within the legend's height is at the right edge, next to others there only", () => {
  expect(
    places([
      ["a", 20, 80],
      ["b", 30, 90],
      ["c", 36, 50],
    ]),
  ).toEqual({
    a: { x: 8, y: 20, isRight: true },
    b: { x: 94, y: 30, isRight: true },
    c: { x: 8, y: 36, isRight: false },
  });
});

test("a label without space next to the others is in the first free row below them", () => {
  expect(
    places(
      [
        ["a", 100, 80],
        ["b", 101, 90],
        ["c", 102, 40],
        ["d", 103, 120],
      ],
      150,
    ),
  ).toEqual({
    a: { x: 8, y: 100, isRight: false },
    b: { x: 8, y: 121, isRight: false },
    c: { x: 8, y: 142, isRight: false },
    d: { x: 8, y: 163, isRight: false },
  });
});
