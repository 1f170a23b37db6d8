import { expect, test } from "vitest";
import { type Drawing, MOST_DRAWINGS, MOST_TEXT_LENGTH, NO_DRAWINGS, readDrawings } from "./drawing.ts";
import { type History, MOST_STEPS, NO_HISTORY, redo, remember, undo } from "./drawing-history.ts";

const line: Drawing = {
  id: "a1",
  tool: "trendLine",
  points: [
    { timeMs: 1_795_731_300_000, price: 69_761.5 },
    { timeMs: 1_795_752_900_000, price: 68_138.4 },
  ],
  color: "ma2",
  width: 2,
  isDashed: true,
  isLocked: false,
};
const text: Drawing = {
  ...line,
  id: "b2",
  tool: "text",
  points: line.points.slice(0, 1),
  text: "Resistance",
};

test("CHART-11 stored drawings are read as they were written", () => {
  const drawings = { list: [line, text], isHidden: true };
  expect(readDrawings(JSON.parse(JSON.stringify(drawings)))).toEqual(drawings);
});

test("CHART-11 what is no drawing is left out, and unknown looks become the usual ones", () => {
  for (const damaged of [undefined, null, 3, "[]", {}, { list: 5 }])
    expect(readDrawings(damaged)).toEqual(NO_DRAWINGS);
  const broken = [
    { ...line, tool: "gannFan" },
    { ...line, points: line.points.slice(1) },
    { ...line, points: [{ timeMs: 1 }, { price: 2 }] },
    { ...line, points: [{ timeMs: 1, price: Number.NaN }, line.points[1]] },
    { ...line, id: "" },
    7,
  ];
  expect(readDrawings({ list: broken })).toEqual(NO_DRAWINGS);
  const [odd] = readDrawings({
    list: [{ ...line, color: "pink", width: 9, isDashed: "yes", text: "x" }],
  }).list;
  expect(odd).toEqual({ ...line, color: "ma2", width: 1, isDashed: false });
});

test("CHART-11 as many drawings as a market may have fit into a document of 32 KB", () => {
  const longest = Array.from({ length: MOST_DRAWINGS + 5 }, (_, index) => ({
    ...text,
    id: `0123456789${index}`,
    text: "漢".repeat(MOST_TEXT_LENGTH + 9),
    points: [{ timeMs: 1_795_731_300_000, price: 69_761.572_505_312_87 }],
  }));
  const read = readDrawings({ list: longest });
  expect(read.list).toHaveLength(MOST_DRAWINGS);
  expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThan(32_768);
  const channel = { ...line, tool: "channel", points: [...line.points, line.points[0]] };
  const channels = readDrawings({ list: longest.map(({ id }) => ({ ...channel, id })) });
  expect(channels.list).toHaveLength(MOST_DRAWINGS);
  expect(Buffer.byteLength(JSON.stringify(channels))).toBeLessThan(32_768);
});

test("CHART-12 changes are undone and redone in order; a new change ends what could be redone", () => {
  let history: History<string> = NO_HISTORY;
  expect(undo(history, "a")).toBeUndefined();
  history = remember(remember(history, "a"), "b");
  const first = undo(history, "c");
  expect(first?.value).toBe("b");
  const second = undo(first?.history ?? NO_HISTORY, "b");
  expect(second?.value).toBe("a");
  expect(undo(second?.history ?? NO_HISTORY, "a")).toBeUndefined();
  const back = redo(second?.history ?? NO_HISTORY, "a");
  expect(back?.value).toBe("b");
  expect(redo(back?.history ?? NO_HISTORY, "b")?.value).toBe("c");
  expect(redo(remember(back?.history ?? NO_HISTORY, "b"), "d")).toBeUndefined();
  for (let step = 0; step < MOST_STEPS + 9; step++) history = remember(history, String(step));
  expect(history.past).toHaveLength(MOST_STEPS);
});
