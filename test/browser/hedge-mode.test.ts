import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { ContractStage } from "./contract-stage.ts";
import { CLICK_THROTTLE_MS, ofWorker } from "./stage.ts";
import { open, visit } from "./web-app.ts";

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
  await world.observe(60_000);
  for (const [side, price] of [
    ["sell", "60010"],
    ["buy", "59990"],
  ] as const)
    accepted(await maker.call("contractOrder", { ...BTC, side, type: "limit", price, quantity: "0.5" }));
  await world.observe(60_000);
  ({ page, problems } = await visit(stage.browser, { kept: await stage.keptBy(trader) }));
});
afterAll(() => stage.end());

const button = (name: RegExp | string) => page.getByRole("button", { name });

/** Sends a market order with one of the ticket's two buttons, and confirms it. */
async function send(amount: string, name: RegExp): Promise<void> {
  await page.getByLabel("Order type", { exact: true }).selectOption("market");
  await page.getByRole("textbox", { name: "Amount (BTC)", exact: true }).fill(amount);
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await button(name).click();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByRole("dialog").getByRole("button", { name }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

test("WEB-143 in hedge mode the ticket opens and closes a long and a short position of one contract", async () => {
  await open(page, stage.url, CONTRACT);
  await button(/^Leverage:/).click();
  await page.getByRole("radio", { name: "Hedge mode" }).click();
  await page.getByText("Hedge mode is on").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("radio", { name: "Open", exact: true }).waitFor();
  await send("0.3", /^Buy \/ Long 0\.3/);
  await send("0.1", /^Sell \/ Short 0\.1/);
  const long = page.locator(".position-card", { hasText: "Long 20×" });
  const short = page.locator(".position-card", { hasText: "Short 20×" });
  await long.getByText("0.3").first().waitFor();
  await short.getByText("0.1").first().waitFor();
  const { list } = accepted(await trader.call("contractRecord", { view: "positions" }));
  for (const [card, side] of [
    [long, "long"],
    [short, "short"],
  ] as const) {
    const own = (list as { side: string; liquidationPrice: string }[]).find((each) => each.side === side);
    const price = Number(own?.liquidationPrice).toLocaleString("en", { minimumFractionDigits: 1 });
    expect(await card.innerText()).toContain(price);
  }

  // The mode stays while something is open.
  await button(/^Leverage:/).click();
  await page.getByText("The mode cannot change while a contract position or order is open.").waitFor();
  // 0.4 BTC at 60,000 have 1,200 at 20×, and need as much again at 10×: neither a gain nor a loss.
  await page.getByRole("slider", { name: "Leverage" }).fill("10");
  const needed = page.getByRole("dialog").getByText(/^1,20\d\.\d\d USDT$/);
  await needed.waitFor();
  expect(await needed.getAttribute("class")).toBe("n");
  await page.keyboard.press("Escape");

  // A sheet names the position it is about.
  for (const [card, side] of [
    [long, "Long"],
    [short, "Short"],
  ] as const) {
    for (const subject of ["TP/SL", "Close"]) {
      await card.getByRole("button", { name: subject }).click();
      await page.getByRole("dialog", { name: `${subject} · BTCUSDT · ${side}`, exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  }

  // The ticket closes a part of the long one; the card closes the short one.
  await page.getByText("Close", { exact: true }).first().click();
  await send("0.1", /^Close long 0\.1/);
  await long.getByText("0.2").first().waitFor();
  await short.getByRole("button", { name: "Close" }).click();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Close short/ })
    .click();
  await short.waitFor({ state: "detached" });
  const left = accepted(await trader.call("contractRecord", { view: "positions" }));
  expect(left.list).toMatchObject([{ side: "long", quantity: "0.200" }]);
  expect(problems).toEqual([]);
});

test.each([
  ["a phone", { width: 390, height: 844 }],
  ["a desktop", { width: 1440, height: 900 }],
])("WEB-143 order lists and trades name the position on %s", async (_, viewport) => {
  const limit = { ...BTC, type: "limit", quantity: "0.1" };
  const stop = { ...BTC, type: "stop-market", side: "sell", stopPrice: "59000", quantity: "0.1" };
  const [closing, opening, waiting] = await Promise.all([
    trader.call("contractOrder", { ...limit, side: "sell", price: "61000", reduceOnly: true }),
    trader.call("contractOrder", { ...limit, side: "sell", price: "61500" }),
    trader.call("contractOrder", { ...stop, reduceOnly: true, triggerBy: "mark" }),
  ]);
  const kept = await stage.keptBy(trader);
  const visitor = await visit(stage.browser, { kept, viewport });
  const { page: shown } = visitor;
  await open(shown, stage.url, CONTRACT);
  const see = async (tab: RegExp, ...texts: string[]) => {
    await shown.getByRole("tab", { name: tab }).click();
    const panel = shown.locator("#contract-panel");
    for (const text of texts) await panel.getByText(text).first().waitFor();
  };
  await see(/^Orders \(2\)/, "Close long", "Open short");
  await see(/^Conditional \(1\)/, "Close long");
  await see(/^Order history/, "Open long", "Open short", "Close short", "Close long");
  await see(/^Trade history/, "Open long", "Open short", "Close short", "Close long");
  for (const placed of [closing, opening, waiting])
    accepted(await trader.call("cancel", { orderId: accepted(placed).order.orderId }));
  expect(visitor.problems).toEqual([]);
  await visitor.context.close();
});
