import { trimZeros } from "@candor/money/decimal";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PAYMENT_PASSWORD, type WireClient } from "../support/wire-client.ts";
import { CLICK_THROTTLE_MS, eventually, useStage } from "./stage.ts";
import { staleTexts, type TranslatorBehavior, translatePage } from "./translator.ts";
import { DESKTOP, open, settled, told } from "./web-app.ts";

/** A trader whose browser translates the page, from login to history. */
const TRADE = "/pages/trans/index?symbol=BTCUSDT";
const TEST_MS = 600_000;
const RUNS: readonly [string, TranslatorBehavior][] = [
  ["leaves alone what is not for it", { respects: true, keeps: false }],
  ["takes all texts away", { respects: false, keeps: false }],
  ["keeps all texts within its own elements", { respects: false, keeps: true }],
];

const stage = useStage();
let wire: WireClient;
let account: { readonly email: string; readonly password: string };

beforeAll(async () => {
  wire = stage.wire();
  account = await wire.register();
  await wire.fund("9000");
});

async function indexPrice(): Promise<number> {
  const { coinsList } = await wire.expectOk(wire.get("/market/coinList"));
  const list = coinsList as { readonly symbol: string; readonly indexPrice: string }[];
  return Number(list.find(({ symbol }) => symbol === "BTCUSDT")?.indexPrice);
}

/** Returns the spot balance of an asset according to the exchange. */
async function spotBalance(asset: string): Promise<{ readonly available: string; readonly frozen: string }> {
  const { wallets } = await wire.expectOk(wire.get("/Wallet/index"));
  const coin = wallets.coin as { asset: string; available: string; frozen: string }[];
  return coin.find((each) => each.asset === asset) ?? { available: "0", frozen: "0" };
}

/** Formats like the wallet: all digits, with a minimum number of decimals. */
function written(text: string, leastDecimals: number): string {
  const [whole = "", fraction = ""] = trimZeros(text).split(".");
  const shown = fraction.padEnd(leastDecimals, "0");
  return Number(whole).toLocaleString("en") + (shown === "" ? "" : `.${shown}`);
}

/** Returns the spot balance shown in the panel below the ticket. */
const walletShown = (page: Page, asset: string) =>
  page.locator(`.ticket-wallet dl > div:has(dt:has-text("${asset}")) dd`).innerText();

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function logInAndTransfer(page: Page): Promise<void> {
  await open(page, stage.url, "/pages/login/login");
  await page.locator("input[name=account], input[autocomplete~=username]").first().fill(account.email);
  await page.locator("input[type=password]").first().fill(account.password);
  await page.locator("form button[type=submit]").first().click();
  await page.waitForURL(/pages\/home\/index/);
  const before = await spotBalance("USDT");
  await open(page, stage.url, "/pages/wallet/transfer?asset=USDT&from=coin&to=main");
  await page.getByLabel("Amount (USDT)").fill("1000");
  await button(page, "Transfer 1,000 USDT").click();
  await page.getByRole("dialog").getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
  await told(page, "1,000 USDT moved to Main");
  expect(await staleTexts(page)).toEqual([]);
  expect(Number((await spotBalance("USDT")).available)).toBe(Number(before.available) - 1000);
}

/** Transfers to the ticket's wallet in a sheet that leaves the ticket unchanged. */
async function transferInTicket(page: Page): Promise<void> {
  const before = await spotBalance("USDT");
  await page.locator(".ticket-wallet").getByRole("button", { name: "Transfer", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Transfer → Spot" });
  await sheet.getByRole("textbox", { name: "Amount (USDT)" }).fill("400");
  const move = sheet.getByRole("button", { name: "Transfer 400 USDT" });
  await move.waitFor();
  // The payment password was entered for the previous transfer.
  await sheet.getByText(/^Payment password entered in this tab/).waitFor();
  expect(await staleTexts(page)).toEqual([]);
  await move.click();
  await told(page, "400 USDT moved to Spot");
  await sheet.waitFor({ state: "detached" });
  const { available } = await spotBalance("USDT");
  expect(Number(available)).toBe(Number(before.available) + 400);
  await eventually(() => walletShown(page, "USDT")).toBe(written(available, 2));
  expect(await staleTexts(page)).toEqual([]);
}

async function restAndCancel(page: Page): Promise<void> {
  const price = (Math.round((await indexPrice()) * 0.9 * 10) / 10).toFixed(1);
  const field = (name: string) => page.getByRole("textbox", { name, exact: true });
  await field("Price (USDT)").fill(price);
  await field("Amount (BTC)").fill("0.01");
  // The button matches the action after every change of side.
  await page
    .getByRole("radio", { name: "Sell" })
    .or(page.getByRole("tab", { name: "Sell" }))
    .first()
    .click();
  expect(await page.locator(".ticket .btn.sell").last().innerText()).toBe("Sell 0.01 BTC");
  await page
    .getByRole("radio", { name: "Buy" })
    .or(page.getByRole("tab", { name: "Buy" }))
    .first()
    .click();
  expect(await page.locator(".ticket .btn.buy").last().innerText()).toBe("Buy 0.01 BTC");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.locator(".ticket .btn.buy").last().click();
  await told(page, "Order placed");
  await page.getByRole("tab", { name: "Open orders (1)", exact: true }).waitFor();
  const { available, frozen } = await spotBalance("USDT");
  expect(Number(frozen)).toBeGreaterThan(0);
  await eventually(() => walletShown(page, "USDT")).toBe(written(available, 2));
  expect(await staleTexts(page)).toEqual([]);
  await page.locator(".orders-body tbody tr").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("tab", { name: "Open orders (0)", exact: true }).waitFor();
  await eventually(async () => walletShown(page, "USDT")).toBe(
    written((await spotBalance("USDT")).available, 2),
  );
  expect(await staleTexts(page)).toEqual([]);
}

async function buyAtMarket(page: Page): Promise<void> {
  await page.locator(".ticket-types [role=tab]").nth(1).click();
  await page.locator("input[name=total]").fill("250");
  const buy = page.locator(".ticket .btn.buy").last();
  expect(await buy.innerText()).toBe("Buy BTC for 250 USDT");
  const before = await spotBalance("BTC");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await buy.click();
  await told(page, /Filled 0\.\d+ BTC/);
  const { available } = await spotBalance("BTC");
  expect(Number(available)).toBeGreaterThan(Number(before.available));
  await eventually(() => walletShown(page, "BTC")).toBe(written(available, 0));
  await page.getByRole("tab", { name: "Order history" }).click();
  const row = page.locator(".orders-body tbody tr").first();
  await row.getByText("Filled", { exact: true }).waitFor();
  expect(await staleTexts(page)).toEqual([]);
}

/** Other screens can be opened without an error. */
async function openOtherScreens(page: Page): Promise<void> {
  for (const route of [
    "/pages/trans/contract?symbol=BTCUSDT",
    "/pages/market/index",
    "/pages/wallet/index",
  ]) {
    await page.evaluate(`location.hash = "#${route}"`);
    await settled(page);
    expect(await staleTexts(page), route).toEqual([]);
  }
}

test.each(RUNS)(
  "WEB-92 with a translator that %s a whole trade goes right and no figure or button is out of date",
  async (_name, manners) => {
    const { context, page, problems } = await stage.visit({ viewport: DESKTOP });
    await translatePage(page, manners);
    await logInAndTransfer(page);
    await open(page, stage.url, TRADE);
    await page.locator(".book .asks .br.a").nth(4).waitFor();
    await transferInTicket(page);
    await restAndCancel(page);
    await buyAtMarket(page);
    // Prices have changed meanwhile, and the figures are the app's current ones.
    for (let look = 0; look < 5; look++) {
      await page.waitForTimeout(300);
      expect(await staleTexts(page)).toEqual([]);
    }
    expect(await page.locator("font").count()).toBeGreaterThan(20);
    const inFigures = await page.locator(".book font, .ticket font, .orders-body tbody font").count();
    expect(inFigures > 0).toBe(!manners.respects);
    await openOtherScreens(page);
    expect(problems).toEqual([]);
    await context.close();
  },
  TEST_MS,
);
