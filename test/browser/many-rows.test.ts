import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { WireClient } from "../support/wire-client.ts";
import { keptSession } from "./kept-session.ts";
import { eventually, useQuietStage } from "./stage.ts";
import { DESKTOP, open, PHONE } from "./web-app.ts";

/** Long lists and how much of them is rendered. */
const stage = useQuietStage();
const TRADE = "/pages/trans/index?symbol=BTCUSDT";
/** More than fit the screen. */
const ORDERS = 30;
const PAGE_ROWS = 20;
/** Time after which a user may place orders again. */
const ORDER_LIMIT_MS = 1_000;

let wire: WireClient;
let kept: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  wire = stage.wire();
  const account = await wire.register();
  await wire.fund("5000");
  kept = { ...(await keptSession(wire, account)), lang: "en" };
  for (let index = 0; index < ORDERS; index++) await placeOrder(60_000 + index);
});

/** Places an order as soon as the limit on a user's orders allows it. */
async function placeOrder(price: number): Promise<void> {
  const order = { product: "spot", symbol: "BTCUSDT", side: "buy", type: "limit", quantity: "0.0004" };
  for (;;) {
    const reply = await wire.call("doOrder", { ...order, price: String(price) });
    if (reply.code === 1) return;
    expect(reply.data["error"]).toBe("trade.tooFast");
    await sleep(ORDER_LIMIT_MS);
  }
}

/** Stores the props that React last rendered each row with: the same object until the row rerenders. */
const remember = (page: Page, rows: string) =>
  page.evaluate(`(() => {
    const elements = [...document.querySelectorAll(${JSON.stringify(rows)})];
    const key = Object.keys(elements[0]).find((name) => name.startsWith("__reactProps"));
    window.drawn = { key, before: new Map(elements.map((element) => [element, element[key]])) };
  })()`);

/** Returns the stored rows that were rerendered. */
const drawnAnew = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...window.drawn.before]
    .filter(([element, props]) => element.isConnected && element[window.drawn.key] !== props)
    .map(([element]) => element.innerText)`);

for (const [name, viewport, rows] of [
  ["phone", PHONE, ".order-card"],
  ["desktop", DESKTOP, ".orders-body tbody tr"],
] as const) {
  test(`WEB-88 on a ${name} prices rerender no order, and a changed order rerenders only its own row`, async () => {
    const { context, page, problems } = await stage.visit({ kept, viewport });
    await open(page, stage.url, TRADE);
    const tab = page.getByRole("tab", { name: /^Open orders/ });
    await eventually(() => page.locator(rows).count()).toBe(Number(/\d+/.exec(await tab.innerText())?.[0]));
    // Data that arrives after the rows may rerender them once, whatever else happens then; prices and orders may not.
    await eventually(async () => {
      await remember(page, rows);
      const shown = await page.locator("main").innerText();
      await eventually(() => page.locator("main").innerText()).not.toBe(shown);
      return drawnAnew(page);
    }).toEqual([]);
    await eventually(async () => {
      await remember(page, rows);
      const count = await page.locator(rows).count();
      await placeOrder(60_500);
      await eventually(() => page.locator(rows).count()).toBe(count + 1);
      return drawnAnew(page);
    }).toEqual([]);

    const before = await page.locator(rows).count();
    await placeOrder(61_000);
    const first = page.locator(rows).first();
    await first.getByText("61,000.0").waitFor();
    await remember(page, rows);
    await first.getByRole("button", { name: "Reduce" }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("textbox").fill("0.0002");
    await sheet.getByRole("button", { name: /^Reduce/ }).click();
    await eventually(() => drawnAnew(page)).toHaveLength(1);
    expect(await drawnAnew(page)).toEqual([expect.stringContaining("61,000.0")]);

    await first.getByRole("button", { name: "Cancel" }).click();
    await eventually(() => page.locator(rows).count()).toBe(before);
    expect(await drawnAnew(page)).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  });

  test(`WEB-87 on a ${name} the link of a message over an open sheet leads to its target and closes the sheet`, async () => {
    const { context, page } = await stage.visit({ kept, viewport });
    await open(page, stage.url, TRADE);
    await page.getByRole("tab", { name: "Holdings" }).click();
    // The orders of other tests count towards the same limit.
    await page.waitForTimeout(ORDER_LIMIT_MS);
    await page.getByRole("textbox", { name: /^Price/ }).fill("62000");
    await page.getByRole("textbox", { name: /^Amount/ }).fill("0.0004");
    await page.getByRole("button", { name: /^Buy 0\.0004 BTC/ }).click();
    // A message with focus stays; the sheet shows it again.
    await page.getByRole("link", { name: "See orders" }).focus();
    await page.locator(".pair-button").click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("link", { name: "See orders" }).focus();
    await sheet.getByText("Order placed").waitFor();
    // Visible and announced once, not also outside the sheet.
    expect(await page.getByText("Order placed", { exact: true }).count()).toBe(1);
    await sheet.getByRole("link", { name: "See orders" }).click();
    await sheet.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: /^Open orders/, selected: true }).waitFor();
    expect(await page.getByRole("link", { name: "See orders" }).count()).toBe(0);
    await context.close();
  });
}

/** Returns the row in the middle of the screen and its position. */
const middleRow = (page: Page): Promise<{ readonly index: number; readonly top: number }> =>
  page.evaluate(`(() => {
    const row = document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest(".order-card");
    const rows = [...document.querySelectorAll(".order-card")];
    return { index: rows.indexOf(row), top: row?.getBoundingClientRect().top };
  })()`);

test("WEB-89 another page of a history renders only its own rows, screen readers can read all, and going back restores the place", async () => {
  await wire.expectOk(wire.post("/Entrus/cancelAll", { product: "spot" }));
  const { context, page } = await stage.visit({ kept });
  await open(page, stage.url, `${TRADE}&records=history`);
  const rows = page.locator(".order-card");
  await rows.first().waitFor();
  await remember(page, ".order-card");
  await eventually(async () => {
    await page.mouse.wheel(0, 4_000);
    return rows.count();
  }).toBeGreaterThanOrEqual(ORDERS);
  expect(await drawnAnew(page)).toEqual([]);
  const devtools = await context.newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  const texts = nodes.filter((node) => node.role?.value === "StaticText" && node.name?.value === "BTC/USDT");
  expect(texts.length).toBeGreaterThanOrEqual(ORDERS);

  const place = rows.nth(PAGE_ROWS + 5);
  await place.evaluate((row) => row.scrollIntoView({ block: "center" }));
  const left = await middleRow(page);
  await page.getByRole("navigation").getByRole("link", { name: "Home" }).click();
  await rows.first().waitFor({ state: "detached" });
  await page.goBack();
  await rows.nth(left.index).waitFor();
  await eventually(() => middleRow(page)).toEqual(left);
  await context.close();
});
