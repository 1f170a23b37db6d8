import { setTimeout as sleep } from "node:timers/promises";
import { LANGUAGES } from "@candor/domain/enumerations";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { WireClient } from "../support/wire-client.ts";
import { inkOf } from "./ink.ts";
import { keptSession } from "./kept-session.ts";
import { problemsOnPhones, violationsByDayAndNight } from "./page-checks.ts";
import { CLICK_THROTTLE_MS, useStage } from "./stage.ts";
import { choose, DESKTOP, open, PHONE, settled } from "./web-app.ts";

/** Trade, chart and market screens in states beyond the initial one. */
const TRADE = "/pages/trans/index?symbol=BTCUSDT";
const CONTRACT = "/pages/trans/contract?symbol=BTCUSDT";
const CHART = "/pages/hqchart2_renderjs/index?symbol=BTCUSDT";
const DETAIL = "/pages/market/detail?symbol=BTCUSDT";
/** Together they have every field, error and cost line. */
const STATES_OF_TICKET = ["market", "oco", "trailing-stop"] as const;
/** For each step from one state to the next, however busy the machine is. */
const STATE_MS = 60_000;
/** Minimum pixels of a chart full of candles, and of a line across it. */
const MUCH_INK = 300;
const SOME_INK = 20;
const BOOK_TRIES = 60;
const BOOK_RETRY_MS = 500;
const TYPES = ["limit", "market", "stop-limit", "stop-market", "oco", "trailing-stop"] as const;

const stage = useStage({ CANDOR_CHART_BARS: "1500" });
/** Stored state of a trader with funds, open orders and a history. */
let trader: Readonly<Record<string, unknown>>;

/** A separate user: one user would exceed the read limit. */
let second: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  trader = await makeTrader(stage.wire());
  second = await makeTrader(stage.wire());
});

async function makeTrader(wire: WireClient): Promise<Readonly<Record<string, unknown>>> {
  const account = await wire.register();
  await wire.fund("10000");
  const place = (order: object) =>
    wire.expectOk(wire.post("/Entrus/doOrder", { product: "spot", symbol: "BTCUSDT", ...order }));
  // The sandbox's makers start shortly after the server.
  for (let tries = 0; tries < BOOK_TRIES; tries++) {
    const { order } = await place({ side: "buy", type: "market", quoteQuantity: "100" });
    if (Number(order.executedQuantity) > 0) break;
    await sleep(BOOK_RETRY_MS);
  }
  const { coinsList } = await wire.expectOk(wire.get("/market/coinList"));
  const index = Number(
    (coinsList as { symbol: string; indexPrice: string }[]).find(({ symbol }) => symbol === "BTCUSDT")
      ?.indexPrice,
  );
  const at = (share: number) => (Math.round(index * share * 10) / 10).toFixed(1);
  await place({ side: "buy", type: "limit", price: at(0.9), quantity: "0.01" });
  await place({ side: "sell", type: "stop-limit", price: at(0.94), stopPrice: at(0.95), quantity: "0.0002" });
  await place({ side: "sell", type: "oco", price: at(1.1), stopPrice: at(0.95), quantity: "0.0002" });
  await place({ side: "sell", type: "trailing-stop", trailingRate: "0.025000", quantity: "0.0002" });
  return await keptSession(wire, account);
}

/** Chooses an order type, in the select on phones or the tabs on desktops. */
async function chooseType(page: Page, type: (typeof TYPES)[number]): Promise<void> {
  const select = page.locator(".ticket select").first();
  const tabs = page.locator(".ticket-types [role=tab]");
  if ((await tabs.count()) > 0) await tabs.nth(TYPES.indexOf(type)).click();
  else await select.selectOption(type);
}

const submit = (page: Page) => page.locator(".ticket .btn.buy, .ticket .btn.sell").last();

/** Closes a sheet by keyboard. */
async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

type Look = (page: Page) => Promise<readonly string[]>;

/** Walks through the states, independent of the language. */
async function walk(page: Page, look: Look): Promise<readonly string[]> {
  const report: string[] = [];
  const check = async (state: string) => {
    for (const finding of await look(page)) report.push(`${state}: ${finding}`);
  };
  page.setDefaultTimeout(STATE_MS);
  await open(page, stage.url, TRADE);
  await page.locator(".orders-body .btn.line").first().waitFor();
  for (const type of STATES_OF_TICKET) {
    await chooseType(page, type);
    await page.waitForTimeout(CLICK_THROTTLE_MS);
    await page.locator("input[name=quantity], input[name=total]").first().fill("");
    await submit(page).click();
    await page.locator("[aria-invalid=true]").first().waitFor();
    await check(`${type} with what it lacks`);
  }
  await chooseType(page, "limit");
  await page.locator("input[name=quantity]").fill("90");
  await page.locator(".ticket .note").waitFor();
  await check("not enough money");

  await openSheet(page, ".orders-body .btn.line:has(+ *), .orders-body .btn.ghost");
  await check("a sheet of the orders");
  await closeSheet(page);
  await openSheet(page, ".pair-button");
  await check("the choice of the market");
  await closeSheet(page);
  const tabs = page.locator(".orders-head [role=tab]");
  for (let at = 1; at < (await tabs.count()); at++) {
    await tabs.nth(at).click();
    await settled(page);
    await check(`tab ${at} of the records`);
  }

  await open(page, stage.url, CHART);
  await openSheet(page, ".chart-buttons button:not(.chart-switch)");
  await check("the chart's settings");
  await closeSheet(page);
  await open(page, stage.url, DETAIL);
  const details = page.locator(".detail-tabs [role=tab]");
  for (let at = 0; at < (await details.count()); at++) {
    await details.nth(at).click();
    await check(`tab ${at} of the market`);
  }
  return report;
}

async function openSheet(page: Page, button: string): Promise<void> {
  await page.locator(button).first().click();
  await page.locator("dialog[open]").waitFor();
}

test.each([
  [
    "on a phone axe finds nothing serious; at 360 pixels nothing scrolls sideways and no button is cut in any language",
    PHONE,
    problemsOnPhones,
  ],
  ["on a desktop axe finds nothing serious", DESKTOP, violationsByDayAndNight],
] as const)("WEB-02 WEB-03 in every state of trading: %s", async (_name, viewport, look) => {
  const { context, page, problems } = await stage.visit({
    kept: { ...trader, lang: "en" },
    viewport,
  });
  expect(await walk(page, look)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

/** Finds text fields whose font size makes phones zoom in. */
const TOO_SMALL = `[...document.querySelectorAll("main input:not([type=checkbox], [type=range])")]
  .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
  .map((field) => field.name || field.ariaLabel)`;

/** Whether the last button of the first order is fully visible horizontally. */
const IS_CANCEL_IN_SIGHT = `(() => {
  const button = document.querySelector(".orders-body .tbl .order-acts").lastElementChild;
  const { left, right, top, height } = button.getBoundingClientRect();
  return [left + 2, right - 2].every((x) => button.contains(document.elementFromPoint(x, top + height / 2)));
})()`;

test("WEB-45 a phone does not zoom into a field, and at 1,024 pixels the buttons of an order are in sight", async () => {
  const { context, page } = await stage.visit({ kept: { ...second, lang: "en" } });
  for (const route of [TRADE, CONTRACT, "/pages/trans/secondContract", "/pages/wallet/withdrawCoin"]) {
    await open(page, stage.url, route);
    await page.locator("main input").first().waitFor();
    expect(await page.evaluate(TOO_SMALL), route).toEqual([]);
  }
  await page.setViewportSize({ width: 1024, height: 768 });
  await open(page, stage.url, TRADE);
  await page.locator(".orders-body .tbl .order-acts").first().waitFor();
  for (const lang of LANGUAGES) {
    await choose(page, { lang });
    expect(await page.evaluate(IS_CANCEL_IN_SIGHT), lang).toBe(true);
  }
  await context.close();
});

test("CHART-02 a chart is full at the first look in every interval, with indicators and own orders, on every screen", async () => {
  const { context, page, problems } = await stage.visit({ kept: { ...second, lang: "en" } });
  page.setDefaultTimeout(STATE_MS);
  await open(page, stage.url, CHART);
  const ink = (token: string) => expect.poll(() => inkOf(page, token), { timeout: STATE_MS });
  for (const interval of ["1m", "5m", "15m", "30m", "1h", "4h", "1d", "1w"]) {
    await page.getByRole("tab", { name: interval, exact: true }).click();
    await ink("--c-up").toBeGreaterThan(MUCH_INK);
    await ink("--c-down").toBeGreaterThan(MUCH_INK);
  }
  // The third average appears and disappears with its button; the trader's order is within a week's range.
  await ink("--c-ma3").toBeGreaterThan(SOME_INK);
  await ink("--c-primary").toBeGreaterThan(SOME_INK);
  await page.getByRole("button", { name: "MA", exact: true }).click();
  await ink("--c-ma3").toBe(0);
  await page.getByRole("button", { name: "RSI", exact: true }).click();
  // Another language redraws the chart and does not create it again, which would lose the range shown.
  await page.evaluate("document.querySelector('.candles canvas').dataset.kept = 'yes'");
  await choose(page, { lang: "de" });
  await ink("--c-up").toBeGreaterThan(MUCH_INK);
  expect(await page.locator(".candles canvas[data-kept=yes]").count()).toBe(1);
  await choose(page, { lang: "en" });
  await open(page, stage.url, DETAIL);
  await page.getByRole("tab", { name: "1w", exact: true, selected: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
