import { NEWEST_RULES } from "@candor/domain/rules";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { ContractStage } from "./contract-stage.ts";
import { inkOf } from "./ink.ts";
import { CLICK_THROTTLE_MS, ofWorker } from "./stage.ts";
import { DESKTOP, open, visit } from "./web-app.ts";

/** Lines, fills and intervals of the chart. The test sets the only price, and quotes on both books. */
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
  trader = await world.trader("trader@example.org", "2000");
  maker = await world.trader("maker@example.org", "9000");
  const seller = await world.exchange.trader("seller@example.org", { BTC: "0.05" });
  await world.observe(60_000);
  const buyer = await world.exchange.trader("buyer@example.org", { USDT: "5000" });
  await moveToSpot(trader, "1000");
  // Trades far apart, so that lines between them are in sight.
  for (const price of ["58000", "62000"]) {
    await trade("doOrder", seller, buyer, price, "0.001");
  }
  for (const price of ["59300", "61500"]) {
    await trade(
      "contractOrder",
      maker,
      await world.trader(`other${price}@example.org`, "500"),
      price,
      "0.001",
    );
  }
  await trade("doOrder", seller, trader, "60000", "0.01");
  for (const [side, price] of [
    ["sell", "60010"],
    ["buy", "59990"],
  ] as const)
    accepted(await maker.call("contractOrder", { ...BTC, side, type: "limit", price, quantity: "0.5" }));
  await world.observe(60_000);
  ({ page, problems } = await visit(stage.browser, {
    kept: await stage.keptBy(trader),
    viewport: DESKTOP,
  }));
});
afterAll(() => stage.end());

async function moveToSpot(client: WireClient, amount: string): Promise<void> {
  const request = { asset: "USDT", amount, from: "contract", to: "coin", paymentPassword: "246810" };
  accepted(await client.call("transfer", request));
}

/** One sells to the other at a price. */
async function trade(
  call: "doOrder" | "contractOrder",
  from: WireClient,
  to: WireClient,
  price: string,
  quantity: string,
): Promise<void> {
  const order = { ...BTC, type: "limit", price, quantity } as const;
  accepted(await from.call(call, { ...order, side: "sell" }));
  accepted(await to.call(call, { ...order, side: "buy" }));
}

const handle = (name: RegExp): Locator => page.getByRole("slider", { name });
const dialog = (): Locator => page.getByRole("dialog");

/** Drags a line by so many pixels. @returns the price that it shows while it is held */
async function drag(line: Locator, pixels: number): Promise<string> {
  const box = await line.boundingBox();
  if (box === null) throw new Error("the line is not in sight");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + pixels / 2);
  await page.mouse.move(x, y + pixels);
  return (await line.getAttribute("aria-valuetext")) ?? "";
}

const openOrders = async () => accepted(await trader.call("record", { view: "open" })).list;
const wirePrice = (text: string): string => text.replaceAll(",", "");

async function confirm(): Promise<void> {
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await dialog()
    .getByRole("button", { name: /^Change to / })
    .click();
  await dialog().waitFor({ state: "detached" });
}

test("CHART-22 a dragged spot order asks, and then rests at the new price with its amount", async () => {
  const order = { ...BTC, side: "buy", type: "limit", price: "59000", quantity: "0.005" };
  accepted(await trader.call("doOrder", order));
  await open(page, stage.url, SPOT);
  const line = handle(/^Buy 0.005 · 59,000/);
  await line.waitFor();
  // Escape takes it back while it is held.
  await drag(line, 40);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await line.getAttribute("aria-valuetext")).toBe("59,000.0");
  expect(await dialog().count()).toBe(0);
  const price = await drag(line, 40);
  await page.mouse.up();
  await dialog().getByText("Buy 0.005 BTC").waitFor();
  expect(await dialog().innerText()).toContain("59,000.0");
  await confirm();
  await page.getByText("Price changed").waitFor();
  await handle(new RegExp(`^Buy 0.005 · ${price}`)).waitFor();
  expect(Number(wirePrice(price))).toBeLessThan(59_000);
  expect(await openOrders()).toMatchObject([
    { price: wirePrice(price), quantity: "0.00500", status: "open" },
  ]);
});

test("CHART-22 a refused change says why and leaves the order where it was", async () => {
  const [before] = (await openOrders()) as readonly { readonly price: string }[];
  const line = handle(/^Buy 0.005/);
  await line.focus();
  // The keyboard moves ten ticks at a time.
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press("PageUp");
  await page.keyboard.press("Enter");
  accepted(await trader.call("cancelAll", { product: "spot" }));
  await confirm();
  await page.getByText("Order is already canceled").waitFor();
  expect(await openOrders()).toEqual([]);
  accepted(
    await trader.call("doOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: before?.price ?? "",
      quantity: "0.005",
    }),
  );
  await handle(/^Buy 0.005/).waitFor();
});

test("CHART-27 without the question a dragged order moves at once, and the sheet can end the question", async () => {
  const price = await drag(handle(/^Buy 0.005/), 30);
  await page.mouse.up();
  await dialog().getByRole("checkbox").check();
  await confirm();
  await handle(new RegExp(`^Buy 0.005 · ${price}`)).waitFor();
  const next = await drag(handle(/^Buy 0.005/), -30);
  await page.mouse.up();
  await handle(new RegExp(`^Buy 0.005 · ${next}`)).waitFor();
  expect(next).not.toBe(price);
  expect(await dialog().count()).toBe(0);
  await expect.poll(openOrders).toMatchObject([{ price: wirePrice(next), quantity: "0.00500" }]);
  const saved = async () => accepted(await trader.call("accountDocuments", { names: ["trading"] })).list[0];
  await expect.poll(saved).toMatchObject({ value: { confirm: { drag: false } } });
  const value = { confirm: { drag: true } };
  accepted(
    await trader.call("saveDocument", { name: "trading", value, basedOn: (await saved())?.version ?? 0 }),
  );
  await page.reload();
  await handle(/^Buy 0.005/).waitFor();
});

test("CHART-22 the order's row changes the price too", async () => {
  await page.getByRole("button", { name: "Change price" }).first().click();
  await dialog().getByRole("textbox", { name: "New price (USDT)" }).fill("58500");
  await confirm();
  await handle(/^Buy 0.005 · 58,500/).waitFor();
  expect(await openOrders()).toMatchObject([{ price: "58500.0" }]);
});

test("CHART-22 a stop-loss that waits for its buy is dragged too, but not beyond the take-profit", async () => {
  await stage.world.exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
  const exit = { side: "sell", quantity: "0.0009" } as const;
  const request = {
    ...BTC,
    side: "buy",
    type: "limit",
    price: "58400",
    quantity: "0.001",
    pending: [
      { ...exit, type: "limit", price: "60800" },
      { ...exit, type: "stop-market", stopPrice: "58200" },
    ],
  };
  accepted(await trader.call("doOrder", request));
  const loss = handle(/^Sell 0.0009 · 5.* · Waiting for first order/);
  await loss.waitFor();
  await handle(/^Sell 0.0009 · 60,800.0 · Waiting for first order/).waitFor();
  expect(await page.locator(".line-handle.is-pending").count()).toBe(2);
  // Down: above the entry's price it would be refused.
  const price = await drag(loss, 20);
  await page.mouse.up();
  await confirm();
  await handle(new RegExp(`^Sell 0.0009 · ${price} · Waiting`)).waitFor();
  const stops = async () =>
    (await openOrders()).flatMap((order) => ("stopPrice" in order && order.stopPrice) || []);
  expect(await stops()).toEqual([wirePrice(price)]);
  const profit = await handle(/^Sell 0.0009 · 60,800.0/).boundingBox();
  const from = await loss.boundingBox();
  await drag(loss, (profit?.y ?? 0) - (from?.y ?? 0) - 10);
  await page.mouse.up();
  await dialog().getByText("Must be below the other order of its pair (Limit, 60,800.0)").waitFor();
  expect(
    await dialog()
      .getByRole("button", { name: /^Change to/ })
      .isDisabled(),
  ).toBe(true);
  await page.keyboard.press("Escape");
  await dialog().waitFor({ state: "detached" });
  expect(await stops()).toEqual([wirePrice(price)]);
  const first = (await openOrders()).find((order) => "status" in order && order.status === "pending");
  accepted(await trader.call("cancel", { orderId: first && "orderId" in first ? first.orderId : "" }));
  await loss.waitFor({ state: "detached" });
});

test("CHART-23 a point of the chart fills the ticket, and sets an alert", async () => {
  const chart = page.locator(".candles canvas").first();
  const box = await chart.boundingBox();
  if (box === null) throw new Error("no chart");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, { button: "right" });
  const title = (await dialog().getByRole("heading").innerText()).replaceAll(",", "");
  const price = /[0-9.]+$/.exec(title)?.[0] ?? "";
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await dialog().getByRole("button", { name: "Limit order at this price" }).click();
  await expect
    .poll(async () => Number((await page.locator("input[name=price]").inputValue()).replaceAll(",", "")))
    .toBe(Number(price));
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
  await page.getByRole("button", { name: "Order or alert at this price" }).click();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await dialog().getByRole("button", { name: "Price alert at this price" }).click();
  await page.getByText(/^Alert set at /).waitFor();
  expect(accepted(await trader.call("notifyAlerts", {})).list).toMatchObject([{ symbol: "BTCUSDT" }]);
});

test("CHART-24 own fills are marked, and the pointer shows their amount, price and time", async () => {
  const chart = page.locator(".candles canvas").first();
  const box = await chart.boundingBox();
  if (box === null) throw new Error("no chart");
  const tip = page.getByRole("tooltip");
  // The fill is in the newest bar: look for its arrow below the price.
  let found = false;
  for (let x = box.width - 24; x > box.width - 40 && !found; x -= 4)
    for (let y = box.height * 0.2; y < box.height * 0.8 && !found; y += 3) {
      await page.mouse.move(box.x + x, box.y + y);
      found = await tip.isVisible();
    }
  expect(found).toBe(true);
  expect(await tip.innerText()).toMatch(/^Buy 0.01 BTC\s+60,000.0\s/);
  await page.getByRole("button", { name: "Chart settings" }).click();
  await dialog().getByRole("switch", { name: "Show my trades on the chart" }).click();
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
});

test("CHART-22 take-profit and stop-loss of a contract are dragged, and so are its orders", async () => {
  const position = { ...BTC, side: "buy", type: "market", quantity: "0.01" };
  accepted(await trader.call("contractOrder", position));
  accepted(await trader.call("zhiSun", { ...BTC, takeProfitPrice: "60500", stopLossPrice: "59500" }));
  accepted(
    await trader.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: "59700",
      quantity: "0.002",
    }),
  );
  await open(page, stage.url, CONTRACT);
  const profit = handle(/^Take-profit 60,500/);
  await profit.waitFor();
  const target = await drag(profit, -15);
  await page.mouse.up();
  await dialog().getByText("PnL at take-profit, after fees").waitFor();
  await confirm();
  const positions = async () => accepted(await trader.call("contractRecord", { view: "positions" })).list;
  await expect
    .poll(positions)
    .toMatchObject([{ takeProfitPrice: wirePrice(target), stopLossPrice: "59500.0" }]);
  const order = handle(/^Buy 0.002 · 59,700/);
  await order.waitFor();
  const price = await drag(order, 10);
  await page.mouse.up();
  await confirm();
  const orders = async () => accepted(await trader.call("contractRecord", { view: "orders" })).list;
  await expect.poll(orders).toMatchObject([{ price: wirePrice(price), quantity: "0.002" }]);
  // On the wrong side of the mark, the exchange refuses, and the level stays.
  const loss = handle(/^Stop-loss 59,500/);
  await loss.focus();
  await page.keyboard.press("PageDown");
  await page.keyboard.press("Escape");
  expect(await loss.getAttribute("aria-valuetext")).toBe("59,500.0");
});

test("CHART-20 intervals are chosen in a sheet, and the favorites stay in the bar", async () => {
  await page.getByRole("button", { name: "More intervals" }).click();
  const all = dialog().getByRole("group", { name: "Interval", exact: true });
  const inBar = dialog().getByRole("group", { name: "In the bar" });
  await inBar.getByRole("button", { name: "3m", exact: true }).click();
  await all.getByRole("button", { name: "12h", exact: true }).click();
  await page.getByRole("radio", { name: "12h", exact: true, checked: true }).waitFor();
  for (const name of ["3m", "1m"]) {
    await page.getByRole("radio", { name, exact: true }).click();
    await page.locator('.candles[aria-busy="false"]').waitFor();
  }
  await page.getByRole("radio", { name: "12h", exact: true }).waitFor({ state: "detached" });
  await page.reload();
  await page.getByRole("radio", { name: "3m", exact: true }).waitFor();
  expect(problems).toEqual([]);
});

test("CHART-22 lines stay through intervals and new lines, and end with their position and order", async () => {
  const choose = async (name: string) => {
    await page.getByRole("radio", { name, exact: true }).click();
    await page.locator('.candles[aria-busy="false"]').waitFor();
  };
  const levels = handle(/^(Take-profit|Stop-loss) /);
  await choose("15m");
  await expect.poll(() => levels.count()).toBe(2);
  accepted(
    await trader.call("contractOrder", {
      ...BTC,
      side: "buy",
      type: "limit",
      price: "59600",
      quantity: "0.001",
    }),
  );
  const added = handle(/^Buy 0.001 · 59,600/);
  await added.waitFor();
  await choose("1h");
  for (const line of [...(await levels.all()), added]) expect(await line.isVisible()).toBe(true);
  // A dashed line over the width of the chart; entry, liquidation, two levels and two orders.
  const before = await inkOf(page, "--c-primary");
  expect(before).toBeGreaterThan(1_000);
  await page.getByRole("button", { name: "Horizontal line", exact: true }).click();
  const box = await page.locator(".candles canvas").first().boundingBox();
  if (box === null) throw new Error("no chart");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const bar = page.getByRole("toolbar", { name: "Selected drawing" });
  await bar.waitFor();
  for (const line of [...(await levels.all()), added]) expect(await line.isVisible()).toBe(true);
  // The drawing has the color of the lines.
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await bar.getByRole("button", { name: "Delete" }).click();
  await bar.waitFor({ state: "detached" });
  expect(await inkOf(page, "--c-primary")).toBeGreaterThan(before * 0.9);
  accepted(await trader.call("onePingCang", { ...BTC }));
  await expect
    .poll(() => page.getByRole("slider", { name: / · |^(Take-profit|Stop-loss) / }).count())
    .toBe(0);
  await expect.poll(() => inkOf(page, "--c-primary")).toBeLessThan(before / 6);
  await choose("15m");
  expect(await inkOf(page, "--c-primary")).toBeLessThan(before / 6);
  expect(problems).toEqual([]);
});
