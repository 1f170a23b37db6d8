import { LANGUAGES } from "@candor/domain/enumerations";
import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { changeAnswer } from "./change-answer.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { choose, DESKTOP, open, PHONE, register, requestCode, settled, told } from "./web-app.ts";

/** Time limit for a server start with journal replay on a busy machine. */
const RESTART_MS = 120_000;
const stage = useQuietStage();

test("WEB-31 a visitor sees prices, is asked to log in for personal pages, and returns there after the login", async () => {
  const newcomer = await stage.visit();
  const { email, password } = await register(newcomer.page, stage.url);
  await newcomer.context.close();

  const { context, page, problems } = await stage.visit();
  await open(page, stage.url, "/");
  // Whether there are gainers depends on prices.
  await page.getByRole("tab", { name: "Volume" }).click();
  await page
    .getByRole("link", { name: /\/USDT/ })
    .first()
    .waitFor();
  await open(page, stage.url, "/pages/no/such/page");
  await page.waitForURL(/pages\/home\/index/);

  await open(page, stage.url, "/pages/market/index?search=1");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("doge");
  await page.getByRole("link", { name: "DOGE/USDT" }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(/pages\/market\/detail\?symbol=DOGEUSDT/);

  await open(page, stage.url, "/pages/wallet/transfer?asset=BTC");
  await page.waitForURL(/pages\/login\/login/);
  await page.getByLabel("E-mail or username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("wrong1x");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText(/tries left/).waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.waitForURL(/pages\/wallet\/transfer\?asset=BTC/);

  await open(page, stage.url, "/pages/login/login");
  await page.waitForURL(/pages\/home\/index/);
  await page.reload();
  await settled(page);
  await page.getByText("Total balance").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-34 from registration to the first transfer, with play money, payment password and fund records", async () => {
  const { context, page, problems } = await stage.visit();
  const { email } = await register(page, stage.url);

  await page.getByRole("button", { name: "Get play money" }).click();
  await page.getByRole("button", { name: "Get 10,000 USDT" }).click();
  await told(page, "10,000 USDT in your main wallet");

  await open(page, stage.url, "/pages/wallet/transfer?from=main&to=coin");
  await page.getByText("10,000.00 USDT").waitFor();
  await page.getByLabel("Amount (USDT)").fill("0,5");
  await page.locator("form button[type=submit]").click();
  await page.getByText("At least 1 USDT.").waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByLabel("Amount (USDT)").fill("9999.5");
  await page.locator("form button[type=submit]").click();
  await page.getByText(/Move all of it or leave more/).waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByLabel("Amount (USDT)").fill("4000,25");
  await page.getByRole("button", { name: "Transfer 4,000.25 USDT" }).click();

  const sheet = page.getByRole("dialog");
  await sheet.getByText("Set a payment password first").waitFor();
  await sheet.getByLabel("6-digit code").fill(await requestCode(sheet, stage.url, email));
  await sheet.getByLabel(/New payment password/).fill("246802");
  await sheet.getByLabel("Repeat the 6 digits").fill("246802");
  await sheet.getByRole("button", { name: "Save password" }).click();

  await sheet.getByLabel("Payment password", { exact: true }).fill("111111");
  await sheet.getByText(/4 tries left/).waitFor();
  await sheet.getByLabel("Payment password", { exact: true }).fill("246802");
  await told(page, "4,000.25 USDT moved to Spot");
  await page.getByRole("link", { name: "See records" }).click();
  await page.waitForURL(/pages\/wallet\/record/);
  await page.getByText("+4,000.25 USDT").waitFor();
  await page.getByText("−4,000.25 USDT").waitFor();
  await page.getByText("+10,000.00 USDT").waitFor();

  await open(page, stage.url, "/pages/wallet/index");
  await page.locator(".four").getByText("5,999.75").waitFor();
  await page.locator(".four").getByText("4,000.25").waitFor();
  await page.getByRole("button", { name: "Hide balances" }).click();
  expect(await page.locator("main").innerText()).not.toMatch(/5,999|4,000/);
  await page.reload();
  await settled(page);
  expect(await page.locator("main").innerText()).not.toMatch(/5,999|4,000/);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-35 an ended session is reported and leads to the login; a closed site leads to its page", async () => {
  const kept = { token: "A".repeat(43), vuex_user: { id: "1", username: "ghost" } };
  const { context, page } = await stage.visit({ kept });
  // The toast is brief and may be gone when the page has finished loading.
  const said = told(page, "Your session has expired");
  await page.goto(`${stage.url}/#/pages/wallet/index`);
  await said;
  await page.waitForURL(/pages\/login\/login\?back=/);
  const state = await page.evaluate(() => localStorage.getItem("candor"));
  expect(state).not.toContain("A".repeat(43));
  await context.close();

  const other = await stage.visit();
  const refusal = {
    code: 402,
    msg: "The site is closed. Back at noon.",
    time: 0,
    data: "eyJlcnJvciI6InNpdGUuY2xvc2VkIiwicGFyYW1zIjp7Im1lc3NhZ2UiOiJCYWNrIGF0IG5vb24uIn19",
  };
  await other.page.route("**/api/home/index*", (route) =>
    route.fulfill({ status: 402, contentType: "application/json", body: JSON.stringify(refusal) }),
  );
  await other.page.goto(`${stage.url}/#/pages/home/index`);
  await other.page.waitForURL(/pages\/error/);
  await other.page.getByText("Back at noon.").waitFor();
  await other.context.close();

  const third = await stage.visit();
  await changeAnswer(third.page, "home", ({ siteData }) => {
    Object.assign(siteData, { open_site: 0, closedMessage: "Closed for the night." });
  });
  await third.page.goto(`${stage.url}/#/pages/market/index`);
  await third.page.waitForURL(/pages\/error/);
  await third.page.getByText("Closed for the night.").waitFor();
  await third.context.close();
});

test("WEB-35 on phones the wallet is the fourth tab without mining, and the tab of each market list can be hit", async () => {
  const { context, page, problems } = await stage.visit();
  await changeAnswer(page, "home", ({ siteData }) => {
    siteData.products.mining = false;
  });
  await open(page, stage.url, "/pages/market/index");
  const tabs = page.getByRole("navigation", { name: "Main navigation" }).getByRole("link");
  await eventually(() => tabs.allInnerTexts()).toEqual(["Home", "Markets", "Trade", "Wallet", "Me"]);
  await page.getByRole("tab", { name: "Heatmap" }).click();
  const hidden: string[] = [];
  for (const lang of LANGUAGES) {
    await choose(page, { lang });
    const box = await page.locator(".market-tabs [role=tab]").last().boundingBox();
    // Half of the longest words can be hit without scrolling.
    const middle = (box?.x ?? Number.NaN) + (box?.width ?? 0) / 2;
    if (!(middle < PHONE.width)) hidden.push(`${lang}: ${middle}`);
  }
  expect(hidden).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-36 night mode, red-up and language take effect at once and survive a reload", async () => {
  const { context, page } = await stage.visit({ locale: "de-AT" });
  await register2German(page);
  await open(page, stage.url, "/pages/my/index");
  await page.getByLabel("Darstellung").selectOption("night");
  await page.getByLabel("Kursfarben").selectOption("red");
  const look = () =>
    page.evaluate(
      `(({ theme, updown }) => ({ theme, updown, ground: getComputedStyle(document.body).backgroundColor }))(document.documentElement.dataset)`,
    );
  const night = { theme: "night", updown: "red", ground: "rgb(11, 14, 20)" };
  expect(await look()).toEqual(night);
  await page.getByRole("button", { name: "Sprache" }).click();
  await page.getByRole("button", { name: "Ελληνικά" }).click();
  await page.getByRole("link", { name: "Αρχική" }).waitFor();
  expect(await page.evaluate("document.documentElement.lang")).toBe("el");
  // The theme is applied before any app code has run.
  await page.route("**/assets/**", (route) => route.abort());
  await page.reload();
  expect(await look()).toMatchObject({ theme: "night", updown: "red" });
  await page.unroute("**/assets/**");
  await page.reload();
  await page.getByRole("link", { name: "Αρχική" }).waitFor();
  expect(await look()).toEqual(night);
  await context.close();
});

test("WEB-38 a setting changed in one tab applies to the others at once, and their forms keep their input", async () => {
  const { context, page, problems } = await stage.visit();
  await register(page, stage.url);
  const other = await context.newPage();
  other.on("pageerror", (error) => problems.push(String(error)));
  await open(other, stage.url, "/pages/wallet/withdrawCoin");
  const address = other.locator("form input").first();
  await address.fill("0x12");
  await open(page, stage.url, "/pages/my/index");
  await page.getByLabel("Appearance").selectOption("night");
  await other.locator("html[data-theme=night]").waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Language" }).click();
  const inHungarian = other.waitForResponse(/CashOut\/getCashTypeList/i);
  await page.getByRole("button", { name: "Magyar" }).click();
  await other.locator("html[lang=hu]").waitFor({ state: "attached" });
  await (await inHungarian).finished();
  await settled(other);
  expect(await address.inputValue()).toBe("0x12");
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-43 a page whose build the server no longer has reloads once, in place; a page that is permanently gone says so", async () => {
  const { context, page, problems } = await stage.visit();
  await open(page, stage.url, "/pages/home/index");
  let loads = 0;
  page.on("request", (request) => (loads += Number(request.isNavigationRequest())));
  const gone = (route: Route) => route.fulfill({ status: 404, body: "Not Found" });
  const isOld = (url: URL) => url.pathname.startsWith("/assets/") && loads === 0;
  await page.route(isOld, gone);
  await page.evaluate(`location.hash = "#/pages/market/index?from=old"`);
  // The previous page has such links too.
  await eventually(() => loads).toBe(1);
  await page.getByRole("link", { name: /BTC/ }).first().waitFor();
  expect(loads).toBe(1);
  expect(page.url()).toMatch(/#\/pages\/market\/index\?from=old$/);

  // Language files belong to a build too.
  await page.evaluate("sessionStorage.clear()");
  await open(page, stage.url, "/pages/login/login");
  await page.getByRole("button", { name: /^Language/ }).click();
  await page.getByRole("button", { name: "Magyar" }).waitFor();
  loads = 0;
  await page.getByRole("button", { name: "Magyar" }).click();
  await page.locator("html[lang=hu]").waitFor({ state: "attached" });
  expect(loads).toBe(1);
  await page.unroute(isOld);

  // Part of the server's files is missing: it is reported, without a reload loop.
  await page.evaluate("sessionStorage.clear()");
  loads = 0;
  await page.route(/\/assets\/mining-screen/, gone);
  await page.evaluate(`location.hash = "#/pages/mining/index"`);
  await page.getByRole("button", { name: "Újra" }).waitFor();
  expect(loads).toBe(1);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-43 a page that begins with a build that is gone finds the new one, and is not empty for good", async () => {
  const { context, page, problems } = await stage.visit();
  let loads = 0;
  page.on("request", (request) => (loads += Number(request.isNavigationRequest())));
  await page.route(
    (url) => url.pathname.includes("/words-") && loads === 1,
    (route) => route.fulfill({ status: 404, body: "Not Found" }),
  );
  await page.goto(`${stage.url}/#/pages/market/index`);
  await page.getByRole("link", { name: /BTC/ }).first().waitFor();
  expect(loads).toBe(2);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-43 offline, a screen that was never opened is waited for, the rest stays, and it appears by itself", async () => {
  const { context, page, problems } = await stage.visit({ viewport: DESKTOP });
  await open(page, stage.url, "/pages/login/reg");
  await page.getByLabel("E-mail", { exact: true }).fill("on.a.train@example.org");
  await context.setOffline(true);
  const goTo = (route: string) => page.evaluate(`location.hash = "#${route}"`);
  await goTo("/pages/market/index");
  await page.locator(".screen-loading").waitFor();
  await page.getByRole("link", { name: "Mining" }).first().waitFor();
  // A user who went back to their work is not interrupted when the connection returns.
  await page.goBack();
  await page.getByLabel("E-mail", { exact: true }).fill("still.here@example.org");
  await context.setOffline(false);
  // Longer than the interval between two checks.
  await page.waitForTimeout(4_000);
  expect(await page.getByLabel("E-mail", { exact: true }).inputValue()).toBe("still.here@example.org");
  await goTo("/pages/market/index");
  await page.getByRole("row", { name: /BTC/ }).first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

/** The registration page is German, because the browser's language is. */
async function register2German(page: Page): Promise<void> {
  await open(page, stage.url, "/pages/login/reg");
  await page.getByLabel("E-Mail", { exact: true }).fill(`leser.${Date.now()}@example.org`);
  await page.getByRole("button", { name: "Code senden" }).click();
  await page.getByRole("button", { name: "Code übernehmen" }).click();
  await page.getByLabel("Passwort", { exact: true }).fill("tr7dkq2x");
  await page.getByLabel("Passwort wiederholen").fill("tr7dkq2x");
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/pages\/home\/index/);
}

test("WEB-37 a restart of the server is reported, survived, and reported as over", async () => {
  const { context, page, problems } = await stage.visit({ viewport: DESKTOP });
  await open(page, stage.url, "/pages/market/index");
  await page.getByRole("row", { name: /BTC/ }).first().waitFor();
  await stage.server.stop("SIGTERM");
  try {
    await page.getByText("Connection lost, reconnecting.").waitFor();
    expect(await page.getByRole("row", { name: /BTC/ }).count()).toBeGreaterThan(0);
  } catch (error) {
    // Other files need it too.
    await stage.restart();
    throw error;
  }
  // The notice is short.
  await Promise.all([page.getByText("Connected again").waitFor({ timeout: RESTART_MS }), stage.restart()]);
  await page.getByText("Connection lost, reconnecting.").waitFor({ state: "detached" });
  await page.getByText("Simulated").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
