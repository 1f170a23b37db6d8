import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { PASSWORD } from "../support/console/console-under-test.ts";
import { accepted, setPaymentPassword } from "../support/wire/gateway-under-test.ts";
import { ScriptedChain } from "../support/wire/scripted-chain.ts";
import { ConsoleStage } from "./console-stage.ts";
import { misfits, violations } from "./page-checks.ts";
import { keptBy } from "./serve-exchange.ts";
import { CLICK_THROTTLE_MS, eventually, ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, visit } from "./web-app.ts";

/** Example address of the checksum standard, owned by nobody here. */
const OUTSIDE = "0x52908400098527886E0F7030069857D2E4169EE7";
const STEP_MS = 30_000;
const REASON = "The photo of the back cannot be read.";
/** Directory for screenshots; none if unset. */
const SHOTS = process.env["CANDOR_SHOTS"];

let stage: ConsoleStage;
let chain: ScriptedChain;

ofWorker.beforeAll(async ({ browser }) => {
  stage = await ConsoleStage.begin(browser, {
    socketPatience: "endless",
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
});
afterAll(() => stage.end());

/** Checks both themes in the narrowest supported window. */
async function checkLooks(page: Page, name: string): Promise<void> {
  const problems: string[] = [];
  for (const theme of ["night", "light"]) {
    await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`);
    problems.push(...(await violations(page)).map((problem) => `${name}, ${theme}: ${problem}`));
    if (SHOTS !== undefined)
      await page.screenshot({ path: `${SHOTS}/console-${name}-${theme}.png`, fullPage: true });
  }
  await page.setViewportSize(NARROW_PHONE);
  problems.push(...(await misfits(page)).map((problem) => `${name}, narrow: ${problem}`));
  if (SHOTS !== undefined)
    await page.screenshot({ path: `${SHOTS}/console-${name}-narrow.png`, fullPage: true });
  await page.setViewportSize(DESKTOP);
  expect(problems).toEqual([]);
}

async function signIn(page: Page, name: string, secret: string): Promise<void> {
  stage.office.exchange.time.ms += STEP_MS;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Code from the authenticator app").fill(stage.office.code(secret));
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("navigation", { name: "Pages" }).waitFor();
}

/** Signs up the first owner with a link from the first start. */
async function joinAsOwner(page: Page): Promise<string> {
  const [link] = stage.office.accounts.foundingLinks();
  await page.goto(`${stage.consoleUrl}${link?.path}`);
  await page.getByRole("img", { name: "Code for the app" }).waitFor();
  const secret = await page.locator("form .mono").innerText();
  await checkLooks(page, "join");
  await page.getByLabel("Name").fill("olga ivanova");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Code from the app").fill(stage.office.code(secret));
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page
    .locator(".field", { has: page.getByLabel("Name") })
    .getByRole("alert")
    .waitFor();
  await page.getByLabel("Name").fill("olga");
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await page.getByRole("heading", { name: "Operators' console" }).waitFor();
  return secret;
}

test("CONS-07 CONS-18 the first owner joins by the link, signs in and finds every page sound in both themes and at 360 pixels", async () => {
  const { context, page, problems } = await visit(stage.browser, { viewport: DESKTOP });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const secret = await joinAsOwner(page);
  await checkLooks(page, "sign-in");
  const { rootHash } = await stage.office.exchange.liabilities.makeNow();
  await signIn(page, "olga", secret);
  await page.getByRole("heading", { name: "Solvency by asset" }).waitFor();
  await page.getByText(rootHash).waitFor();
  await checkLooks(page, "dashboard");

  await page.getByRole("link", { name: "Operators" }).click();
  await page.getByLabel("Name").fill("rita");
  await page.getByRole("button", { name: "risk", exact: true }).click();
  // This server sends no mail.
  expect(await page.getByLabel("Mailbox").count()).toBe(0);
  await page.getByText("This server sends no mail.").waitFor();
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  await page.getByText("This link works once. Copy it now.").waitFor();
  const link = await page.getByText(/console\/#\/join\//).innerText();
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(link);
  await page.getByRole("cell", { name: "rita", exact: true }).waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("");
  expect(await page.getByRole("button", { name: "Invite", exact: true }).isDisabled()).toBe(true);
  await checkLooks(page, "operators");

  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("cell", { name: "operator invite rita" }).waitFor();
  await page.getByRole("button", { name: "Check the chain" }).click();
  await page.getByText(/The chain is intact up to no\. \d+\./).waitFor();
  await page
    .getByRole("cell", { name: /^\d+–\d+$/ })
    .first()
    .waitFor();
  // Every action's reason is visible without horizontal scrolling.
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport);
    const reason = await page.getByRole("columnheader", { name: "Reason" }).boundingBox();
    expect((reason?.x ?? 0) + (reason?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
  }
  await page.setViewportSize(DESKTOP);
  await checkLooks(page, "audit");
  await page.getByRole("link", { name: "System" }).click();
  await page.getByText("No backup yet").waitFor();
  await checkLooks(page, "system");

  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("heading", { name: "Operators' console" }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

const photo = async (name: string) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await sharp({ create: { width: 640, height: 400, channels: 3, background: "#8090a0" } })
    .jpeg()
    .toBuffer(),
});

async function submitDocuments(page: Page): Promise<void> {
  await open(page, stage.url, "/pages/my/auther");
  await page.getByRole("link", { name: /^(Start|Submit again)$/ }).click();
  await page.getByLabel("Country").selectOption("AT");
  await page.getByLabel("Full name").fill("Mara Lindt");
  await page.getByLabel("ID number").fill("P 1234567");
  await page.getByLabel("Contact address").fill("Herrengasse 1, 8010 Graz");
  for (const [index, name] of ["front.jpg", "back.jpg"].entries()) {
    await page
      .locator("input[type=file]")
      .nth(index)
      .setInputFiles(await photo(name));
    await page.getByText("Received, tap to replace").nth(index).waitFor();
  }
  await page.getByRole("button", { name: "Submit for review" }).click();
  await page.getByText("Your documents are being reviewed").waitFor();
}

async function askForWithdrawal(page: Page): Promise<void> {
  await open(page, stage.url, "/pages/wallet/withdrawCoin");
  await page.getByLabel("To address").fill(OUTSIDE);
  await page.getByLabel("Amount", { exact: true }).fill("6000");
  await page.getByRole("button", { name: /^Withdraw [0-9]/ }).click();
  await page.getByRole("dialog").getByLabel("Payment password", { exact: true }).fill("246810");
  await page.waitForURL(/pages\/wallet\/order\?kind=withdrawal/);
  await page.getByText(/A person decides by/).waitFor();
}

const WINDOWS = [DESKTOP, { width: 1_024, height: 768 }] as const;

test("ALARM-04 an alarm is in sight at once on a desktop and a tablet, in red, and nothing next to it says that all is well", async () => {
  const { page, context, problems } = await stage.operatorWindow("alma", "risk", "dashboard");
  await page.getByText("All well").waitFor();
  const { alarms } = stage.office;
  const words = "-90000 USDT missing: stop withdrawals (site close) and compare with `chain status`";
  alarms.raise("clock-held", "the system clock is 3 hours ahead of the expected time");
  alarms.raise("custody-unexplained", words, "evm-31337 USDT");
  alarms.raise("market-unpriced", "fresh prices from 1 of 2 sources, none from okx", "ETHBTC");
  stage.office.exchange.time.ms += 120_000;
  alarms.tick();
  await page.reload();
  const list = page.getByRole("list", { name: "Alarms" });
  await list.waitFor();
  for (const viewport of WINDOWS) {
    await page.setViewportSize(viewport);
    expect(await list.getByRole("listitem").count()).toBe(3);
    for (const name of ["Custody unexplained: evm-31337 USDT", "Market without fresh prices: ETHBTC"]) {
      const box = await list.getByText(name).boundingBox();
      expect(box?.y).toBeLessThan(viewport.height);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(viewport.width);
    }
    expect(await page.getByText("All well").count()).toBe(0);
    expect(await page.getByText("3 alarms", { exact: true }).count()).toBe(1);
    if (SHOTS !== undefined) await page.screenshot({ path: `${SHOTS}/console-alarms-${viewport.width}.png` });
  }
  await page.setViewportSize(DESKTOP);
  await checkLooks(page, "alarms");
  alarms.report("clock-held", new Map());
  alarms.report("custody-unexplained", new Map());
  alarms.report("market-unpriced", new Map());
  stage.office.exchange.time.ms += 120_000;
  alarms.tick();
  await page.reload();
  await page.getByText("All well").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("OPER-08 in the console a held deposit is seen with its amount, and settled with a word to its user", async () => {
  const client = await stage.office.exchange.registered("held@example.org");
  const { id } = accepted(await client.call("profile"));
  const { depositId } = await chain.see(Number(id), 0, 1);
  chain.hold(depositId, "over-limit", "9007199254740996000001");
  const { page, context, problems } = await stage.operatorWindow("fanny", "finance", "deposits");
  const row = page.getByRole("region", { name: `Deposit ${depositId}` });
  await row.getByText("9007199254740996.000001 USDT").waitFor();
  await page.getByRole("heading", { name: "A deposit that did not appear" }).waitFor();
  await checkLooks(page, "deposits");
  await row.getByLabel(`Reason for deposit ${depositId}`).fill("Sent back to its sender.");
  await row.getByRole("button", { name: "Settled outside" }).click();
  await page.getByText("No deposit is waiting").waitFor();
  const hash = `0x${"ab".repeat(32)}`;
  await page.getByText("evm-31337/0x…").waitFor();
  await page.getByLabel("Chain and transaction").fill(`evm-31337/${hash}`);
  await page.getByLabel("Reason", { exact: true }).fill("paid by a contract");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByText("The node has not mined this transaction.").waitFor();
  const { records } = accepted(await client.call("rechargeList"));
  expect(records).toMatchObject([{ status: "ignored", note: "Sent back to its sender." }]);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-09 in two windows: documents refused and passed and a large withdrawal approved in the console, each step live for the user", async () => {
  const email = "window@example.org";
  const client = await stage.office.exchange.registered(email);
  await setPaymentPassword(client, stage.office.exchange, email);
  const { id } = accepted(await client.call("profile"));
  const deposit = await chain.see(Number(id), 0, 10_000_000_000);
  await chain.credit(deposit.depositId);
  const user = await visit(stage.browser, { kept: await keptBy(client) });
  const operator = await stage.operatorWindow("rosa", "risk", "verification");

  await submitDocuments(user.page);
  const row = operator.page.getByRole("button", { name: new RegExp(`User ${id}`) });
  await row.click();
  await operator.page.getByRole("button", { name: "Show the documents" }).click();
  await operator.page.getByText("Mara Lindt").waitFor();
  await eventually(() => operator.page.locator("figure img").count()).toBe(2);
  await checkLooks(operator.page, "verification");
  await operator.page.getByRole("button", { name: "Refuse", exact: true }).click();
  await operator.page.getByText("The user has to know why.").waitFor();
  await operator.page.getByLabel(/^Reason/).fill(REASON);
  // An immediate second click is ignored.
  await operator.page.waitForTimeout(CLICK_THROTTLE_MS);
  await operator.page.getByRole("button", { name: "Refuse", exact: true }).click();
  await user.page.getByText(REASON).first().waitFor();

  await submitDocuments(user.page);
  await row.click();
  await operator.page.getByRole("button", { name: "Show the documents" }).click();
  await operator.page.getByRole("button", { name: "Pass", exact: true }).click();
  await eventually(() => accountLevel(id)).toBe(1);

  await askForWithdrawal(user.page);
  await operator.page.getByRole("link", { name: "Withdrawals" }).click();
  await operator.page.getByRole("button", { name: "Review" }).click();
  const checks = operator.page.getByRole("list", { name: "Checks" });
  await checks.getByText(/6000\.00 USDT; automatic up to 5000\.00 USDT/).waitFor();
  expect(await checks.getByRole("listitem").count()).toBe(5);
  await checkLooks(operator.page, "withdrawals");
  await operator.page.getByRole("button", { name: /^Approve 6000/ }).click();
  await user.page.getByText("Approved").first().waitFor();

  await operator.page.getByRole("link", { name: "Users" }).click();
  await operator.page.getByPlaceholder(/^Id, e-mail/).fill("window@exam");
  await operator.page.getByRole("link", { name: id, exact: true }).click();
  await operator.page.getByRole("cell", { name: "deposit", exact: true }).waitFor();
  await checkLooks(operator.page, "user");
  expect([...user.problems, ...operator.problems]).toEqual([]);
  await user.context.close();
  await operator.context.close();
});

const accountLevel = (id: string): number => stage.office.exchange.documents.verification.levelOf(Number(id));

test("CONS-15 on a desktop and a phone: what waits is counted, what was chosen comes into sight, figures are in words", async () => {
  const ana = await stage.office.exchange.registered("waits@example.org");
  accepted(await ana.call("chatSend", { text: "Is anybody there?" }));
  const { page, context, problems } = await stage.operatorWindow("otto", "owner", "settings");
  await page.getByRole("link", { name: "Inbox 1 waiting" }).waitFor();
  for (const viewport of [DESKTOP, NARROW_PHONE]) {
    await page.setViewportSize(viewport);
    await page.reload();
    for (const setting of ["withdrawal-fee.evm-31337.USDT", "fees.spot.BTCUSDT"]) {
      await page.getByRole("button", { name: `Show ${setting}` }).click();
      const title = page.getByRole("heading", { name: setting });
      await eventually(() => isInSight(page, title)).toBe(true);
    }
    await page.getByText("0.1%").first().waitFor();
    await page.getByRole("link", { name: "Site", exact: true }).click();
    await eventually(() => isInSight(page, page.getByRole("link", { name: "Site", exact: true }))).toBe(true);
    await page.getByRole("link", { name: "Settings" }).click();
  }
  expect(problems).toEqual([]);
  await context.close();
});

async function isInSight(page: Page, place: Locator): Promise<boolean> {
  const [box, view] = [await place.boundingBox(), page.viewportSize()];
  if (box === null || view === null) return false;
  return box.y >= 0 && box.y + box.height <= view.height && box.x >= 0 && box.x + box.width <= view.width;
}
