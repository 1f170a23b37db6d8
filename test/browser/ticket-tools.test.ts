import type { WireOrder } from "@candor/wire/objects";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { ContractStage } from "./contract-stage.ts";
import { CLICK_THROTTLE_MS, eventually, ofWorker } from "./stage.ts";
import { DESKTOP, open, settled, told, visit } from "./web-app.ts";

/** What the tickets of spot and contracts can do in addition to single orders. Prices are set by the test. */
const SPOT = "/pages/trans/index?symbol=BTCUSDT";
const CONTRACT = "/pages/trans/contract?symbol=BTCUSDT";
const BTC = { symbol: "BTCUSDT" } as const;

let stage: ContractStage;
let trader: WireClient;
let maker: WireClient;
let page: Page;
let problems: string[];

ofWorker.beforeAll(async ({ browser }) => {
  stage = await ContractStage.begin(browser, DIST);
  const { world } = stage;
  trader = await world.exchange.trader("trader@example.org", { USDT: "6000" });
  maker = await world.exchange.trader("maker@example.org", { USDT: "9000", BTC: "0.1" });
  for (const [client, amount] of [
    [trader, "3000"],
    [maker, "6000"],
  ] as const) {
    const transfer = { asset: "USDT", amount, from: "coin", to: "contract", paymentPassword: "246810" };
    accepted(await client.call("transfer", transfer));
  }
  await world.observe(60_000);
  for (const [side, price] of [
    ["sell", "60010"],
    ["buy", "59990"],
  ] as const) {
    const order = { ...BTC, side, type: "limit", price } as const;
    accepted(await maker.call("contractOrder", { ...order, quantity: "0.5" }));
    accepted(await maker.call("doOrder", { ...order, quantity: "0.02" }));
  }
  await world.observe(60_000);
  ({ page, problems } = await visit(stage.browser, {
    viewport: DESKTOP,
    kept: await stage.keptBy(trader),
  }));
});
afterAll(() => stage.end());

const dialog = () => page.getByRole("dialog");
const field = (name: string) => page.locator(`input[name=${name}]`);
async function press(inside: Page | ReturnType<typeof dialog>, name: RegExp | string): Promise<void> {
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await inside.getByRole("button", { name }).click();
}
const spotOrders = async (): Promise<readonly WireOrder[]> => {
  const { list } = accepted(await trader.call("record", { view: "open" }));
  return list as readonly WireOrder[];
};
const contractOrders = async (): Promise<readonly WireOrder[]> => {
  const { list } = accepted(await trader.call("contractRecord", { view: "orders" }));
  return list as readonly WireOrder[];
};
const position = async () => {
  const { list } = accepted(await trader.call("contractRecord", { view: "positions" }));
  return (list as readonly { readonly side: string; readonly quantity: string }[])[0];
};

test("TICK-30 a contract's size by cost buys what margin and fee allow, and the unit is kept", async () => {
  await open(page, stage.url, CONTRACT);
  await page.getByRole("tab", { name: "Market", exact: true }).click();
  await page.getByLabel("Unit of the amount").selectOption("cost");
  await field("size").fill("200");
  // 20 times, at 60,010: 0.001 BTC costs 3.0005 and a fee of 0.030005; 65 of them 196.99.
  await page.getByText("= 0.065 / 0.066 BTC").waitFor();
  await press(page, /^Buy \/ Long 0\.065/);
  await press(dialog(), "Buy / Long 0.065 BTC");
  await dialog().waitFor({ state: "detached" });
  expect(await position()).toMatchObject({ side: "long", quantity: "0.065" });
  await page.reload();
  await settled(page);
  await eventually(() => page.getByLabel("Unit of the amount").inputValue()).toBe("cost");
});

test("TICK-31 parts of a position have levels of their own, by price, return or profit", async () => {
  await press(page, "TP/SL");
  await dialog().getByRole("radio", { name: "Part of it" }).click();
  await field("part-quantity").fill("0.02");
  await dialog().getByLabel("Level as").selectOption("profit");
  await field("part-level").fill("20");
  // 0.02 BTC bought at 60,010: 20 USDT are won at 61,010.
  await dialog().getByText("61,010.0").waitFor();
  await press(dialog(), "Add take-profit");
  await dialog().getByText("Levels for a part (1)").waitFor();
  await dialog().getByRole("radio", { name: "Stop-loss" }).click();
  await field("part-quantity").fill("0.06");
  // A stop-loss is entered as the size of its loss.
  await dialog().getByLabel("Loss (USDT)", { exact: true }).waitFor();
  await dialog().getByLabel("Level as").selectOption("price");
  await field("part-level").fill("59000");
  await press(dialog(), "Add stop-loss");
  await dialog().getByText("Levels for a part (2)").waitFor();
  const levels = async () =>
    (await contractOrders())
      .map(({ type, stopPrice, quantity, reduceOnly }) => [type, stopPrice, quantity, reduceOnly])
      .toSorted((a, b) => String(a).localeCompare(String(b)));
  expect(await levels()).toEqual([
    ["stop-market", "59000.0", "0.060", true],
    ["take-profit-market", "61010.0", "0.020", true],
  ]);
  await press(dialog().getByRole("listitem").filter({ hasText: "Stop-loss" }), "Edit");
  await field("part-level").fill("58500");
  await press(dialog(), "Change");
  await eventually(levels).toEqual([
    ["stop-market", "58500.0", "0.060", true],
    ["take-profit-market", "61010.0", "0.020", true],
  ]);
  await press(dialog().getByRole("listitem").filter({ hasText: "Take-profit" }), "Cancel");
  await dialog().getByText("Levels for a part (1)").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  // The position says so, and its levels come first from now on.
  await page.getByText("Levels for a part (1)").waitFor();
  await press(page, "TP/SL");
  await dialog().getByRole("listitem").filter({ hasText: "Stop-loss" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
});

test("TICK-32 reversing says what closes and what opens, and does both with one order", async () => {
  await press(page, "Reverse");
  await dialog().getByText("Closes 0.065 BTC long, opens 0.065 BTC short").waitFor();
  await dialog().getByText("Conditional orders that only close this position end with it.").waitFor();
  await press(dialog(), "Reverse to short 0.065 BTC");
  await dialog().waitFor({ state: "detached" });
  expect(await position()).toMatchObject({ side: "short", quantity: "0.065" });
  await eventually(contractOrders).toEqual([]);
});

test("TICK-33 scaled orders show each order before and each result after", async () => {
  await press(page, "Scaled orders");
  await dialog().getByRole("textbox", { name: "First price (USDT)" }).fill("59900");
  await dialog().getByRole("textbox", { name: "Last price (USDT)" }).fill("59000");
  await field("scaled-quantity").fill("0.012");
  await dialog().getByLabel("Number of orders").selectOption("3");
  await dialog().getByLabel("Sizes").selectOption("increasing");
  await dialog().getByText("59,450.0").waitFor();
  await press(dialog(), "Place 3 buy orders");
  // Not those of earlier messages, which an open sheet repeats for screen readers.
  await eventually(() => dialog().getByRole("list").getByText("Order placed").count()).toBe(3);
  expect(
    (await contractOrders())
      .map(({ price, quantity }) => [price, quantity])
      .toSorted((a, b) => String(a).localeCompare(String(b))),
  ).toEqual([
    ["59000.0", "0.006"],
    ["59450.0", "0.004"],
    ["59900.0", "0.002"],
  ]);
  await page.keyboard.press("Escape");
  accepted(await trader.call("cancelAll", { product: "contract" }));
});

test("TICK-43 calculators start with the market's price and the account's leverage and balance", async () => {
  await press(page, "Calculator");
  await dialog().getByRole("tab", { name: "PnL" }).waitFor();
  const typed = async (name: string) => Number((await field(name).inputValue()).replaceAll(",", ""));
  expect(await typed("calculator-entry")).toBeGreaterThan(59_000);
  expect(await field("calculator-leverage").inputValue()).toBe("20");
  await field("calculator-entry").fill("60000");
  await field("calculator-exit").fill("61000");
  await field("calculator-quantity").fill("0.5");
  await dialog().getByText("+500.00").waitFor();
  await dialog().getByRole("tab", { name: "Target price" }).click();
  await field("calculator-target").fill("10");
  await dialog().getByText("60,300.0").waitFor();
  await dialog().getByRole("tab", { name: "Max size" }).click();
  // The position's margin is not free.
  const free = await typed("calculator-balance");
  expect(free).toBeGreaterThan(2_500);
  expect(free).toBeLessThan(3_000);
  await field("calculator-balance").fill("1000");
  await dialog().getByText("0.330").waitFor();
  await dialog().getByRole("tab", { name: "Funding" }).click();
  await field("calculator-rate").fill("0.01");
  await dialog().getByText("−9.00").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
});

test("TICK-43 TICK-48 visitors can calculate too, and read the terms of the contract", async () => {
  const visitor = await visit(stage.browser, { viewport: DESKTOP });
  await open(visitor.page, stage.url, CONTRACT);
  await visitor.page.getByRole("button", { name: "Calculator" }).click();
  const sheet = visitor.page.getByRole("dialog");
  await sheet.getByRole("tab", { name: "Liq. price" }).click();
  await visitor.page.locator("input[name=calculator-entry]").fill("60000");
  await visitor.page.locator("input[name=calculator-quantity]").fill("0.1");
  await visitor.page.locator("input[name=calculator-leverage]").fill("10");
  await sheet.getByText("Assumes the margin at entry plus what you add.").waitFor();
  await sheet.getByText("54,216.8").waitFor();
  await visitor.page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await press(visitor.page, "Contract details");
  const tiers = sheet.getByRole("table", { name: "Tiers of the contract" });
  await tiers.getByRole("row").nth(1).waitFor();
  const { list } = accepted(await trader.call("contractBrackets", BTC));
  expect(await tiers.getByRole("row").count()).toBe((list[0]?.brackets.length ?? 0) + 1);
  await sheet.getByText("Funding every").waitFor();
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});

test("TICK-34 a spot order with take-profit and stop-loss sells what it bought, by one of the two", async () => {
  await open(page, stage.url, SPOT);
  await page.getByRole("textbox", { name: "Price (USDT)", exact: true }).fill("60010");
  await field("quantity").fill("0.01");
  await page.getByRole("checkbox", { name: "TP/SL" }).check();
  await page.getByRole("textbox", { name: "Take-profit (USDT)" }).fill("62000");
  await page.getByRole("textbox", { name: "Stop-loss (USDT)" }).fill("59000");
  await page.getByText("Once the order has filled, 0.00998 BTC").waitFor();
  await press(page, "Buy 0.01 BTC");
  await told(page, /Filled 0\.01/);
  const shape = async () =>
    (await spotOrders())
      .map(({ type, side, status, quantity, price, stopPrice }) => [
        type,
        side,
        status,
        quantity,
        price ?? stopPrice,
      ])
      .toSorted((a, b) => String(a).localeCompare(String(b)));
  await eventually(shape).toEqual([
    ["limit", "sell", "open", "0.00998", "62000.0"],
    ["stop-market", "sell", "untriggered", "0.00998", "59000.0"],
  ]);
  // Each says that it is one of two, and both end together.
  const row = (type: string) => page.getByRole("row").filter({ hasText: `OCO · ${type}` });
  await row("Stop-market").waitFor();
  await press(row("Limit"), "Cancel");
  await told(page, "2 orders canceled");
  await eventually(shape).toEqual([]);
});

test("TICK-34 while the buy rests, the list of orders says of its two exits that they wait for it", async () => {
  await page.getByRole("textbox", { name: "Price (USDT)", exact: true }).fill("59500");
  await field("quantity").fill("0.01");
  await page.getByRole("checkbox", { name: "TP/SL" }).check();
  await page.getByRole("textbox", { name: "Take-profit (USDT)" }).fill("62000");
  await page.getByRole("textbox", { name: "Stop-loss (USDT)" }).fill("59000");
  await press(page, "Buy 0.01 BTC");
  await page.getByRole("row").filter({ hasText: "Limit · Waiting for first order" }).waitFor();
  await page.getByRole("row").filter({ hasText: "Stop-market · Waiting for first order" }).waitFor();
  expect(await page.getByRole("row").filter({ hasText: "Waiting for first order" }).count()).toBe(2);
  // Both have a line, fainter than that of the buy.
  const pendingLines = page.locator(".line-handle.is-pending");
  await eventually(async () => (await pendingLines.allTextContents()).toSorted()).toEqual([
    "Sell 0.00998 · 59,000.0 · Waiting for first order",
    "Sell 0.00998 · 62,000.0 · Waiting for first order",
  ]);
  await page
    .getByRole("row")
    .filter({ hasText: "Stop-market" })
    .getByRole("button", { name: "Change price" })
    .click();
  await dialog().getByRole("textbox", { name: "New trigger (USDT)" }).fill("63000");
  await dialog().getByText("Must be below the other order of its pair (Limit, 62,000.0)").waitFor();
  await dialog().getByRole("textbox", { name: "New trigger (USDT)" }).fill("6");
  await dialog().getByText("At this price the order would be worth less than 5 USDT, the minimum").waitFor();
  expect(
    await dialog()
      .getByRole("button", { name: /^Change to/ })
      .isDisabled(),
  ).toBe(true);
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  // On a phone, the long name wraps next to the buttons.
  const desktop = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 800 });
  for (const type of ["Stop-market", "Limit"]) {
    const card = page.getByRole("article").filter({ hasText: `${type} · Waiting for first order` });
    const name = await card.locator(".badge").boundingBox();
    const pen = await card.getByRole("button", { name: "Change price" }).boundingBox();
    if (name === null || pen === null) throw new Error(`no card of the ${type} order`);
    expect(name.x + name.width, type).toBeLessThanOrEqual(pen.x);
  }
  await page.setViewportSize(desktop);
  accepted(await trader.call("cancelAll", { product: "spot" }));
});

test("TICK-45 an iceberg shows a part of itself in the book and says what it hides", async () => {
  await page.getByRole("textbox", { name: "Price (USDT)", exact: true }).fill("59000");
  await field("quantity").fill("0.01");
  await page.getByRole("checkbox", { name: "Iceberg" }).check();
  await field("visible").fill("0.02");
  await press(page, "Buy 0.01 BTC");
  await page.getByText("At most 0.01 BTC").waitFor();
  await field("visible").fill("0.002");
  await press(page, "Buy 0.01 BTC");
  await told(page, "Order placed");
  const row = page.getByRole("row").filter({ hasText: "Iceberg · Limit" });
  await row.getByText("≤ 0.002").waitFor();
  await row.getByText("≥ 0.008").waitFor();
  expect(await spotOrders()).toMatchObject([{ quantity: "0.01000", visibleQuantity: "0.00200" }]);
  accepted(await trader.call("cancelAll", { product: "spot" }));
});

test("TICK-49 a stop with its trigger beyond the price is a take-profit: ticket, sheet and list say so", async () => {
  await page.getByRole("radio", { name: "Sell" }).click();
  await page.getByRole("tab", { name: "Stop-limit" }).click();
  await press(page, "Sell BTC");
  await page.getByText("Please fill this in").first().waitFor();
  // The other side is a new ticket: nothing of it was tried.
  await page.getByRole("radio", { name: "Buy" }).click();
  await eventually(() => page.getByText("Please fill this in").count()).toBe(0);
  await page.getByRole("radio", { name: "Sell" }).click();
  await field("stopPrice").fill("58000");
  await page.getByText("Stop-limit: waits until the price falls to 58,000.").waitFor();
  await field("stopPrice").fill("62000");
  await page.getByText("Take-profit limit: waits until the price rises to 62,000.").waitFor();
  await page.getByRole("textbox", { name: "Limit price (USDT)" }).fill("61990");
  await field("quantity").fill("0.001");
  await press(page, "Sell 0.001 BTC");
  await told(page, "Order placed");
  const row = page.getByRole("row").filter({ hasText: "Take-profit limit" });
  await row.getByText("≥ 62,000.0").waitFor();
  expect(await spotOrders()).toMatchObject([
    {
      side: "sell",
      type: "take-profit-limit",
      stopPrice: "62000.0",
      price: "61990.0",
      status: "untriggered",
    },
  ]);
  accepted(await trader.call("cancelAll", { product: "spot" }));
  await page.getByRole("radio", { name: "Buy" }).click();
  await page.getByRole("tab", { name: "Limit", exact: true }).click();
});

test("TICK-49 an order that was confirmed as a take-profit is never sent as a stop", async () => {
  await open(page, stage.url, CONTRACT);
  await page.getByRole("tab", { name: "Stop-market" }).click();
  await page.getByLabel("Unit of the amount").selectOption("coin");
  await page.getByLabel("Trigger by").selectOption("index");
  await field("stopPrice").fill("60100");
  await field("quantity").fill("0.01");
  await page.getByText("Buy: Stop-market · Sell: Take-profit market").waitFor();
  await press(page, /^Sell \/ Short/);
  await dialog().getByText("Take-profit market").waitFor();
  await stage.world.observe(60_200);
  // Behind the sheet, the ticket follows the index.
  await page.getByText("Buy: Take-profit market · Sell: Stop-market").waitFor({ state: "attached" });
  await dialog().getByText("Take-profit market").waitFor();
  await press(dialog(), "Sell / Short 0.01 BTC");
  await told(page, /is on the wrong side of/);
  expect(await contractOrders()).toEqual([]);
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await stage.world.observe(60_000);
  await page.getByText("Buy: Stop-market · Sell: Take-profit market").waitFor();
  await press(page, /^Sell \/ Short/);
  await press(dialog(), "Sell / Short 0.01 BTC");
  await dialog().waitFor({ state: "detached" });
  expect(await contractOrders()).toMatchObject([
    { side: "sell", type: "take-profit-market", stopPrice: "60100.0" },
  ]);
  accepted(await trader.call("cancelAll", { product: "contract" }));
  await open(page, stage.url, SPOT);
});

test("TICK-35 a TWAP shows its progress and can be stopped", async () => {
  await press(page, "TWAP");
  await field("twap-quantity").fill("0");
  await dialog()
    .getByText(/^Each order would be too small: at least [0-9.]+ BTC in total$/)
    .waitFor();
  await field("twap-quantity").fill("5");
  await dialog()
    .getByText(/^Not enough USDT: [0-9,.]+ available/)
    .waitFor();
  expect(await dialog().getByRole("button", { name: "Start buying BTC" }).isDisabled()).toBe(true);
  await field("twap-quantity").fill("0.002");
  await dialog().getByText("Available", { exact: true }).waitFor();
  await dialog().getByLabel("Duration").selectOption("300");
  await dialog().getByText("5 orders of about 0.0004 BTC, one every 1 min").waitFor();
  await press(dialog(), "Start buying BTC");
  await told(page, "TWAP started");
  await dialog().getByText("1 of 5").first().waitFor();
  await press(dialog(), "Stop");
  await dialog()
    .getByText(/^Stopped · 1 of 5/)
    .waitFor();
  const { list } = accepted(await trader.call("twapList"));
  expect(list).toMatchObject([{ status: "stopped", executedQuantity: "0.00040" }]);
  await page.keyboard.press("Escape");
});

test("TICK-36 shortcuts fill the ticket and never send; fields keep their keys", async () => {
  await page.locator("body").click({ position: { x: 5, y: 400 } });
  await page.keyboard.press("?");
  await dialog().getByText("No key sends an order.").waitFor();
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  await page.keyboard.press("s");
  await eventually(() => page.getByRole("radio", { name: "Sell" }).getAttribute("aria-checked")).toBe("true");
  await eventually(() => field("quantity").evaluate((input) => input.matches(":focus"))).toBe(true);
  // The field has the focus: letters are typed.
  await page.keyboard.press("b");
  expect(await page.getByRole("radio", { name: "Sell" }).getAttribute("aria-checked")).toBe("true");
  await page.keyboard.press("Escape");
  await page.locator("body").click({ position: { x: 5, y: 400 } });
  await page.keyboard.press("b");
  await eventually(() => page.getByRole("radio", { name: "Buy" }).getAttribute("aria-checked")).toBe("true");
  // Shares may follow at once, although the amount has the focus.
  await eventually(() => field("quantity").evaluate((input) => input.matches(":focus"))).toBe(true);
  await page.keyboard.press("Shift+Digit1");
  await eventually(() => page.getByRole("slider").first().inputValue()).toBe("25");
  expect(await field("quantity").inputValue()).toMatch(/^[\d.,]+$/);
  await page.locator("body").click({ position: { x: 5, y: 400 } });
  await page.keyboard.press("Shift+Digit2");
  await eventually(() => page.getByRole("slider").first().inputValue()).toBe("50");
  // A market by its letters and Enter.
  await page.keyboard.press("m");
  const search = dialog().getByRole("textbox", { name: "Search coins" });
  await eventually(() => search.evaluate((input) => input.matches(":focus"))).toBe(true);
  await page.keyboard.type("btcu");
  await page.keyboard.press("Enter");
  await dialog().waitFor({ state: "detached" });
  expect(page.url()).toContain("symbol=BTCUSDT");
  expect(await spotOrders()).toEqual([]);
});

test("TICK-37 spot orders ask for confirmation if the account says so, and stop asking once told to", async () => {
  const save = { name: "trading", value: { confirm: { spot: true } }, basedOn: 0 };
  const { list } = accepted(await trader.call("accountDocuments", { names: ["trading"] }));
  accepted(await trader.call("saveDocument", { ...save, basedOn: list[0]?.version ?? 0 }));
  await page.reload();
  await settled(page);
  await page.getByRole("textbox", { name: "Price (USDT)", exact: true }).fill("59000");
  await field("quantity").fill("0.001");
  await press(page, "Buy 0.001 BTC");
  await dialog().getByText("59,000.0").waitFor();
  expect(await spotOrders()).toEqual([]);
  await dialog().getByRole("checkbox").check();
  await press(dialog(), "Buy 0.001 BTC");
  await told(page, "Order placed");
  await field("quantity").fill("0.001");
  await press(page, "Buy 0.001 BTC");
  await eventually(async () => (await spotOrders()).length).toBe(2);
  expect(problems).toEqual([]);
});
