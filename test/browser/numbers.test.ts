import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { LANGUAGE_TAGS, type Language } from "@candor/domain/enumerations";
import { groupDigits, numberMarks } from "@candor/text/decimal-text";
import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PAYMENT_PASSWORD, type WireClient } from "../support/wire-client.ts";
import { changeAnswer } from "./change-answer.ts";
import { deal } from "./deal.ts";
import { keptSession } from "./kept-session.ts";
import { eventually, useQuietStage } from "./stage.ts";
import { choose, DESKTOP, open } from "./web-app.ts";

/** All number fields, in languages with different formats. */
const stage = useQuietStage();
const WEB = path.resolve(import.meta.dirname, "../../apps/web/src");
const NUMERIC = "input[inputmode=decimal]:enabled";
/** Zero in Latin, Arabic, Persian, Devanagari and full-width digits. */
const SCRIPTS = ["0", "\u0660", "\u06f0", "\u0966", "\uff10"];

let kept: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  const wire = stage.wire();
  const account = await wire.register();
  await wire.fund("5000");
  const back = { asset: "USDT", from: "coin", to: "main", amount: "1000" };
  await wire.expectOk(wire.post("/Wallet/transfer", { ...back, paymentPassword: PAYMENT_PASSWORD }));
  await openPositionAndDebt(wire);
  kept = { ...(await keptSession(wire, account)), lang: "en" };
  await wire.expectOk(
    wire.post("/Entrus/doOrder", {
      product: "spot",
      symbol: "BTCUSDT",
      side: "buy",
      type: "limit",
      price: "60500",
      quantity: "0.0004",
    }),
  );
});

/** Buys a contract, and bitcoin with borrowed money, from other users. */
async function openPositionAndDebt(wire: WireClient): Promise<void> {
  const symbol = "BTCUSDT";
  const seller = stage.wire();
  await seller.register();
  await seller.credited(
    await seller.expectOk(seller.post("/Sandbox/faucet", { asset: "BTC", amount: "0.05" })),
  );
  await seller.setPaymentPassword();
  const coins = { asset: "BTC", from: "main", to: "coin", amount: "0.05", paymentPassword: PAYMENT_PASSWORD };
  await seller.expectOk(seller.post("/Wallet/transfer", coins));
  await wire.expectOk(wire.post("/Lever/transfer", { symbol, asset: "USDT", direction: "in", amount: "60" }));
  await deal(seller, wire, { product: "margin", symbol, quantity: "0.002" });
  const short = stage.wire();
  await short.register();
  await short.fund("1000");
  for (const client of [wire, short]) {
    const margin = { asset: "USDT", from: "coin", to: "contract", amount: "800" };
    await client.expectOk(client.post("/Wallet/transfer", { ...margin, paymentPassword: PAYMENT_PASSWORD }));
  }
  await wire.expectOk(wire.post("/Contract/leverage", { symbol, marginMode: "isolated" }));
  await deal(short, wire, { product: "contract", symbol, quantity: "0.01" });
}

/** Shows the fields on an open page; @returns their number */
interface FieldGroup {
  readonly name: string;
  /** Without a route the group is on the previous page. */
  readonly route?: string;
  readonly show?: (page: Page) => Promise<void>;
  readonly fields: number;
  readonly language: Language;
}

const ticketType =
  (index: number, hasProtection = false) =>
  async (page: Page): Promise<void> => {
    await page.locator(".ticket-types [role=tab]").nth(index).click();
    if (hasProtection) await page.locator(".ticket-checks input").first().check();
  };
/** Opens a sheet, whose code may be loaded on the click. */
const pressForSheet =
  (selector: string, index = 0) =>
  async (page: Page): Promise<void> => {
    await page.locator(selector).nth(index).click();
    await page.locator("dialog[open]").waitFor();
  };
/** Buttons of a position on desktops: margin and protection next to their figures. */
const POSITION_EDITS = ".position-edit button";
/** Buttons of a margin account: transfer, repay. */
const LEVER_BUTTONS = ".lever-card .g2 button";

const TRADE = "/pages/trans/index?symbol=BTCUSDT";
const CONTRACT = "/pages/trans/contract?symbol=BTCUSDT";
const GROUPS: readonly FieldGroup[] = [
  { name: "limit order", route: TRADE, fields: 3, language: "en" },
  { name: "market order", show: ticketType(1), fields: 1, language: "de" },
  { name: "OCO order", show: ticketType(4), fields: 5, language: "fr" },
  { name: "trailing stop", show: ticketType(5), fields: 3, language: "zh" },
  { name: "smaller order", show: pressForSheet(".orders-body tbody tr button"), fields: 1, language: "hu" },
  {
    name: "contract order with protection",
    route: CONTRACT,
    show: ticketType(2, true),
    fields: 5,
    language: "pl",
  },
  { name: "protection", show: pressForSheet(POSITION_EDITS, 1), fields: 2, language: "ro" },
  { name: "margin of a position", show: pressForSheet(POSITION_EDITS, 0), fields: 1, language: "tr" },
  {
    name: "part of a position",
    show: pressForSheet(".position-buttons button", 1),
    fields: 1,
    language: "br",
  },
  {
    name: "money for a ticket",
    show: pressForSheet("form.ticket .ticket-available"),
    fields: 1,
    language: "hu",
  },
  { name: "margin order", route: "/pages/trans/lever?symbol=BTCUSDT", fields: 3, language: "el" },
  { name: "money for margin", show: pressForSheet(LEVER_BUTTONS, 0), fields: 1, language: "zh" },
  { name: "repayment", show: pressForSheet(LEVER_BUTTONS, 1), fields: 1, language: "fr" },
  {
    name: "timed option",
    route: "/pages/trans/secondContract?symbol=BTCUSDT",
    fields: 1,
    language: "tr",
  },
  { name: "transfer", route: "/pages/wallet/transfer", fields: 1, language: "br" },
  { name: "withdrawal", route: "/pages/wallet/withdrawCoin", fields: 1, language: "ro" },
  { name: "conversion", route: "/pages/wallet/convert", fields: 1, language: "esp" },
  { name: "price alert", route: "/pages/my/notifications", fields: 1, language: "de" },
  {
    name: "play money",
    route: "/pages/wallet/coinCharging",
    show: pressForSheet(".two-cols .stack-3 > button"),
    fields: 1,
    language: "en",
  },
];

const inScript = (text: string, zero: string): string =>
  text.replace(/[0-9]/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)));

interface Outcome {
  /** Field text while typing and after leaving the field. */
  readonly typed: string;
  readonly left: string;
  readonly understood: string;
}

async function enter(field: Locator, text: string, isPasted: boolean): Promise<Outcome> {
  const page = field.page();
  await field.focus();
  await page.keyboard.press("ControlOrMeta+a");
  if (isPasted) await page.keyboard.insertText(text);
  else await page.keyboard.type(text);
  const typed = await field.inputValue();
  const id = await field.getAttribute("id");
  const understood = await page.locator(`output[for="${id}"]`).textContent();
  await field.blur();
  return { typed, left: await field.inputValue(), understood: understood ?? "" };
}

/** Types and pastes a number above a thousand in the language's format, in each script; then an invalid one. */
async function checkField(field: Locator, language: Language, turn: number): Promise<void> {
  const marks = numberMarks(LANGUAGE_TAGS[language]);
  const shown = groupDigits("1234", marks);
  const text = inScript(
    groupDigits("1234", { ...marks, groupingFrom: 4 }),
    SCRIPTS[turn % SCRIPTS.length] ?? "0",
  );
  const found = await enter(field, text, turn % 2 === 0);
  expect(found).toMatchObject({ typed: text, left: shown });
  expect(found.understood.startsWith(`= ${shown}`), found.understood).toBe(true);
  const refused = "12,3.4,5";
  expect(await enter(field, refused, true)).toEqual({ typed: refused, left: refused, understood: "" });
  expect(await field.getAttribute("aria-invalid")).toBe("true");
}

test("NUM-02 every field takes a number in any digits, typed or pasted, and refuses visibly what is none", async () => {
  const { context, page, problems } = await stage.visit({ kept, viewport: DESKTOP });
  let turn = 0;
  for (const { name, route, show, fields, language } of GROUPS) {
    if (route !== undefined) {
      await open(page, stage.url, route);
      await page.locator("main .field, main form").first().waitFor();
    }
    await show?.(page);
    await choose(page, { lang: language });
    const inSheet = page.locator(`dialog[open] ${NUMERIC}`);
    const all = (await page.locator("dialog[open]").count()) > 0 ? inSheet : page.locator(`main ${NUMERIC}`);
    await eventually(() => all.count().then((count) => `${name}: ${count}`)).toBe(`${name}: ${fields}`);
    for (const field of await all.all()) await checkField(field, language, turn++);
    await page.keyboard.press("Escape");
  }
  expect(turn).toBeGreaterThan(25);
  expect(problems).toEqual([]);
  await context.close();
});

test.each([
  ["app", WEB, 100],
  ["console", path.resolve(WEB, "../../console/src"), 20],
])("NUM-02 no field of the %s takes numbers but by the one component", (_name, cwd, least) => {
  const files = globSync("**/*.tsx", { cwd });
  expect(files.length).toBeGreaterThan(least);
  const others = files.filter((file) =>
    /inputMode="decimal"|type="number"/.test(readFileSync(path.join(cwd, file), "utf8")),
  );
  expect(others).toEqual([]);
});

/** Reverses the list of markets once `turn` was called, as turnover might. */
async function turnMarkets(page: Page) {
  let isTurned = false;
  let answers = 0;
  await changeAnswer(page, "coinList", ({ coinsList }) => {
    if (!isTurned) return;
    coinsList.reverse();
    answers++;
  });
  return {
    turn: () => {
      isTurned = true;
    },
    turnedAnswers: () => answers,
  };
}

test("NUM-04 the market of a price alert stays while one types, whatever sorts the markets anew", async () => {
  const { context, page } = await stage.visit({ kept });
  const markets = await turnMarkets(page);
  await page.clock.install();
  await page.goto(`${stage.url}/#/pages/my/notifications`);
  const market = page.locator(".notify-add [role=combobox], .notify-add select").first();
  const shown = async () => (await market.inputValue().catch(() => market.innerText())).trim();
  await eventually(async () => {
    await page.clock.runFor(500);
    return shown();
  }).not.toBe("");
  const before = await shown();
  const price = page.locator(`.notify-add ${NUMERIC}`);
  await price.fill("170");
  markets.turn();
  await page.clock.runFor(31_000);
  await eventually(() => markets.turnedAnswers()).toBeGreaterThan(0);
  await page.clock.runFor(1_000);
  expect(await shown()).toBe(before);
  expect(await price.inputValue()).toBe("170");
  await context.close();
});

test("NUM-04 another address in the same tab is another form, and no asset's form stands in for another's", async () => {
  const { context, page, problems } = await stage.visit({ kept });
  await open(page, stage.url, "/pages/wallet/transfer?from=main&to=coin");
  const wallets = async () =>
    Promise.all([0, 1].map((end) => page.locator(".route-end select").nth(end).inputValue()));
  expect(await wallets()).toEqual(["main", "coin"]);
  await page.locator(NUMERIC).fill("12");
  await page.evaluate(`location.hash = "#/pages/wallet/transfer?from=option&to=contract"`);
  await eventually(wallets).toEqual(["option", "contract"]);
  expect(await page.locator(NUMERIC).inputValue()).toBe("");

  await open(page, stage.url, "/pages/wallet/coinCharging?asset=USDT");
  await page
    .getByText(/0x[0-9a-fA-F]{6}/)
    .first()
    .waitFor();
  await page.evaluate(`location.hash = "#/pages/wallet/coinCharging?asset=BTC"`);
  await page.getByText("BTC cannot be deposited here").waitFor();
  expect(await page.getByText(/0x[0-9a-fA-F]{6}/).count()).toBe(0);
  await open(page, stage.url, "/pages/wallet/withdrawCoin?asset=BTC");
  await page.getByText("BTC cannot be withdrawn here").waitFor();
  expect(await page.locator(NUMERIC).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test("NUM-06 below the minimum the button of a withdrawal is off, and the field says why", async () => {
  const { context, page } = await stage.visit({ kept });
  await open(page, stage.url, "/pages/wallet/withdrawCoin");
  const submit = page.locator("form button[type=submit]");
  await page.locator(NUMERIC).fill("1");
  await page.getByText("At least 10 USDT.").waitFor();
  expect(await submit.isDisabled()).toBe(true);
  expect(await submit.innerText()).not.toMatch(/\d/);
  await context.close();
});
