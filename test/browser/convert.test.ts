import type { Units } from "@candor/money/brand";
import type { Browser } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { keptBy, type ServedExchange, serveExchange } from "./serve-exchange.ts";
import { CLICK_THROTTLE_MS, closePages, ofWorker } from "./stage.ts";
import { NARROW_PHONE, open, told, visit } from "./web-app.ts";

const CONVERT = "/pages/wallet/convert";

let exchange: GatewayUnderTest;
let served: ServedExchange;
let browser: Browser;
let ana: WireClient;

ofWorker.beforeAll(async ({ browser: chromium }) => {
  browser = chromium;
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000, webDirectory: DIST } });
  served = await serveExchange(exchange);
  ana = await exchange.registered("ana@example.org");
  const maker = await exchange.registered("maker@example.org");
  const idOf = async (client: WireClient) => Number(accepted(await client.call("profile")).id);
  const give = (userId: number, assetId: number, amountUnits: number) =>
    exchange.engine.execute({
      kind: "deposit",
      userId,
      assetId,
      amountUnits: amountUnits as Units,
      origin: "faucet",
      key: "",
    });
  await give(await idOf(ana), 0, 2_000e6);
  const makerId = await idOf(maker);
  await give(makerId, 1, 1e8);
  const coins = { userId: makerId, assetId: 1, amountUnits: 1e8 as Units, key: "" };
  await exchange.engine.execute({ kind: "transfer", from: "main", to: "coin", ...coins });
  const order = { symbol: "BTCUSDT", side: "sell", type: "limit", price: "60010", quantity: "0.5" };
  accepted(await maker.call("doOrder", order));
});
afterAll(async () => {
  await closePages(browser);
  await served.close();
  await exchange.close();
});

test("CONV-03 a quote is asked for, read with its spread, accepted, and found again in the records", async () => {
  const { page, problems } = await visit(browser, { kept: await keptBy(ana) });
  // The quote ends by the page's clock, after eight seconds.
  await page.clock.setFixedTime(Date.now());
  await open(page, served.url, "/pages/wallet/index");
  await page.getByRole("link", { name: "Convert" }).click();
  await page.waitForURL(/pages\/wallet\/convert/);
  await page.getByText("2,000.00 USDT").waitFor();
  await page.getByRole("button", { name: "Max", exact: true }).click();
  expect(await page.getByLabel("Amount (USDT)").inputValue()).toBe("2,000");
  await page.getByLabel("Amount (USDT)").fill("600");
  await page.getByRole("button", { name: "Get a quote" }).click();
  await page.getByText("Spread, fee included").waitFor();
  // The usual direction, the price of one Bitcoin; it can be inverted.
  await page.getByText("Price of 1 BTC").waitFor();
  await page.getByText("60,000.00 USDT", { exact: true }).waitFor();
  await page.getByTitle("Invert price").click();
  await page.getByText("Price of 1 USDT").waitFor();
  await page.getByText("0.00001666667 BTC", { exact: true }).waitFor();
  await page.getByText(/Quote valid for \d seconds?/).waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByRole("button", { name: /^Convert 599\.\d+ USDT$/ }).click();
  await told(page, /598\.8998 USDT became 0\.0099\d* BTC/);
  await open(page, served.url, "/pages/wallet/record");
  await page
    .getByRole("button", { name: /Conversion/ })
    .first()
    .click();
  // A toast in the sheet may contain the same link, after the sheet's own.
  await page.getByRole("dialog").getByRole("link", { name: "See conversion" }).first().click();
  await page.waitForURL(/wallet\/order\?kind=convert/);
  await page.getByText("Its entries in your records").waitFor();
  expect(problems).toEqual([]);
});

test("WEB-02 WEB-03 the conversion is accessible by day and night, with a quote and without, and fits in all languages", async () => {
  const { page } = await visit(browser, { viewport: NARROW_PHONE, kept: await keptBy(ana) });
  await open(page, served.url, CONVERT);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  await page.getByLabel("Amount (USDT)").fill("600");
  await page.getByRole("button", { name: "Get a quote" }).click();
  await page.getByText("Spread, fee included").waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
});
