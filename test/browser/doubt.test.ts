import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { WireClient } from "../support/wire-client.ts";
import { useQuietStage } from "./stage.ts";
import { open, requestCode, settled } from "./web-app.ts";

/** What an owner does when they suspect that someone else has access to the account. */
const stage = useQuietStage();

interface Owner {
  readonly wire: WireClient;
  readonly email: string;
  readonly password: string;
  /** Device storage of the logged-in owner. */
  readonly kept: Readonly<Record<string, unknown>>;
}

async function owner(): Promise<Owner> {
  const wire = stage.wire();
  const { email, password } = await wire.register();
  const create = { action: "create", label: "Grid bot", permissions: ["read", "trade"], password };
  await wire.expectOk(wire.post("/user/apiKey", create));
  const { id } = await wire.expectOk(wire.post("/User/profile"));
  const kept = { token: wire.token, vuex_user: { id, username: email }, lang: "en" };
  return { wire, email, password, kept };
}

/** Returns the link of the newest security mail. */
async function freezeLink(email: string): Promise<string> {
  const answer = await fetch(`${stage.url}/api/Sandbox/outbox?limit=20&to=${encodeURIComponent(email)}`);
  const { data } = (await answer.json()) as { readonly data: string };
  const mails = Buffer.from(data, "base64").toString();
  const [, path] = /(\/pages\/freeze\?token=[\w.-]+)/.exec(mails) ?? [];
  if (path === undefined) throw new Error(`no link in ${mails}`);
  return path;
}

async function resetPassword(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail or phone number").fill(email);
  await page.getByLabel("6-digit code").fill(await requestCode(page, stage.url, email));
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByLabel("Repeat password").fill(password);
  await page.getByRole("button", { name: "Set password" }).click();
}

test("SEC-17 the link of a security mail asks before it freezes, explains what follows, and a new password unfreezes the account", async () => {
  const { wire, email } = await owner();
  const { context, page, problems } = await stage.visit();
  const link = await freezeLink(email);
  await open(page, stage.url, link);
  await page.getByText(/^Freeze .\*\*\*.@example\.com now\?$/).waitFor();
  await wire.expectOk(wire.post("/User/profile"));
  await page.getByRole("button", { name: "Freeze now" }).click();
  await page.getByRole("heading", { name: "Your account is frozen" }).waitFor();
  await page.getByText(/\*\*\*.@example\.com is frozen\. Nobody can log in\./).waitFor();
  await page.getByText("1 device was logged out.").waitFor();
  await page.getByText("API keys that have ended: Grid bot").waitFor();
  await page.getByText("No withdrawal was waiting.").waitFor();
  expect((await wire.post("/User/profile")).code).toBe(401);

  await page.getByRole("link", { name: "Set a new password" }).click();
  await resetPassword(page, email, "heron42x");
  await page.getByText("Your account is open again.").waitFor();
  await page.getByText("API keys that have ended: Grid bot").waitFor();
  await page.getByRole("link", { name: "Log in" }).click();
  await page.waitForURL(/pages\/login\/login/);
  await page.getByLabel("E-mail or username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("heron42x");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/pages\/home\/index/);
  await open(page, stage.url, link);
  await page.getByText("This link has been used or is too old.").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("SEC-17 an open app and a login say that the account was frozen, each with the way back", async () => {
  const { email, password, kept } = await owner();
  const { context, page, problems } = await stage.visit({ kept });
  await open(page, stage.url, "/pages/my/index");
  const elsewhere = await stage.visit();
  const link = await freezeLink(email);
  await open(elsewhere.page, stage.url, link);
  await elsewhere.page.getByRole("button", { name: "Freeze now" }).click();
  await elsewhere.page.getByRole("heading", { name: "Your account is frozen" }).waitFor();
  // The running app still has the reply from before the freeze.
  await elsewhere.page.evaluate(`location.hash = "#/pages/home/index"`);
  await elsewhere.page.waitForURL(/pages\/home\/index/);
  await elsewhere.page.evaluate(`location.hash = ${JSON.stringify(`#${link}`)}`);
  await elsewhere.page.getByText("This link has been used or is too old.").waitFor();
  expect(await elsewhere.page.getByRole("button", { name: "Freeze now" }).count()).toBe(0);
  await elsewhere.context.close();
  await page.waitForURL(/pages\/login\/login/);
  await page.getByText("You were logged out: this account was frozen.").waitFor();
  await page.getByRole("link", { name: "Reset password" }).waitFor();
  await page.reload();
  await page.getByText("You were logged out: this account was frozen.").waitFor();
  await page.getByLabel("E-mail or username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.getByText(/^This account was frozen, by the link/).waitFor();
  expect(await page.getByLabel("E-mail or username").getAttribute("aria-invalid")).not.toBe("true");
  await page.getByRole("link", { name: "Reset password" }).click();
  await page.waitForURL(/pages\/login\/forget/);
  expect(problems).toEqual([]);
  await context.close();
});

test("SEC-17 the security center freezes the account after confirmation, and the login history shows it", async () => {
  const { wire, email, kept } = await owner();
  const { context, page, problems } = await stage.visit({ kept });
  await open(page, stage.url, "/pages/my/saveCenter");
  await page.getByRole("button", { name: "Freeze: Freeze the account" }).click();
  const sheet = page.getByRole("dialog");
  await sheet.getByText(/API keys end, and withdrawals/).waitFor();
  await sheet.getByText(/set a new password with a code/).waitFor();
  await wire.expectOk(wire.post("/User/profile"));
  await sheet.getByRole("button", { name: "Freeze now" }).click();
  await page.getByText("You were logged out: this account was frozen.").waitFor();
  expect((await wire.post("/User/profile")).code).toBe(401);
  await page.getByRole("link", { name: "Reset password" }).click();
  await resetPassword(page, email, "heron42x");
  await page.getByText("Your account is open again.").waitFor();
  await page.getByRole("link", { name: "Log in" }).click();
  await page.getByLabel("E-mail or username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("heron42x");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/pages\/home\/index/);
  await open(page, stage.url, "/pages/my/saveCenter");
  await page.getByRole("button", { name: "Show: Login history" }).click();
  const row = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "Froze the account" });
  await row.getByText("Security center").waitFor();
  await row.getByText("Chrome, Linux").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("SEC-15 the page lists the API keys that ended with the old password", async () => {
  const { email } = await owner();
  const { context, page, problems } = await stage.visit();
  await open(page, stage.url, "/pages/login/forget");
  await resetPassword(page, email, "heron42x");
  await page.getByText("API keys that have ended: Grid bot").waitFor();
  await page.getByRole("link", { name: "Log in" }).click();
  await page.waitForURL(/pages\/login\/login/);
  expect(problems).toEqual([]);
  await context.close();
});

test("SEC-15 logging out everywhere asks about the API keys and ends them", async () => {
  const { wire, email, password, kept } = await owner();
  const { context, page, problems } = await stage.visit({ kept });
  await open(page, stage.url, "/pages/my/saveCenter");
  await page.getByRole("button", { name: "Log out everywhere" }).click();
  const sheet = page.getByRole("dialog");
  expect(await sheet.getByLabel("End the API key too").isChecked()).toBe(true);
  await sheet.getByText(/Grid bot/).waitFor();
  await sheet.getByRole("button", { name: "Log out everywhere" }).click();
  await page.waitForURL(/pages\/home\/index/);
  await settled(page);
  const { token } = await wire.expectOk(wire.post("/user/login", { account: email, password }));
  wire.token = token;
  expect((await wire.expectOk(wire.post("/user/apiKey", { action: "list" }))).list).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});
