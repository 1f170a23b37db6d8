import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { WireClient } from "../support/wire-client.ts";
import { CLICK_THROTTLE_MS, eventually, useStage } from "./stage.ts";
import { open, register, requestCode, settled, told } from "./web-app.ts";

/**
 * A trader's first day, in order: each test continues where the previous one ended, in one browser page, against a real
 * server with simulated prices and the sandbox's liquidity.
 */
const TRADE = "/pages/trans/index";
const PAYMENT_PASSWORD = "246802";
/** Time limit for a server start with journal replay on a busy machine. */
const RESTART_MS = 120_000;
/** Minimum ask rows for the orders here. */
const DEEP_ENOUGH = 5;

const stage = useStage();
let page: Page;
let problems: string[];
let email: string;
let wire: WireClient;

beforeAll(async () => {
  ({ page, problems } = await stage.visit());
  wire = stage.wire();
});

/** Returns the index price times `share`, rounded to the tick of BTC/USDT. */
async function priceAt(share: number): Promise<string> {
  const { coinsList } = await wire.expectOk(wire.get("/market/coinList"));
  const market = (coinsList as { symbol: string; indexPrice: string | null }[]).find(
    ({ symbol }) => symbol === "BTCUSDT",
  );
  if (market === undefined || market.indexPrice === null) throw new Error("BTCUSDT has no index price");
  return (Math.round(Number(market.indexPrice) * share * 10) / 10).toFixed(1);
}

const field = (name: string): Locator => page.getByRole("textbox", { name, exact: true });
const button = (name: string | RegExp): Locator => page.getByRole("button", { name });
const openOrders = (count: number): Locator =>
  page.getByRole("tab", { name: `Open orders (${count})`, exact: true });
/** Returns the value next to a label in the ticket or wallet. */
const line = (label: string): Locator => page.locator(`dl > div:has(dt:text-is("${label}")) dd`).first();

/** Clicks a button that may have just been clicked: a second click within half a second is ignored. */
async function press(name: string): Promise<void> {
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await button(name).click();
}

async function fillTicket(price: string, amount: string): Promise<void> {
  await field("Price (USDT)").fill(price);
  await field("Amount (BTC)").fill(amount);
}

/** Returns the text as a plain number: "1234.5" for "1,234.50 USDT". */
async function figure(locator: Locator): Promise<number> {
  return Number((await locator.innerText()).replace(/[^0-9.]/g, ""));
}

test("WEB-01 a newcomer registers, gets play money and fetches it in the ticket without leaving it", async () => {
  ({ email } = await register(page, stage.url));
  await button("Get play money").click();
  await button("Get 10,000 USDT").click();
  await told(page, "10,000 USDT in your main wallet");

  await open(page, stage.url, TRADE);
  await page.getByRole("button", { name: /0\.00 USDT/ }).waitFor();
  await fillTicket(await priceAt(0.9), "0.01");
  await page.getByText("Not enough USDT: 0 available").waitFor();
  expect(await button("Buy 0.01 BTC").isDisabled()).toBe(true);
  await page.getByRole("alert").getByRole("button", { name: "Move funds to the spot wallet" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByRole("textbox", { name: "Amount (USDT)" }).fill("5000");
  await sheet.getByRole("button", { name: "Transfer 5,000 USDT" }).click();
  await sheet.getByLabel("6-digit code").fill(await requestCode(sheet, stage.url, email));
  await sheet.getByLabel(/New payment password/).fill(PAYMENT_PASSWORD);
  await sheet.getByLabel("Repeat the 6 digits").fill(PAYMENT_PASSWORD);
  await sheet.getByRole("button", { name: "Save password" }).click();
  await sheet.getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
  await told(page, "5,000 USDT moved to Spot");
});

test("WEB-01 a limit order below the market rests, freezes its money and is listed", async () => {
  await open(page, stage.url, TRADE);
  await page.getByRole("button", { name: /5,000\.00 USDT/ }).waitFor();
  const price = await priceAt(0.9);
  await fillTicket(price, "0.01");
  const total = Number(price) * 0.01;
  await eventually(() => field("Total (USDT)").inputValue()).not.toBe("");
  expect(await figure(line("You receive at least"))).toBe(0.00999);
  // A phone's "done" key ends typing and does not send the order.
  await field("Amount (BTC)").press("Enter");
  await openOrders(0).waitFor();
  await press("Buy 0.01 BTC");
  await told(page, "Order placed");
  await openOrders(1).waitFor();
  await eventually(() => figure(line("Available"))).toBeCloseTo(5_000 - total, 2);
  const card = page.locator(".order-card").first();
  await card.getByText("Buy · Limit").waitFor();
  await card.getByText("0 / 0.01").waitFor();
  expect(await figure(card.locator("dd").first())).toBe(Number(price));
  // The ticket is ready for the next order at the same price.
  expect(await field("Amount (BTC)").inputValue()).toBe("");
  expect(await field("Price (USDT)").inputValue()).not.toBe("");
});

test("WEB-01 a limit order through the market fills at once: message, balances, history and trades", async () => {
  await eventually(() => page.locator(".book .asks .br.a").count()).toBeGreaterThanOrEqual(DEEP_ENOUGH);
  await fillTicket(await priceAt(1.02), "0.002");
  await press("Buy 0.002 BTC");
  await told(page, "Filled 0.002 BTC");
  // The toast links to the result.
  await page.getByRole("link", { name: "See orders" }).last().click();
  const card = page.locator(".order-card").first();
  await card.getByText("Filled", { exact: true }).last().waitFor();
  await card.getByText("0.002 / 0.002").waitFor();
  await page.getByRole("tab", { name: "Trade history" }).click();
  const trade = page.locator(".order-card").first();
  await trade.getByText("Buy · Taker").waitFor();
  await trade.getByText(/0\.0*[0-9]+ BTC/).waitFor();
  await page.getByRole("tab", { name: "Holdings" }).click();
  // 0.002 less 0.1 %.
  await page.locator(".list li", { hasText: "BTC" }).getByText("0.001998").waitFor();

  await open(page, stage.url, "/pages/wallet/index");
  await page.getByRole("tab", { name: "Spot", exact: true }).click();
  await page.getByText("0.001998").first().waitFor();
  await open(page, stage.url, "/pages/home/index");
  await page.getByText("Total balance").waitFor();
  await eventually(() => page.locator(".hero").innerText()).toMatch(/9,9\d\d\.\d|10,0\d\d\.\d/);
});

test("WEB-01 a market order is entered in the quote coin, next to a sheet of its cost", async () => {
  await open(page, stage.url, TRADE);
  await page.getByLabel("Order type", { exact: true }).selectOption("market");
  await field("Amount (USDT)").fill("100");
  expect(await figure(line("You receive about"))).toBeGreaterThan(0);
  await press("Buy BTC for 100 USDT");
  await told(page, /^Filled 0\.0\d+ BTC/);
});

test("WEB-01 a canceled order releases its money and is listed in the history", async () => {
  await open(page, stage.url, TRADE);
  await openOrders(1).waitFor();
  const before = await figure(line("Available"));
  await page.locator(".order-card").getByRole("button", { name: "Cancel", exact: true }).click();
  await told(page, "Order canceled");
  await openOrders(0).waitFor();
  await eventually(() => figure(line("Available"))).toBeGreaterThan(before + 100);
  await page.getByRole("tab", { name: "Order history" }).click();
  const card = page.locator(".order-card", { hasText: "0 / 0.01" });
  await card.getByText(/Canceled/).waitFor();
  await card.getByText(/by you/).waitFor();
});

test("WEB-01 stops, trailing stops and OCO wait with their triggers; a limit order shrinks; an OCO goes as one", async () => {
  const { order, side, send } = ticket();
  await side("Sell");
  await order("stop-limit", {
    "Trigger (USDT)": 0.95,
    "Limit price (USDT)": 0.949,
    "Amount (BTC)": "0.0004",
  });
  await send("Sell 0.0004 BTC", 1);
  await page.getByRole("tab", { name: "Open orders (1)" }).click();
  await page.locator(".order-card").first().getByText(/≤/).waitFor();
  await order("oco", { "Trigger (USDT)": 0.95, "Limit price (USDT)": 1.1, "Amount (BTC)": "0.0005" });
  await send("Sell 0.0005 BTC", 3);
  // Both show that they belong together.
  await eventually(() => page.locator(".order-card", { hasText: "OCO · " }).count()).toBe(2);
  await side("Buy");
  await order("stop-market", { "Trigger (USDT)": 1.05, "Amount (BTC)": "0.0006" });
  await page.getByText("Frozen until filled").waitFor();
  await send("Buy 0.0006 BTC", 4);
  await order("trailing-stop", { "Distance (%)": "2.5", "Amount (BTC)": "0.0007" });
  await send("Buy 0.0007 BTC", 5);
  await order("limit", { "Price (USDT)": 0.9, "Amount (BTC)": "0.003" });
  await send("Buy 0.003 BTC", 6);

  const limit = page.locator(".order-card", { hasText: "0 / 0.003" });
  await limit.getByRole("button", { name: "Reduce" }).click();
  await page.getByLabel("New amount (BTC)").fill("0.002");
  await button("Reduce to 0.002 BTC").click();
  await told(page, "Order reduced");
  await page.locator(".order-card", { hasText: "0 / 0.002" }).waitFor();

  const leg = page.locator(".order-card", { hasText: "0 / 0.0005" }).first();
  await leg.getByRole("button", { name: "Cancel", exact: true }).click();
  await openOrders(4).waitFor();
  // Nothing was triggered: the user canceled both legs.
  await page.getByRole("tab", { name: "Order history" }).click();
  const legs = page.locator(".order-card", { hasText: "OCO · " });
  await eventually(() => legs.filter({ hasText: "by you" }).count()).toBe(2);
  await page.getByRole("tab", { name: "Open orders (4)" }).click();
  await button("Cancel all").click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel all" }).click();
  await page.getByText("4 orders canceled").waitFor();
  await openOrders(0).waitFor();
});

/** Fills the ticket: a number is a fraction of the index; a string is typed as is. */
function ticket() {
  return {
    side: (name: "Buy" | "Sell") => page.getByRole("radio", { name }).click(),
    order: async (type: string, figures: Readonly<Record<string, string | number>>) => {
      await page.getByLabel("Order type", { exact: true }).selectOption(type);
      for (const [name, value] of Object.entries(figures)) {
        await field(name).fill(typeof value === "number" ? await priceAt(value) : value);
      }
    },
    send: async (name: string, open: number) => {
      await press(name);
      await openOrders(open).waitFor();
    },
  };
}

test("WEB-01 a reload finds session, pair, settings and open orders as they were", async () => {
  await open(page, stage.url, `${TRADE}?symbol=ETHUSDT`);
  await page.getByRole("heading", { name: "ETH/USDT" }).waitFor();
  await open(page, stage.url, TRADE);
  await page.getByRole("heading", { name: "ETH/USDT" }).waitFor();
  await open(page, stage.url, `${TRADE}?symbol=BTCUSDT`);
  await page.getByRole("heading", { name: "BTC/USDT" }).waitFor();
  await fillTicket(await priceAt(0.91), "0.004");
  await press("Buy 0.004 BTC");
  await openOrders(1).waitFor();
  await page.reload();
  await settled(page);
  await openOrders(1).waitFor();
  await page.locator(".order-card").getByText("0 / 0.004").waitFor();
});

test("WEB-01 a lost reply costs nothing: the same order sent again counts once", async () => {
  await fillTicket(await priceAt(0.92), "0.003");
  // The order arrives, is accepted and durable; only its replies are lost.
  await page.route("**/api/Entrus/doOrder", async (route) => {
    await route.fetch();
    await route.abort();
  });
  await press("Buy 0.003 BTC");
  await page.getByText(/No answer arrived/).waitFor();
  await page.unroute("**/api/Entrus/doOrder");
  // The typed values remain; the order itself has arrived by socket.
  expect(await field("Amount (BTC)").inputValue()).toBe("0.003");
  await openOrders(2).waitFor();
  await press("Buy 0.003 BTC");
  await told(page, "Order placed");
  await page.waitForTimeout(1_000);
  await openOrders(2).waitFor();
});

test("WEB-01 a killed server is reported as unreachable; once it is back every acknowledged order is there and trading resumes", async () => {
  const available = await figure(line("Available"));
  await stage.server.stop("SIGKILL");
  await page.getByText("Connection lost, reconnecting.").waitFor();
  // Nothing becomes zero while the server is down, and the book is marked as stale.
  await openOrders(2).waitFor();
  expect(await figure(line("Available"))).toBe(available);
  await page.getByText("The book is catching up").waitFor();

  // The notice is short.
  await Promise.all([page.getByText("Connected again").waitFor({ timeout: RESTART_MS }), stage.restart()]);
  await page.locator(".connection").waitFor({ state: "detached" });
  await page.getByText("The book is catching up").waitFor({ state: "detached" });
  await openOrders(2).waitFor();
  await eventually(() => figure(line("Available"))).toBe(available);
  await fillTicket(await priceAt(0.93), "0.002");
  await press("Buy 0.002 BTC");
  await openOrders(3).waitFor();

  await button("Cancel all").click();
  await page.getByRole("dialog").getByText("3 orders.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel all" }).click();
  await page.getByText("3 orders canceled").waitFor();
  await openOrders(0).waitFor();
  expect(problems).toEqual([]);
});
