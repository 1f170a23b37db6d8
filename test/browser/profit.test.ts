import { readFile } from "node:fs/promises";
import { trimZeros } from "@candor/money/decimal";
import { addDecimals, compareDecimals, cutDecimals, subtractDecimals } from "@candor/ui/decimal-math";
import type { CallReply } from "@candor/wire/calls";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { ContractStage } from "./contract-stage.ts";
import { tradeForDays } from "./profit-days.ts";
import { eventually, ofWorker } from "./stage.ts";
import { open, visit } from "./web-app.ts";

const PROFIT = "/pages/wallet/profit";
const CLOSED = "/pages/trans/futures?view=positions";

let stage: ContractStage;
let trader: WireClient;
let page: Page;
let problems: string[];
let days: CallReply<"profitDays">["days"];

ofWorker.beforeAll(async ({ browser }) => {
  stage = await ContractStage.begin(browser, DIST);
  trader = await tradeForDays(stage);
  const { durableSeq: minSeq } = stage.world.exchange.engine;
  ({ days } = accepted(await trader.call("profitDays", { minSeq })));
  ({ page, problems } = await visit(stage.browser, { kept: await stage.keptBy(trader) }));
});
afterAll(() => stage.end());

const sum = (values: readonly string[]): string => addDecimals("0", ...values);
/** What the equities and flows of these days leave once they are cut to cents: the profit that is shown (PNLW-09). */
function left(from: number, to = from): string {
  const cut = (value = "0"): string => cutDecimals(value, 2);
  const moved = days.slice(from, to + 1).flatMap(({ flow, transfer }) => [flow.total, transfer.total]);
  const before = addDecimals(cut(days[from - 1]?.equity.total), cut(sum(moved)));
  return subtractDecimals(cut(days[to]?.equity.total), before);
}

/** "+1,234.56" as the page shows it: cut to cents, never rounded up. */
function shown(value: string): string {
  const [, minus = "", whole = "", cents = ""] = /^(-?)(\d+)\.(\d\d)/.exec(value) ?? [];
  const amount = `${Number(whole).toLocaleString("en")}.${cents}`;
  return `${minus === "-" ? "−" : amount === "0.00" ? "" : "+"}${amount}`;
}

/** Every digit, with separators. */
function grouped(value: string): string {
  const [whole = "", fraction] = value.split(".");
  const digits = Number(whole).toLocaleString("en");
  return fraction === undefined ? digits : `${digits}.${fraction}`;
}
/** The same without zeros at the end, but two decimals. */
const exact = (value: string): string => {
  const [whole = "", fraction = ""] = trimZeros(value).split(".");
  return grouped(`${whole}.${fraction.padEnd(2, "0")}`);
};

/** Downloads a file of the open page's export sheet: its rows by column. */
async function exported(file: string): Promise<readonly Readonly<Record<string, string>>[]> {
  stage.world.exchange.time.ms += 600_000;
  await page.getByRole("button", { name: "Export CSV" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("File").selectOption({ label: file });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    sheet.getByRole("button", { name: "Export CSV" }).click(),
  ]);
  await sheet.waitFor({ state: "detached" });
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n").slice(0, -1);
  const [columns = [], ...rows] = lines.map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index] ?? "", cell])));
}

test("PNLW-01 home, wallet, curve, calendar, products and the CSV file show the same profit", async () => {
  const today = days.at(-1);
  const total = sum(days.map(({ profit }) => profit.total));
  expect(compareDecimals(total, "0")).toBe(1);
  for (const route of ["/pages/home/index", "/pages/wallet/index"]) {
    await open(page, stage.url, route);
    await page.getByRole("link", { name: `Today’s PnL ${shown(left(days.length - 1))} USDT` }).waitFor();
  }

  await open(page, stage.url, PROFIT);
  expect(await page.locator(".profit-headline").innerText()).toContain(`${shown(total)} USDT`);
  const bridge = await page.locator(".kv dd").allInnerTexts();
  expect(bridge).toEqual(["0.00", "+10,000.00", shown(total), shown(today?.equity.total ?? "").slice(1)]);
  await page.getByRole("radio", { name: "Contract" }).click();
  const contract = sum(days.map(({ profit }) => profit.contract));
  await page.locator(".profit-headline", { hasText: `${shown(contract)} USDT` }).waitFor();
  await page.getByText("Transfers between wallets").waitFor();

  const facts = await exported("PnL by day");
  const earned = facts.filter(({ fact }) => fact === "realized" || fact === "unrealized");
  expect(compareDecimals(sum(earned.map(({ value = "" }) => value)), total)).toBe(0);

  await page.getByRole("tab", { name: "Products" }).click();
  const bySource = (source: string) =>
    sum(
      days
        .flatMap(({ realized }) => realized.filter((row) => row.source === source))
        .map((row) => row.profit),
    );
  const table = page.getByRole("table", { name: "By product" });
  const rows = [
    ["Spot", bySource("spot")],
    ["Contracts", bySource("contract")],
    ["Price changes of what you hold", sum(days.map(({ unrealized }) => unrealized))],
    ["Total", total],
  ] as const;
  const figures: number[] = [];
  for (const [name, value] of rows) {
    const figure = await table.getByRole("row", { name }).getByRole("cell").innerText();
    figures.push(Number(figure.replaceAll(",", "").replace("−", "-")));
    expect(Math.abs((figures.at(-1) ?? 0) - Number(value)), name).toBeLessThan(0.02);
  }
  // PNLW-09
  const [spot = 0, contracts = 0, changes = 0, all] = figures;
  expect((spot + contracts + changes).toFixed(2)).toBe(all?.toFixed(2));

  await page.getByRole("tab", { name: "Calendar" }).click();
  for (const [index, { date, equity }] of days.entries()) {
    if (compareDecimals(equity.total, "0") === 0) continue;
    const earned = `${shown(left(index))} USDT`;
    const name = new Date(date).toLocaleDateString("en-US", { dateStyle: "full", timeZone: "UTC" });
    await page.getByRole("button", { name: `${name}: ${earned}` }).click();
    const sheet = page.getByRole("dialog", { name });
    await sheet.getByText(earned, { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
  }
  expect(problems).toEqual([]);
});

test("PNLW-02 a closed position shows how its result is calculated, as the CSV file does", async () => {
  const { list } = accepted(await trader.call("profitPositions"));
  expect(list).toHaveLength(2);
  await open(page, stage.url, CLOSED);
  const [last] = list;
  if (last === undefined) throw new Error("no position was closed");
  await page.getByRole("button", { name: "BTCUSDT" }).first().click();
  const sheet = page.getByRole("dialog", { name: "BTCUSDT" });
  const cost = subtractDecimals(last.realizedProfit, last.fee);
  expect(compareDecimals(addDecimals(cost, last.funding), last.netProfit)).toBe(0);
  await sheet.getByText(`${shown(last.realizedProfit)} USDT`).waitFor();
  await sheet.getByText(/^−43\.07 USDT$/).waitFor();
  await sheet.getByText("Short 10× · Isolated").waitFor();

  // The picture hides the amount until it is asked for.
  await sheet.getByRole("button", { name: "Share as picture" }).click();
  const sharing = page.getByRole("dialog", { name: "Share as picture" });
  const picture = sharing.getByRole("img");
  await picture.waitFor();
  expect(await picture.getAttribute("alt")).toBe(
    "Picture to share: BTCUSDT, Short 10×, Closed, ROE −14.13%, Entry 61,000.0, Exit 61,800.0",
  );
  await sharing.getByLabel("Show the amount").check();
  await eventually(() => picture.getAttribute("alt")).toContain("Net PnL −43.07 USDT");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    sharing.getByRole("button", { name: "Save picture" }).click(),
  ]);
  const png = await readFile(await download.path());
  // Width and height of the PNG header.
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1080, 1350]);
  await page.keyboard.press("Escape");

  await open(page, stage.url, PROFIT);
  const rows = await exported("Closed positions");
  expect(rows.map(({ netProfit }) => netProfit)).toEqual(list.map(({ netProfit }) => netProfit));
  expect((await exported("Trades")).length).toBe(7);
  expect((await exported("Orders")).length).toBe(7);
  expect(
    new Set((await exported("Fund records")).map((row) => Object.values(row).join())).size,
  ).toBeGreaterThan(7);
  const tax = await exported("Tax report (FIFO)");
  const total = sum(days.map(({ profit, unrealized }) => subtractDecimals(profit.total, unrealized)));
  expect(compareDecimals(sum(tax.map(({ gainUsdt = "" }) => gainUsdt)), total)).toBe(0);
  expect(problems).toEqual([]);
});

test("PNLW-03 a coin in the wallet shows its average cost and what it would earn at the index", async () => {
  const { holdings } = accepted(await trader.call("profitHoldings"));
  const coin = holdings.find(({ asset, wallet }) => asset === "BTC" && wallet === "coin");
  await open(page, stage.url, "/pages/wallet/index");
  await page.getByRole("tab", { name: "Spot" }).click();
  const unrealized = shown(coin?.unrealized ?? "");
  await page.getByRole("button", { name: `Unrealized PnL of BTC: ${unrealized}` }).click();
  const sheet = page.getByRole("dialog", { name: "BTC" });
  await sheet.getByText(`${shown(coin?.cost ?? "").slice(1)} USDT`).waitFor();
  await sheet.getByText("60,060.06 USDT").waitFor();
  await sheet.getByText(`${unrealized} USDT`).waitFor();
  await page.keyboard.press("Escape");

  // The price rises by 500 USDT: 0.0599 BTC earn 29.95 more.
  await stage.world.observe(64_000);
  const more = shown(addDecimals(coin?.unrealized ?? "", "29.95"));
  await page.getByRole("button", { name: `Unrealized PnL of BTC: ${more}` }).waitFor();
  expect(problems).toEqual([]);
});

test("PNLW-07 a month's statement shows the figures of the call, and prints without the app around it", async () => {
  const { durableSeq: minSeq } = stage.world.exchange.engine;
  const month = accepted(await trader.call("profitStatement", { minSeq }));
  await open(page, stage.url, PROFIT);
  // Both are found on the page itself, and in the sheet of all files.
  await page.getByRole("button", { name: "Tax report (FIFO)" }).click();
  const file = page.getByLabel("File");
  expect(await file.inputValue()).toBe("tax");
  await page.getByLabel("Year").waitFor();
  await file.selectOption({ label: "Monthly statement" });
  await page.getByRole("link", { name: "Open statement" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Monthly statement" }).click();
  const paper = page.getByRole("article", { name: "Monthly statement" });
  await paper.getByText("January 1 – 3, 2026").waitFor();
  await paper.getByText("Sandbox: all amounts are play money.").waitFor();
  const text = () => paper.evaluate((element) => element.textContent);
  await eventually(text).toContain(`${exact(month.equity.closing.total)} USDT`);
  const shownText = await text();
  const names = {
    main: "Main",
    coin: "Spot",
    contract: "Contract",
    option: "Timed options",
    lever: "Margin",
  };
  // No day has a price before the account's first one.
  const priceOf = (price: string) => (compareDecimals(price, "0") > 0 ? exact(price) : "–");
  expect(month.accounts.some(({ opening }) => priceOf(opening.price) === "–")).toBe(true);
  for (const { wallet, asset, opening, closing, entries } of month.accounts) {
    const group = paper
      .getByRole("table", { name: names[wallet], exact: true })
      .locator("tbody")
      .filter({ has: page.getByRole("rowheader", { name: asset, exact: true }) });
    const rows = await group.evaluate((element) => element.textContent);
    expect(rows).toContain(
      `Opening balance${grouped(opening.amount)}${priceOf(opening.price)}${exact(opening.value)}`,
    );
    expect(rows).toContain(
      `Closing balance${grouped(closing.amount)}${exact(closing.price)}${exact(closing.value)}`,
    );
    for (const { received, paid } of entries)
      for (const figure of [received, paid])
        if (compareDecimals(figure, "0") > 0) expect(rows).toContain(grouped(figure));
  }
  for (const { profit } of month.realized)
    expect(shownText).toContain(exact(cutDecimals(profit, 8)).replace("-", "−"));
  expect(month.closingPositions).toMatchObject([{ symbol: "BTCUSDT", side: "long", quantity: "0.020" }]);
  await paper.getByRole("table", { name: "Open positions at the end" }).waitFor();

  await page.evaluate("globalThis.print = () => document.body.setAttribute('data-printed', 'yes')");
  await page.getByRole("button", { name: "Print or save as PDF" }).click();
  await page.locator("body[data-printed]").waitFor();
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".nav, .strip, .statement-acts").filter({ visible: true }).count()).toBe(0);
  expect(await paper.locator("thead").first().isVisible()).toBe(true);
  // A page break keeps the rows of a coin with its name, and a grid would overlap the heading that follows.
  const styles = (selector: string, property: string) =>
    page.evaluate(
      `[...new Set([...document.querySelectorAll(".statement :is(${selector})")].map((each) => getComputedStyle(each).${property}))]`,
    );
  expect(await styles(".statement-part", "display")).toEqual(["block"]);
  expect(await styles("tbody, tr", "breakInside")).toEqual(["avoid"]);
  await page.emulateMedia({ media: "screen" });

  // On a phone, the name of a row has a line of its own: in a column's width, words would be cut.
  const size = page.viewportSize() ?? { width: 1280, height: 800 };
  await page.setViewportSize({ width: 360, height: 800 });
  const shares = await paper.evaluate((element) => {
    const width = element.querySelector("table")?.clientWidth ?? 0;
    return [...element.querySelectorAll("tbody th")].map((name) => name.clientWidth / width);
  });
  expect(shares.length).toBeGreaterThan(0);
  expect(Math.min(...shares)).toBe(1);
  await page.setViewportSize(size);

  // No month before the account is offered.
  const months = page.getByLabel("Month", { exact: true }).getByRole("option");
  expect(await months.allTextContents()).toEqual(["January 2026"]);
  expect(problems).toEqual([]);
});

test("PNLW-08 the terminals show closed positions, average costs and what each trade realized", async () => {
  const [last] = accepted(await trader.call("profitPositions")).list;
  await open(page, stage.url, "/pages/trans/contract?symbol=BTCUSDT");
  await page.getByRole("tab", { name: "Closed positions" }).click();
  await page
    .getByText(shown(last?.netProfit ?? ""))
    .first()
    .waitFor();
  await page.getByRole("link", { name: "Contract history" }).click();
  await page.waitForURL(/futures\?view=positions/);

  const { holdings } = accepted(await trader.call("profitHoldings"));
  const coin = holdings.find(({ asset, wallet }) => asset === "BTC" && wallet === "coin");
  await open(page, stage.url, "/pages/trans/index?symbol=BTCUSDT");
  await page.getByRole("tab", { name: "Holdings" }).click();
  await page.getByText("Average cost 60,060.06").waitFor();
  await page
    .getByRole("button", { name: `Unrealized PnL of BTC: ${shown(coin?.unrealized ?? "")}` })
    .waitFor();

  const { list } = accepted(await trader.call("record", { product: "spot", view: "trades" }));
  const sale = (list as unknown as { side: string; realizedProfit: string }[]).find(
    ({ side }) => side === "sell",
  );
  await page.getByRole("tab", { name: "Trade history" }).click();
  await page.getByText("Realized profit").first().waitFor();
  await page.getByText(shown(sale?.realizedProfit ?? ""), { exact: true }).waitFor();
  await open(page, stage.url, "/pages/trans/allTransaction?product=spot");
  await page.getByText(shown(sale?.realizedProfit ?? ""), { exact: true }).waitFor();
  expect(problems).toEqual([]);
});

test("PNLW-04 the display currency converts totals and profit, and says at which rate; a ticket keeps its coin", async () => {
  await open(page, stage.url, "/pages/my/index");
  await page.getByLabel("Display currency").selectOption("BTC");
  await page.getByText(/^≈ 0\.\d{6} BTC$/).waitFor();
  await open(page, stage.url, "/pages/home/index");
  await page.getByText(/^≈ at the index price: 1 BTC = 64,000\.00 USDT, \d\d:\d\d$/).waitFor();
  await open(page, stage.url, PROFIT);
  expect(await page.locator(".profit-headline").innerText()).toMatch(/^≈ \+0\.\d{6} BTC/);
  await open(page, stage.url, "/pages/trans/contract?symbol=BTCUSDT");
  await page.getByText("Unrealized PnL (USDT)").waitFor();
  const saved = async () =>
    accepted(await trader.call("accountDocuments", { names: ["display-currency"] })).list;
  await eventually(saved).toMatchObject([{ value: "BTC" }]);
  // Another device of the account shows the same.
  const other = await visit(stage.browser, { kept: await stage.keptBy(trader) });
  await open(other.page, stage.url, "/pages/wallet/index");
  await other.page
    .getByText(/^≈ 0\.\d{6} BTC$/)
    .first()
    .waitFor();
  await other.context.close();
  await open(page, stage.url, "/pages/my/index");
  await page.getByLabel("Display currency").selectOption("EUR");
  await page.getByText(/^≈ \d,\d{3}\.\d\d EUR$/).waitFor();
  await open(page, stage.url, "/pages/home/index");
  await page.getByText(/^≈ at a made-up sandbox rate: 1 USDT = 0\.\d+ EUR, Jan 1, 2026/).waitFor();
  await open(page, stage.url, "/pages/my/index");
  await page.getByLabel("Display currency").selectOption("USDT");
  await page.getByText(/^10,\d{3}\.\d\d USDT$/).waitFor();
  expect(problems).toEqual([]);
});

test("PNLW-05 hidden balances hide every amount of profit and loss", async () => {
  await open(page, stage.url, "/pages/wallet/index");
  await page.getByRole("button", { name: "Hide balances" }).click();
  for (const view of ["overview", "calendar", "products"]) {
    await open(page, stage.url, `${PROFIT}?view=${view}`);
    const text = await page.locator("main").innerText();
    expect(text, view).not.toMatch(/[+−]\d|\d\.\d\d/);
  }
  await open(page, stage.url, "/pages/wallet/statement");
  await page.getByText("Closing balance").first().waitFor();
  expect(await page.locator("main").innerText()).not.toMatch(/[+−]\d|\d\.\d\d/);
  await open(page, stage.url, "/pages/wallet/index");
  await page.getByRole("button", { name: "Show balances" }).click();
  expect(problems).toEqual([]);
});
