import { LANGUAGES } from "@candor/domain/enumerations";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PAYMENT_PASSWORD, type WireClient } from "../support/wire-client.ts";
import { keptSession } from "./kept-session.ts";
import { misfits, misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { choose, DESKTOP, open, settled } from "./web-app.ts";

/** Layout of the screens at each window size, and the book's row tooltips. */
const SPOT = "/pages/trans/index?symbol=BTCUSDT";
const CONTRACT = "/pages/trans/contract?symbol=BTCUSDT";
const LEVER = "/pages/trans/lever?symbol=BTCUSDT";
const OPTION = "/pages/trans/secondContract?symbol=BTCUSDT";
const TERMINALS = [SPOT, CONTRACT, LEVER] as const;
const LAPTOP = { width: 1280, height: 720 };
const LARGE = { width: 1920, height: 1080 };
const TABLET = { width: 820, height: 1180 };
const TABLET_ON_ITS_SIDE = { width: 1180, height: 820 };
/** Levels per side of the contract's book; more than the tallest window shows. */
const DEPTH = 24;
const TAB_BAR = 60;

const stage = useQuietStage();
let trader: Readonly<Record<string, unknown>>;
/** As the trader. */
let holder: Readonly<Record<string, unknown>>;
/** A separate user: one user would exceed the read limit. */
let second: Readonly<Record<string, unknown>>;
let third: Readonly<Record<string, unknown>>;
let fourth: Readonly<Record<string, unknown>>;
let fifth: Readonly<Record<string, unknown>>;
/** Position of the level on its side, best first. */
const asks: Level[] = [];
const bids: Level[] = [];

/** In steps of 0.1 USDT and 0.001 BTC. */
interface Level {
  readonly ticks: number;
  readonly lots: number;
}

const ok = (wire: WireClient, path: string, payload: object) => wire.expectOk(wire.post(path, payload));

const toWallet = (wire: WireClient, to: string, amount: string) =>
  ok(wire, "/Wallet/transfer", {
    asset: "USDT",
    from: "coin",
    to,
    amount,
    paymentPassword: PAYMENT_PASSWORD,
  });

async function indexTicks(wire: WireClient): Promise<number> {
  const { coinsList } = await wire.expectOk(wire.get("/market/coinList"));
  const markets = coinsList as { symbol: string; indexPrice: string }[];
  return Math.round(Number(markets.find(({ symbol }) => symbol === "BTCUSDT")?.indexPrice) * 10);
}

const priceText = (ticks: number): string => (ticks / 10).toFixed(1);

beforeAll(async () => {
  const maker = stage.wire();
  const makerAccount = await maker.register();
  await maker.fund("10000");
  await toWallet(maker, "contract", "10000");
  const index = await indexTicks(maker);
  const quote = (side: "buy" | "sell", { ticks, lots }: Level) =>
    ok(maker, "/Contract/doOrder", {
      symbol: "BTCUSDT",
      side,
      type: "limit",
      price: priceText(ticks),
      quantity: (lots / 1000).toFixed(3),
    });
  for (let rank = 0; rank < DEPTH; rank++) {
    const level = (sign: 1 | -1): Level => ({ ticks: index + sign * (40 + 33 * rank), lots: 1 + (rank % 3) });
    asks.push(level(1));
    bids.push(level(-1));
    await quote("sell", level(1));
    await quote("buy", level(-1));
  }
  second = { ...(await keptSession(maker, makerAccount)), lang: "en" };
  // Each position takes the best level.
  const best = { ticks: index + 40, lots: 1 };
  trader = await makeTrader(index);
  await quote("sell", best);
  holder = await makeTrader(index);
  await quote("sell", best);
  third = await rich();
  fourth = await rich();
  fifth = await rich();
});

/** Creates a user with open orders of each kind, and a long position. */
async function makeTrader(index: number): Promise<Readonly<Record<string, unknown>>> {
  const wire = stage.wire();
  const account = await wire.register();
  await wire.fund("10000");
  await toWallet(wire, "contract", "3000");
  const order = (path: string, payload: object) => ok(wire, path, { symbol: "BTCUSDT", ...payload });
  const spot = (payload: object) => order("/Entrus/doOrder", { product: "spot", side: "buy", ...payload });
  const at = (share: number) => priceText(Math.round(index * share));
  await spot({ type: "limit", price: at(0.9), quantity: "0.01" });
  await spot({ type: "stop-limit", price: at(1.06), stopPrice: at(1.05), quantity: "0.0021" });
  await spot({ type: "oco", price: at(0.95), stopPrice: at(1.05), quantity: "0.002" });
  await spot({ type: "trailing-stop", trailingRate: "0.025000", quantity: "0.0002" });
  await spot({ type: "limit", price: at(0.93), quantity: "0.0321", visibleQuantity: "0.0033" });
  const contract = (payload: object) => order("/Contract/doOrder", payload);
  await contract({ side: "buy", type: "limit", price: at(0.97), quantity: "0.002" });
  await contract({ side: "sell", type: "stop-market", stopPrice: at(0.96), quantity: "0.002" });
  await contract({ side: "buy", type: "market", quantity: "0.001" });
  const closing = { side: "sell", quantity: "0.001", reduceOnly: true };
  await contract({ ...closing, type: "stop-limit", price: at(0.94), stopPrice: at(0.95), triggerBy: "last" });
  await order("/Lever/transfer", { asset: "USDT", direction: "in", amount: "100" });
  return { ...(await keptSession(wire, account)), lang: "en" };
}

/** Creates a user with funds in every wallet that the terminals use. */
async function rich(): Promise<Readonly<Record<string, unknown>>> {
  const wire = stage.wire();
  const account = await wire.register();
  await wire.fund("3000");
  await toWallet(wire, "contract", "500");
  await toWallet(wire, "option", "500");
  await ok(wire, "/Lever/transfer", { symbol: "BTCUSDT", asset: "USDT", direction: "in", amount: "100" });
  return { ...(await keptSession(wire, account)), lang: "en" };
}

/** Finds a side's fully visible rows, inside the window and the book's panel. Runs in the page. */
const SEEN_ROWS = `(() => {
  const panel = document.querySelector(".terminal-book").getBoundingClientRect();
  const bottom = Math.min(panel.bottom, innerHeight);
  const seen = (side) => [...document.querySelectorAll("." + side + " .br")].filter((row) => {
    const box = row.getBoundingClientRect();
    return box.top >= panel.top && box.bottom <= bottom && box.height >= 16;
  }).length;
  return Math.min(seen("asks"), seen("bids"));
})()`;

test.each([
  ["a laptop", LAPTOP, 9],
  ["a desktop", DESKTOP, 12],
  ["a large desktop", LARGE, 20],
] as const)(
  "WEB-115 on %s the book of each product has its levels in view",
  async (_name, viewport, levels) => {
    const { context, page, problems } = await stage.visit({ kept: third, viewport });
    for (const route of TERMINALS) {
      await open(page, stage.url, route);
      await page.locator(".terminal-book .bids").waitFor();
      expect(await page.evaluate(SEEN_ROWS), route).toBeGreaterThanOrEqual(levels);
    }
    await open(page, stage.url, CONTRACT);
    await eventually(() => page.locator(".asks .br.a").count()).toBeGreaterThanOrEqual(levels);
    // The book uses additional height.
    const before = await page.locator(".asks .br").count();
    await page.setViewportSize({ width: viewport.width, height: viewport.height + 200 });
    await eventually(() => page.locator(".asks .br").count()).toBeGreaterThanOrEqual(before + 3);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test("WEB-115 nothing moves in or around the book while its data loads", async () => {
  const { context, page } = await stage.visit({ kept: trader, viewport: DESKTOP });
  await page.addInitScript(`
    window.shifted = [];
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries())
        for (const { node } of sources)
          if (node?.parentElement?.closest(".terminal") != null) window.shifted.push(node.outerHTML?.slice(0, 120));
    }).observe({ type: "layout-shift", buffered: true });
  `);
  await open(page, stage.url, CONTRACT);
  await eventually(() => page.locator(".asks .br.a").count()).toBeGreaterThanOrEqual(12);
  expect(await page.evaluate("window.shifted.filter((html) => html?.includes('class=\"b') )")).toEqual([]);
  await context.close();
});

/** Whether it is fully visible between the window's top and the bottom bar, with a usable width. */
async function isInView(part: Locator, page: Page): Promise<boolean> {
  const box = await part.boundingBox();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const foot = width < 1024 ? height - TAB_BAR : height;
  return box !== null && box.width >= 200 && box.y >= 0 && box.y + box.height <= foot + 1;
}

test.each([
  ["upright", TABLET],
  ["on its side", TABLET_ON_ITS_SIDE],
] as const)("WEB-115 on a tablet %s chart, book and ticket are in view together", async (_name, viewport) => {
  const { context, page, problems } = await stage.visit({ kept: trader, viewport });
  for (const route of TERMINALS) {
    await open(page, stage.url, route);
    await page.locator(".candles canvas").first().waitFor();
    expect(await isInView(page.locator(".terminal-chart"), page), `${route}: chart`).toBe(true);
    expect(await isInView(page.locator(".terminal-book .book"), page), `${route}: book`).toBe(true);
    expect(await isInView(page.locator(".ticket input[name=quantity]").locator(".."), page), route).toBe(
      true,
    );
    // Margin has two more controls above its ticket.
    if (route !== LEVER) {
      const submits = page.locator(".terminal-ticket .btn:is(.buy, .sell)");
      for (const submit of await submits.all()) expect(await isInView(submit, page), route).toBe(true);
    }
    expect(await misfits(page), route).toEqual([]);
  }
  await open(page, stage.url, OPTION);
  const ticket = await page.locator(".option-side").boundingBox();
  const line = await page.locator(".option-chart").boundingBox();
  expect(ticket?.x).toBeGreaterThan((line?.x ?? 0) + (line?.width ?? 0));
  expect(problems).toEqual([]);
  await context.close();
});

/** Returns the totals up to a rank, as the page formats them. */
function sumUpTo(levels: readonly Level[], rank: number, side: "asks" | "bids") {
  const taken = levels.slice(0, rank + 1);
  const lots = taken.reduce((sum, level) => sum + level.lots, 0);
  const cost = taken.reduce((sum, level) => sum + level.ticks * level.lots, 0);
  const ticks = side === "asks" ? Math.ceil(cost / lots) : Math.floor(cost / lots);
  const written = (value: number, decimals: number) =>
    value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return [
    written(ticks / 10, 1),
    `${written(lots / 1000, 3)} BTC`,
    `${written(Math.floor(cost / 100) / 100, 2)} USDT`,
  ];
}

const tip = (page: Page): Locator => page.locator(".book-tip");

async function expectTip(page: Page, levels: readonly Level[], rank: number, side: "asks" | "bids") {
  for (const figure of sumUpTo(levels, rank, side))
    await tip(page).getByText(figure, { exact: true }).waitFor();
  const marked = `[...document.querySelectorAll(".${side} .br[data-rank]")]
    .filter((row) => getComputedStyle(row).backgroundColor !== "rgba(0, 0, 0, 0)")
    .map((row) => Number(row.dataset.rank)).sort((a, b) => a - b)`;
  expect(await page.evaluate(marked)).toEqual(Array.from({ length: rank + 1 }, (_, each) => each));
}

test("WEB-116 a row pointed at is described by average, sum and total of all rows up to it, which are marked", async () => {
  const { context, page, problems } = await stage.visit({ kept: fourth, viewport: DESKTOP });
  await open(page, stage.url, CONTRACT);
  await page.locator('.asks [data-rank="7"]').hover();
  await expectTip(page, asks, 7, "asks");
  await page.locator('.bids [data-rank="0"]').hover();
  await expectTip(page, bids, 0, "bids");
  await page.locator("header.pair-bar").hover();
  await tip(page).waitFor({ state: "detached" });

  // One row is in the tab order; arrow keys move on, and each row has an accessible description.
  expect(await page.locator('.book button.br[tabindex="0"]').count()).toBe(1);
  await page.getByLabel("Price grouping").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expectTip(page, bids, 2, "bids");
  const described = await page.evaluate(
    "document.getElementById(document.activeElement.getAttribute('aria-describedby')).innerText",
  );
  expect(described).toContain("Average price");
  await page.keyboard.press("Enter");
  const price = page.getByRole("textbox", { name: "Price (USDT)" });
  expect((await price.inputValue()).replaceAll(",", "")).toBe(priceText(bids[2]?.ticks ?? 0));
  await page.keyboard.press("Escape");
  await tip(page).waitFor({ state: "detached" });
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-116 a row gives its price to the ticket, its sum the amount too; a finger finds the same", async () => {
  const { context, page } = await stage.visit({ kept: fourth, viewport: TABLET });
  await open(page, stage.url, CONTRACT);
  const price = page.getByRole("textbox", { name: "Price (USDT)" });
  const amount = page.getByRole("textbox", { name: "Amount (BTC)", exact: true });
  const row = page.locator('.asks [data-rank="3"]');
  await row.locator("span").first().tap();
  await eventually(async () => (await price.inputValue()).replaceAll(",", "")).toBe(
    priceText(asks[3]?.ticks ?? 0),
  );
  expect(await amount.inputValue()).toBe("");
  await expectTip(page, asks, 3, "asks");
  await row.locator(".sum").tap();
  const lots = asks.slice(0, 4).reduce((sum, level) => sum + level.lots, 0);
  await eventually(() => amount.inputValue()).toBe(String(lots / 1000));
  await context.close();
});

test("WEB-116 the book shows one side in twice as many rows, also after a reload; the middle is there always", async () => {
  const { context, page } = await stage.visit({ kept: fourth, viewport: LAPTOP });
  await open(page, stage.url, CONTRACT);
  await eventually(() => page.locator(".asks .br.a").count()).toBeGreaterThanOrEqual(9);
  const both = await page.locator(".asks .br").count();
  await page.getByRole("radio", { name: "Asks only" }).click();
  await eventually(() => page.locator(".asks .br.a").count()).toBe(2 * both);
  expect(await page.locator(".bids").count()).toBe(0);
  await page.reload();
  await settled(page);
  await page.getByRole("radio", { name: "Asks only", checked: true }).waitFor();
  await eventually(() => page.locator(".asks .br").count()).toBe(2 * both);
  await page.getByRole("radio", { name: "Bids only" }).click();
  await page.locator(".bids").waitFor();
  expect(await page.locator(".asks").count()).toBe(0);
  expect(await page.locator(".mid-price").isVisible()).toBe(true);
  // Phones have the same choice in the native picker.
  await page.setViewportSize({ width: 390, height: 844 });
  const picker = page.getByRole("combobox", { name: "Order book" });
  expect(await picker.inputValue()).toBe("bids");
  await picker.selectOption("both");
  await page.locator(".asks").waitFor();
  await context.close();
});

test("WEB-117 the contract page has orders and trades as tabs below the chart, and the day's high and low above it", async () => {
  const wire = stage.wire();
  const account = await wire.register();
  await wire.fund("1000");
  await toWallet(wire, "contract", "1000");
  const bought = { symbol: "BTCUSDT", side: "buy", type: "market", quantity: "0.001" };
  await ok(wire, "/Contract/doOrder", bought);
  const kept = { ...(await keptSession(wire, account)), lang: "en" };
  const { context, page, problems } = await stage.visit({ kept, viewport: DESKTOP });
  await open(page, stage.url, CONTRACT);
  for (const label of ["24h high", "24h low"])
    expect(await page.locator(".contract-bar").getByText(label, { exact: true }).isVisible()).toBe(true);
  await page.getByRole("tab", { name: "Order history" }).click();
  await page.getByRole("table", { name: "Orders" }).getByText("Filled", { exact: true }).last().waitFor();
  await page.getByRole("tab", { name: "Trade history" }).click();
  await page.getByRole("table", { name: "Trades" }).getByText("Taker").waitFor();
  // A trade made meanwhile is added to the list.
  await ok(wire, "/Contract/doOrder", { ...bought, side: "sell" });
  await eventually(() => page.getByRole("table", { name: "Trades" }).locator("tbody tr").count()).toBe(2);
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByRole("link", { name: "Contract history" }).click();
  await page.waitForURL(/pages\/trans\/futures\?view=trades/);
  expect(problems).toEqual([]);
  await context.close();
});

const AREAS = {
  Me: [
    "my/profile",
    "my/saveCenter",
    "my/auther",
    "my/notifications",
    "my/apiKeys",
    "my/inviter",
    "my/pwdSet",
  ],
  Wallet: [
    "wallet/coinCharging",
    "wallet/withdrawCoin",
    "wallet/transfer",
    "wallet/convert",
    "wallet/record",
  ],
  Records: ["trans/futures", "trans/allTransaction", "trans/Frecord"],
} as const;

test.each([
  ["1,440", DESKTOP, 1392],
  ["1,024", { width: 1024, height: 768 }, 976],
] as const)(
  "WEB-118 at %s pixels pages have the same width, and the heading stays where it is within an area",
  async (_name, viewport, content) => {
    const { context, page, problems } = await stage.visit({ kept: third, viewport });
    for (const [area, pages] of Object.entries(AREAS)) {
      const places = new Set<number>();
      for (const each of pages) {
        await open(page, stage.url, `/pages/${each}`);
        const heading = await page.locator("main h1").boundingBox();
        places.add(Math.round(heading?.x ?? -1));
        const wide = await page.locator("main .wide").boundingBox();
        expect((wide?.width ?? 0) - 48, each).toBe(content);
        expect(await misfits(page), each).toEqual([]);
      }
      expect([...places], area).toHaveLength(1);
    }
    await open(page, stage.url, "/pages/wallet/transfer");
    const menu = page.getByRole("navigation", { name: "Wallet" });
    expect(await menu.isVisible()).toBe(viewport === DESKTOP);
    if (viewport === DESKTOP) {
      await menu.getByRole("link", { name: "Convert" }).click();
      await menu.locator("[aria-current=page]", { hasText: "Convert" }).waitFor();
    }
    expect(problems).toEqual([]);
    await context.close();
  },
);

/** Measures how far a table of orders overflows its panel, once a change of the window is drawn. */
const CUT = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const body = document.querySelector(".orders-body");
  resolve(body.scrollWidth - body.clientWidth);
})))`;

// From 1,440 pixels on, the book extends to the bottom, next to a narrower panel of orders.
const TABLE_WIDTHS = [
  ["1,024", [1024], () => trader],
  // A separate user: one user would exceed the read limit.
  ["1,280 and 1,440", [1280, 1440], () => holder],
] as const;

test.each(TABLE_WIDTHS)(
  "WEB-119 at %s pixels no figure of an order's or a position's table is cut, in any language",
  async (_name, widths, user) => {
    const [width] = widths;
    const { context, page, problems } = await stage.visit({ kept: user(), viewport: { width, height: 768 } });
    const found: string[] = [];
    const rows = page.locator(".orders-body tbody tr").first();
    const look = async (name: string) => {
      for (const each of widths) {
        if (widths.length > 1) await page.setViewportSize({ width: each, height: 768 });
        for (const lang of LANGUAGES) {
          await choose(page, { lang });
          await rows.waitFor();
          const cut = await page.evaluate<number>(CUT);
          if (cut !== 0) found.push(`${name} ${each} ${lang}: ${cut}`);
          for (const misfit of await misfits(page)) found.push(`${name} ${each} ${lang}: ${misfit}`);
        }
      }
      await choose(page, { lang: "en" });
    };
    await open(page, stage.url, SPOT);
    await page.getByRole("cell", { name: /Stop-limit/ }).waitFor();
    await look("spot");
    await open(page, stage.url, CONTRACT);
    // Positions, orders, conditional orders. The history would be read again in each language.
    for (const tab of [0, 1, 2]) {
      await page.locator(".orders-head [role=tab]").nth(tab).click();
      await rows.waitFor();
      // The default panel has room for two rows.
      if (tab === 0) expect((await rows.boundingBox())?.height).toBeLessThan(50);
      await look(`contract, tab ${tab}`);
    }
    expect([...found, ...problems]).toEqual([]);
    await context.close();
  },
);

const LOOKED_AT = [
  ["a tablet", TABLET, () => [fifth, second] as const],
  ["a laptop", LAPTOP, () => [third, fourth] as const],
] as const;

test.each(LOOKED_AT)(
  "WEB-119 on %s axe finds nothing serious on the terminals, and nothing is cut or scrolls sideways in any language",
  async (_name, viewport, users) => {
    const found: string[] = [];
    const [first, other] = users();
    for (const [routes, kept] of [
      [[SPOT, CONTRACT], first],
      [[LEVER, OPTION], other],
    ] as const) {
      const { context, page, problems } = await stage.visit({ kept, viewport });
      for (const route of routes) {
        await open(page, stage.url, route);
        await page.locator(".ticket, .option-ticket").first().waitFor();
        for (const finding of [
          ...(await violationsByDayAndNight(page)),
          ...(await misfitsInAllLanguages(page)),
        ])
          found.push(`${route}: ${finding}`);
      }
      expect(problems).toEqual([]);
      await context.close();
    }
    expect(found).toEqual([]);
  },
);
