import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PAYMENT_PASSWORD, type WireClient } from "../support/wire-client.ts";
import { deal, priceBelowOffers } from "./deal.ts";
import { keptSession } from "./kept-session.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { DESKTOP, open, settled, told } from "./web-app.ts";

/** Transfers between the user's own wallets, in the tickets and on the pages with totals. */
const TEST_MS = 600_000;
const SPOT = "/pages/trans/index?symbol=BTCUSDT";
const CONTRACT = "/pages/trans/contract?symbol=BTCUSDT";
const OPTION = "/pages/trans/secondContract?symbol=BTCUSDT";
const MARGIN = "/pages/trans/lever?symbol=BTCUSDT";
const MACHINES = "/pages/mining/index";

const stage = useQuietStage();
let wire: WireClient;
let kept: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  wire = stage.wire();
  const account = await wire.register();
  await wire.fund("5000");
  await move("4900", "coin", "main");
  kept = { ...(await keptSession(wire, account)), lang: "en" };
});

async function move(amount: string, from: string, to: string, asset = "USDT"): Promise<void> {
  const transfer = { asset, from, to, amount, paymentPassword: PAYMENT_PASSWORD };
  await wire.expectOk(wire.post("/Wallet/transfer", transfer));
}

/** Returns the available USDT of each nonempty wallet. */
async function balances(): Promise<Readonly<Record<string, string>>> {
  const { wallets } = await wire.expectOk(wire.get("/wallet/index"));
  const rows = Object.values(
    wallets as Record<string, { asset: string; wallet: string; available: string }[]>,
  );
  return Object.fromEntries(
    rows
      .flat()
      .filter(({ asset }) => asset === "USDT")
      .map(({ wallet, available }) => [wallet, available]),
  );
}

const sheetOf = (page: Page): Locator => page.getByRole("dialog").last();

async function moveInSheet(page: Page, amount: string): Promise<void> {
  const sheet = sheetOf(page);
  await sheet.getByRole("textbox", { name: "Amount (USDT)" }).fill(amount);
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await sheet.getByRole("button", { name: /^Transfer [0-9,]+ USDT$/ }).click();
}

async function typePassword(page: Page): Promise<void> {
  const sheet = sheetOf(page);
  await sheet.getByText(/not be asked again in this tab/).waitFor();
  await sheet.getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
}

test("WEB-121 WEB-120 every ticket transfers money in place, and asks for the payment password once", {
  timeout: TEST_MS,
}, async () => {
  const { context, page, problems } = await stage.visit({ kept, viewport: DESKTOP });
  await open(page, stage.url, SPOT);
  const price = page.getByRole("textbox", { name: "Price (USDT)" });
  await price.fill("50000");
  await page.getByRole("textbox", { name: "Amount (BTC)" }).fill("0.01");
  await page.locator("form.ticket").getByText("Not enough USDT").waitFor();
  await page.locator("form.ticket .ticket-available").click();
  await sheetOf(page).getByText("Main · 4,900.00 USDT").waitFor({ state: "attached" });
  await moveInSheet(page, "500");
  await typePassword(page);
  await told(page, "500 USDT moved to Spot");
  await eventually(() => page.getByRole("dialog").count()).toBe(0);
  // The ticket is unchanged and can now be sent.
  expect(await price.inputValue()).toBe("50,000");
  expect(await page.getByRole("textbox", { name: "Amount (BTC)" }).inputValue()).toBe("0.01");
  await eventually(() => page.locator("form.ticket .ticket-available").innerText()).toContain("600");
  expect(await page.locator("form.ticket").getByText("Not enough USDT").count()).toBe(0);
  expect(await balances()).toEqual({ main: "4400.000000", coin: "600.000000" });

  // The same tab does not ask again, in any product.
  await open(page, stage.url, CONTRACT);
  await page.locator("form.ticket .ticket-available").click();
  await moveInSheet(page, "300");
  await told(page, "300 USDT moved to Contract");
  await eventually(() => page.locator("form.ticket .ticket-available").innerText()).toContain("300");
  await open(page, stage.url, OPTION);
  await page.locator(".option-ticket .ticket-available").click();
  await moveInSheet(page, "200");
  await told(page, "200 USDT moved to Option");
  await eventually(() => page.locator(".option-ticket .ticket-available").innerText()).toContain("200");
  expect(await balances()).toEqual({
    main: "3900.000000",
    coin: "600.000000",
    contract: "300.000000",
    option: "200.000000",
  });

  // The margin account is funded from the spot wallet, and the spot wallet from the others.
  await open(page, stage.url, MARGIN);
  await page.locator("form.ticket .ticket-available").click();
  await sheetOf(page).getByRole("button", { name: "Move funds to the spot wallet" }).click();
  await moveInSheet(page, "100");
  await told(page, "100 USDT moved to Spot");
  await eventually(() => page.getByRole("dialog").count()).toBe(1);
  await eventually(() => sheetOf(page).innerText()).toContain("700.00");
  await sheetOf(page).getByRole("textbox", { name: "Amount (USDT)" }).fill("700");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await sheetOf(page).getByRole("button", { name: "Transfer", exact: true }).click();
  await eventually(async () => (await balances())["coin"]).toBeUndefined();
  expect(await balances()).toEqual({ main: "3800.000000", contract: "300.000000", option: "200.000000" });
  const { account } = await wire.expectOk(wire.post("/Lever/currency", { symbol: "BTCUSDT" }));
  expect(account.quote.available).toBe("700.000000");

  // The grant is not stored on the device: after a reload the password is required again.
  expect(await page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])")).not.toMatch(
    /grant/i,
  );
  await open(page, stage.url, SPOT);
  await page.reload();
  await settled(page);
  await page.locator("form.ticket .ticket-available").click();
  await moveInSheet(page, "10");
  await typePassword(page);
  await told(page, "10 USDT moved to Spot");
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-121 a machine that the main wallet cannot pay for is paid from another wallet, without leaving the shop", {
  timeout: TEST_MS,
}, async () => {
  const { main = "0" } = await balances();
  await move(main, "main", "contract");
  const { context, page, problems } = await stage.visit({ kept, viewport: DESKTOP });
  await open(page, stage.url, MACHINES);
  await page.locator("main").getByRole("button", { name: /^Buy/ }).first().click();
  const buying = page.getByRole("dialog").first();
  await buying.getByRole("button", { name: "Transfer", exact: true }).click();
  await moveInSheet(page, "1000");
  await typePassword(page);
  await told(page, "1,000 USDT moved to Main");
  await eventually(() => page.getByRole("dialog").count()).toBe(1);
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await buying.getByRole("button", { name: /^Buy for/ }).click();
  await eventually(() => page.getByRole("dialog").count()).toBe(0);
  expect(Number((await balances())["main"])).toBeLessThan(1_000);
  expect(problems).toEqual([]);
  await context.close();
});

/** In cents, as one frame shows them. */
interface Sample {
  readonly total: number;
  readonly parts: readonly number[];
}

/** Records each change of the total or its parts, frame by frame. Runs in the page. */
const SAMPLE = `([total, parts]) => {
  const cents = (element) => {
    const text = element.innerText.replaceAll("\\u2212", "-").replaceAll(/[^0-9.-]/g, "");
    return text === "" ? null : Math.round(Number(text) * 100);
  };
  window.samples = [];
  const look = () => {
    requestAnimationFrame(look);
    const shown = document.querySelector(total);
    const values = [...document.querySelectorAll(parts)].map(cents);
    if (shown === null || values.includes(null) || cents(shown) === null) return;
    const next = { total: cents(shown), parts: values };
    if (JSON.stringify(window.samples.at(-1)) !== JSON.stringify(next)) window.samples.push(next);
  };
  look();
}`;

const startSampling = (page: Page, total: string, parts: string): Promise<void> =>
  page.evaluate(`(${SAMPLE})(${JSON.stringify([total, parts])})`);

const samplesOf = (page: Page): Promise<readonly Sample[]> => page.evaluate("window.samples");

const newestParts = async (page: Page): Promise<readonly number[]> =>
  (await samplesOf(page)).at(-1)?.parts ?? [];

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Creates a user with a coin in the spot wallet. */
async function sellerOf(asset: string, amount: string): Promise<WireClient> {
  const seller = stage.wire();
  await seller.register();
  await seller.credited(await seller.expectOk(seller.post("/Sandbox/faucet", { asset, amount })));
  await seller.setPaymentPassword();
  const transfer = { asset, from: "main", to: "coin", amount, paymentPassword: PAYMENT_PASSWORD };
  await seller.expectOk(seller.post("/Wallet/transfer", transfer));
  return seller;
}

/** Sells the trader 0.02 BTC and a contract of 0.01 BTC, whose profit moves with the mark price. */
async function sellToTrader(): Promise<void> {
  await move("2000", "contract", "coin");
  await deal(await sellerOf("BTC", "0.05"), wire, {
    product: "spot",
    symbol: "BTCUSDT",
    quantity: "0.02",
  });
  const short = stage.wire();
  await short.register();
  await short.fund("3000");
  const margin = { asset: "USDT", from: "coin", to: "contract", amount: "3000" };
  await short.expectOk(short.post("/Wallet/transfer", { ...margin, paymentPassword: PAYMENT_PASSWORD }));
  await deal(short, wire, { product: "contract", symbol: "BTCUSDT", quantity: "0.01" });
}

test("WEB-124 while prices and balances move, the parts that are shown add up to the total at every frame", {
  timeout: TEST_MS,
}, async () => {
  await sellToTrader();
  await move("0.01234567", "coin", "main", "BTC");
  const { context, page, problems } = await stage.visit({ kept, viewport: DESKTOP });
  for (const [route, total, parts] of [
    ["/pages/home/index", ".hero-figure", ".hero-split dd"],
    ["/pages/wallet/index", ".wallet-figure", ".four-value"],
  ] as const) {
    await open(page, stage.url, route);
    await startSampling(page, total, parts);
    // Four wallets, the margin account, the machine, the profit of the position. A profit of exactly zero is not shown.
    const hasAllParts = () => eventually(async () => (await newestParts(page)).length).toBe(7);
    await hasAllParts();
    // Funds move to and from places outside the wallets.
    for (const direction of ["out", "in"]) {
      const before = await newestParts(page);
      const transfer = { symbol: "BTCUSDT", asset: "USDT", direction, amount: "650" };
      await wire.expectOk(wire.post("/Lever/transfer", transfer));
      // Prices move no wallet by so much.
      const moved = async () =>
        (await newestParts(page)).map((cents, n) => Math.abs(cents - (before[n] ?? 0)));
      await eventually(async () => Math.max(...(await moved()).slice(0, 4))).toBeGreaterThan(60_000);
    }
    const totals = async () => new Set((await samplesOf(page)).map(({ total }) => total)).size;
    await eventually(totals).toBeGreaterThan(2);
    await hasAllParts();
    const wrong = (await samplesOf(page)).filter((sample) => sample.total !== sumOf(sample.parts));
    expect(wrong, route).toEqual([]);
  }
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-125 a newcomer without an address withdraws play money to the test address, which is labeled as one", {
  timeout: TEST_MS,
}, async () => {
  const { context, page, problems } = await stage.visit({ kept });
  await open(page, stage.url, "/pages/wallet/withdrawCoin");
  await page.getByRole("button", { name: "Use a test address" }).click();
  await page.getByText(/Nobody owns it/).waitFor();
  const address = await page.getByLabel("To address").inputValue();
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(await page.getByText(/checksum does not match/).count()).toBe(0);
  await page.getByLabel("Amount", { exact: true }).fill("20");
  await page.getByRole("button", { name: "Withdraw 20.00 USDT" }).click();
  // A withdrawal always asks for the payment password, whatever was entered before.
  await sheetOf(page).getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
  await page.waitForURL(/pages\/wallet\/order\?kind=withdrawal/);
  await page.locator(".steps .is-done", { hasText: "Confirmed on the chain" }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

/** Mocks a call with a rejection in the server's format. */
async function refuse(page: Page, path: RegExp, code: number, error: string, params: object): Promise<void> {
  await page.route(path, (route) =>
    route.fulfill({
      json: {
        code,
        msg: "It's too fast",
        time: 0,
        data: Buffer.from(JSON.stringify({ error, params })).toString("base64"),
      },
    }),
  );
}

test("WEB-126 a rejected request says when it may be retried; only a missing reply is reported as such", async () => {
  const { context, page, problems } = await stage.visit({ kept });
  const records = /wallet\/moneyLog/i;
  await refuse(page, records, 212, "request.tooFast", { retryAfterMs: 30_000 });
  await page.clock.install();
  await page.goto(`${stage.url}/#/pages/wallet/record`);
  await page.getByText("Too many requests in a short time").waitFor();
  const again = page.getByRole("button", { name: /^Try again/ });
  expect(await again.isDisabled()).toBe(true);
  expect(await again.innerText()).toMatch(/Try again in \d+ s/);
  expect(await page.getByText("did not answer").count()).toBe(0);
  await page.unroute(records);
  await eventually(async () => {
    await page.clock.runFor(1_000);
    return again.innerText();
  }).toBe("Try again");
  await again.click();
  await page.getByText("Withdrawal").first().waitFor();

  await page.route(records, (route) => route.abort());
  await page.reload();
  await page.getByText("The server did not answer").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-123 small remainders become USDT as quoted; an unsellable one stays and says so", {
  timeout: TEST_MS,
}, async () => {
  const dusty = stage.wire();
  const account = await dusty.register();
  await dusty.fund("100");
  const ofBitcoin = await sellerOf("BTC", "0.01");
  // Bought less the 0.1 % fee: 0.0000999 BTC and 0.001998 ETH.
  const product = "spot";
  const paid = await deal(ofBitcoin, dusty, { product, symbol: "BTCUSDT", quantity: "0.0001" });
  await deal(await sellerOf("ETH", "0.1"), dusty, { product, symbol: "ETHUSDT", quantity: "0.002" });
  // The seller buys 90 % of it back; nobody buys ether.
  const price = await priceBelowOffers(ofBitcoin, "BTCUSDT", paid);
  const bid = { product, symbol: "BTCUSDT", type: "limit", side: "buy", price, quantity: "0.00009" };
  await ofBitcoin.expectOk(ofBitcoin.post("/Entrus/doOrder", bid));
  const inSpot = async (): Promise<Readonly<Record<string, number>>> => {
    const { wallets } = await dusty.expectOk(dusty.get("/wallet/index"));
    const rows = wallets.coin as { asset: string; available: string }[];
    return Object.fromEntries(rows.map(({ asset, available }) => [asset, Number(available)]));
  };
  const before = await inSpot();
  expect(before).toMatchObject({ BTC: 0.000_099_9, ETH: 0.001_998 });

  const kept = { ...(await keptSession(dusty, account)), lang: "en" };
  const { context, page, problems } = await stage.visit({ kept });
  await open(page, stage.url, "/pages/wallet/index");
  await page.getByRole("tab", { name: "Spot" }).click();
  await page.getByRole("link", { name: "Convert small balances" }).click();
  const list = page.locator(".small-balances");
  await eventually(() => list.locator("li").count()).toBe(2);
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  const bitcoin = list.locator("li", { hasText: "BTC" });
  const converted = bitcoin.getByText(/0.00009 BTC converted to/);
  // On a busy machine a quote may end before it is used.
  do {
    await list.getByRole("button", { name: "Get quotes" }).click();
    await bitcoin.getByText(/at least .* USDT · 0.0000099 BTC stays/).waitFor();
    await list.locator("li", { hasText: "ETH" }).locator(".down").waitFor();
    await list.getByRole("button", { name: /^Convert · at least/ }).click();
    await converted.or(bitcoin.locator(".down")).waitFor();
  } while (!(await converted.isVisible()));
  const after = await inSpot();
  expect(after).toMatchObject({ BTC: 0.000_009_9, ETH: 0.001_998 });
  const gained = (after["USDT"] ?? 0) - (before["USDT"] ?? 0);
  expect(gained).toBeCloseTo(0.000_09 * Number(price) * 0.999, 4);
  expect(problems).toEqual([]);
  await context.close();
});
