import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { CLICK_THROTTLE_MS, useQuietStage } from "./stage.ts";
import { open, register, requestCode, told } from "./web-app.ts";

const TEST_MS = 600_000;
const CHAIN_MS = 60_000;
const PAYMENT_PASSWORD = "246802";
/** Example address of the checksum standard, owned by nobody here. */
const OUTSIDE = "0x52908400098527886E0F7030069857D2E4169EE7";
const byText = (a: string, b: string) => a.localeCompare(b);

const stage = useQuietStage();

interface Progress {
  readonly done: number;
  readonly required: number;
}

/** Records the progress bar of confirmations from now on. */
async function watchConfirmations(page: Page): Promise<Progress[]> {
  const seen: Progress[] = [];
  await page.exposeFunction("confirmationsShown", (done: number, required: number) => {
    if (seen.at(-1)?.done !== done) seen.push({ done, required });
  });
  await page.evaluate(`new MutationObserver(() => {
    const bar = document.querySelector("[role=progressbar]");
    if (bar !== null) confirmationsShown(Number(bar.ariaValueNow), Number(bar.ariaValueMax));
  }).observe(document.body, { subtree: true, childList: true, attributes: true })`);
  return seen;
}

/** Makes a wire call as the page's user. */
async function call<Reply>(page: Page, path: string, payload: object): Promise<Reply> {
  const token = await page.evaluate(`JSON.parse(localStorage.getItem("candor") ?? "{}").state.token`);
  const data = Buffer.from(encodeURIComponent(JSON.stringify(payload))).toString("base64");
  const answer = await fetch(`${stage.url}/api${path}`, {
    method: "POST",
    headers: { token: String(token), "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ data }),
  });
  const envelope = (await answer.json()) as { readonly code: number; readonly data: string };
  expect(envelope.code, path).toBe(1);
  return JSON.parse(Buffer.from(envelope.data, "base64").toString()) as Reply;
}

interface Entry {
  readonly recordId: string;
  readonly kind: string;
  readonly amount: string;
}

async function getPlayMoney(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Get play money" }).click();
  await page.getByRole("button", { name: "Get 10,000 USDT" }).click();
  await told(page, "10,000 USDT in your main wallet", CHAIN_MS);
}

async function transfer(page: Page, email: string): Promise<void> {
  await open(page, stage.url, "/pages/wallet/transfer?from=main&to=coin");
  await page.getByText("10,000.00 USDT").waitFor();
  await page.getByLabel("Amount (USDT)").fill("4000,25");
  await page.getByRole("button", { name: "Transfer 4,000.25 USDT" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("Set a payment password first").waitFor();
  await sheet.getByLabel("6-digit code").fill(await requestCode(sheet, stage.url, email));
  await sheet.getByLabel(/New payment password/).fill(PAYMENT_PASSWORD);
  await sheet.getByLabel("Repeat the 6 digits").fill(PAYMENT_PASSWORD);
  await sheet.getByRole("button", { name: "Save password" }).click();
  await sheet.getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
  await told(page, "4,000.25 USDT moved to Spot");
}

test("WEB-04 from the code in the outbox to a withdrawal on the chain: visible confirmations, a transfer, a payment password, and every entry in the CSV file", {
  timeout: TEST_MS,
}, async () => {
  const { context, page, problems } = await stage.visit();
  const { email } = await register(page, stage.url);

  await open(page, stage.url, "/pages/wallet/coinCharging");
  const address = (await page.locator(".deposit-address").innerText()).trim();
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  await page.getByRole("img", { name: "QR code of your deposit address" }).waitFor();
  const seen = await watchConfirmations(page);
  await getPlayMoney(page);
  const counts = seen.map(({ done }) => done);
  expect(seen.some(({ done, required }) => done < required)).toBe(true);
  expect(counts).toEqual([...counts].sort((a, b) => a - b));
  const incoming = page.getByRole("region", { name: "Incoming deposits" });
  await incoming.getByText("Credited", { exact: true }).waitFor();
  await incoming.getByRole("link", { name: "10,000.00 USDT" }).click();
  await page.waitForURL(/pages\/wallet\/order\?kind=deposit/);
  await page.getByText("Its entries in your records").waitFor();
  await page.getByText("+10,000.00 USDT").waitFor();

  await transfer(page, email);

  await open(page, stage.url, "/pages/wallet/withdrawCoin");
  // A typo in a complete address is reported at once, before amount or password.
  await page.getByLabel("To address").fill(OUTSIDE.replace("EE7", "Ee7"));
  await page.getByText(/checksum does not match/).waitFor();
  await page.getByLabel("To address").fill("0x12");
  await page.getByLabel("Amount", { exact: true }).fill("100");
  await page.getByRole("button", { name: "Withdraw 100.00 USDT" }).click();
  await page.getByText(/not a valid address/).waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByLabel("To address").fill(OUTSIDE);
  await page.getByText("5,899.75 USDT").waitFor();
  await page.getByRole("button", { name: "Withdraw 100.00 USDT" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText("99.00 USDT").waitFor();
  await sheet.getByText("Within 8 h").waitFor();
  await sheet.getByLabel("Payment password", { exact: true }).fill("111111");
  await sheet.getByText(/4 tries left/).waitFor();
  await sheet.getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
  await page.waitForURL(/pages\/wallet\/order\?kind=withdrawal/);
  await page.locator(".steps .is-done", { hasText: "Confirmed on the chain" }).waitFor({ timeout: CHAIN_MS });
  await page.getByText("Done", { exact: true }).first().waitFor();
  const hash = await page.locator(".tx .mono").getAttribute("title");
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/);
  const { chain } = await call<{ readonly list: readonly { readonly chain: string }[] }>(
    page,
    "/Recharge/list",
    {},
  ).then(({ list }) => list[0] ?? { chain: "" });
  const onChain = await call<{ readonly found: boolean }>(page, "/Recharge/Order", { chain, txHash: hash });
  expect(onChain.found).toBe(true);

  await open(page, stage.url, "/pages/wallet/record");
  await page.getByText("+10,000.00 USDT").waitFor();
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await (await downloading).path();
  const csv = (await readFile(file, "utf8")).trim().split("\r\n");
  const [header = "", ...rows] = csv;
  const { list } = await call<{ readonly list: readonly Entry[] }>(page, "/wallet/moneyLog", {
    limit: 100,
  });
  const columnOf = (name: string) => header.split(",").indexOf(name);
  const exported = rows.map((row) => row.split(","));
  const cell = (row: readonly string[], name: string) => row[columnOf(name)]?.replace(/^'/, "") ?? "";
  expect(
    exported
      .map((row) => `${cell(row, "recordId")} ${cell(row, "kind")} ${cell(row, "amount")}`)
      .toSorted(byText),
  ).toEqual(list.map(({ recordId, kind, amount }) => `${recordId} ${kind} ${amount}`).toSorted(byText));
  for (const kind of ["transfer-out", "transfer-in", "withdrawal"])
    expect(
      exported.some((row) => cell(row, "kind") === kind),
      kind,
    ).toBe(true);
  expect(problems).toEqual([]);
  await context.close();
});
