import { generateKeyPairSync } from "node:crypto";
import { generateSync } from "otplib";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import {
  addAuthenticator,
  giveLogin,
  logOut,
  PASSWORD,
  redAndBlue,
  registerByName,
  SecurityCentre,
  secretIn,
} from "./account-pages.ts";
import { violations } from "./page-checks.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { Finger } from "./touch.ts";
import { DESKTOP, open, register, requestCode, settled, told } from "./web-app.ts";

const stage = useQuietStage();
/** Passkeys need a host name rather than an IP address. */
let url: string;

beforeAll(async () => {
  url = stage.namedUrl;
});

test("WEB-05 a passkey logs in by itself, and confirms a login by password", async () => {
  const { context, page, problems } = await stage.visit();
  await addAuthenticator(page);
  const name = await registerByName(page, url);
  const centre = await SecurityCentre.open(page, url);
  await page.getByText("1 of 5").or(page.getByText("0 of 5")).first().waitFor();
  const sheet = await centre.sheet("Passkeys");
  await sheet.getByLabel("Login password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Add a passkey" }).click();
  await sheet.getByText(/not used yet/).waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("1 passkey").waitFor();

  await logOut(page, url);
  await open(page, url, "/pages/login/login?back=/pages/my/saveCenter");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(/pages\/my\/saveCenter/);
  await page.getByText("1 passkey").waitFor();

  await logOut(page, url);
  await giveLogin(page, url, name);
  await page.getByRole("heading", { name: "Second step" }).waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL(/pages\/home\/index/);

  const again = await SecurityCentre.open(page, url);
  const passkeys = await again.sheet("Passkeys");
  await passkeys.getByText(/Last used/).waitFor();
  await passkeys.getByRole("button", { name: /^Remove:/ }).click();
  await passkeys.getByLabel("Login password").fill(PASSWORD);
  await passkeys.getByRole("button", { name: "Remove the passkey" }).click();
  await page.getByText("This change needs the second factor of your account.").waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await told(page, "Passkey removed");
  await page.keyboard.press("Escape");
  await page.getByText(/Withdrawals wait until/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-50 an authenticator app is set up with its recovery codes, asked for at the login, and switched off", async () => {
  const { context, page, problems } = await stage.visit({ viewport: DESKTOP });
  const name = await registerByName(page, url);
  const centre = await SecurityCentre.open(page, url);
  const sheet = await centre.sheet("Authenticator app");
  const secret = await secretIn(sheet);
  await sheet.getByLabel("Login password").fill(PASSWORD);
  await sheet.getByLabel("Code of your authenticator app").fill(generateSync({ secret }));
  await sheet.getByRole("button", { name: "Switch on" }).click();
  await sheet.getByText(/The app is on/).waitFor();
  const codes = await sheet.getByRole("listitem").allInnerTexts();
  expect(new Set(codes).size).toBe(10);
  await sheet.getByRole("button", { name: "I have kept them" }).click();
  await page.getByRole("button", { name: "Manage: Authenticator app" }).waitFor();

  const other = await stage.visit();
  await giveLogin(other.page, url, name);
  await other.page.getByRole("heading", { name: "Second step" }).waitFor();
  await other.page.getByLabel("Code of your authenticator app").fill("000000");
  await other.page.getByText("Wrong second factor").waitFor();
  await other.page.getByRole("button", { name: "Use a recovery code" }).click();
  await other.page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await other.page.getByRole("button", { name: "Confirm" }).click();
  await other.page.waitForURL(/pages\/home\/index/);

  const again = await SecurityCentre.open(other.page, url);
  const history = await again.sheet("Login history");
  await history.getByText("Second factor wrong").waitFor();
  await history.getByText("Logged in").first().waitFor();
  await other.page.keyboard.press("Escape");
  const off = await again.sheet("Authenticator app");
  await off.getByLabel("Login password").fill(PASSWORD);
  await off.getByRole("button", { name: "Switch off" }).click();
  const asked = other.page.getByRole("dialog", { name: "Confirm that it is you" });
  await asked.getByRole("button", { name: "Use a recovery code" }).click();
  await asked.getByLabel("Recovery code").fill(codes[1] ?? "");
  await asked.getByRole("button", { name: "Confirm" }).click();
  await told(other.page, "Authenticator app switched off");
  await other.page.getByText(/Withdrawals wait until/).waitFor();
  expect([...problems, ...other.problems]).toEqual([]);
  await other.context.close();
  await context.close();
});

test("WEB-51 a device is signed out from another one, contacts are bound by codes, and mails carry the own word", async () => {
  const first = await stage.visit();
  const name = await registerByName(first.page, url);
  const second = await stage.visit();
  await giveLogin(second.page, url, name);
  await second.page.waitForURL(/pages\/home\/index/);

  await SecurityCentre.open(first.page, url);
  await first.page.locator(".badge", { hasText: "This device" }).waitFor();
  await first.page.getByRole("button", { name: /^Log out:/ }).click();
  await told(first.page, "Logged out");
  await second.page.goto(`${url}/#/pages/my/profile`);
  await second.page.waitForURL(/pages\/login\/login\?back=/);
  await second.page.getByText("You were logged out from another device.").waitFor();
  await second.context.close();

  const { page } = first;
  const centre = new SecurityCentre(page);
  const phishing = await centre.sheet("Anti-phishing code");
  await phishing.getByRole("textbox", { name: "Anti-phishing code" }).fill("blue heron");
  await phishing.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("blue heron").waitFor();
  const email = `bound.${Date.now()}@example.org`;
  const sheet = await centre.sheet("E-mail");
  await sheet.getByRole("textbox", { name: "New e-mail" }).fill(email);
  await sheet.getByLabel("Code sent to the new one").fill(await requestCode(sheet, stage.url, email));
  await sheet.getByLabel("Login password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Link an e-mail" }).click();
  await page.getByText(/^b\*+.@example\.org$/).waitFor();
  await page.goto(`${url}/outbox`);
  await page.getByText("blue heron").first().waitFor();
  expect(first.problems).toEqual([]);
  await first.context.close();
});

test("WEB-02 axe finds nothing serious on the sheets of the security center, the crop and the second step", async () => {
  const { context, page } = await stage.visit();
  const name = await registerByName(page, url);
  const centre = await SecurityCentre.open(page, url);
  for (const title of [
    "Passkeys",
    "Authenticator app",
    "Anti-phishing code",
    "E-mail",
    "Phone",
    "Login history",
  ]) {
    await centre.sheet(title);
    await settled(page);
    expect(await violations(page), title).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await open(page, url, "/pages/cropper/u-avatar-cropper");
  const picture = await redAndBlue();
  await page.locator("input[type=file]").setInputFiles(picture);
  await page.getByRole("slider", { name: "Zoom" }).waitFor();
  expect(await violations(page), "crop").toEqual([]);

  const totp = await (await SecurityCentre.open(page, url)).sheet("Authenticator app");
  const secret = await secretIn(totp);
  await totp.getByLabel("Login password").fill(PASSWORD);
  await totp.getByLabel("Code of your authenticator app").fill(generateSync({ secret }));
  await totp.getByRole("button", { name: "Switch on" }).click();
  await totp.getByText(/The app is on/).waitFor();
  expect(await violations(page), "recovery codes").toEqual([]);
  await totp.getByRole("button", { name: "I have kept them" }).click();
  await logOut(page, url);
  await giveLogin(page, url, name);
  await page.getByRole("heading", { name: "Second step" }).waitFor();
  expect(await violations(page), "second step").toEqual([]);
  await context.close();
});

/** WEB-80: Escape, a tap outside the sheet and dragging its header do not close it. */
async function keepsWhatIsShownOnce(page: Page): Promise<void> {
  for (let press = 0; press < 3; press++) await page.keyboard.press("Escape");
  await page.mouse.click(20, 20);
  await page.locator(".sheet-h").waitFor();
  const head = await page.locator(".sheet-h").boundingBox();
  const [x, y] = [(head?.x ?? 0) + 40, (head?.y ?? 0) + 10];
  await (await Finger.on(page)).drag(x, y, y + 300);
  await eventually(() => page.locator(".sheet-h").boundingBox()).toEqual(head);
}

test("BIN-03 an API key is created, its secret shown once, and removed", async () => {
  const { context, page, problems } = await stage.visit();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await registerByName(page, url);
  await SecurityCentre.open(page, url);
  await page.getByRole("link", { name: "Add: API keys" }).click();
  await page.getByText("No keys yet").waitFor();
  await page.getByRole("button", { name: "Create a key" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Label").fill("Grid bot");
  await sheet.getByLabel(/^Trade/).check();
  await sheet.getByLabel("Allowed IP addresses").fill("127.0.0.1, nowhere");
  await sheet.getByLabel("Login password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Create a key" }).click();
  await sheet.getByText("These are not IP addresses: nowhere").waitFor();
  await sheet.getByLabel("Allowed IP addresses").fill("");
  // At human typing speed: a second tap within half a second is ignored.
  await sheet.getByLabel("Allowed IP addresses").pressSequentially("127.0.0.1 ::1/128", { delay: 40 });
  await sheet.getByRole("button", { name: "Create a key" }).click();
  await sheet.getByText(/shown only now/).waitFor();
  const secret = await sheet
    .getByText(/^[0-9a-f]{64}$/)
    .last()
    .innerText();
  await keepsWhatIsShownOnce(page);
  await sheet.getByRole("button", { name: "Copy: Secret key" }).click();
  await told(page, "Copied");
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(secret);
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole("button", { name: "I have kept it" }).click();
  await page.getByText("127.0.0.1/32, ::1/128").waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
  await page.getByRole("button", { name: "Remove: Grid bot" }).click();
  await sheet.getByLabel("Login password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Remove the key" }).click();
  await page.getByText("No keys yet").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("BIN-20 a program's public key gets an API key without a secret", async () => {
  const { context, page, problems } = await stage.visit();
  await registerByName(page, url);
  await page.goto(`${url}/#/pages/my/apiKeys`);
  await page.getByRole("button", { name: "Create a key" }).first().click();
  const sheet = page.getByRole("dialog");
  await sheet.getByLabel("Your program’s public key (Ed25519 or RSA)").fill("ssh-ed25519 AAAA");
  await sheet.getByLabel("Login password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Create a key" }).click();
  await sheet.getByText(/^This is not an Ed25519 public key/).waitFor();
  const pem = String(generateKeyPairSync("ed25519").publicKey.export({ format: "pem", type: "spki" }));
  const [, bare = ""] = pem.split("\n");
  await sheet.getByLabel("Your program’s public key (Ed25519 or RSA)").fill("");
  // At human typing speed: a second tap within half a second is ignored.
  await sheet.getByLabel("Your program’s public key (Ed25519 or RSA)").pressSequentially(bare, { delay: 15 });
  await sheet.getByRole("button", { name: "Create a key" }).click();
  await sheet.getByText("The key is shown only now. Give it to your program.").waitFor();
  expect(await sheet.getByText(/^[0-9a-f]{64}$/).count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  await sheet.getByRole("button", { name: "I have kept it" }).click();
  await page.getByText(/not used yet/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("CLOSE-10 obstacles are shown first; then the account is closed, and the login says so", async () => {
  const { context, page, problems } = await stage.visit();
  const { email, password } = await register(page, url);
  await open(page, url, "/pages/wallet/index");
  const token = await page.evaluate<string>(`JSON.parse(localStorage.getItem("candor")).state.token`);
  const ask = async (path: string, payload: object) => {
    const answer = await page.request.post(`${url}/api${path}`, {
      headers: { token },
      form: { data: btoa(encodeURIComponent(JSON.stringify(payload))) },
    });
    const { data } = (await answer.json()) as { readonly data: string };
    return JSON.parse(Buffer.from(data, "base64").toString()) as { readonly records?: readonly unknown[] };
  };
  await ask("/Sandbox/faucet", { asset: "USDT", amount: "50" });
  await eventually(async () => (await ask("/Recharge/list", {})).records?.length).toBe(1);
  const centre = await SecurityCentre.open(page, url);
  const blocked = await centre.sheet("Close the account");
  await blocked.getByText("Settle this first.").waitFor();
  const way = blocked.getByRole("link", { name: /Deposits on their way|Money in your accounts/ });
  expect(await way.first().getAttribute("href")).toMatch(/pages\/wallet\/(record|withdrawCoin)/);
  await context.close();

  const other = await stage.visit({ viewport: DESKTOP });
  const { email: gone } = await register(other.page, url);
  const sheet = await (await SecurityCentre.open(other.page, url)).sheet("Close the account");
  await sheet.getByText(/stays in the exchange’s journal/).waitFor();
  await sheet.getByText(/For 30 days a login/).waitFor();
  expect(await violations(other.page)).toEqual([]);
  const act = sheet.getByRole("button", { name: "Close the account for good" });
  await act.click();
  await sheet.getByText("Password cannot be empty").waitFor();
  await sheet.getByLabel("Login password").fill(password);
  await sheet.getByRole("button", { name: "Send code" }).click();
  await sheet.getByRole("button", { name: "Use this code" }).click();
  await other.page.waitForTimeout(CLICK_THROTTLE_MS);
  await act.click();
  await other.page.waitForURL(/pages\/home\/index/);
  await told(other.page, "Your account is closed");
  await giveLogin(other.page, url, gone);
  await other.page.getByText("This account was closed by its owner").waitFor();
  await other.page.waitForTimeout(CLICK_THROTTLE_MS);
  await giveLogin(other.page, url, email);
  await other.page.waitForURL(/pages\/home\/index/);
  expect([...problems, ...other.problems]).toEqual([]);
  await other.context.close();
});
