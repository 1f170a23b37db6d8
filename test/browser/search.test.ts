import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { logOut, registerByName } from "./account-pages.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { eventually, useQuietStage } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, PHONE, settled } from "./web-app.ts";

const stage = useQuietStage();
const TRADE = "/pages/trans/index?symbol=BTCUSDT";
const RESULTS = /search-results-[^/]*\.js$/;

let page: Page;
let problems: string[];

beforeAll(async () => {
  ({ page, problems } = await stage.visit({ viewport: DESKTOP, kept: { lang: "en" } }));
  await registerByName(page, stage.url);
});

const field = () => page.getByRole("combobox", { name: "Search" });
const options = () => page.getByRole("listbox", { name: "Search" }).getByRole("option");
const names = async (): Promise<string[]> =>
  (await options().allInnerTexts()).map((text) => text.split("\n")[0] ?? "");
/** Until no source can add options any more. */
const allFound = () => page.locator(".search-found[aria-busy=false]").waitFor();
const chosen = () => page.locator('#found [aria-selected="true"]');
const isFocused = () => field().evaluate((element) => element === element.ownerDocument.activeElement);

test("WEB-127 text typed with the search shortcut is in its field before the search has loaded, and the ticket stays", async () => {
  await open(page, stage.url, TRADE);
  const price = page.getByRole("textbox", { name: /^Price/ }).first();
  await price.fill("41,234.5");
  await price.blur();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(RESULTS, async (route) => {
    await held;
    await route.continue();
  });
  // One key after another, without a pause.
  await page.keyboard.type("/sol/usdt");
  expect(await field().inputValue()).toBe("sol/usdt");
  expect(await options().count()).toBe(0);
  letGo();
  await eventually(names).toContain("SOL/USDT");
  await page.unroute(RESULTS);
  await page.keyboard.press("Escape");
  await field().waitFor({ state: "detached" });
  expect(await price.inputValue()).toBe("41,234.5");
  expect(new URL(page.url()).hash).toContain("trans/index?symbol=BTCUSDT");
});

test("WEB-127 Enter before the first results opens the first one; the shortcut keeps the text of an open search", async () => {
  await open(page, stage.url, TRADE);
  await page
    .getByRole("textbox", { name: /^Price/ })
    .first()
    .focus();
  // In a field "/" is text, but Ctrl+K is a shortcut.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("fund rec");
  await page.locator(".search-found").click({ position: { x: 4, y: 4 } });
  expect(await isFocused()).toBe(false);
  await page.keyboard.press("/");
  expect(await isFocused()).toBe(true);
  expect(await field().inputValue()).toBe("fund rec");
  await page.keyboard.press("Enter");
  await page.waitForURL(/pages\/wallet\/record/);
  await field().waitFor({ state: "detached" });
  // Until then the price has the focus again.
  await settled(page);
});

test("WEB-127 a search opened between the change of the address and that of the page stays, and closes with its page", async () => {
  await open(page, stage.url, "/pages/home/index");
  // One task: the address has changed, and the page is not rendered yet.
  await page.evaluate(`
    document.querySelector('a[href="#/pages/market/index"]').click();
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true }));
  `);
  await page.keyboard.type("sol");
  await settled(page);
  expect(new URL(page.url()).hash).toContain("pages/market/index");
  expect(await field().inputValue()).toBe("sol");
  await eventually(names).toContain("SOL/USDT");
  await page.goBack();
  await settled(page);
  expect(new URL(page.url()).hash).toContain("pages/home/index");
  expect(await field().count()).toBe(0);
});

test("WEB-127 arrows move through the list while the focus stays in the field, and recent results are offered until cleared", async () => {
  await open(page, stage.url, TRADE);
  await page.locator(".ticket:not([inert])").waitFor();
  await page.keyboard.type("/btc");
  await allFound();
  expect(await options().count()).toBeGreaterThan(1);
  const first = await chosen().getAttribute("id");
  await page.keyboard.press("ArrowDown");
  expect(await chosen().getAttribute("id")).not.toBe(first);
  await eventually(() => field().getAttribute("aria-activedescendant")).toBe(
    await chosen().getAttribute("id"),
  );
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  expect(await chosen().getAttribute("id")).toBe(`found-${(await options().count()) - 1}`);
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await page.getByRole("group", { name: "Recent searches" }).waitFor();
  expect(await names()).toContain("fund rec");
  await page.reload();
  await page.locator(".top-search").click();
  await page.getByRole("option", { name: "fund rec" }).click();
  expect(await field().inputValue()).toBe("fund rec");
  await field().fill("");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  expect(await names()).not.toContain("fund rec");
  expect(await page.evaluate(`localStorage.getItem("candor-searches")`)).not.toContain("fund rec");
  await page.keyboard.press("Escape");
});

test("WEB-127 it finds help by its words, a movement of money by its number, and reports when nothing matches", async () => {
  await open(page, stage.url, "/pages/home/index");
  await page.getByRole("button", { name: "Get play money" }).first().click();
  await page.getByRole("dialog").getByRole("button", { name: /^Get/ }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await open(page, stage.url, "/pages/wallet/record");
  // The play money is credited after some confirmations.
  let refId = "";
  await eventually(async () => {
    const answer = page.waitForResponse(/moneyLog/);
    await page.reload();
    const { data } = (await (await answer).json()) as { readonly data: string };
    const { list } = JSON.parse(Buffer.from(data, "base64").toString()) as {
      readonly list: readonly { readonly refId: string }[];
    };
    refId = list[0]?.refId ?? "";
    return refId;
  }).not.toBe("");
  await page.keyboard.press("Control+k");
  await field().fill(` #${refId} `);
  await eventually(names).toContain(`Deposit ${refId}`);
  await field().fill("hash journal");
  await page.getByRole("group", { name: "Help" }).waitFor();
  await field().fill("zzqx");
  await page.getByText("Nothing found for “zzqx”").waitFor();
  await page.keyboard.press("Escape");
  expect(problems).toEqual([]);
});

test("WEB-127 results that do not load are reported and asked for again, and a search that the browser closed opens again", async () => {
  await open(page, stage.url, TRADE);
  await page.locator(".ticket:not([inert])").waitFor();
  const ARTICLES = "**/Home/article*";
  await page.route(ARTICLES, (route) => route.fulfill({ status: 503, body: "" }));
  await page.keyboard.press("Control+k");
  await field().fill("zzqy");
  const failure = page.getByRole("dialog").getByText("This did not load");
  await failure.waitFor();
  await allFound();
  expect(await page.getByText("Nothing found for").count()).toBe(0);
  await page.unroute(ARTICLES);
  await page.getByRole("dialog").getByRole("button", { name: "Try again" }).click();
  await page.getByText("Nothing found for “zzqy”").waitFor();
  expect(await failure.count()).toBe(0);
  // As browsers do on a second Escape, without asking.
  await page.evaluate(`document.querySelector("dialog:has(.search)").close()`);
  // A role hides what a closed dialog contains, also before the page has heard that it was closed.
  await page.locator("dialog:has(.search)").waitFor({ state: "detached" });
  await page.keyboard.press("Control+k");
  await eventually(isFocused).toBe(true);
  await page.keyboard.press("Escape");
});

test("WEB-127 on a phone its button is on every page, fits in every language, and is accessible", async () => {
  await page.setViewportSize(NARROW_PHONE);
  for (const path of [
    "/pages/home/index",
    "/pages/my/index",
    "/pages/wallet/index",
    TRADE,
    "/pages/notice/index",
  ]) {
    await open(page, stage.url, path);
    await page.getByRole("button", { name: "Search", exact: true }).first().click();
    await eventually(isFocused).toBe(true);
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: "Search", exact: true }).first().click();
  await field().fill("a");
  await eventually(() => options().count()).toBeGreaterThan(3);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await violationsByDayAndNight(page)).toEqual([]);
});

test("WEB-127 recent searches end with their session", async () => {
  await page.setViewportSize(DESKTOP);
  await open(page, stage.url, TRADE);
  await page.locator(".ticket:not([inert])").waitFor();
  await page.keyboard.press("Control+k");
  await field().fill("fund rec");
  await eventually(() => options().count()).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  await page.waitForURL(/pages\/wallet\/record/);
  const kept = () => page.evaluate(`localStorage.getItem("candor-searches") ?? ""`);
  expect(await kept()).toContain("fund rec");
  await logOut(page, stage.url);
  expect(await kept()).not.toContain("fund rec");
});
