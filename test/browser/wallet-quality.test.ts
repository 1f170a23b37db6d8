import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { PAYMENT_PASSWORD, WireClient } from "../support/wire-client.ts";
import { keptSession } from "./kept-session.ts";
import { problemsOnPhones, violationsByDayAndNight } from "./page-checks.ts";
import { CLICK_THROTTLE_MS, useQuietStage } from "./stage.ts";
import { DESKTOP, open, PHONE } from "./web-app.ts";

/** Time limit per state change. */
/** Time limit per state change. */
const STATE_MS = 60_000;
/** Example addresses of the checksum standard, owned by nobody here. */
const OUTSIDE = "0x52908400098527886E0F7030069857D2E4169EE7";
const OTHER = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";
const THIRD = "0xde709f2102306220921060314715629080e2fb77";
const UNSEEN_HASH = `0x${"ab".repeat(32)}`;
/** Held briefly because the address is new: a page with every kind of step. */
const WATCHED_AMOUNT = "1500";

interface Owner {
  readonly kept: Readonly<Record<string, unknown>>;
  readonly depositId: string;
  readonly withdrawalId: string;
  readonly transferId: string;
}

const stage = useQuietStage();

/** Creates a user whose wallet has one of everything. */
async function makeOwner(wire: WireClient): Promise<Owner> {
  const { email, password } = await wire.register();
  const sent = await wire.expectOk(wire.post("/Sandbox/faucet", { asset: "USDT", amount: "10000" }));
  const depositId = (await wire.credited(sent))?.depositId ?? "";
  await wire.setPaymentPassword();
  const secret = { paymentPassword: PAYMENT_PASSWORD };
  const { transferId } = await wire.expectOk(
    wire.post("/Wallet/transfer", { asset: "USDT", from: "main", to: "coin", amount: "100", ...secret }),
  );
  const { chain } = sent as { readonly chain: string };
  for (const [address, label] of [
    [OUTSIDE, "Ledger"],
    [OTHER, "A name as long as a name of an address gets"],
  ])
    await wire.expectOk(
      wire.post("/Wallet/addSite", { chain, address, label: label?.slice(0, 40), ...secret }),
    );
  const { withdrawal } = await wire.expectOk(
    wire.post("/Wallet/withdrawal", {
      asset: "USDT",
      chain,
      address: THIRD,
      amount: WATCHED_AMOUNT,
      ...secret,
    }),
  );
  return {
    kept: await keptSession(wire, { email, password }),
    depositId,
    transferId,
    withdrawalId: withdrawal.withdrawalId,
  };
}

async function closeSheet(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.locator("dialog[open]").waitFor({ state: "detached" });
}

async function openSheet(page: Page, button: string): Promise<void> {
  await page.locator(button).first().click();
  await page.locator("dialog[open]").waitFor();
}

interface Walk {
  readonly page: Page;
  readonly owner: Owner;
  readonly check: Check;
  readonly go: (route: string) => Promise<void>;
}

/** Walks through form states, independent of the language. */
async function walkForms({ page, check, go }: Walk): Promise<void> {
  await go("index");
  await page.locator(".recent .list li").first().waitFor();
  await check("wallets with recent entries");
  await openSheet(page, ".recent .row-act");
  await check("an entry in words");
  await closeSheet(page);

  await go("coinCharging");
  await page.locator(".deposit-card").waitFor();
  await page.locator(".deposit-qr svg").waitFor();
  await check("an address and a deposit");
  await openSheet(page, ".two-cols .btn.p");
  await check("play money");
  await closeSheet(page);

  await go("recharge");
  await page.locator("form input").fill("0x12");
  await page.locator("form button[type=submit]").click();
  await page.locator("[aria-invalid=true]").waitFor();
  await check("no hash");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.locator("form input").fill(UNSEEN_HASH);
  await page.locator("form button[type=submit]").click();
  await page.locator(".note").waitFor();
  await check("what the watcher saw");

  await withdrawStates(page, check);
  await bookStates(page, check);
}

/** Walks through orders and records. */
async function walkRecords({ page, owner, check, go }: Walk): Promise<void> {
  for (const [kind, id] of [
    ["deposit", owner.depositId],
    ["withdrawal", owner.withdrawalId],
    ["transfer", owner.transferId],
  ] as const) {
    await go(`order?kind=${kind}&id=${id}`);
    await page.locator(".two-cols .list li").first().waitFor();
    await check(`a ${kind}`);
  }

  await go("record");
  await page.locator("main .list li, main .tbl tbody tr").first().waitFor();
  await check("records");
  const filters = page.locator(`header.nav ${OWN_ACTION}`).last();
  if ((await page.locator("header.nav").count()) > 0) {
    await filters.click();
    await page.locator("dialog[open]").waitFor();
    await check("filters");
    await closeSheet(page);
  }
  await go("record?kind=mining");
  await page.locator(".empty").waitFor();
  await check("nothing matches");
}

/** The page's own button, excluding the search button of every page. */
const OWN_ACTION = ".iconbtn:not(:last-child)";

type Check = (state: string) => Promise<void>;

async function withdrawStates(page: Page, check: Check): Promise<void> {
  await open(page, stage.url, "/pages/wallet/withdrawCoin");
  const [address, amount] = [page.locator("form input").nth(0), page.locator("form input").nth(1)];
  const submit = page.locator("form button[type=submit]");
  await submit.click();
  await page.locator("[aria-invalid=true]").waitFor();
  await check("a withdrawal with what it lacks");
  await openSheet(page, "form .iconbtn");
  await page.locator("dialog .row-act").first().waitFor();
  await check("the address book to pick from");
  await page.locator("dialog .row-act").first().click();
  await page.locator("dialog[open]").waitFor({ state: "detached" });
  expect(await address.inputValue()).toMatch(/^0x/);
  await amount.fill("1234.5");
  await check("a withdrawal filled in");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await submit.click();
  await page.locator("dialog[open] .code").waitFor();
  await check("the last look at a withdrawal");
  await page.locator("dialog[open] .code input").fill("111111");
  await page.locator("dialog[open] .err, dialog[open] .note.down").first().waitFor();
  await check("a withdrawal refused");
  await closeSheet(page);
}

async function bookStates(page: Page, check: Check): Promise<void> {
  await open(page, stage.url, "/pages/wallet/sites");
  await page.locator(".site-row").first().waitFor();
  await check("the address book");
  await openSheet(page, ".site-row .iconbtn");
  await check("removing an address");
  await closeSheet(page);
  // A plus button in the phone's title bar, or next to the heading on desktops.
  await page.locator(`header.nav ${OWN_ACTION}, h1.page + .iconbtn`).last().click();
  await page.locator("dialog[open] form").waitFor();
  await page.locator("dialog[open] input[type=checkbox]").check();
  await page.locator("dialog[open] button[type=submit]").click();
  await page.locator("dialog[open] [aria-invalid=true]").waitFor();
  await check("a new address with what it lacks");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.locator("dialog[open] input").first().fill(THIRD);
  await page.locator("dialog[open] button[type=submit]").click();
  await page.locator("dialog[open] .code").waitFor();
  await check("a new address, the last look");
  await closeSheet(page);
}

test.each([
  [
    "on a phone axe finds nothing serious; at 360 pixels nothing scrolls sideways and no button is cut in any language",
    PHONE,
    problemsOnPhones,
  ],
  ["on a desktop axe finds nothing serious", DESKTOP, violationsByDayAndNight],
] as const)("WEB-02 WEB-03 in every state of the wallet: %s", async (_name, viewport, look) => {
  for (const walk of [walkForms, walkRecords]) {
    // One user per walk: one user opening all pages would exceed the read limit.
    const owner = await makeOwner(stage.wire());
    const { context, page, problems } = await stage.visit({ kept: { ...owner.kept, lang: "en" }, viewport });
    page.setDefaultTimeout(STATE_MS);
    const report: string[] = [];
    const check = async (state: string): Promise<void> => {
      for (const finding of await look(page)) report.push(`${state}: ${finding}`);
    };
    const go = (route: string) => open(page, stage.url, `/pages/wallet/${route}`);
    await walk({ page, owner, check, go });
    expect(report).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  }
});
