import type { Locator, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { keptBy, type ServedExchange, serveExchange } from "./serve-exchange.ts";
import { CLICK_THROTTLE_MS, closePages, eventually, ofWorker } from "./stage.ts";
import { DESKTOP, open, told, visit } from "./web-app.ts";

/**
 * Problems reported by users of other exchanges' apps, reproduced here. Each test names the cases of
 * docs/field-cases.md whose sources it repeats.
 */
const TRADE = "/pages/trans/index?symbol=BTCUSDT";
/** Not multiples of a lot or tick. */
const ODD_USDT = "1234.567891";
const ODD_BTC = "0.01234567";

let exchange: GatewayUnderTest;
let served: ServedExchange;
let browser: Parameters<typeof visit>[0];
let maker: WireClient;

ofWorker.beforeAll(async ({ browser: chromium }) => {
  browser = chromium;
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000, webDirectory: DIST } });
  served = await serveExchange(exchange);
  maker = await exchange.trader("maker@example.org", { USDT: "9000", BTC: "0.08" });
  for (const order of [
    { side: "sell", price: "60100", quantity: "0.07" },
    { side: "buy", price: "59900", quantity: "0.1" },
  ])
    accepted(await maker.call("doOrder", { symbol: "BTCUSDT", type: "limit", ...order }));
});
afterAll(async () => {
  await closePages(browser);
  await served.close();
  await exchange.close();
});

interface Trader {
  readonly client: WireClient;
  readonly page: Page;
  readonly problems: string[];
}

async function trader(name: string, funds: Readonly<Record<string, string>>): Promise<Trader> {
  const client = await exchange.trader(`${name}@example.org`, funds);
  const { page, problems } = await visit(browser, { viewport: DESKTOP, kept: await keptBy(client) });
  await open(page, served.url, TRADE);
  await available(page).waitFor();
  return { client, page, problems };
}

const available = (page: Page): Locator => page.locator(".ticket dl dd").first();
const submit = (page: Page): Locator => page.locator(".ticket .btn.buy, .ticket .btn.sell").last();
const share = (page: Page): Locator => page.getByRole("slider");
const price = (page: Page): Locator => page.locator("input[name=price]");
const quantity = (page: Page): Locator => page.locator("input[name=quantity]");
const type = (page: Page, name: string): Locator => page.getByRole("tab", { name, exact: true });
const side = (page: Page, name: "Buy" | "Sell"): Locator =>
  page.locator(".ticket").getByRole("radio", { name, exact: true });

/** Returns the number of orders that a user has placed, open or closed. */
async function placed(client: WireClient): Promise<number> {
  const open = accepted(await client.call("record", { product: "spot", view: "open" }));
  const ended = accepted(await client.call("record", { product: "spot", view: "history" }));
  return open.list.length + ended.list.length;
}

async function press(page: Page): Promise<void> {
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await submit(page).click();
}

test.each(["Buy", "Sell"] as const)(
  "FC-56 FC-57 the whole of an odd balance is accepted: %s by limit and at market, and less than a lot remains",
  async (which) => {
    const { client, page, problems } = await trader(`all-${which.toLowerCase()}`, {
      USDT: ODD_USDT,
      BTC: ODD_BTC,
    });
    await side(page, which).click();
    await price(page).fill(which === "Buy" ? "58000.5" : "63000.5");
    await share(page).fill("100");
    await press(page);
    await told(page, "Order placed");
    expect(await placed(client)).toBe(1);
    accepted(await client.call("cancelAll", {}));
    await eventually(() => available(page).innerText()).toContain(
      which === "Buy" ? "1,234.56" : "0.01234567",
    );
    await type(page, "Market").click();
    await share(page).fill("100");
    await press(page);
    await told(page, /Filled/);
    const wallets = accepted(await client.call("walletIndex", {})).wallets.coin;
    const left = Number(
      wallets.find(({ asset }) => asset === (which === "Buy" ? "USDT" : "BTC"))?.available ?? 0,
    );
    // A lot is 0.00001 BTC.
    expect(left).toBeLessThan(which === "Buy" ? 0.61 : 0.000_01);
    expect(problems).toEqual([]);
  },
);

test("FC-58 the share of the balance works without a price, and the button names the missing input", async () => {
  const { page, problems } = await trader("share", { USDT: "1000" });
  await price(page).fill("");
  await share(page).fill("50");
  expect(await page.locator(".ticket").innerText()).not.toMatch(/NaN|Infinity|undefined/);
  await price(page).fill("50000");
  await share(page).fill("50");
  await eventually(() => quantity(page).inputValue()).toBe("0.01");
  await quantity(page).fill("0");
  await press(page);
  await page.locator(".ticket [aria-invalid=true]").first().waitFor();
  await quantity(page).fill("0.03");
  await page.getByText(/Not enough USDT/).waitFor();
  expect(await submit(page).isDisabled()).toBe(true);
  expect(problems).toEqual([]);
});

test("FC-59 a double click, and Enter held down, place one order", async () => {
  const { client, page } = await trader("twice", { USDT: "1000" });
  await price(page).fill("50000");
  await quantity(page).fill("0.001");
  await submit(page).dblclick();
  await told(page, "Order placed");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  expect(await placed(client)).toBe(1);
  await quantity(page).fill("0.002");
  await submit(page).focus();
  for (let times = 0; times < 5; times++) await page.keyboard.down("Enter");
  await page.keyboard.up("Enter");
  await eventually(() => placed(client)).toBe(2);
  await page.waitForTimeout(1_000);
  expect(await placed(client)).toBe(2);
});

test("FC-60 another market has its own price, book and orders at once", async () => {
  const { client, page, problems } = await trader("pairs", { USDT: "1000" });
  accepted(
    await client.call("doOrder", {
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price: "50000",
      quantity: "0.001",
    }),
  );
  await page.getByText("50,000.0", { exact: true }).first().waitFor();
  await price(page).fill("51234.5");
  await open(page, served.url, "/pages/trans/index?symbol=ETHUSDT");
  await page.getByRole("heading", { name: "ETH/USDT" }).waitFor();
  expect(await price(page).inputValue()).not.toContain("51");
  expect(await page.locator(".book").innerText()).not.toContain("60,100");
  expect(await page.locator(".ticket").innerText()).not.toContain("BTC");
  expect(problems).toEqual([]);
});

test("FC-61 FC-62 fills and cancels during a lost connection are shown without a reload, on this page and the next", async () => {
  const { client, page, problems } = await trader("away", { USDT: "1000" });
  const order = { symbol: "BTCUSDT", side: "buy", type: "limit", quantity: "0.002" };
  accepted(await client.call("doOrder", { ...order, price: "59990" }));
  accepted(await client.call("doOrder", { ...order, price: "55000" }));
  await page.getByRole("tab", { name: "Open orders (2)" }).waitFor();
  await page.context().setOffline(true);
  await page
    .getByText(/Connection lost|offline/i)
    .first()
    .waitFor();
  await page.evaluate('location.hash = "#/pages/wallet/index"');
  // The connection notice stays on the next page.
  await page
    .getByText(/Connection lost|offline/i)
    .first()
    .waitFor();
  accepted(await maker.call("doOrder", { ...order, side: "sell", price: "59990" }));
  accepted(await client.call("cancelAll", {}));
  await page.context().setOffline(false);
  await open(page, served.url, TRADE);
  await page.getByRole("tab", { name: "Open orders (0)" }).waitFor();
  // 1,000 less 0.002 BTC at 59,990.
  await eventually(() => available(page).innerText()).toContain("880.02");
  await page.getByRole("tab", { name: "Order history" }).click();
  await page.locator(".orders-body").getByText("Canceled").first().waitFor();
  expect(problems).toEqual([]);
});
