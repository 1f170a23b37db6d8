import type { Units } from "@candor/money/brand";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { ContractStage } from "./contract-stage.ts";
import { CLICK_THROTTLE_MS, ofWorker } from "./stage.ts";
import { open, told, visit } from "./web-app.ts";

const CONTRACT = "/pages/trans/contract?symbol=BTCUSDT";
const BTC = { symbol: "BTCUSDT" } as const;
/** Longer than a price source may stay silent. */
const SILENCE_MS = 20_000;

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
  await quote();
  await world.observe(60_000);
  ({ page, problems } = await visit(stage.browser, { kept: await stage.keptBy(trader) }));
});
afterAll(() => stage.end());

async function quote(): Promise<void> {
  for (const [side, price] of [
    ["sell", "60010"],
    ["buy", "59990"],
  ] as const)
    accepted(await maker.call("contractOrder", { ...BTC, side, type: "limit", price, quantity: "0.5" }));
}

const button = (name: RegExp | string) => page.getByRole("button", { name });

test("WEB-66 a cross position shares the wallet: its risk and liquidation price are the exchange's", async () => {
  await open(page, stage.url, CONTRACT);
  await button(/^Leverage:/).click();
  await page.getByRole("radio", { name: "Cross" }).click();
  await button("Set leverage to 20×").click();
  await page.getByText("BTCUSDT: leverage 20×").waitFor();
  await page.getByLabel("Order type", { exact: true }).selectOption("market");
  await page.getByRole("textbox", { name: "Amount (BTC)", exact: true }).fill("0.3");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await button(/^Buy \/ Long 0\.3/).click();
  await page.getByRole("dialog").getByText("Cross 20×").waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByRole("dialog").getByRole("button", { name: "Buy / Long 0.3 BTC" }).click();
  const card = page.locator(".position-card");
  await card.getByText("Cross").waitFor();
  // A cross position has no margin of its own to move.
  expect(await card.getByRole("button", { name: "Margin" }).count()).toBe(0);
  await stage.world.observe(59_500);
  const { list } = accepted(await trader.call("contractRecord", { view: "positions" }));
  const [told] = list as readonly {
    readonly markPrice: string;
    readonly liquidationPrice: string;
    readonly riskRate: string;
  }[];
  // Mark prices reach the screen once a second.
  const shown = Number(told?.markPrice).toLocaleString("en", { minimumFractionDigits: 1 });
  await card.getByText(shown, { exact: true }).waitFor();
  const figures = await card.innerText();
  expect(figures.replaceAll(",", "")).toContain(told?.liquidationPrice);
  expect(figures).toContain(`${(Math.floor(Number(told?.riskRate) * 10_000) / 100).toFixed(2)}%`);
});

test("WEB-66 at 80 % the position warns before its liquidation, until the price is back", async () => {
  const card = page.locator(".position-card");
  const words = card.getByText("Add money or reduce positions");
  expect(await words.count()).toBe(0);
  // Without quotes and samples from the last 30 seconds, the mark price is the index.
  accepted(await maker.call("cancelAll", { product: "contract" }));
  await stage.world.observe(53_620, 31_000);
  await words.waitFor();
  await card.getByText(/^8\d\.\d\d%$/).waitFor();
  await stage.world.observe(59_500);
  await words.waitFor({ state: "detached" });
  await quote();
});

test("WEB-66 a small cross short with much money behind it shows the far price at which it is liquidated", async () => {
  const rich = await stage.world.trader("rich@example.org", "2000");
  const { id } = accepted(await rich.call("profile"));
  const { engine } = stage.world.exchange;
  // Nearly the maximum supply of a coin.
  const amountUnits = 4_400_000_000_000_000 as Units;
  await engine.execute({
    kind: "deposit",
    userId: Number(id),
    assetId: 0,
    amountUnits,
    origin: "faucet",
    key: "",
  });
  const transfer = { asset: "USDT", from: "main", to: "contract", paymentPassword: "246810" } as const;
  accepted(await rich.call("transfer", { ...transfer, amount: "4400000000" }));
  await stage.world.observe(59_500);
  accepted(await rich.call("contractLeverage", { ...BTC, leverage: 20, marginMode: "cross" }));
  accepted(await rich.call("contractOrder", { ...BTC, side: "sell", type: "market", quantity: "0.1" }));
  const { list } = accepted(await rich.call("contractRecord", { view: "positions" }));
  const [told] = list as readonly { readonly liquidationPrice: string }[];
  expect(Number(told?.liquidationPrice)).toBeGreaterThan(4e10);
  const device = await visit(stage.browser, { kept: await stage.keptBy(rich) });
  await open(device.page, stage.url, CONTRACT);
  const card = device.page.locator(".position-card");
  await card.waitFor();
  expect((await card.innerText()).replaceAll(",", "")).toContain(told?.liquidationPrice);
  await device.page.getByText("4,400,0").first().waitFor();
  expect(device.problems).toEqual([]);
  await device.context.close();
});

test("WEB-66 without a fresh index the screen says that orders can only be canceled, until the index is back", async () => {
  const { engine, time } = stage.world.exchange;
  await button(/^Buy \/ Long/).waitFor();
  time.ms += SILENCE_MS;
  await engine.execute({ kind: "advance-time" });
  await page.getByText(/^The index has no fresh price/).waitFor();
  expect(await button(/^Buy \/ Long/).isDisabled()).toBe(true);
  for (const price of [59_500, 59_510, 59_500]) await stage.world.observe(price);
  await page.getByText(/^The index has no fresh price/).waitFor({ state: "detached" });
  expect(await button(/^Buy \/ Long/).isDisabled()).toBe(false);
});

test("WEB-66 a frozen contract account shows that positions can be closed but not opened", async () => {
  const { id } = accepted(await trader.call("profile"));
  const freeze = { kind: "freeze-account", userId: Number(id), wallet: "contract", isFrozen: true } as const;
  await stage.world.exchange.engine.execute(freeze);
  await page.reload();
  await page.getByText(/^Your contract account is frozen/).waitFor();
  expect(await button(/^Buy \/ Long/).isDisabled()).toBe(true);
  await page.getByLabel("Reduce-only").check();
  expect(await button(/^Sell \/ Short|^Close long/).isDisabled()).toBe(false);
  await button("Close all").click();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByRole("dialog").getByRole("button", { name: "Close all" }).click();
  await told(page, "All positions closed");
  await page.getByRole("tab", { name: "Positions (0)" }).waitFor();
  expect(problems).toEqual([]);
});
