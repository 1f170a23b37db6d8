import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { setup as buildWebApp, DIST } from "../support/runner/build-web-app.ts";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import { LEVER } from "../support/wire/lever-world.ts";
import type { WireClient } from "../support/wire-client.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { keptBy, type ServedExchange, serveExchange } from "./serve-exchange.ts";
import { CLICK_THROTTLE_MS, closePages, eventually, ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, PHONE, settled, visit } from "./web-app.ts";

const LEVERAGE = "/pages/trans/lever";
const BTC = { symbol: "BTCUSDT" } as const;

let exchange: GatewayUnderTest;
let served: ServedExchange;
let browser: Browser;
let trader: WireClient;
let maker: WireClient;
let page: Page;
let problems: string[];

ofWorker.beforeAll(async ({ browser: chromium }) => {
  browser = chromium;
  buildWebApp();
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000, webDirectory: DIST },
    lever: LEVER,
  });
  served = await serveExchange(exchange);
  trader = await exchange.trader("lever@example.org", { USDT: "3000" });
  maker = await exchange.trader("maker@example.org", { USDT: "9000", BTC: "0.1" });
  await exchange.observeBitcoin(1_000, 60_000);
  for (const [side, price] of [
    ["sell", "60010"],
    ["buy", "59990"],
  ])
    accepted(await maker.call("doOrder", { ...BTC, side, type: "limit", price, quantity: "0.05" }));
  ({ page, problems } = await visit(browser, { kept: await keptBy(trader) }));
});
afterAll(async () => {
  await closePages(browser);
  await served.close();
  await exchange.close();
});

const sheet = (): Locator => page.getByRole("dialog");
const account = (): Locator => page.getByRole("region", { name: "Margin account", exact: true });
const row = (label: string): Promise<string> =>
  account()
    .getByRole("row", { name: new RegExp(`^${label}`) })
    .innerText();

async function press(inside: Locator | Page, name: string | RegExp): Promise<void> {
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await inside.getByRole("button", { name }).click();
}

test("LEV-20 LEV-21 money goes in, an order borrows the shortfall, and the debt is repaid, each with its effect on the level", async () => {
  await open(page, served.url, `${LEVERAGE}?symbol=BTCUSDT`);
  await press(account(), "Transfer");
  await sheet().getByRole("textbox", { name: "Amount (USDT)" }).fill("1000");
  await press(sheet(), "Transfer");
  await eventually(() => row("Available")).toContain("1,000.00");
  await page.getByRole("radio", { name: "5×" }).click();
  // Nothing is borrowed by default.
  await page.getByRole("radiogroup", { name: "Debt" }).getByRole("radio", { name: "Borrow" }).click();
  await page.getByRole("textbox", { name: "Price (USDT)" }).fill("60010");
  const ticket = page.locator("form.ticket");
  const amount = page.getByRole("textbox", { name: "Amount (BTC)" });
  await amount.fill("0.01");
  expect(await ticket.getByText("Worst-case loss").count()).toBe(0);
  // LEV-21: 60,010 × 5 exceeds fivefold leverage, and the link for more leads to the margin account.
  await amount.fill("5");
  await ticket.getByText("Not enough USDT").waitFor();
  await press(ticket.locator(".note"), "Transfer");
  await sheet().getByText("Into the account").waitFor();
  await page.keyboard.press("Escape");
  await amount.fill("0.03");
  const costs = (await ticket.innerText()).replaceAll(/\s+/g, " ");
  expect(costs).toContain("Borrowed, at most 800.30 USDT");
  expect(costs).toMatch(/Interest per hour 0\.16006 USDT Worst-case loss 1,000\.00 USDT/);
  await press(page, /^Buy/);
  await eventually(() => row("Owed")).toContain("800.46");
  await eventually(() => account().innerText()).toContain("2.24");
  await page.getByRole("tab", { name: "Loans" }).click();
  await eventually(() => page.locator(".order-card").first().innerText()).toContain("Borrowed");
  expect(accepted(await trader.call("leverCurrency", BTC)).account.quote.debt).toBe("800.300000");

  await page.getByRole("radio", { name: "Sell" }).click();
  await page.getByRole("radiogroup", { name: "Debt" }).getByRole("radio", { name: "Repay" }).click();
  await page.getByRole("textbox", { name: "Price (USDT)" }).fill("59990");
  await page.getByRole("textbox", { name: "Amount (BTC)" }).fill("0.01");
  await press(page, /^Sell/);
  await eventually(() => row("Owed")).toContain("201.15996");
  // On phones the ticket is above a healthy account and has its own transfer link.
  const [first] = await page.locator("form.ticket, .lever-card").all();
  expect(await first?.getAttribute("class")).toContain("ticket");
  await press(page.locator("form.ticket"), /Transfer/);
  await sheet().getByRole("textbox", { name: "Amount (USDT)" }).fill("300");
  await press(sheet(), "Transfer");
  await eventually(() => row("Available")).toContain("300.00");
  await press(account(), "Repay");
  await press(sheet(), "All");
  await press(sheet(), "Repay");
  await eventually(() => row("Owed")).not.toContain("201");
  expect(accepted(await trader.call("leverCurrency", BTC)).account).toMatchObject({
    quote: { debt: "0.000000", interest: "0.000000" },
    marginLevel: null,
  });

  await page.getByRole("tab", { name: "Loans" }).click();
  await page.locator(".records-check").first().click();
  await eventually(() => page.getByText("is what these inputs come to").count()).toBe(1);
  expect(await page.getByText("Interest per hour").count()).toBe(1);
});

test("WEB-46 margin balances are shown next to the wallets and count towards the total", async () => {
  const figures = async (selector: string): Promise<number[]> =>
    (await page.locator(selector).allInnerTexts()).map((text) => Number(text.replaceAll(/[^0-9.]/g, "")));
  const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
  await open(page, served.url, "/pages/wallet/index");
  const card = page.locator(".four a.card", { hasText: "Margin" });
  await card.waitFor();
  const [total = 0] = await figures(".wallet-figure");
  expect(total).toBeGreaterThan(0);
  // Each figure is truncated to cents.
  expect(Math.abs(sum(await figures(".four-value")) - total)).toBeLessThan(0.06);
  await page.setViewportSize(DESKTOP);
  await open(page, served.url, "/pages/home/index");
  await page.locator(".hero-split dt", { hasText: "Margin" }).waitFor();
  expect(Math.abs(sum(await figures(".hero-split dd")) - total)).toBeLessThan(0.06);
  await page.setViewportSize(PHONE);
  await open(page, served.url, "/pages/wallet/index");
  await card.click();
  await page.waitForURL(/trans\/lever/);
});

test("WEB-64 the entries of a margin account are named and filtered apart from those of the spot wallet", async () => {
  await page.setViewportSize(PHONE);
  await open(page, served.url, "/pages/wallet/record?wallet=margin");
  const rows = page.locator(".list li");
  await rows.filter({ hasText: "Borrowed" }).first().waitFor();
  const count = await rows.count();
  expect(await rows.filter({ hasText: "Margin BTCUSDT" }).count()).toBe(count);
  await rows.filter({ hasText: "Transfer in" }).first().getByRole("button").click();
  await sheet().getByRole("link", { name: "See transfer" }).click();
  await page.waitForURL(/kind=transfer/);
  const terms = page.locator("main dl").first();
  await terms.getByText("Margin BTCUSDT", { exact: true }).waitFor();
  await terms.getByText("Spot", { exact: true }).waitFor();
  await open(page, served.url, "/pages/wallet/record?wallet=coin");
  await rows.first().waitFor();
  expect(await rows.filter({ hasText: "Margin BTCUSDT" }).count()).toBe(0);
  await open(page, served.url, "/pages/wallet/record?wallet=margin");
  await page.setViewportSize(NARROW_PHONE);
  await settled(page);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  await page.setViewportSize(DESKTOP);
  await page.getByRole("cell", { name: "Margin BTCUSDT" }).first().waitFor();
  await settled(page);
  expect(await violationsByDayAndNight(page)).toEqual([]);
});

test("LEV-20 the margin screen fits a narrow phone in all languages and is accessible, by day and night", async () => {
  await open(page, served.url, `${LEVERAGE}?symbol=BTCUSDT`);
  await page.setViewportSize(NARROW_PHONE);
  await settled(page);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.setViewportSize(DESKTOP);
  await settled(page);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await open(page, served.url, `${LEVERAGE}?symbol=ETHUSDT`);
  await eventually(() => page.getByText("Margin is not offered on").count()).toBe(1);
  expect(problems).toEqual([]);
});
