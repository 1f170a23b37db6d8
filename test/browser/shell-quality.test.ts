import { LANGUAGES } from "@candor/protocol/enumerations";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "../server/run-server.ts";
import { removeHome, startServer, temporaryHome } from "../server/run-server.ts";
import { misfits, violations } from "./page-checks.ts";
import {
  buildWebApp,
  DESKTOP,
  launchBrowser,
  NARROW_PHONE,
  open,
  PHONE,
  register,
  settled,
  visit,
} from "./web-app.ts";

const GUEST_ROUTES = ["/pages/login/login", "/pages/login/reg", "/pages/login/forget"];
const PUBLIC_ROUTES = [
  "/pages/home/index",
  "/pages/market/index",
  "/pages/trans/index?symbol=BTCUSDT",
  "/pages/market/detail?symbol=BTCUSDT",
  "/pages/hqchart2_renderjs/index?symbol=BTCUSDT",
  "/pages/mining/index",
  "/pages/trans/contract",
  "/pages/trans/secondContract",
  "/pages/service",
  "/pages/outbox",
  "/pages/error",
  "/pages/error?reason=banned",
  "/choose-location",
  "/open-location?latitude=48.2&longitude=16.4&name=Vienna",
];
const PERSONAL_ROUTES = [
  "/pages/home/index",
  "/pages/my/index",
  "/pages/my/love",
  "/pages/my/pwdSet",
  "/pages/my/pwdSet?kind=payment",
  "/pages/my/Retrieve",
  "/pages/my/Retrieve?kind=payment",
  "/pages/my/profile",
  "/pages/my/saveCenter",
  "/pages/my/auther",
  "/pages/my/verification",
  "/pages/my/inviter",
  "/pages/cropper/u-avatar-cropper",
  "/pages/wallet/index",
  "/pages/wallet/transfer",
  "/pages/wallet/record",
  "/pages/wallet/coinCharging",
  "/pages/wallet/withdrawCoin",
  "/pages/wallet/recharge",
  "/pages/wallet/sites",
  "/pages/trans/index?symbol=BTCUSDT",
];

let browser: Browser;
let server: ServerProcess;
/** The kept state of somebody who registered and has play money. */
let user: Readonly<Record<string, unknown>>;
const home = temporaryHome();

beforeAll(async () => {
  buildWebApp();
  [browser, server] = await Promise.all([launchBrowser(), startServer(home)]);
  const { context, page } = await visit(browser);
  await register(page, server.url);
  await page.getByRole("button", { name: "Get play money" }).click();
  await page.getByRole("button", { name: "Get 10,000 USDT" }).click();
  await page.getByText("10,000 USDT in your main wallet").waitFor();
  const kept = await page.evaluate(() => localStorage.getItem("candor") ?? "{}");
  user = (JSON.parse(kept) as { readonly state: Readonly<Record<string, unknown>> }).state;
  await context.close();
});

afterAll(async () => {
  await browser.close();
  await server.stop("SIGTERM");
  removeHome(home);
});

async function reportOf(
  routes: readonly string[],
  kept: Readonly<Record<string, unknown>>,
  viewport: typeof PHONE,
) {
  const { context, page, problems } = await visit(browser, { kept, viewport });
  const report: string[] = [];
  for (const route of routes) {
    await open(page, server.url, route);
    for (const violation of await violations(page)) report.push(`${route} ${violation}`);
  }
  await context.close();
  return [...report, ...problems];
}

test.each([
  ["phone by day", PHONE, false],
  ["phone by night", PHONE, true],
  ["desktop by day", DESKTOP, false],
  ["desktop by night", DESKTOP, true],
] as const)("WEB-02 axe finds nothing serious on any screen: %s", async (_name, viewport, huyan) => {
  const visitor = { lang: "en", huyan };
  expect(await reportOf([...GUEST_ROUTES, ...PUBLIC_ROUTES], visitor, viewport)).toEqual([]);
  expect(await reportOf(PERSONAL_ROUTES, { ...user, ...visitor }, viewport)).toEqual([]);
});

test("WEB-02 axe finds nothing serious on the sheets: play money, language, payment, logging out", async () => {
  const { context, page } = await visit(browser, { kept: { ...user, lang: "en" } });
  await open(page, server.url, "/pages/my/index");
  for (const name of ["Get play money", "Language", "Log out"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page), name).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await open(page, server.url, "/pages/wallet/transfer");
  await page.getByLabel("Amount (USDT)").fill("100");
  await page.getByRole("button", { name: "Transfer 100 USDT" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await violations(page)).toEqual([]);
  await context.close();
});

test.each(LANGUAGES)(
  "WEB-03 at 360 pixels nothing scrolls sideways and no button is cut: %s",
  async (lang) => {
    const report: string[] = [];
    for (const [kept, routes] of [
      [{ lang }, [...GUEST_ROUTES, ...PUBLIC_ROUTES]],
      [{ ...user, lang }, PERSONAL_ROUTES],
    ] as const) {
      const { context, page } = await visit(browser, { kept, viewport: NARROW_PHONE });
      for (const route of routes) {
        await open(page, server.url, route);
        for (const misfit of await misfits(page)) report.push(`${route} ${misfit}`);
      }
      await context.close();
    }
    expect(report).toEqual([]);
  },
);

test("WEB-03 the desktop's bar holds its words in every language at 1,024 pixels", async () => {
  for (const lang of LANGUAGES) {
    const { context, page } = await visit(browser, {
      kept: { lang },
      viewport: { width: 1024, height: 768 },
    });
    await open(page, server.url, "/pages/home/index");
    await settled(page);
    expect(await misfits(page), lang).toEqual([]);
    await context.close();
  }
});
