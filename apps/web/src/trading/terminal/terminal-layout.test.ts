import { expect, test } from "vitest";
import {
  DEFAULT_LAYOUT,
  movablePanels,
  PANELS,
  type Panel,
  readLayout,
  type TerminalRoom,
  terminalStyle,
} from "./terminal-layout.ts";

const NARROW: TerminalRoom = { hasTape: false, hasLongBook: false };
const WIDE: TerminalRoom = { hasTape: true, hasLongBook: true };

test("LAYOUT-01 a stored layout is read within its limits; what is unknown is dropped", () => {
  expect(
    readLayout({ sizes: { book: 300.4, ticket: 9_999, chart: 5, tape: "x" }, hidden: ["tape", "x", "tape"] }),
  ).toEqual({
    sizes: { book: 300, ticket: 480 },
    hidden: ["tape"],
  });
  expect(readLayout({ sizes: null, hidden: "all" })).toEqual(DEFAULT_LAYOUT);
  expect(readLayout({ hidden: [...PANELS] })).toEqual(DEFAULT_LAYOUT);
  for (const broken of [null, 5, "text", undefined]) expect(readLayout(broken)).toBeUndefined();
});

/** Returns the areas of each row, or undefined if the style sheet's template applies. */
function areas(hidden: readonly Panel[], room: TerminalRoom) {
  const { gridTemplate } = terminalStyle({ sizes: {}, hidden }, room);
  return typeof gridTemplate === "string"
    ? [...gridTemplate.matchAll(/"([^"]*)"/g)].map(([, row]) => row)
    : gridTemplate;
}

test("LAYOUT-01 the panels that are left fill the window", () => {
  expect(areas([], WIDE)).toBeUndefined();
  expect(areas(["book"], NARROW)).toEqual(["bar ticket", "chart ticket", "records ticket"]);
  expect(areas(["chart"], NARROW)).toEqual(["bar ticket", "book ticket", "records ticket"]);
  expect(areas(["ticket"], WIDE)).toEqual(["bar bar bar", "chart tape book", "records records book"]);
  expect(areas(["records"], WIDE)).toEqual(["bar bar bar ticket", "chart tape book ticket"]);
  expect(areas(["chart", "tape", "book"], WIDE)).toEqual(["bar ticket", "records ticket"]);
  expect(areas(["chart", "tape", "book", "records"], WIDE)).toEqual(["bar", "ticket"]);
  expect(areas(["chart", "tape", "ticket"], WIDE)).toEqual(["bar", "book", "records"]);
});

test("LAYOUT-01 every template of any panels is a grid: rows of one length, areas that are rectangles, as many widths as columns", () => {
  for (let bits = 1; bits < 2 ** PANELS.length - 1; bits++) {
    const hidden = PANELS.filter((_, index) => (bits & (1 << index)) !== 0);
    for (const room of [NARROW, WIDE]) {
      const rows = areas(hidden, room)?.map((row) => row?.split(" ") ?? []) ?? [];
      const name = `${hidden.join(" ")} hidden`;
      expect(new Set(rows.map((row) => row.length)).size, name).toBe(1);
      const template = terminalStyle({ sizes: {}, hidden }, room).gridTemplate as string;
      const widths = template.split(" / ")[1]?.replaceAll("minmax(0, 1fr)", "rest").split(" ");
      expect(widths, name).toHaveLength(rows[0]?.length ?? 0);
      for (const area of new Set(rows.flat())) {
        const cells = rows.flatMap((row, y) => row.flatMap((each, x) => (each === area ? [{ x, y }] : [])));
        const width = new Set(cells.map(({ x }) => x)).size;
        expect(cells, `${name}: ${area}`).toHaveLength(width * new Set(cells.map(({ y }) => y)).size);
      }
    }
  }
});

test("LAYOUT-01 a border can be moved where a panel of a chosen size follows another one", () => {
  expect(movablePanels(DEFAULT_LAYOUT, WIDE)).toEqual(["tape", "book", "ticket", "records"]);
  expect(movablePanels(DEFAULT_LAYOUT, NARROW)).toEqual(["book", "ticket", "records"]);
  expect(movablePanels({ sizes: {}, hidden: ["chart"] }, NARROW)).toEqual(["ticket", "records"]);
  expect(movablePanels({ sizes: {}, hidden: ["chart", "book", "records"] }, NARROW)).toEqual([]);
});
