import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { eventually, useQuietStage } from "./stage.ts";
import { DESKTOP, open } from "./web-app.ts";

const stage = useQuietStage();
const TRADE = "/pages/trans/index?symbol=LTCUSDT";
const CHANNEL = "depth.spot.LTCUSDT.diff";

/** Lets the test send messages as the server on the page's socket. */
const TAP_SOCKET = `
  const Real = WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(...from) {
      super(...from);
      globalThis.hear = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
`;

type Level = readonly [price: string, quantity: string];

let page: Page;
let problems: string[];
let sequence = 1_000_000_000;

beforeAll(async () => {
  ({ page, problems } = await stage.visit({ kept: { lang: "en" } }));
  await page.addInitScript(TAP_SOCKET);
  await open(page, stage.url, TRADE);
});

/** Sends a book snapshot or diff as the server. */
function sendBook(
  kind: "snapshot" | "diff",
  asks: readonly Level[],
  bids: readonly Level[],
  on = page,
): Promise<void> {
  sequence += 1;
  const prevSequence = kind === "snapshot" ? null : sequence - 1;
  const data = { channel: CHANNEL, kind, asks, bids, sequence, prevSequence, timeMs: 0 };
  return on.evaluate(`globalThis.hear(${JSON.stringify(JSON.stringify([{ type: "depth", data }]))})`);
}

const side = (first: number, step: number, count: number): readonly Level[] =>
  Array.from({ length: count }, (_, i) => [(first + step * i).toFixed(2), `${i + 1}.000`] as const);

/** Returns price and amount of each row, top to bottom. */
const rowsOf = (where: string): Promise<string[]> =>
  page
    .locator(`.book ${where} [data-rank]`)
    .evaluateAll((rows) =>
      rows.map((row) => [...row.children].map((figure) => figure.textContent).join(" ")),
    );

test("WEB-140 a change of the book writes the figures that changed and the bars, and makes no element", async () => {
  await sendBook("snapshot", side(80, 0.01, 20), side(79.99, -0.01, 20));
  await eventually(async () => (await rowsOf(".asks")).at(-1)).toBe("80.00 1.000");
  expect((await rowsOf(".bids"))[1]).toBe("79.98 2.000");
  expect(await rowsOf(".asks")).toHaveLength((await rowsOf(".bids")).length);
  await page.evaluate(`
    globalThis.changes = [];
    new MutationObserver((records) => globalThis.changes.push(...records.map(({ type, target, attributeName }) =>
      type + " " + (attributeName ?? target.data ?? target.className))))
      .observe(document.querySelector(".book"), { childList: true, characterData: true, attributes: true, subtree: true });
  `);
  await sendBook("diff", [["80.00", "7.500"]], []);
  await eventually(async () => (await rowsOf(".asks")).at(-1)).toBe("80.00 7.500");
  const changes = (await page.evaluate("globalThis.changes")) as readonly string[];
  // Deeper asks shorten the bids' bars too.
  expect([...changes].sort()).toEqual(["attributes points", "attributes points", "characterData 7.500"]);
});

test("WEB-140 added and removed levels shift the others; a short side has blank rows, and the middle stays", async () => {
  const middle = () => page.locator(".book .mid").evaluate((element) => element.getBoundingClientRect().y);
  const before = await middle();
  await sendBook("diff", [["80.00", "0.000"]], [["79.99", "0.000"]]);
  await eventually(async () => (await rowsOf(".asks")).at(-1)).toBe("80.01 2.000");
  expect((await rowsOf(".bids"))[0]).toBe("79.98 2.000");
  await sendBook("snapshot", side(80, 0.01, 2), []);
  await eventually(() => rowsOf(".asks")).toEqual(["80.01 2.000", "80.00 1.000"]);
  expect(await rowsOf(".bids")).toEqual([]);
  expect(await middle()).toBe(before);
  expect(await page.locator(".book .bids polygon").getAttribute("points")).toBe("");
  await sendBook("diff", [], side(79.99, -0.01, 3));
  await eventually(() => rowsOf(".bids")).toEqual(["79.99 1.000", "79.98 2.000", "79.97 3.000"]);
});

test("WEB-140 tapping a row enters its price", async () => {
  await sendBook("snapshot", side(81, 0.01, 3), side(80.99, -0.01, 3));
  await eventually(async () => (await rowsOf(".asks")).at(-1)).toBe("81.00 1.000");
  await page.locator(".book .asks [data-rank='1']").click();
  await eventually(() => page.getByRole("textbox", { name: "Price (USDT)", exact: true }).inputValue()).toBe(
    "81.01",
  );
  expect(problems).toEqual([]);
});

/** What translators and other extensions do to the figure in a cell. Runs in the page. */
const TAMPERING: readonly (readonly [string, string])[] = [
  ["wraps them", "font.append(cell.firstChild); cell.append(font);"],
  ["replaces them", "font.append('9.9'); cell.replaceChildren(font);"],
  ["puts other texts in their place", "cell.replaceChildren('9.9');"],
  ["rewrites them", "cell.firstChild.data = '9.9';"],
  ["splits them", "cell.firstChild.splitText(1);"],
  ["adds translations to them", "font.append('9.9'); cell.append(font);"],
  [
    "hides them behind translations",
    "font.append('9.9'); cell.prepend(font); font.after(document.createElement('font')); font.nextSibling.hidden = true; font.nextSibling.append(cell.lastChild);",
  ],
  ["removes them", "cell.firstChild.remove();"],
  ["empties them", "cell.firstChild.data = '';"],
];

const tamper = (deed: string): Promise<void> =>
  page.evaluate(`for (const cell of document.querySelectorAll(".book [data-rank] .n")) {
    const font = document.createElement("font");
    ${deed}
  }`);

test.each(TAMPERING)(
  "WEB-92 the figures of the book are right after the next repaint when a translator %s",
  async (_name, deed) => {
    const asks = ["80.02 3.000", "80.01 2.000", "80.00 1.000"];
    await sendBook("snapshot", side(80, 0.01, 3), side(79.99, -0.01, 3));
    await eventually(() => rowsOf(".asks")).toEqual(asks);
    // One figure changes, the others stay.
    await tamper(deed);
    await sendBook("diff", [["80.01", "7.500"]], []);
    await eventually(() => rowsOf(".asks")).toEqual(["80.02 3.000", "80.01 7.500", "80.00 1.000"]);
    expect(await rowsOf(".bids")).toEqual(["79.99 1.000", "79.98 2.000", "79.97 3.000"]);
    // A new row count starts a new painter on the existing cells.
    await tamper(deed);
    await sendBook("diff", [], [["79.97", "0.000"]]);
    await eventually(() => rowsOf(".bids")).toEqual(["79.99 1.000", "79.98 2.000"]);
    await sendBook("diff", [["80.00", "4.500"]], [["79.98", "6.500"]]);
    await eventually(() => rowsOf(".bids")).toEqual(["79.99 1.000", "79.98 6.500"]);
    expect(await rowsOf(".asks")).toEqual(["80.02 3.000", "80.01 7.500", "80.00 4.500"]);
    expect(problems).toEqual([]);
  },
);

test("WEB-115 a window that is resized right after the page opened keeps its book", async () => {
  const desktop = await stage.visit({ kept: { lang: "en" }, viewport: DESKTOP });
  await desktop.page.addInitScript(TAP_SOCKET);
  await open(desktop.page, stage.url, TRADE);
  // the rows that the column measured first are removed once every row has a level
  await sendBook("snapshot", side(80, 0.01, 60), side(79.99, -0.01, 60), desktop.page);
  const lines = desktop.page.locator(".terminal-book .bids [data-rank]");
  await eventually(() => lines.count()).toBeGreaterThan(10);
  const sizes = [
    { width: 820, height: 1180 },
    { width: 1180, height: 820 },
    { width: 390, height: 844 },
    DESKTOP,
  ];
  for (const size of [...sizes, ...sizes]) {
    await desktop.page.setViewportSize(size);
    await eventually(() => desktop.page.locator(".book").count()).toBe(1);
  }
  await eventually(() => lines.count()).toBeGreaterThan(10);
  expect(desktop.problems).toEqual([]);
});
