import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { WireClient } from "../support/wire-client.ts";
import { inkOf } from "./ink.ts";
import { keptSession } from "./kept-session.ts";
import { eventually, useStage } from "./stage.ts";
import { DESKTOP, isSaved, open, PATIENCE_MS, PHONE } from "./web-app.ts";

/** Drawing, indicators, scales, comparison, depth and several charts. */
const TRADE = "/pages/trans/index?symbol=BTCUSDT";
const CHART = "/pages/hqchart2_renderjs/index?symbol=BTCUSDT";
/** Minimum pixels of something drawn, and of bars. */
const SOME_INK = 15;
const MUCH_INK = 300;

interface KeptDrawing {
  readonly id: string;
  readonly tool: string;
  readonly points: readonly { readonly timeMs: number; readonly price: number }[];
  readonly color: string;
  readonly width: number;
  readonly isDashed: boolean;
  readonly isLocked: boolean;
  readonly text?: string;
}

const stage = useStage({ CANDOR_CHART_BARS: "600" });
let wire: WireClient;
let trader: Readonly<Record<string, unknown>>;
/** The page of most tests, one after the other: opening a chart takes seconds. */
let desk: Awaited<ReturnType<typeof stage.visit>>;

beforeAll(async () => {
  wire = stage.wire();
  trader = { ...(await keptSession(wire, await wire.register())), lang: "en" };
  desk = await stage.visit({ viewport: DESKTOP, kept: trader });
  desk.page.setDefaultTimeout(PATIENCE_MS);
  return () => desk.context.close();
});

/** Opens a page with a chart that has its bars. */
async function openChart(page: Page, route: string): Promise<void> {
  await open(page, stage.url, route);
  await page.locator(".candles[aria-busy=false]").first().waitFor({ timeout: PATIENCE_MS });
  await eventually(() => inkOf(page, "--c-up")).toBeGreaterThan(SOME_INK);
}

/** The page of most tests, on a route. */
async function onDesk(route = TRADE): Promise<typeof desk> {
  if (!desk.page.url().endsWith(route)) await openChart(desk.page, route);
  return desk;
}

/** Returns a document as this device keeps it. */
const kept = <T>(page: Page, name: string): Promise<T | undefined> =>
  page.evaluate<T | undefined>(`(() => {
    const key = Object.keys(localStorage).find((each) => each.endsWith(":${name}") && !each.includes("::"));
    return key === undefined ? undefined : JSON.parse(localStorage.getItem(key)).value;
  })()`);

const drawingsOf = async (page: Page): Promise<readonly KeptDrawing[]> =>
  (await kept<{ list: readonly KeptDrawing[] }>(page, "drawings:spot:BTCUSDT"))?.list ?? [];

/** A place on the chart, in shares of its size. */
async function placeOn(page: Page, x: number, y: number): Promise<readonly [number, number]> {
  const box = await page.locator(".candles").first().boundingBox();
  if (box === null) throw new Error("no chart on the page");
  return [box.x + box.width * x, box.y + box.height * y];
}

async function click(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.click(...(await placeOn(page, x, y)));
}

async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await eventually(() => page.locator("dialog[open]").count()).toBe(0);
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

const TOOLS: readonly (readonly [
  name: string,
  tool: string,
  points: readonly (readonly [number, number])[],
])[] = [
  [
    "Trend line",
    "trendLine",
    [
      [0.1, 0.2],
      [0.3, 0.5],
    ],
  ],
  [
    "Ray",
    "ray",
    [
      [0.15, 0.55],
      [0.25, 0.6],
    ],
  ],
  [
    "Extended line",
    "extendedLine",
    [
      [0.3, 0.6],
      [0.35, 0.58],
    ],
  ],
  ["Horizontal line", "horizontalLine", [[0.5, 0.15]]],
  ["Vertical line", "verticalLine", [[0.05, 0.5]]],
  [
    "Parallel channel",
    "channel",
    [
      [0.4, 0.5],
      [0.55, 0.4],
      [0.5, 0.55],
    ],
  ],
  [
    "Fibonacci retracement",
    "fibonacci",
    [
      [0.6, 0.3],
      [0.7, 0.6],
    ],
  ],
  [
    "Measure",
    "measure",
    [
      [0.72, 0.45],
      [0.8, 0.55],
    ],
  ],
  ["Text", "text", [[0.2, 0.75]]],
  [
    "Rectangle",
    "rectangle",
    [
      [0.6, 0.2],
      [0.8, 0.35],
    ],
  ],
];

test("CHART-10 every tool draws with clicks, and the drawing can be selected, styled, moved, copied, locked and deleted", async () => {
  const { page, problems } = await onDesk();
  for (const [index, [name, tool, points]] of TOOLS.entries()) {
    await button(page, name).click();
    await page.getByRole("status").getByText(name).waitFor();
    for (const [x, y] of points) await click(page, x, y);
    await eventually(async () => (await drawingsOf(page)).length).toBe(index + 1);
    const drawn = (await drawingsOf(page)).at(-1);
    expect(drawn).toMatchObject({ tool, isLocked: false, width: 1, isDashed: false });
    expect(drawn?.points).toHaveLength(points.length);
    if (tool !== "text") continue;
    await page.getByLabel("Text on the chart").fill("Resistance");
    await button(page, "Save").click();
    await eventually(async () => (await drawingsOf(page)).at(-1)?.text).toBe("Resistance");
  }
  const last = async () => (await drawingsOf(page)).at(-1);
  // The rectangle is selected, as it was just drawn.
  const bar = page.getByRole("toolbar", { name: "Selected drawing" });
  await bar.getByRole("radio", { name: "Slate" }).click();
  await bar.getByRole("button", { name: "Line width: 1" }).click();
  await bar.getByRole("button", { name: "Dashed" }).click();
  await eventually(last).toMatchObject({ color: "ma6", width: 2, isDashed: true });
  await eventually(() => inkOf(page, "--c-ma6")).toBeGreaterThan(SOME_INK);
  await button(page, "Hide drawings").click();
  await eventually(() => inkOf(page, "--c-ma6")).toBe(0);
  await button(page, "Show drawings").click();
  await eventually(() => inkOf(page, "--c-ma6")).toBeGreaterThan(SOME_INK);

  const before = await last();
  const [fromX, fromY] = await placeOn(page, 0.75, 0.28);
  await page.mouse.move(fromX, fromY);
  await page.mouse.down();
  await page.mouse.move(fromX - 60, fromY + 40, { steps: 5 });
  await page.mouse.up();
  await eventually(async () => (await last())?.points[0]?.timeMs).toBeLessThan(
    before?.points[0]?.timeMs ?? 0,
  );
  expect((await last())?.points[0]?.price).toBeLessThan(before?.points[0]?.price ?? 0);

  await bar.getByRole("button", { name: "Lock" }).click();
  await eventually(last).toMatchObject({ isLocked: true });
  expect(await bar.getByRole("button", { name: "Delete" }).isDisabled()).toBe(true);
  await bar.getByRole("button", { name: "Lock" }).click();
  await bar.getByRole("button", { name: "Duplicate" }).click();
  await eventually(async () => (await drawingsOf(page)).length).toBe(TOOLS.length + 1);
  expect(await last()).toMatchObject({ tool: "rectangle", color: "ma6" });
  await eventually(() => isSaved(page)).toBe(true);
  expect(problems).toEqual([]);
});

test("CHART-11 drawings are in the account: another browser shows them, in every interval and after a reload", async () => {
  const first = await onDesk();
  await eventually(async () => (await drawingsOf(first.page)).length).toBe(TOOLS.length + 1);
  const drawings = await drawingsOf(first.page);
  const other = await stage.visit({ viewport: DESKTOP, kept: trader });
  await openChart(other.page, TRADE);
  await eventually(() => drawingsOf(other.page)).toEqual(drawings);
  await eventually(() => inkOf(other.page, "--c-ma6")).toBeGreaterThan(SOME_INK);
  await other.page.getByRole("radio", { name: "30m", exact: true }).click();
  await eventually(() => inkOf(other.page, "--c-ma6")).toBeGreaterThan(SOME_INK);
  // Neither do they vanish when the newest bar changes.
  const newest = async () =>
    JSON.stringify(
      (await wire.expectOk(wire.get("/market/kline?symbol=BTCUSDT&period=30min&size=1"))).klines,
    );
  const bar = await newest();
  await eventually(newest).not.toBe(bar);
  await eventually(() => inkOf(other.page, "--c-ma6")).toBeGreaterThan(SOME_INK);
  // What the other one deletes is gone here after a reload.
  await button(other.page, "Delete all drawings").click();
  await eventually(() => inkOf(other.page, "--c-ma6")).toBe(0);
  await eventually(() => isSaved(other.page)).toBe(true);
  await first.page.reload();
  await openChart(first.page, TRADE);
  await eventually(() => drawingsOf(first.page)).toEqual([]);
  await other.context.close();
});

test("CHART-12 keys end a tool, delete, undo and redo", async () => {
  const { page } = await onDesk();
  const count = async () => (await drawingsOf(page)).length;
  await button(page, "Trend line").click();
  await click(page, 0.2, 0.3);
  await page.keyboard.press("Escape");
  await eventually(() => page.getByRole("status").getByText("Trend line").count()).toBe(0);
  expect(await count()).toBe(0);
  await button(page, "Rectangle").click();
  await click(page, 0.2, 0.3);
  await click(page, 0.4, 0.5);
  await eventually(count).toBe(1);
  await page.getByRole("toolbar", { name: "Selected drawing" }).waitFor();
  await page.keyboard.press("Delete");
  await eventually(count).toBe(0);
  await page.keyboard.press("Control+z");
  await eventually(count).toBe(1);
  await page.keyboard.press("Control+z");
  await eventually(count).toBe(0);
  await page.keyboard.press("Control+Shift+z");
  await eventually(count).toBe(1);
  // In a text field the keys belong to the field.
  await page.getByLabel("Amount (BTC)").first().focus();
  await page.keyboard.press("Control+z");
  await button(page, "Redo").click();
  await eventually(count).toBe(0);
});

test("CHART-26 with the keyboard, a tool's points are set, and the drawing and its points are moved", async () => {
  const { page } = await onDesk();
  const points = async () => (await drawingsOf(page)).at(-1)?.points ?? [];
  const count = async () => (await drawingsOf(page)).length;
  await button(page, "Trend line").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("status").getByText("Keyboard: arrows and Enter").waitFor();
  for (const key of ["ArrowLeft", "ArrowLeft", "Enter", "Shift+ArrowRight", "Shift+ArrowUp", "Enter"])
    await page.keyboard.press(key);
  await eventually(count).toBe(1);
  const [from, to] = await points();
  if (from === undefined || to === undefined) throw new Error("the line has two points");
  const barMs = (to.timeMs - from.timeMs) / 10;
  expect(barMs).toBeGreaterThan(0);
  expect(to.price).toBeGreaterThan(from.price);
  await page.getByRole("toolbar", { name: "Selected drawing" }).waitFor();
  // The whole drawing, then only its first point.
  await page.keyboard.press("ArrowLeft");
  const moved = [from, to].map(({ timeMs, price }) => ({ timeMs: timeMs - barMs, price }));
  await eventually(points).toEqual(moved);
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await eventually(points).toEqual([{ ...moved[0], timeMs: from.timeMs }, moved[1]]);
  // The next point, then the whole again.
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await eventually(async () => (await points())[1]?.price).toBeLessThan(to.price);
  expect((await points())[0]).toEqual({ ...moved[0], timeMs: from.timeMs });
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await eventually(points).toEqual(moved);
  await page.keyboard.press("Escape");
  await page.getByRole("toolbar", { name: "Selected drawing" }).waitFor({ state: "detached" });
  // Enter selects the newest drawing.
  await page.keyboard.press("Enter");
  await page.getByRole("toolbar", { name: "Selected drawing" }).waitFor();
  await page.keyboard.press("Delete");
  await eventually(count).toBe(0);
});

test("CHART-13 with the magnet, points snap to a price of their bar", async () => {
  const { page } = await onDesk();
  await page.getByRole("radio", { name: "5m", exact: true }).click();
  await page.locator(".candles[aria-busy=false]").waitFor();
  await eventually(() => inkOf(page, "--c-up")).toBeGreaterThan(SOME_INK);
  await button(page, "Snap to open, high, low and close").click();
  await button(page, "Horizontal line").click();
  await click(page, 0.3, 0.4);
  await eventually(async () => (await drawingsOf(page)).length).toBe(1);
  await eventually(() => isSaved(page)).toBe(true);
  const [point] = (await drawingsOf(page))[0]?.points ?? [];
  const reply = await wire.expectOk(wire.get("/market/kline?symbol=BTCUSDT&period=5min&size=600"));
  const bars = reply.klines as {
    openTimeMs: number;
    open: string;
    high: string;
    low: string;
    close: string;
  }[];
  const bar = bars.find(({ openTimeMs }) => openTimeMs === point?.timeMs);
  expect([bar?.open, bar?.high, bar?.low, bar?.close].map(Number)).toContain(point?.price);
});

test("CHART-14 parameters and colors of an indicator are changed, checked, kept and reset", async () => {
  const { page } = await onDesk();
  const setup = async () => (await kept<{ setups: Record<string, unknown> }>(page, "chart"))?.setups["BOLL"];
  await button(page, "Chart settings").click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("button", { name: "BOLL", exact: true }).click();
  await eventually(() => inkOf(page, "--c-ma5")).toBeGreaterThan(SOME_INK);
  await sheet.getByRole("button", { name: "Settings of BOLL" }).click();
  await sheet.getByLabel("Period").fill("0");
  await sheet.getByText("Between 1 and 500").waitFor();
  expect(await setup()).toBeUndefined();
  const heightOf = async (label: string) =>
    (await sheet.getByLabel(label).locator("..").boundingBox())?.height;
  expect(await heightOf("Deviations")).toBe(await heightOf("Period"));
  await sheet.getByLabel("Period").fill("34");
  await sheet.getByLabel("Deviations").fill("2,5");
  for (const line of ["UP", "DN"])
    await sheet
      .getByRole("radiogroup", { name: `Color of ${line}` })
      .getByRole("radio", { name: "Brown" })
      .click();
  await eventually(setup).toEqual({ params: [34, 2.5], colors: ["ma8", "ma6", "ma8"] });
  await eventually(() => inkOf(page, "--c-ma5")).toBe(0);
  await eventually(() => inkOf(page, "--c-ma8")).toBeGreaterThan(SOME_INK);
  await eventually(() => isSaved(page)).toBe(true);
  await page.reload();
  await openChart(page, TRADE);
  await eventually(() => inkOf(page, "--c-ma8")).toBeGreaterThan(SOME_INK);
  await button(page, "Chart settings").click();
  await page.getByRole("button", { name: "Settings of BOLL" }).click();
  expect(await sheet.getByLabel("Period").inputValue()).toBe("34");
  await sheet.getByRole("button", { name: "Reset" }).click();
  await eventually(setup).toBeUndefined();
  expect(await sheet.getByLabel("Period").inputValue()).toBe("20");
  await eventually(() => inkOf(page, "--c-ma5")).toBeGreaterThan(SOME_INK);
  await closeSheet(page);
});

test("CHART-15 CHART-16 styles, scales and compared markets change the chart and are kept", async () => {
  const { page, problems } = await onDesk();
  const chart = () => kept<Record<string, unknown>>(page, "chart");
  await button(page, "Chart settings").click();
  const sheet = page.getByRole("dialog").first();
  for (const [style, kind] of [
    ["Heikin-Ashi", "heikin_ashi"],
    ["Bars", "ohlc"],
    ["Candles", "candle_solid"],
  ] as const) {
    await sheet.getByRole("radio", { name: style, exact: true }).click();
    await eventually(chart).toMatchObject({ kind });
    await eventually(() => inkOf(page, "--c-up")).toBeGreaterThan(MUCH_INK);
  }
  for (const [name, scale] of [
    ["Logarithmic", "logarithm"],
    ["Percent", "percentage"],
    ["Linear", "normal"],
  ] as const) {
    await sheet.getByRole("radio", { name, exact: true }).click();
    await eventually(chart).toMatchObject({ scale });
    await eventually(() => inkOf(page, "--c-up")).toBeGreaterThan(MUCH_INK);
  }
  expect(await inkOf(page, "--c-ma4")).toBe(0);
  await sheet.getByRole("button", { name: "Add market" }).click();
  await page.getByRole("dialog").last().getByText("ETH/USDT").first().click();
  await eventually(chart).toMatchObject({ compared: [{ kind: "spot", symbol: "ETHUSDT" }] });
  await eventually(() => inkOf(page, "--c-ma4")).toBeGreaterThan(SOME_INK);
  await sheet.getByRole("button", { name: "Stop comparing with ETH/USDT" }).click();
  await eventually(() => inkOf(page, "--c-ma4")).toBe(0);
  await closeSheet(page);
  expect(problems).toEqual([]);
});

test("CHART-17 the depth chart shows what stands between the middle and a price", async () => {
  const { page } = await onDesk();
  await button(page, "Depth chart").click();
  const plot = page.locator(".depth-plot");
  await plot.waitFor();
  const box = await plot.boundingBox();
  if (box === null) throw new Error("no depth chart");
  await page.mouse.move(box.x + box.width * 0.2, box.y + box.height / 2);
  const tip = page.locator(".depth-tip");
  await tip.waitFor();
  await eventually(() => tip.textContent()).toMatch(
    /Price[\d,.]+Sum[\d.]+ BTCTotal[\d,.]+ USDTDistance−\d+\.\d\d%/,
  );
  // The keyboard has the same: a slider that says its value.
  const slider = page.getByRole("slider", { name: "Price in the depth chart" });
  await slider.focus();
  await page.keyboard.press("End");
  await eventually(() => slider.getAttribute("aria-valuetext")).toMatch(
    /^[\d,.]+ · [\d.]+ BTC · \+\d+\.\d\d%$/,
  );
  await button(page, "Depth chart").click();
  await page.locator(".candles[aria-busy=false]").waitFor();
});

test("CHART-18 up to four charts, each with its market and interval, are kept; phones draw with taps", async () => {
  const { page, problems } = await onDesk(CHART);
  await page.getByRole("radiogroup", { name: "Charts" }).getByRole("radio", { name: "4" }).click();
  const cells = page.locator(".chart-cell");
  await eventually(() => cells.locator(".candles[aria-busy=false]").count()).toBe(3);
  await cells.nth(1).getByLabel("Interval").selectOption("60min");
  await cells.nth(1).locator(".pair-button").click();
  await page.getByRole("dialog").getByText("BNB/USDT").first().click();
  await page.getByRole("region", { name: "Chart of BNB/USDT, 1h" }).waitFor();
  await eventually(() => isSaved(page)).toBe(true);
  await page.reload();
  await page
    .getByRole("region", { name: "Chart of BNB/USDT, 1h" })
    .locator(".candles[aria-busy=false]")
    .waitFor();
  expect(problems).toEqual([]);

  const phone = await stage.visit({ viewport: PHONE, kept: trader });
  phone.page.setDefaultTimeout(PATIENCE_MS);
  await openChart(phone.page, CHART);
  expect(await phone.page.locator(".chart-cell").count()).toBe(0);
  const count = async () => (await drawingsOf(phone.page)).length;
  await eventually(count).toBe(1);
  await button(phone.page, "Drawing tools").tap();
  await button(phone.page, "Horizontal line").tap();
  await phone.page.getByRole("status").getByText("Place 1 point").waitFor();
  await phone.page.touchscreen.tap(...(await placeOn(phone.page, 0.2, 0.4)));
  await eventually(count).toBe(2);
  // The second tap comes within the time of a double tap.
  await button(phone.page, "Drawing tools").tap();
  await button(phone.page, "Trend line").tap();
  await phone.page.getByRole("status").getByText("Place 2 points").waitFor();
  const [from, to] = [await placeOn(phone.page, 0.3, 0.2), await placeOn(phone.page, 0.6, 0.3)];
  await phone.page.touchscreen.tap(...from);
  await phone.page.touchscreen.tap(...to);
  await eventually(count).toBe(3);
  await phone.context.close();
});
