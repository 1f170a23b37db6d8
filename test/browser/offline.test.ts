import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { richAccount } from "./rich-account.ts";
import { CLICK_THROTTLE_MS, eventually, useStage } from "./stage.ts";
import { DESKTOP, open, settled, told } from "./web-app.ts";

/** The app offline and after reconnecting: it opens, shows how old its figures are, and does not trade on them. */
const TRADE = "/pages/trans/index?symbol=BTCUSDT";
const TEST_MS = 600_000;
/** Finds figures not marked as stale. */
const UNMARKED = `[...document.querySelectorAll("main .n")].filter((figure) =>
  /[0-9]/.test(figure.textContent) && getComputedStyle(figure).fontStyle !== "italic").map((figure) => figure.textContent)`;

const stage = useStage();
let user: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  user = await richAccount(stage.wire());
});

/** Records the orders that the page sends from now on. */
function watchOrders(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/doOrder|pingCang/i.test(request.url())) sent.push(request.url());
  });
  return sent;
}

const buyButton = (page: Page) => page.locator(".ticket .btn.buy").last();

async function fillTicket(page: Page): Promise<void> {
  const price = page.getByRole("textbox", { name: "Price (USDT)", exact: true });
  await eventually(() => price.inputValue()).not.toBe("");
  const marketPrice = Number((await price.inputValue()).replaceAll(",", ""));
  await price.fill((Math.round(marketPrice * 9.4) / 10).toFixed(1));
  await page.getByRole("textbox", { name: "Amount (BTC)", exact: true }).fill("0.001");
}

/** Sends the order; a slow machine's prices may be old once more at the click, which then sends nothing. */
async function place(page: Page, sent: readonly string[]): Promise<void> {
  await eventually(async () => {
    await page.waitForTimeout(CLICK_THROTTLE_MS);
    if (sent.length === 0) await buyButton(page).click();
    await page.waitForTimeout(CLICK_THROTTLE_MS);
    return sent.length;
  }).toBe(1);
}

async function keptByWorker(context: BrowserContext, page: Page): Promise<readonly string[]> {
  expect(context.serviceWorkers()).toHaveLength(1);
  return page.evaluate(`(async () => {
    const paths = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths;
  })()`);
}

test(
  "WEB-134 without a server the app opens with the last known prices, marked as old with their time; no order goes out before there are new ones",
  async () => {
    const { context, page, problems } = await stage.visit({ kept: user, viewport: DESKTOP, worker: true });
    await open(page, stage.url, "/pages/market/index");
    await eventually(() => page.evaluate("navigator.serviceWorker.controller !== null")).toBe(true);
    await open(page, stage.url, TRADE);
    await buyButton(page).waitFor();
    await eventually(async () =>
      (await keptByWorker(context, page)).some((path) => path.includes("trade-screen")),
    ).toBe(true);
    const kept = await keptByWorker(context, page);
    expect(kept).toContain("/");
    for (const path of kept)
      expect(path).toMatch(/^\/$|^\/(assets|icons|flags)\/|^\/(forced-colors\.css|manifest\.webmanifest)$/);

    await stage.server.stop("SIGTERM");
    const sent = watchOrders(page);
    try {
      await page.reload();
      await page.getByText("Connection lost, reconnecting.").waitFor();
      await page.getByText(/Figures as of .*\d\d:\d\d/).waitFor();
      await buyButton(page).waitFor();
      await page.getByText("These prices are not up to date.").waitFor();
      expect(await page.locator("main").innerText()).toMatch(/\d\d,\d\d\d\.\d/);
      expect(await page.evaluate(UNMARKED)).toEqual([]);
      expect(await page.title()).not.toMatch(/\d/);
      await fillTicket(page);
      expect(await buyButton(page).isDisabled()).toBe(true);
      await page.evaluate(`location.hash = "#/pages/market/index"`);
      await page.getByRole("row", { name: /BTC/ }).first().waitFor();
      expect(await page.evaluate(UNMARKED)).toEqual([]);
    } finally {
      await stage.restart();
    }
    await page.evaluate(`location.hash = "#${TRADE}"`);
    await page.locator("html:not([data-old])").waitFor();
    await page.locator(".connection").waitFor({ state: "detached" });
    await fillTicket(page);
    await eventually(() => buyButton(page).isEnabled()).toBe(true);
    expect(sent).toEqual([]);
    await place(page, sent);
    await told(page, "Order placed");
    expect(sent).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  },
  TEST_MS,
);

test(
  "WEB-133 a page that slept or lost its network sends no order with its old prices; with new prices it sends one",
  async () => {
    const { context, page, problems } = await stage.visit({ kept: user, viewport: DESKTOP });
    await open(page, stage.url, TRADE);
    await settled(page);
    await fillTicket(page);
    await eventually(() => buyButton(page).isEnabled()).toBe(true);
    const sent = watchOrders(page);

    // The page has received no wake-up event when the button is clicked.
    await page.evaluate(`(() => {
      const { now } = Date;
      Date.now = () => now() + 60_000;
      document.querySelector(".ticket .btn.buy:not([role])").click();
    })()`);
    await told(page, "These prices are not up to date.");
    expect(sent).toEqual([]);
    await page.locator("html:not([data-old])").waitFor();
    await eventually(() => buyButton(page).isEnabled()).toBe(true);
    expect(sent).toEqual([]);

    await context.setOffline(true);
    await eventually(() => buyButton(page).isDisabled()).toBe(true);
    await page.locator("html[data-old]").waitFor();
    // Canceling is still possible; the button reports a failure.
    expect(
      await page.locator(".orders-body tbody tr").getByRole("button", { name: "Cancel" }).first().isEnabled(),
    ).toBe(true);
    await context.setOffline(false);
    // Two seconds after the connection is back; the page moves up.
    await page.locator(".connection").waitFor({ state: "detached" });
    await eventually(() => buyButton(page).isEnabled()).toBe(true);
    expect(sent).toEqual([]);
    await place(page, sent);
    await told(page, "Order placed");
    expect(sent).toHaveLength(1);
    expect(problems).toEqual([]);
    await context.close();
  },
  TEST_MS,
);

test(
  "WEB-91 figures are marked as old while the connection is silent, on every market screen, and no longer when it speaks again",
  async () => {
    const { context, page, problems } = await stage.visit({ kept: user, viewport: DESKTOP });
    const routes = [
      "/pages/home/index",
      "/pages/market/index",
      "/pages/trans/contract?symbol=BTCUSDT",
      "/pages/wallet/index",
    ];
    for (const route of routes) {
      await open(page, stage.url, route);
      await context.setOffline(true);
      await page.locator("html[data-old]").waitFor();
      expect(await page.evaluate(UNMARKED), route).toEqual([]);
      await context.setOffline(false);
      await page.locator("html:not([data-old])").waitFor();
    }
    expect(problems).toEqual([]);
    await context.close();
  },
  TEST_MS,
);
