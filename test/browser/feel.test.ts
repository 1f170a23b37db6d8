import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { eventually, useQuietStage } from "./stage.ts";
import { Finger } from "./touch.ts";
import { choose, open } from "./web-app.ts";

const stage = useQuietStage();
const LOGIN = "/pages/login/login";
const TRADE = "/pages/trans/index?symbol=BTCUSDT";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

async function boxOf(locator: Locator): Promise<Box> {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("not on the page");
  return box;
}

let page: Page;
let problems: string[];
let finger: Finger;
const dialog = () => page.getByRole("dialog");

/** Until the sheet neither moves nor scrolls: two looks, some frames apart, see the same. */
async function atRest(): Promise<void> {
  const look = () =>
    dialog().evaluate((sheet) => JSON.stringify([sheet.getBoundingClientRect(), sheet.scrollTop]));
  let before = "";
  await eventually(async () => {
    const last = before;
    before = await look();
    return before === last;
  }).toBe(true);
}

beforeAll(async () => {
  ({ page, problems } = await stage.visit({ kept: { lang: "en" } }));
  await page.emulateMedia({ reducedMotion: "no-preference" });
  finger = await Finger.on(page);
});

async function openLanguages(): Promise<{
  readonly opener: Locator;
  readonly head: Box;
  readonly sheet: Box;
}> {
  const opener = page.getByRole("button", { name: /^Language/ });
  await opener.click();
  await dialog().waitFor();
  await atRest();
  return { opener, head: await boxOf(page.locator(".sheet-h")), sheet: await boxOf(dialog()) };
}

test("WEB-80 a sheet follows the finger on its head, springs back from a short way and closes after a long one", async () => {
  await open(page, stage.url, LOGIN);
  const { opener, head, sheet } = await openLanguages();
  const x = head.x + 60;
  const y = head.y + 8;
  await finger.down(x, y);
  await finger.to(x, y + 40);
  await finger.to(x, y + 70);
  await eventually(async () => (await boxOf(dialog())).y).toBe(sheet.y + 70);
  // It cannot be dragged above its position.
  await finger.to(x, y - 50);
  await eventually(async () => (await boxOf(dialog())).y).toBe(sheet.y);
  await finger.to(x, y + 30);
  await page.waitForTimeout(200);
  await finger.up();
  await eventually(async () => (await boxOf(dialog())).y).toBe(sheet.y);
  await finger.drag(x, y, y + sheet.height * 0.6, 10, 30);
  await dialog().waitFor({ state: "detached" });
  expect(await opener.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
});

test("WEB-80 a short flick closes a sheet; without motion it closes at once", async () => {
  const { head } = await openLanguages();
  await finger.flick(head.x + 60, head.y + 8, 70);
  await dialog().waitFor({ state: "detached" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  const again = await openLanguages();
  await finger.drag(again.head.x + 60, again.head.y + 8, again.head.y + 330, 8, 16);
  await dialog().waitFor({ state: "detached" });
  await page.emulateMedia({ reducedMotion: "no-preference" });
});

test("WEB-80 below its head a sheet scrolls and stays where it is, its head in reach", async () => {
  await page.setViewportSize({ width: 390, height: 480 });
  const { sheet } = await openLanguages();
  await finger.drag(sheet.x + 100, sheet.y + 300, sheet.y + 120, 6, 16);
  await eventually(() => dialog().evaluate((element) => element.scrollTop)).toBeGreaterThan(50);
  await atRest();
  const scrolled = await dialog().evaluate((element) => element.scrollTop);
  await finger.drag(sheet.x + 100, sheet.y + 120, sheet.y + 180, 6, 16);
  await eventually(() => dialog().evaluate((element) => element.scrollTop)).toBeLessThan(scrolled);
  expect((await boxOf(dialog())).y).toBe(sheet.y);
  const head = await boxOf(page.locator(".sheet-h"));
  expect(head.y).toBe(sheet.y);
  await page.getByRole("button", { name: "Close" }).click();
  await dialog().waitFor({ state: "detached" });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(problems).toEqual([]);
});

test("WEB-81 a scrollable row of tabs fades at its edge, and shows the selected tab at first and after a change", async () => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, stage.url, "/pages/trans/lever?symbol=BTCUSDT");
  await choose(page, { lang: "el" });
  const row = page.locator(".product-tabs");
  const more = () => row.getAttribute("data-more");
  const isSeen = (tab: Locator) =>
    tab.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= element.ownerDocument.documentElement.clientWidth;
    });
  await page.reload();
  await row.waitFor();
  // The last of four: the row is scrolled to it and continues to the left.
  await eventually(more).toMatch(/^before ?$/);
  expect(await isSeen(row.locator("[aria-current]"))).toBe(true);
  const mask = `getComputedStyle(document.querySelector(".product-tabs")).maskImage`;
  expect(await page.evaluate(mask)).toContain("gradient");
  await row.evaluate((element) => element.scrollTo({ left: 0, behavior: "instant" }));
  await eventually(more).toMatch(/^ ?after$/);
  await row.evaluate((element) => element.scrollTo({ left: 30, behavior: "instant" }));
  await eventually(more).toBe("before after");
  await row.locator("a").first().click();
  await page.waitForURL(/trans\/index/);
  await eventually(() => isSeen(page.locator(".product-tabs [aria-current]"))).toBe(true);
  // Everything fits: no fade.
  await page.setViewportSize({ width: 900, height: 640 });
  await eventually(more).toBeNull();
  await page.setViewportSize({ width: 390, height: 844 });
  await choose(page, { lang: "en" });
});

test("WEB-82 going offline shows at once, and so does going online", async () => {
  await open(page, stage.url, TRADE);
  const badge = page.locator(".live").first();
  await badge.waitFor();
  const lost = page.locator(".connection-status").getByText("Connection lost");
  // The open socket stays alive in this browser: only its offline event reports the lost network.
  await page.context().setOffline(true);
  await lost.waitFor();
  await page.context().setOffline(false);
  await page.locator(".connection.is-back").waitFor();
  await lost.waitFor({ state: "detached" });
  expect(problems).toEqual([]);
});
