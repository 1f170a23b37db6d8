import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { eventually, useQuietStage } from "./stage.ts";
import { open } from "./web-app.ts";

/** Themes and up/down colors: the device's setting, until the user chooses. */
const MARKETS = "/pages/market/index";
const stage = useQuietStage();

const themeOf = (page: Page) =>
  page.evaluate(`({ theme: document.documentElement.dataset.theme, ground: getComputedStyle(document.body).backgroundColor,
    bar: document.querySelector("meta[name=theme-color]").content })`);
const DAY = { theme: "light", ground: "rgb(246, 247, 249)", bar: "#F6F7F9" };
const NIGHT = { theme: "night", ground: "rgb(11, 14, 20)", bar: "#0B0E14" };

test("WEB-135 a new device looks as its system does, before the first paint and when that changes; a choice stays", async () => {
  const { context, page, problems } = await stage.visit();
  await page.emulateMedia({ colorScheme: "dark" });
  // The theme is applied before any app code has run.
  await page.route("**/assets/**", (route) => route.abort());
  await page.goto(`${stage.url}/#${MARKETS}`);
  expect(await themeOf(page)).toMatchObject({ theme: "night", bar: "#0B0E14" });
  await page.unroute("**/assets/**");
  await page.reload();
  await page.locator("main").waitFor();
  expect(await themeOf(page)).toEqual(NIGHT);
  await page.emulateMedia({ colorScheme: "light" });
  await eventually(() => themeOf(page)).toEqual(DAY);
  await page.reload();
  await page.locator("main").waitFor();
  expect(await themeOf(page)).toEqual(DAY);

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Night mode" }).click();
  await eventually(() => themeOf(page)).toEqual(NIGHT);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.emulateMedia({ colorScheme: "light" });
  await page.reload();
  await page.locator("main").waitFor();
  expect(await themeOf(page)).toEqual(NIGHT);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-135 a device from before there was a choice keeps the look that it had", async () => {
  for (const [huyan, look] of [
    [false, DAY],
    [true, NIGHT],
  ] as const) {
    const { context, page } = await stage.visit({ kept: { huyan, background: look.bar } });
    await page.emulateMedia({ colorScheme: huyan ? "light" : "dark" });
    await open(page, stage.url, MARKETS);
    expect(await themeOf(page)).toEqual(look);
    await context.close();
  }
});

test("WEB-136 blue and orange replace green and red everywhere, and survive a reload before the first paint", async () => {
  const { context, page } = await stage.visit({ kept: { colorBlind: true } });
  await open(page, stage.url, "/pages/trans/index?symbol=BTCUSDT");
  const colorOf = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).backgroundColor`);
  expect(await page.locator("html").getAttribute("data-updown")).toBe("blue");
  await page.getByRole("radio", { name: "Buy" }).waitFor();
  expect(await colorOf("[role=radio].buy[aria-checked=true]")).toBe("rgb(18, 99, 189)");
  await page.getByRole("radio", { name: "Sell" }).click();
  expect(await colorOf("[role=radio].sell[aria-checked=true]")).toBe("rgb(181, 74, 2)");
  // Color is never the only indication: each change has its sign.
  await open(page, stage.url, MARKETS);
  for (const change of await page.locator("main .pct.up, main .pct.down").allInnerTexts())
    expect(change).toMatch(/^[+−]/);
  await context.close();
});
