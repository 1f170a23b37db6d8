import { DEFAULT_MINING_PLANS } from "@candor/server/config/default-mining-plans";
import type { Browser, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { keptBy, type ServedExchange, serveExchange } from "./serve-exchange.ts";
import { CLICK_THROTTLE_MS, closePages, eventually, ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, told, visit } from "./web-app.ts";

const SHOP = "/pages/mining/index";
const MINERS = "/pages/mining/record";
const DAY_MS = 86_400_000;

let exchange: GatewayUnderTest;
let served: ServedExchange;
let browser: Browser;
let ana: WireClient;
let page: Page;
let problems: string[];

ofWorker.beforeAll(async ({ browser: chromium }) => {
  browser = chromium;
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000, webDirectory: DIST },
    // The reserve covers three of the second kind, and none of the last.
    mining: { plans: DEFAULT_MINING_PLANS, reserve: "2000" },
  });
  served = await serveExchange(exchange);
  ana = await exchange.trader("ana@example.org");
  accepted(await ana.call("faucet", { amount: "500" }));
  ({ page, problems } = await visit(browser, { kept: await keptBy(ana) }));
});
afterAll(async () => {
  await closePages(browser);
  await served.close();
  await exchange.close();
});

const button = (name: RegExp | string) => page.getByRole("button", { name, exact: typeof name === "string" });
const sheet = () => page.getByRole("dialog");
const ticker = async (): Promise<number> =>
  Number((await page.locator(".mining-ticker").innerText()).replaceAll(/[^0-9.]/g, ""));

test("WEB-08 MINE-06 MINE-17 a machine is bought with its terms shown first, mines by the second, is claimed and released, and each payment is computed again", async () => {
  await open(page, served.url, SHOP);
  await page.getByText("Fully covered").waitFor();
  await page.getByText("Simulated machines").waitFor();
  const ember = page.getByRole("article", { name: "Ember E3" });
  await ember.getByText("100.55").waitFor();
  await ember.getByText("14 TH/s").waitFor();
  await page
    .getByRole("article", { name: "Foundry M36" })
    .getByText(/reserve cannot cover/)
    .waitFor();
  await ember.getByRole("button", { name: "Buy for 100.00 USDT" }).click();
  await sheet().getByText("97.00 USDT").waitFor();
  await sheet().getByRole("button", { name: "One more" }).click();
  await sheet().getByText("201.10 USDT").first().waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  const asked = page.waitForRequest((request) => request.url().endsWith("/Mining/buy"));
  await sheet().getByRole("button", { name: "Buy for 200.00 USDT" }).click();
  // The app sends the terms it showed, so that worse terms are rejected.
  const { data } = (await asked).postDataJSON() as { readonly data: string };
  expect(JSON.parse(decodeURIComponent(atob(data)))).toMatchObject({
    price: "100.000000",
    totalOutput: "100.550000",
    durationDays: 30,
    releaseRefundRate: "0.970000",
  });
  await told(page, "2 machines bought for 200.00 USDT");
  await ember.getByText("Limit 10, you own 2").waitFor();

  await open(page, served.url, MINERS);
  const before = await ticker();
  await eventually(ticker).toBeGreaterThan(before);
  exchange.time.ms += 3 * DAY_MS;
  await page.reload();
  // Two machines plus three of thirty days: 20.11, plus the output of the seconds since.
  await eventually(ticker).toBeGreaterThan(20.109);
  await button("Claim from Ember E3 m1").click();
  await told(page, /10\.05\d* USDT in your main wallet/);
  await eventually(ticker).toBeLessThan(11);
  exchange.time.ms += DAY_MS;
  await page.reload();
  await eventually(ticker).toBeGreaterThan(16.75);
  await button(/^Claim 16\.7/).click();
  await told(page, /16\.7\d* USDT in your main wallet/);

  await button("Release Ember E3 m2").click();
  // 26 of 30 days remain of 100 USDT: 86.67, of which 97 % is refunded.
  await sheet()
    .getByText(/^86\.66/)
    .waitFor();
  await sheet()
    .getByText(/^84\.0/)
    .first()
    .waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await sheet()
    .getByRole("button", { name: /^Release for 84\.0/ })
    .click();
  await page.getByText(/^Released: .* income, 84\.0\d* USDT refund/).waitFor();
  await page.getByText("Released early").waitFor();
  const released = page.getByRole("article", { name: "Ember E3 m2" });
  await eventually(() => released.innerText()).toMatch(/Price\s+100\.00 USDT/);
  const running = await page.getByRole("article", { name: "Ember E3 m1" }).innerText();
  expect(running).toMatch(/Price 100\.00\s+Per day 3\.3516/);
  expect(running).toMatch(/day [0-9] of 30\s+14 TH\/s/);
  const { earnings } = accepted(await ana.call("walletIndex", { minSeq: exchange.engine.durableSeq }));
  expect(Number(earnings.miningTotal)).toBeGreaterThan(26.8);

  await page.getByRole("link", { name: "See the records" }).first().click();
  await page.waitForURL(/wallet\/record\?kind=mining/);
  await page.getByRole("button", { name: /Machine released/ }).click();
  await sheet().getByRole("link", { name: "Check" }).click();
  await page.getByText("All 3 steps agree").waitFor();
  expect(problems).toEqual([]);
});

test("WEB-02 WEB-03 the machine shop and the miners are accessible by day and night, and fit in all languages", async () => {
  for (const viewport of [NARROW_PHONE, DESKTOP]) {
    const device = await visit(browser, { viewport, kept: await keptBy(ana) });
    for (const route of [SHOP, MINERS]) {
      await open(device.page, served.url, route);
      expect(await violationsByDayAndNight(device.page), route).toEqual([]);
      if (viewport === NARROW_PHONE) expect(await misfitsInAllLanguages(device.page), route).toEqual([]);
    }
    await open(device.page, served.url, SHOP);
    await device.page.getByRole("button", { name: /^Buy for 20/ }).click();
    await device.page.getByRole("dialog").waitFor();
    expect(await violationsByDayAndNight(device.page), "purchase").toEqual([]);
    await open(device.page, served.url, MINERS);
    await device.page.getByRole("button", { name: "Release Ember E3 m1" }).click();
    await device.page.getByRole("dialog").waitFor();
    expect(await violationsByDayAndNight(device.page), "release").toEqual([]);
    await device.context.close();
  }
});
