import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { keptSession } from "./kept-session.ts";
import { misfitsInAllLanguages } from "./page-checks.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { DESKTOP, isSaved, open, PHONE } from "./web-app.ts";

/** What a user arranges: panels of the terminals, lists and letters. */
const SPOT = "/pages/trans/index?symbol=BTCUSDT";
const CONTRACT = "/pages/trans/contract?symbol=BTCUSDT";

const stage = useQuietStage();
let trader: Readonly<Record<string, unknown>>;
let reader: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  const session = async () => {
    const wire = stage.wire();
    return { ...(await keptSession(wire, await wire.register())), lang: "en" };
  };
  trader = await session();
  reader = await session();
});

const widthOf = async (page: Page, panel: string) =>
  (await page.locator(`.terminal-${panel}`).boundingBox())?.width;
const border = (page: Page, panel: string) => page.getByRole("separator", { name: `Size of ${panel}` });

test("LAYOUT-02 panels are resized, hidden and restored, and every device of the account shows the same", async () => {
  const first = await stage.visit({ viewport: DESKTOP, kept: trader });
  const { page } = first;
  await open(page, stage.url, SPOT);
  const ticket = border(page, "Order form");
  await eventually(() => ticket.getAttribute("aria-valuenow")).toBe("316");
  await ticket.focus();
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight"]) await page.keyboard.press(key);
  await eventually(() => widthOf(page, "ticket")).toBe(348);
  await eventually(() => ticket.getAttribute("aria-valuenow")).toBe("348");

  const box = await border(page, "Order book").boundingBox();
  if (box === null) throw new Error("the book has no border");
  await page.mouse.move(box.x + 4, box.y + 100);
  await page.mouse.down();
  await page.mouse.move(box.x - 26, box.y + 100, { steps: 3 });
  await page.mouse.up();
  await eventually(() => widthOf(page, "book")).toBe(306);

  const menu = page.getByRole("button", { name: "Layout" });
  await menu.click();
  const entry = (name: string) => page.getByRole("menuitemcheckbox", { name });
  await entry("Orders and positions").click();
  await eventually(() => page.locator(".terminal-records").count()).toBe(0);
  expect(await entry("Orders and positions").getAttribute("aria-checked")).toBe("false");
  await page.keyboard.press("Escape");
  const chart = await page.locator(".terminal-chart").boundingBox();
  expect((chart?.y ?? 0) + (chart?.height ?? 0)).toBeGreaterThan(DESKTOP.height - 20);
  await eventually(() => isSaved(page)).toBe(true);

  const second = await stage.visit({ viewport: DESKTOP, kept: trader });
  await open(second.page, stage.url, CONTRACT);
  await eventually(() => widthOf(second.page, "ticket")).toBe(348);
  expect(await widthOf(second.page, "book")).toBe(306);
  expect(await second.page.locator(".terminal-records").count()).toBe(0);
  await border(second.page, "Order book").dblclick();
  await eventually(() => widthOf(second.page, "book")).toBe(276);
  await second.page.getByRole("button", { name: "Layout" }).click();
  await second.page.getByRole("menuitem", { name: "Restore default layout" }).click();
  await eventually(() => widthOf(second.page, "ticket")).toBe(316);
  await second.page.locator(".terminal-records").waitFor();
  await eventually(() => isSaved(second.page)).toBe(true);

  await page.reload();
  await eventually(() => widthOf(page, "ticket")).toBe(316);
  await page.locator(".terminal-records").waitFor();
  expect([...first.problems, ...second.problems]).toEqual([]);
});

/** Each language is a new read of a screen, and reads are limited per user and visitor. */
const OF_VISITORS = ["/pages/home/index", "/pages/market/index", "/pages/trans/lever?symbol=BTCUSDT"];
const OF_TRADERS = [SPOT, CONTRACT, "/pages/wallet/index", "/pages/my/index"];

async function misfitsOf(page: Page, screens: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const screen of screens) {
    await open(page, stage.url, screen);
    found.push(...(await misfitsInAllLanguages(page)).map((misfit) => `${screen}: ${misfit}`));
  }
  return found;
}

test("LAYOUT-03 the chosen size of letters and rows applies before the app has loaded, and nothing is cut at the largest", async () => {
  const { context, page, problems } = await stage.visit({ viewport: PHONE, kept: reader });
  await open(page, stage.url, "/pages/my/index");
  const letters = () => page.evaluate("getComputedStyle(document.body).fontSize");
  expect(await letters()).toBe("14px");
  const rowHeight = async () => (await page.locator(".list .setting").first().boundingBox())?.height ?? 0;
  await page.getByRole("combobox", { name: "Density" }).selectOption("compact");
  await eventually(rowHeight).toBeLessThan(60);
  for (const [size, pixels] of [
    ["small", 13.02],
    ["large", 16.1],
    ["largest", 18.2],
  ] as const) {
    await page.getByRole("combobox", { name: "Font size" }).selectOption(size);
    await eventually(async () => Number.parseFloat(String(await letters()))).toBeCloseTo(pixels, 1);
  }
  await page.route("**/assets/**.js", (route) => route.abort());
  await page.reload();
  expect(await page.evaluate("({ ...document.documentElement.dataset })")).toMatchObject({
    letters: "largest",
    density: "compact",
  });
  await page.unroute("**/assets/**.js");
  await page.reload();
  const visitor = await stage.visit({ viewport: PHONE, kept: { letters: "largest", lang: "en" } });
  const found = [...(await misfitsOf(page, OF_TRADERS)), ...(await misfitsOf(visitor.page, OF_VISITORS))];
  expect(found).toEqual([]);
  expect([...problems, ...visitor.problems]).toEqual([]);
  await context.close();
  await visitor.context.close();
});

test("LAYOUT-04 a list is made, shows its markets, is on another device, and is deleted", async () => {
  const MARKETS = "/pages/market/index";
  const first = await stage.visit({ viewport: DESKTOP, kept: trader });
  const { page } = first;
  await open(page, stage.url, MARKETS);
  await page.getByRole("tab", { name: "Favorites" }).click();
  await page.getByRole("button", { name: "New list" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Name").fill("Old coins");
  for (const name of ["BTC/USDT", "LTC/USDT"]) await sheet.getByLabel(name).check();
  await sheet.getByRole("button", { name: "Save list" }).click();
  const names = (on: Page) => on.locator("tbody tr td:nth-child(2) b").allInnerTexts();
  await eventually(async () => (await names(page)).sort()).toEqual(["BTC/USDT", "LTC/USDT"]);
  await eventually(() => isSaved(page)).toBe(true);
  await page.getByRole("button", { name: "New list" }).click();
  await sheet.getByLabel("Name").fill("old COINS");
  await sheet.getByRole("button", { name: "Save list" }).click();
  await sheet.getByText("You already have a list with this name.").waitFor();
  await page.keyboard.press("Escape");

  const second = await stage.visit({ viewport: DESKTOP, kept: trader });
  await open(second.page, stage.url, MARKETS);
  await second.page.getByRole("tab", { name: "Favorites" }).click();
  await second.page.getByRole("radio", { name: "Old coins" }).click();
  await eventually(async () => (await names(second.page)).sort()).toEqual(["BTC/USDT", "LTC/USDT"]);
  await second.page.getByRole("button", { name: "Edit list" }).click();
  await second.page.getByRole("button", { name: "Delete list" }).click();
  const question = second.page.getByRole("dialog", { name: "Delete “Old coins”?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await second.page.waitForTimeout(CLICK_THROTTLE_MS);
  await second.page.getByRole("button", { name: "Delete list" }).click();
  await question.getByRole("button", { name: "Delete list" }).click();
  await eventually(() => second.page.getByRole("radio").count()).toBe(1);
  await eventually(() => isSaved(second.page)).toBe(true);

  await page.getByRole("tab", { name: "Heatmap" }).click();
  const tiles = page.getByRole("list", { name: "Heatmap" }).getByRole("listitem");
  await eventually(() => tiles.count()).toBeGreaterThan(4);
  await tiles.getByRole("link", { name: /BTC\/USDT/ }).click();
  await page.waitForURL(/symbol=BTCUSDT/);
  expect([...first.problems, ...second.problems]).toEqual([]);
});
