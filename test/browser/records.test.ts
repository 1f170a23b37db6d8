import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { changeAnswer } from "./change-answer.ts";
import { ContractStage } from "./contract-stage.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, visit } from "./web-app.ts";

const BTC = { symbol: "BTCUSDT" } as const;
const MINUTE_MS = 60_000;
const FUTURES = "/pages/trans/futures";
const SETTLEMENTS = "/pages/trans/Frecord";
const ALL_TRADES = "/pages/trans/allTransaction";
const EVIDENCE = "/pages/trans/evidence";

let stage: ContractStage;
let isolated: WireClient;
let cross: WireClient;

const limit = (side: "buy" | "sell", price: string, quantity: string) =>
  ({ ...BTC, side, type: "limit", price, quantity }) as const;

/** Two users buy with leverage and pay funding; the price falls; both are liquidated. One also bought on spot. */
async function liquidate({ world }: ContractStage): Promise<void> {
  const { exchange } = world;
  isolated = await exchange.trader("isolated@example.org", { USDT: "3000" });
  cross = await world.trader("cross@example.org", "1800");
  const maker = await world.trader("maker@example.org", "9000");
  const spotMaker = await exchange.trader("spot@example.org", { BTC: "0.02" });
  accepted(await spotMaker.call("doOrder", { ...limit("sell", "60000", "0.01") }));
  accepted(await isolated.call("doOrder", { ...limit("buy", "60000", "0.01") }));
  const move = { asset: "USDT", amount: "2000", from: "coin", to: "contract", paymentPassword: "246810" };
  accepted(await isolated.call("transfer", move));
  await world.observe(60_000, MINUTE_MS);
  accepted(await cross.call("contractLeverage", { ...BTC, leverage: 25, marginMode: "cross" }));
  accepted(await maker.call("contractOrder", { ...limit("sell", "60000", "1.1"), leverage: 10 }));
  accepted(await isolated.call("contractOrder", { ...limit("buy", "60000", "0.5"), leverage: 20 }));
  accepted(await cross.call("contractOrder", limit("buy", "60000", "0.6")));
  accepted(await isolated.call("contractOrder", limit("buy", "55000", "0.001")));
  for (let minute = 0; minute < 5; minute++) await world.observe(60_000, MINUTE_MS);
  const { next } = accepted(await isolated.call("fundingRate", BTC));
  await world.observe(60_000, next.atMs - exchange.time.ms);
  await world.observe(60_000);
  accepted(await maker.call("contractOrder", limit("buy", "57200", "0.4")));
  accepted(await maker.call("contractOrder", limit("buy", "57100", "0.7")));
  for (const price of [59_000, 58_000, 57_300, 57_100, 57_050]) await world.observe(price);
}

ofWorker.beforeAll(async ({ browser }) => {
  stage = await ContractStage.begin(browser, DIST);
  await liquidate(stage);
  // Waits until the read models have caught up.
  await liquidationOf(cross);
});
afterAll(() => stage.end());

/** Opens a device with one of the two users logged in. */
const visitAs = async (client: WireClient, viewport = DESKTOP) =>
  visit(stage.browser, { viewport, kept: await stage.keptBy(client) });

/** Returns a user's newest liquidation. */
async function liquidationOf(client: WireClient): Promise<string> {
  const request = { view: "liquidations", minSeq: stage.world.exchange.engine.durableSeq };
  const [row] = accepted(await client.call("contractRecord", request)).list;
  if (row === undefined || !("liquidationId" in row)) throw new Error("nothing was liquidated");
  return row.liquidationId;
}

const rowsOf = (page: Page) => page.locator("main .tbl tbody tr");

test("RECD-01 the history of contracts has orders, fills, funding and liquidations, filtered by the address", async () => {
  const { context, page, problems } = await visitAs(isolated);
  await open(page, stage.url, FUTURES);
  const views = page.getByRole("radiogroup", { name: "Records" });
  await rowsOf(page).first().waitFor();
  // Its own order, the pending one at liquidation, and the order sent by the liquidation.
  const orders = await rowsOf(page).allInnerTexts();
  expect(orders.some((text) => text.includes("Canceled") && text.includes("liquidation"))).toBe(true);
  expect(orders.some((text) => text.includes("Filled") && text.includes("Reduce-only"))).toBe(true);
  await views.getByRole("radio", { name: "Trades" }).click();
  await page.waitForURL(/view=trades/);
  await page.getByRole("columnheader", { name: "Realized profit" }).waitFor();
  expect(await rowsOf(page).count()).toBeGreaterThan(1);
  await page.getByLabel("Side").selectOption("buy");
  await page.waitForURL(/side=buy/);
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByLabel("From").fill("2026-01-02");
  await page.getByText("Nothing matches the filter").waitFor();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(1);
  await views.getByRole("radio", { name: "Funding" }).click();
  await expect.poll(() => rowsOf(page).allInnerTexts()).toEqual([expect.stringContaining("−3.00 USDT")]);
  await views.getByRole("radio", { name: "Liquidations" }).click();
  await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(0);
  expect(problems).toEqual([]);
  await context.close();
});

test("RECD-03 all trades are those of every product, each with its market's name; settlements are fundings and liquidations", async () => {
  const { context, page, problems } = await visitAs(isolated);
  await open(page, stage.url, ALL_TRADES);
  await expect.poll(async () => (await rowsOf(page).allInnerTexts()).join("\n")).toContain("BTC/USDT");
  const all = await rowsOf(page).count();
  const times = await page.locator("main .tbl tbody td:first-child").allInnerTexts();
  expect(times.length).toBe(all);
  await page.getByRole("radio", { name: "Spot" }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(1);
  await page.getByRole("radio", { name: "Contracts", exact: true }).click();
  await expect.poll(() => rowsOf(page).count()).toBe(all - 1);
  await open(page, stage.url, SETTLEMENTS);
  await expect.poll(async () => (await rowsOf(page).allInnerTexts()).join("\n")).toContain("Order book");
  const kinds = (await rowsOf(page).allInnerTexts()).map((text) => text.includes("Funding"));
  // Newest first: funding happened before the liquidation.
  expect(kinds.at(-1)).toBe(true);
  expect(kinds[0]).toBe(false);
  expect(problems).toEqual([]);
  await context.close();
});

test("EVID-04 funding and liquidation lead to evidence that the browser computes again and finds right", async () => {
  const { context, page, problems } = await visitAs(isolated);
  await open(page, stage.url, `${FUTURES}?view=funding`);
  await page.getByRole("link", { name: "Check" }).first().click();
  await page.waitForURL(/evidence\?kind=funding/);
  await page.getByText(/^All \d+ steps agree/).waitFor();
  expect(await page.getByText("Differs", { exact: true }).count()).toBe(0);
  await open(page, stage.url, `${FUTURES}?view=liquidations`);
  await page.getByRole("link", { name: "Check" }).first().click();
  await page.waitForURL(/evidence\?kind=liquidation/);
  await page.getByText(/^All \d+ steps agree/).waitFor();
  await page.getByRole("heading", { name: "Step 1: Orders canceled" }).waitFor();
  expect(await page.getByText("Not in the evidence").count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test("EVID-04 of a cross position that several fills have closed every step agrees too", async () => {
  const { context, page } = await visitAs(cross);
  await open(page, stage.url, `${EVIDENCE}?kind=liquidation&id=${await liquidationOf(cross)}`);
  await page.getByText(/^All \d+ steps agree/).waitFor();
  expect(await page.getByText("Not in the evidence").count()).toBe(0);
  await context.close();
});

test("EVID-05 evidence with one changed figure fails visibly; another user's evidence is not shown", async () => {
  const { context, page } = await visitAs(isolated);
  const [row] = accepted(await isolated.call("contractFunding")).list;
  if (row === undefined) throw new Error("no funding was paid");
  const address = `${EVIDENCE}?kind=funding&id=${row.fundingId}`;
  await changeAnswer(page, "evidence", ({ inputs }) => {
    Object.assign(inputs, { markPrice: "66000.0" });
  });
  await open(page, stage.url, address);
  await page
    .getByRole("alert")
    .getByText(/steps do not agree/)
    .waitFor();
  expect(await page.getByText("Differs", { exact: true }).count()).toBeGreaterThan(0);
  await context.close();
  const other = await visitAs(cross);
  await open(other.page, stage.url, address);
  await other.page.getByRole("alert").getByText("No such evidence").waitFor();
  await other.context.close();
});

test("RECD-04 records and evidence fit a narrow phone in every language and are accessible", async () => {
  const { context, page, problems } = await visitAs(isolated, NARROW_PHONE);
  const [funding] = accepted(await isolated.call("contractFunding")).list;
  const liquidation = await liquidationOf(isolated);
  const report: string[] = [];
  for (const route of [
    FUTURES,
    SETTLEMENTS,
    `${EVIDENCE}?kind=funding&id=${funding?.fundingId}`,
    `${EVIDENCE}?kind=liquidation&id=${liquidation}`,
  ]) {
    await open(page, stage.url, route);
    for (const found of [...(await misfitsInAllLanguages(page)), ...(await violationsByDayAndNight(page))])
      report.push(`${route} ${found}`);
  }
  expect(report).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
