import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PAYMENT_PASSWORD } from "../support/wire-client.ts";
import { addAuthenticator, operate, SecurityCentre } from "./account-pages.ts";
import { keptSession } from "./kept-session.ts";
import { useQuietStage } from "./stage.ts";
import { open } from "./web-app.ts";

/** Example address of the checksum standard, owned by nobody here. */
const OUTSIDE = "0x52908400098527886E0F7030069857D2E4169EE7";
const TEST_MS = 600_000;
/** Larger amounts need a person's approval, in the sandbox too. */
const LARGE_AMOUNT = "6000";
const REASON = "This address is known from a fraud.";

const stage = useQuietStage();
/** Passkeys need a host name rather than an IP address. */
let url: string;

beforeAll(async () => {
  url = stage.namedUrl;
});

/** Creates a user with 10,000 USDT of play money in the main wallet and a payment password. */
async function makeOwner(): Promise<{
  readonly kept: Readonly<Record<string, unknown>>;
  readonly password: string;
}> {
  const wire = stage.wire();
  const { email, password } = await wire.register();
  await wire.credited(await wire.expectOk(wire.post("/Sandbox/faucet", { asset: "USDT", amount: "10000" })));
  await wire.setPaymentPassword();
  return { kept: { ...(await keptSession(wire, { email, password })), lang: "en" }, password };
}

/** Fills the form and opens the confirmation. */
async function ask(page: Page, amount: string): Promise<void> {
  await open(page, url, "/pages/wallet/withdrawCoin");
  await page.getByLabel("To address").fill(OUTSIDE);
  await page.getByLabel("Amount", { exact: true }).fill(amount);
  await page.getByRole("button", { name: /^Withdraw [0-9]/ }).click();
  await page.getByRole("dialog").waitFor();
}

test("WEB-65 a withdrawal asks for the second factor that is set up, here a passkey", {
  timeout: TEST_MS,
}, async () => {
  const { kept, password } = await makeOwner();
  const { context, page, problems } = await stage.visit({ kept });
  const authenticator = await addAuthenticator(page);
  const centre = await SecurityCentre.open(page, url);
  const passkeys = await centre.sheet("Passkeys");
  await passkeys.getByLabel("Login password").fill(password);
  await passkeys.getByRole("button", { name: "Add a passkey" }).click();
  await passkeys.getByText(/not used yet/).waitFor();
  await page.keyboard.press("Escape");

  await ask(page, "100");
  const sheet = page.getByRole("dialog");
  await sheet.getByText("You will be asked for your passkey next.").waitFor();
  await sheet.getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
  await sheet.getByRole("button", { name: "Withdraw 100.00 USDT" }).click();
  // The address changes before the screen: until it is rendered, the old form and button are still there.
  await page.locator(".steps").waitFor();

  // A device without its passkey: nothing is sent.
  await ask(page, "50");
  await authenticator.send("WebAuthn.disable");
  await addAuthenticator(page);
  await sheet.getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
  await sheet.getByRole("button", { name: "Withdraw 50.00 USDT" }).click();
  await sheet.getByText("The passkey was not confirmed. Nothing was sent.").waitFor({ timeout: 70_000 });
  expect(page.url()).toContain("withdrawCoin");
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-65 a large withdrawal waits for review; rejected, its page shows the reason and the returned money", {
  timeout: TEST_MS,
}, async () => {
  const { kept } = await makeOwner();
  const { context, page, problems } = await stage.visit({ kept });
  await ask(page, LARGE_AMOUNT);
  const sheet = page.getByRole("dialog");
  await sheet.getByText(/approved by a person first/).waitFor();
  await sheet.getByLabel("Payment password", { exact: true }).fill(PAYMENT_PASSWORD);
  await page.waitForURL(/pages\/wallet\/order\?kind=withdrawal/);
  await page.getByText(/A person decides by/).waitFor();
  const id = new URL(page.url().replace("#/", "")).searchParams.get("id") ?? "";
  await operate(stage.server, "withdrawal", "refuse", id, "--reason", REASON);
  await page.locator(".steps .is-returned").getByText(REASON).waitFor();
  await page.getByText("+6,000.00 USDT").waitFor();
  await open(page, url, "/pages/wallet/index");
  await page.locator(".four").getByText("10,000.00").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
