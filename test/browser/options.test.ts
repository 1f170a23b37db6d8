import type { Units } from "@candor/money/brand";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { TERMS } from "../support/scenario/option-world.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { ContractStage } from "./contract-stage.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { CLICK_THROTTLE_MS, eventually, ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, PHONE, settled, visit } from "./web-app.ts";

/**
 * A timed options buyer's story, in order. The exchange runs in this process, so that a minute passes at once; the test
 * controls its only price source, and the page's clock is the exchange's.
 */
const SCREEN = "/pages/trans/secondContract?symbol=BTCUSDT";
const PRICE = 60_000;
const HOUR_MS = 3_600_000;

let stage: ContractStage;
let trader: WireClient;
let page: Page;
let problems: string[];

ofWorker.beforeAll(async ({ browser }) => {
  stage = await ContractStage.begin(browser, DIST, "endless");
  const { engine } = stage.world.exchange;
  const totalUnits = 1_000_000_000 as Units;
  await engine.execute({ kind: "endow-pool", pool: "option-pool", assetId: 0, totalUnits });
  await engine.execute({ kind: "set-option-terms", terms: TERMS });
  trader = await stage.world.exchange.trader("trader@example.org", { USDT: "300" });
  const move = { asset: "USDT", amount: "200", from: "coin", to: "option", paymentPassword: "246810" };
  accepted(await trader.call("transfer", move));
  await stage.world.observe(PRICE);
  ({ page, problems } = await visit(stage.browser, { kept: await stage.keptBy(trader) }));
  await setClock(page);
  await open(page, stage.url, SCREEN);
});
afterAll(() => stage.end());

const setClock = (on: Page): Promise<void> => on.clock.setFixedTime(stage.world.exchange.time.ms);

/** Advances time, then sets the Bitcoin price. */
async function tick(price: number, afterMs: number): Promise<void> {
  await stage.world.observe(price, afterMs);
  await setClock(page);
}

async function press(name: RegExp | string): Promise<void> {
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByRole("button", { name }).click();
}

async function confirm(name: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name });
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await dialog.getByRole("button", { name }).click();
  await dialog.waitFor({ state: "detached" });
}

/** WEB-42: a device whose clock is an hour late counts down to the same time. */
async function sameOnWrongClock(): Promise<void> {
  const late = await visit(stage.browser, { kept: await stage.keptBy(trader) });
  await late.page.clock.setFixedTime(stage.world.exchange.time.ms - HOUR_MS);
  await open(late.page, stage.url, SCREEN);
  await eventually(() => late.page.locator(".option-ring").first().innerText()).toBe("0:30");
  expect(late.problems).toEqual([]);
  await late.context.close();
}

const text = (inside: string): Promise<string> => page.locator(inside).first().innerText();

/** Checks that buttons are fully visible before scrolling, not covered by the tab bar and its round button. */
async function shownWhole(name: RegExp): Promise<void> {
  await page.evaluate("window.scrollTo(0, 0)");
  const buttons = await page.getByRole("button", { name }).all();
  expect(buttons.length).toBeGreaterThan(0);
  for (const button of buttons) {
    const { x, y, width, height } = (await button.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    for (const [atX, atY] of [
      [x + width / 2, y + 2],
      [x + width / 2, y + height - 2],
      [x + 12, y + height / 2],
      [x + width - 12, y + height / 2],
    ]) {
      const there = `document.elementFromPoint(${atX}, ${atY})?.closest("button")?.innerText`;
      expect(await page.evaluate(there)).toBe(await button.innerText());
    }
  }
}

test("WEB-08 before the last tap the ticket shows what a timed option may bring and cost, and the house's edge", async () => {
  const rates = await page.getByRole("radio").allInnerTexts();
  expect(rates.map((rate) => rate.replace(/\s+/g, " "))).toEqual(["60 s 85%", "120 s 88%"]);
  const stake = page.getByRole("textbox", { name: "Stake (USDT)" });
  await stake.fill("50");
  const honest = (await text(".option-honest")).replace(/\s+/g, " ");
  expect(honest).toBe("If right +42.50 If wrong −50.00 House edge 7.5%");
  await page.getByText("The full payout of 92.50 USDT is locked in escrow").waitFor();
  await page.getByRole("radio", { name: /^120 s/ }).click();
  expect(await text(".option-honest")).toContain("+44.00");
  await page.getByRole("radio", { name: /^60 s/ }).click();
  expect(await text(".option-how")).toContain("1,000.00 USDT");
  // An invalid stake is reported before sending.
  await stake.fill("4.99");
  await page.getByText("At least 5 USDT").waitFor();
  expect(await page.getByRole("button", { name: /^Up/ }).isDisabled()).toBe(true);
  await stake.fill("200.01");
  await page.getByText("The option wallet does not have this stake.").waitFor();
  await stake.fill("50");
});

test("WEB-08 a 60 s timed option is bought, runs from its strike, and settles by its ticks", async () => {
  await shownWhole(/^(Up|Down) · /);
  await press("Up · 50.00");
  // Nothing is bought before the question is answered, which repeats what the option may bring and cost.
  const asked = page.getByRole("dialog", { name: "Up · 50.00" });
  const terms = (await asked.locator("dl").innerText()).replaceAll(/\s+/g, " ");
  expect(terms).toBe(
    "Market BTC/USDT Duration 60 s Stake 50.00 USDT If right +42.50 USDT If wrong −50.00 USDT House edge 7.5%",
  );
  // An accidental second tap buys nothing for two seconds, and the list shows the running contract.
  await Promise.all([
    page.getByRole("button", { name: "Bought" }).waitFor(),
    page.getByRole("button", { name: /^Down/, disabled: true }).waitFor(),
    confirm("Up · 50.00"),
  ]);
  expect(await page.getByRole("tab", { name: "Open (1)" }).getAttribute("aria-selected")).toBe("true");
  await page.getByRole("button", { name: /^Up · / }).waitFor();
  await shownWhole(/^(Up|Down) · /);
  const run = page.locator(".option-run");
  await run.getByText("Waiting for the strike").waitFor();
  await eventually(() => text(".option-ring")).toBe("1:00");
  await tick(60_000.5, 400);
  await run.getByText("60,000.5").waitFor();
  await tick(60_010.5, 20_000);
  await run.getByText("Ahead by 10.0").waitFor();
  await tick(59_990.5, 10_000);
  await run.getByText("Short by 10.0").waitFor();
  await eventually(() => text(".option-ring")).toBe("0:30");
  await sameOnWrongClock();
  for (const price of [60_020, 60_030, 60_040]) await tick(price, price === 60_020 ? 27_000 : 900);
  await tick(60_050, 1_000);
  await page.getByText("Right: 92.50 USDT paid out").waitFor();
  await run.waitFor({ state: "detached" });
  await page.getByText("242.50 USDT").first().waitFor();
  await eventually(() => text(".option-records")).toMatch(/60,030\.0[^]*\+42\.50/);
});

test("OPT-31 an open timed option is listed with its terms and the current index, a settled one with both times and prices", async () => {
  await press("Down · 50.00");
  await page.getByRole("checkbox", { name: "Do not ask again" }).check();
  await confirm("Down · 50.00");
  await tick(60_050, 400);
  await page.getByRole("tab", { name: "Open (1)" }).click();
  const shown = async () => (await text(".option-records .order-card")).replaceAll(/\s+/g, " ");
  const clock = "[0-9]{2}:[0-9]{2}:[0-9]{2}";
  const times = new RegExp(`Index 60,061\\.0 Bought ${clock} Ends ${clock}`);
  await tick(60_061, 1_000);
  await eventually(shown).toMatch(times);
  expect(await shown()).toMatch(/^BTC\/USDT Down 60 s .*Stake 50\.00 Strike 60,050\.0 If right \+42\.5/);
  await page.getByRole("tab", { name: "Settled" }).click();
  await eventually(shown).toMatch(
    /^BTC\/USDT Up 60 s .*Settled at 60,030\.0 Strike 60,000\.5 Result \+42\.50 Won/,
  );
  const [, bought = "", ends = ""] =
    new RegExp(`Bought (${clock}) Ends (${clock})`).exec(await shown()) ?? [];
  const seconds = (time: string) => time.split(":").reduce((sum, part) => sum * 60 + Number(part), 0);
  expect((seconds(ends) - seconds(bought) + 86_400) % 86_400).toBe(60);
  await page.setViewportSize(DESKTOP);
  await page.getByRole("tab", { name: "Open (1)" }).click();
  const heads = () => page.locator(".option-records th").allInnerTexts();
  await eventually(heads).toEqual(
    expect.arrayContaining(["Date", "Market", "Direction", "Ends", "Stake", "Strike", "Index", "If right"]),
  );
  await page.getByRole("tab", { name: "Settled" }).click();
  await page.setViewportSize(PHONE);
});

test("WEB-08 the browser computes the settlement again from the ticks of all sources, and agrees", async () => {
  await open(page, stage.url, SCREEN);
  await page.locator(".option-records").getByRole("link", { name: "Check" }).first().click();
  await page.getByText(/^All 9 steps agree$/).waitFor();
  const proof = await text("main");
  for (const words of ["60,030", "60,000.5", "92.50", "Above the strike: up wins"])
    expect(proof).toContain(words);
  await page.getByText("Show the 3 ticks that decided").click();
  await page
    .getByText(/^binance/)
    .locator("visible=true")
    .first()
    .waitFor();
  expect(await violationsByDayAndNight(page)).toEqual([]);
});

test("WEB-08 without the question one tap buys, until the user turns the question on again", async () => {
  await open(page, stage.url, SCREEN);
  await page.getByRole("textbox", { name: "Stake (USDT)" }).fill("5");
  await Promise.all([page.getByRole("button", { name: "Bought" }).waitFor(), press("Up · 5.00")]);
  expect(await page.getByRole("dialog").count()).toBe(0);
  await open(page, stage.url, "/pages/my/index");
  const question = page.getByRole("switch", { name: "Confirm timed options" });
  expect(await question.getAttribute("aria-checked")).toBe("false");
  await question.click();
  await open(page, stage.url, SCREEN);
  await page.getByRole("textbox", { name: "Stake (USDT)" }).fill("5");
  await press("Up · 5.00");
  await page.getByRole("dialog", { name: "Up · 5.00" }).waitFor();
  await page.keyboard.press("Escape");
});

test("WEB-08 it is listed among the settlements and among all trades", async () => {
  await open(page, stage.url, "/pages/trans/Frecord?kind=option");
  await eventually(() => text("main")).toMatch(/BTC\/USDT[^]*Up[^]*\+42\.50/);
  await open(page, stage.url, "/pages/trans/allTransaction");
  await eventually(() => text("main")).toMatch(/BTC\/USDT[^]*\+42\.50[^]*Won/);
  expect(problems).toEqual([]);
});

test("WEB-42 on a device whose clock is an hour late another code can be asked for after a minute, not after an hour", async () => {
  const late = await visit(stage.browser);
  await late.page.clock.setFixedTime(stage.world.exchange.time.ms - HOUR_MS);
  await open(late.page, stage.url, "/pages/login/reg");
  await late.page.getByLabel("E-mail", { exact: true }).fill("late@example.org");
  await late.page.getByRole("button", { name: "Send code" }).click();
  await late.page.getByRole("button", { name: "Resend in 60 s" }).waitFor();
  // As copied from a mail, with leading and inner spaces.
  const field = late.page.locator("input[autocomplete=one-time-code]");
  await field.fill(" 123 456");
  expect(await field.inputValue()).toBe("123456");
  expect(late.problems).toEqual([]);
  await late.context.close();
});

test("WEB-67 several open options are listed next to each other on a phone: the ticket below them does not move", async () => {
  await stage.world.observe(PRICE);
  for (const durationSeconds of [120, 60])
    accepted(
      await trader.call("doOrder", {
        product: "option",
        symbol: "BTCUSDT",
        direction: "up",
        amount: "20",
        durationSeconds,
      }),
    );
  await stage.world.observe(PRICE);
  const device = await visit(stage.browser, { viewport: NARROW_PHONE, kept: await stage.keptBy(trader) });
  await setClock(device.page);
  await open(device.page, stage.url, SCREEN);
  await device.page.locator(".option-run").nth(1).waitFor();
  const boxes = await Promise.all(
    (await device.page.locator(".option-run").all()).map((run) => run.boundingBox()),
  );
  expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
  // Sorted by end time, earliest first.
  expect(await device.page.locator(".option-run").first().innerText()).toContain("60 s");
  expect(device.problems).toEqual([]);
  await device.context.close();
});

test("WEB-67 the screen of timed options fits in all languages, by day and night, on phone and desktop", async () => {
  await stage.world.observe(PRICE);
  accepted(
    await trader.call("doOrder", {
      product: "option",
      symbol: "BTCUSDT",
      direction: "down",
      amount: "20",
      durationSeconds: 120,
    }),
  );
  await stage.world.observe(PRICE);
  for (const viewport of [NARROW_PHONE, DESKTOP]) {
    const kept = await stage.keptBy(trader);
    const device = await visit(stage.browser, { viewport, kept });
    await setClock(device.page);
    await open(device.page, stage.url, SCREEN);
    await device.page.locator(".option-run").first().waitFor();
    await settled(device.page);
    expect(await violationsByDayAndNight(device.page)).toEqual([]);
    if (viewport === NARROW_PHONE) expect(await misfitsInAllLanguages(device.page)).toEqual([]);
    expect(device.problems).toEqual([]);
    await device.context.close();
  }
});
