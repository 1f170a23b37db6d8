import type { BrowserContext, Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { accepted } from "../support/wire/gateway-under-test.ts";
import {
  addAuthenticator,
  giveLogin,
  logOut,
  PASSWORD,
  registerByName,
  SecurityCentre,
} from "./account-pages.ts";
import { violations } from "./page-checks.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { DESKTOP, open, settled, told } from "./web-app.ts";

const stage = useQuietStage();
/** Hashing needs a secure page, and passkeys a host name: "localhost" is both. */
let url: string;

beforeAll(() => {
  url = stage.namedUrl;
});

const PIN = "481625";
const WRONG_PIN = "730914";
const NEW_PIN = "905273";
const MINUTE_MS = 60_000;
const LOCKED = "Candor is locked";

async function turnLockOn(page: Page): Promise<Locator> {
  const centre = await SecurityCentre.open(page, url);
  const sheet = await centre.sheet("App lock");
  await sheet.getByLabel("New PIN").fill(PIN);
  await sheet.getByLabel("Repeat the PIN").fill(PIN);
  await sheet.getByRole("button", { name: "Turn on the lock" }).click();
  await told(page, "The app lock is on");
  return await centre.sheet("App lock");
}

/** Changes the stored lock as another tab would, and lets the page see it. */
const changeLock = (page: Page, change: object): Promise<unknown> =>
  page.evaluate(`(() => {
    const record = { ...JSON.parse(localStorage.getItem("candor-lock")), ...${JSON.stringify(change)} };
    localStorage.setItem("candor-lock", JSON.stringify(record));
    window.dispatchEvent(new StorageEvent("storage", { key: "candor-lock" }));
  })()`);

const lockField = (page: Page): Locator => page.getByLabel("PIN", { exact: true });
const stored = (page: Page): Promise<string> => page.evaluate("JSON.stringify(localStorage)");

/** Everything that pages of the context send, as text. */
function sentBy(context: BrowserContext): string[] {
  const sent: string[] = [];
  context.on("request", (request) => {
    const body = request.postData() ?? "";
    const packed = new URLSearchParams(body).get("data") ?? "";
    sent.push(request.url(), body, Buffer.from(packed, "base64").toString());
  });
  return sent;
}

test("LOCK-01 the lock hides the app in all tabs and at opening; the PIN opens it and never leaves the device", async () => {
  const { context, page, problems } = await stage.visit();
  const sent = sentBy(context);
  const name = await registerByName(page, url);
  const sheet = await turnLockOn(page);
  const other = await context.newPage();
  await other.goto(`${url}/#/pages/my/index`);
  // A new tab asks, although the first one is open.
  await other.getByRole("heading", { name: LOCKED }).waitFor();
  await lockField(other).fill(PIN);
  await other.getByText(name).first().waitFor();

  await sheet.getByRole("button", { name: "Lock now" }).click();
  for (const tab of [page, other]) {
    await tab.getByRole("heading", { name: LOCKED }).waitFor();
    expect(await tab.content()).not.toContain(name);
    expect(await tab.locator("nav, dialog, .toast").count()).toBe(0);
  }
  expect(await violations(page)).toEqual([]);
  // Neither Back nor another address leads past it.
  const address = page.url();
  await page.goBack();
  await eventually(() => Promise.resolve(page.url())).not.toBe(address);
  await page.evaluate(`location.hash = "#/pages/wallet/index"`);
  await page.getByRole("heading", { name: LOCKED }).waitFor();
  expect(await page.content()).not.toContain(name);
  expect(await page.locator("nav, dialog, .toast").count()).toBe(0);
  await page.evaluate(`location.href = ${JSON.stringify(address)}`);
  await lockField(page).fill(WRONG_PIN);
  await page.getByText("Wrong PIN. 4 more tries").waitFor();
  await lockField(page).fill(PIN);
  await page.getByRole("button", { name: /: App lock$/ }).waitFor();
  await other.getByText(name).first().waitFor();
  await page.reload();
  await page.getByRole("button", { name: /: App lock$/ }).waitFor();

  // As after six minutes without use in any tab.
  await changeLock(page, { lastUsedAtMs: Date.now() - 6 * MINUTE_MS });
  await page.getByRole("heading", { name: LOCKED }).waitFor();
  expect([...sent, await stored(page)].filter((text) => text.includes(PIN))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test("LOCK-02 wrong PINs make it wait, a reload gives none back, and the fifth logs this device out", async () => {
  const { context, page, problems } = await stage.visit();
  await registerByName(page, url);
  const sheet = await turnLockOn(page);
  const token = (await page.evaluate(`JSON.parse(localStorage.getItem("candor")).state.token`)) as string;
  await sheet.getByRole("button", { name: "Lock now" }).click();
  await lockField(page).fill(WRONG_PIN);
  await page.getByText("Wrong PIN. 4 more tries").waitFor();
  expect(await page.getByText(/Try again in/).count()).toBe(0);
  await page.reload();
  await lockField(page).fill(WRONG_PIN);
  await page.getByText("Wrong PIN. 3 more tries").waitFor();
  expect(await lockField(page).isDisabled()).toBe(true);
  await page.getByText(/Try again in [1-5] seconds?\./).waitFor();
  for (const left of ["2 more tries", "1 more try"]) {
    await changeLock(page, { waitUntilMs: 0 });
    await lockField(page).fill(WRONG_PIN);
    await page.getByText(`Wrong PIN. ${left}`).waitFor();
  }
  await changeLock(page, { waitUntilMs: 0 });
  await lockField(page).fill(WRONG_PIN);
  await told(page, "This device is logged out and its lock removed.");
  expect(await page.evaluate(`localStorage.getItem("candor-lock")`)).toBeNull();
  const wire = stage.wire();
  wire.token = token;
  const { data } = await wire.call("profile");
  expect(data["error"]).toBe("session.expired");
  expect(problems).toEqual([]);
  await context.close();
});

test("LOCK-05 the PIN changes only with the current one, whose wrong tries count, and the old one opens nothing", async () => {
  const { context, page, problems } = await stage.visit();
  await registerByName(page, url);
  const sheet = await turnLockOn(page);
  await changeLock(page, { minutes: 15 });
  await sheet.getByRole("button", { name: "Change the PIN" }).click();
  const change = async (current: string, next: string, again = next) => {
    await sheet.getByLabel("Current PIN").fill(current);
    await sheet.getByLabel("New PIN").fill(next);
    await sheet.getByLabel("Repeat the PIN").fill(again);
    await page.waitForTimeout(CLICK_THROTTLE_MS);
    await sheet.getByRole("button", { name: "Change the PIN" }).click();
  };
  await change(PIN, "111111");
  await sheet.getByText("This PIN is too easy to guess.").waitFor();
  await change(PIN, NEW_PIN, WRONG_PIN);
  await sheet.getByText("The two PINs differ.").waitFor();
  await change(WRONG_PIN, NEW_PIN);
  await sheet.getByText("Wrong PIN. 4 more tries").waitFor();
  await change(PIN, NEW_PIN);
  await told(page, "The PIN is changed");
  expect(JSON.parse(await page.evaluate(`localStorage.getItem("candor-lock")`))).toMatchObject({
    minutes: 15,
    failures: 0,
    isLocked: false,
  });
  await changeLock(page, { isLocked: true });
  await lockField(page).fill(PIN);
  await page.getByText("Wrong PIN. 4 more tries").waitFor();
  await lockField(page).fill(NEW_PIN);
  await page.getByText(LOCKED).waitFor({ state: "detached" });
  expect(problems).toEqual([]);
  await context.close();
});

const usePasskey = (page: Page): Locator => page.getByRole("button", { name: "Use passkey" });
const isShown = (page: Page): Locator => page.getByRole("heading", { name: LOCKED });

/** Makes the browser's next question for a passkey end as if the user closed its dialog. */
const cancelPasskey = (page: Page, method: "create" | "get"): Promise<unknown> =>
  page.evaluate(`(() => {
    const { ${method} } = navigator.credentials;
    navigator.credentials.${method} = () => {
      navigator.credentials.${method} = ${method};
      return Promise.reject(new DOMException("canceled", "NotAllowedError"));
    };
  })()`);

async function addPasskey(page: Page): Promise<void> {
  const sheet = await new SecurityCentre(page).sheet("Passkeys");
  await sheet.getByLabel("Login password").fill(PASSWORD);
  await cancelPasskey(page, "create");
  await sheet.getByRole("button", { name: "Add a passkey" }).click();
  await sheet.getByText("No passkey was added. You can try again.").waitFor();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await sheet.getByRole("button", { name: "Add a passkey" }).click();
  await sheet.getByText(/not used yet/).waitFor();
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
}

async function removePasskey(page: Page): Promise<void> {
  const sheet = await new SecurityCentre(page).sheet("Passkeys");
  await sheet.getByRole("button", { name: /^Remove:/ }).click();
  await sheet.getByLabel("Login password").fill(PASSWORD);
  await sheet.getByRole("button", { name: "Remove the passkey" }).click();
  await page.getByText("This change needs the second factor of your account.").waitFor();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await told(page, "Passkey removed");
}

test("LOCK-06 a passkey unlocks only while the account has it, also when another device removed it", async () => {
  const { context, page, problems } = await stage.visit();
  await addAuthenticator(page);
  await registerByName(page, url);
  const sheet = await turnLockOn(page);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await addPasskey(page);
  await new SecurityCentre(page).sheet("App lock");
  await sheet.getByRole("button", { name: "Unlock with a passkey too" }).click();
  await told(page, "Your passkey unlocks this device");
  const { passkey } = JSON.parse(await page.evaluate(`localStorage.getItem("candor-lock")`)) as {
    readonly passkey: object;
  };
  await sheet.getByRole("button", { name: "Lock now" }).click();
  await isShown(page).waitFor();
  await cancelPasskey(page, "get");
  await usePasskey(page).click();
  await page.getByText("The passkey was not confirmed. Try again or enter the PIN.").waitFor();
  expect(await page.locator("[aria-invalid=true], .is-err").count()).toBe(0);
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await usePasskey(page).click();
  await isShown(page).waitFor({ state: "detached" });

  await removePasskey(page);
  const left = JSON.parse(await page.evaluate(`localStorage.getItem("candor-lock")`)) as object;
  expect(left).toMatchObject({ passkey: null });
  // As on a device that has not noticed: without a connection the passkey opens nothing.
  await context.setOffline(true);
  await changeLock(page, { passkey, isLocked: true });
  await isShown(page).waitFor();
  await usePasskey(page).click();
  await page.getByText("Candor could not be reached, and without it only the PIN unlocks.").waitFor();
  await context.setOffline(false);
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await usePasskey(page).click();
  await page.getByText("This passkey was removed, so it no longer unlocks the app.").waitFor();
  expect(await usePasskey(page).count()).toBe(0);
  // The lock screen also notices it by itself.
  await changeLock(page, { passkey });
  await usePasskey(page).waitFor({ state: "detached" });
  expect(await page.locator("[aria-invalid=true], .is-err").count()).toBe(0);
  await lockField(page).fill(PIN);
  await isShown(page).waitFor({ state: "detached" });
  expect(problems).toEqual([]);
  await context.close();
});

test("LOCK-07 a session that ended elsewhere shows the login, and the lock belongs to its owner", async () => {
  const { context, page, problems } = await stage.visit();
  const name = await registerByName(page, url);
  const sheet = await turnLockOn(page);
  await sheet.getByRole("button", { name: "Lock now" }).click();
  await isShown(page).waitFor();
  const other = stage.wire();
  other.token = (await page.evaluate(`JSON.parse(localStorage.getItem("candor")).state.token`)) as string;
  accepted(await other.call("logout", { all: true }));
  await page.waitForURL(/pages\/login\/login/);
  await isShown(page).waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(name);

  await registerByName(page, url);
  await page.reload();
  await settled(page);
  expect(await isShown(page).count()).toBe(0);
  await logOut(page, url);

  await giveLogin(page, url, name);
  await page.waitForURL(/pages\/home\/index/);
  expect(await isShown(page).count()).toBe(0);
  await changeLock(page, { isLocked: true });
  await lockField(page).fill(PIN);
  await isShown(page).waitFor({ state: "detached" });
  expect(problems).toEqual([]);
  await context.close();
});

/** Opens the QR code on a desktop's login page; returns the code in it. */
async function beginQr(desktop: Page): Promise<string> {
  await open(desktop, url, "/pages/login/login");
  const begun = desktop.waitForResponse((response) => response.url().endsWith("/qrLogin"));
  await desktop.getByRole("button", { name: "Log in with your phone" }).click();
  await desktop.getByRole("img", { name: "QR code for the login" }).waitFor();
  const { data } = (await (await begun).json()) as { readonly data: string };
  return (JSON.parse(Buffer.from(data, "base64").toString()) as { readonly code: string }).code;
}

const scan = (phone: Page, code: string): Promise<void> => open(phone, url, `/pages/login/scan?code=${code}`);
const shownNumber = (desktop: Page): Promise<string> => desktop.locator(".qr-number").innerText();

test("QR-07 a phone logs a desktop in with the number that the desktop shows; the history names both", async () => {
  const phone = await stage.visit();
  const name = await registerByName(phone.page, url);
  const desktop = await stage.visit({ viewport: DESKTOP });
  await scan(phone.page, await beginQr(desktop.page));
  await phone.page.getByText("Is that your own screen?").waitFor();
  await phone.page
    .getByText(/Chrome/)
    .first()
    .waitFor();
  expect(await violations(phone.page)).toEqual([]);
  const number = await shownNumber(desktop.page);
  expect(number).toMatch(/^[1-9][0-9]$/);
  await phone.page.getByRole("button", { name: "Log in that device" }).click();
  await phone.page.getByText("Type the two digits that the other screen shows.").waitFor();
  await phone.page.getByLabel("Number on the other screen").fill(number);
  await phone.page.getByLabel("Login password").fill("wrong1pass");
  await phone.page.waitForTimeout(CLICK_THROTTLE_MS);
  await phone.page.getByRole("button", { name: "Log in that device" }).click();
  await phone.page.locator("[aria-invalid=true]").waitFor();
  await phone.page.waitForTimeout(CLICK_THROTTLE_MS);
  await phone.page.getByLabel("Login password").fill(PASSWORD);
  await phone.page.getByRole("button", { name: "Log in that device" }).click();
  await phone.page.getByText("The other device is logged in").waitFor();
  await desktop.page.waitForURL(/pages\/home\/index/);
  await open(desktop.page, url, "/pages/my/index");
  await desktop.page.getByText(name).first().waitFor();
  const centre = await SecurityCentre.open(phone.page, url);
  const history = await centre.sheet("Login history");
  await history
    .getByText(/QR code/)
    .first()
    .waitFor();
  expect([...phone.problems, ...desktop.problems]).toEqual([]);
  await Promise.all([phone.context.close(), desktop.context.close()]);
});

test("QR-08 a wrong number or a refusal ends the request, and a phone without a session logs in first", async () => {
  const phone = await stage.visit();
  const name = await registerByName(phone.page, url);
  const desktop = await stage.visit({ viewport: DESKTOP });
  await scan(phone.page, await beginQr(desktop.page));
  const number = Number(await shownNumber(desktop.page));
  await phone.page.getByLabel("Number on the other screen").fill(String(number === 99 ? 10 : number + 1));
  await phone.page.getByLabel("Login password").fill(PASSWORD);
  await phone.page.getByRole("button", { name: "Log in that device" }).click();
  await phone.page.getByText("That was not the number").waitFor();
  await desktop.page.getByText("The login was not approved on the phone.").waitFor();

  const again = desktop.page.waitForResponse((response) => response.url().endsWith("/qrLogin"));
  await desktop.page.getByRole("button", { name: "New QR code" }).click();
  const { data } = (await (await again).json()) as { readonly data: string };
  const { code } = JSON.parse(Buffer.from(data, "base64").toString()) as { readonly code: string };
  const guest = await stage.visit();
  await guest.page.goto(`${url}/#/pages/login/scan?code=${code}`);
  await guest.page.waitForURL(/pages\/login\/login/);
  await settled(guest.page);
  await guest.page.getByLabel("E-mail or username").fill(name);
  await guest.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.page.getByRole("button", { name: "Log in", exact: true }).click();
  await guest.page.getByRole("button", { name: "Refuse" }).click();
  await guest.page.getByText("The other device was not logged in.").waitFor();
  await desktop.page.getByText("The login was not approved on the phone.").waitFor();
  await eventually(() =>
    desktop.page.evaluate(`JSON.parse(localStorage.getItem("candor")).state.token`),
  ).toBe("");

  // The running app still has the reply from before the refusal.
  await guest.page.evaluate(`location.hash = "#/pages/home/index"`);
  await guest.page.waitForURL(/pages\/home\/index/);
  await guest.page.evaluate(`location.hash = "#/pages/login/scan?code=${code}"`);
  await guest.page.getByText("This QR code is no longer valid").waitFor();
  expect(await guest.page.getByLabel("Number on the other screen").count()).toBe(0);
  await scan(phone.page, code);
  await phone.page.getByText("This QR code is no longer valid").waitFor();
  expect([...phone.problems, ...desktop.problems, ...guest.problems]).toEqual([]);
  await Promise.all([phone.context.close(), desktop.context.close(), guest.context.close()]);
});

test("HELP-01 what a ticket asks is explained next to it, in a sheet that keeps the ticket as it is", async () => {
  const { context, page, problems } = await stage.visit();
  await open(page, url, "/pages/trans/index?symbol=BTCUSDT");
  await page
    .getByLabel(/^Amount/)
    .first()
    .fill("0.5");
  await page.getByRole("button", { name: "Help: Order type" }).click();
  const sheet = page.getByRole("dialog", { name: "Order types, and how long an order is valid" });
  await sheet.getByText("Trailing stop:").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  expect(
    await page
      .getByLabel(/^Amount/)
      .first()
      .inputValue(),
  ).toBe("0.5");

  await open(page, url, "/pages/trans/contract?symbol=BTCUSDT");
  for (const [topic, title] of [
    ["Mark", "Why there is a mark price"],
    ["Funding / countdown", "What funding is"],
  ] as const) {
    await page.getByRole("button", { name: `Help: ${topic}` }).click();
    await page.getByRole("dialog", { name: title }).waitFor();
    await page.keyboard.press("Escape");
  }
  await page.getByRole("button", { name: /^Leverage:/ }).click();
  await page.getByRole("button", { name: "Help: Margin mode" }).click();
  const contracts = page.getByRole("dialog", { name: "Contracts: long, short and margin" });
  // A link to another article opens in the same sheet, above the ticket.
  await contracts.getByRole("link", { name: "liquidation" }).click();
  await page.getByRole("dialog", { name: "What a liquidation is, and how to verify one" }).waitFor();
  expect(page.url()).toContain("/pages/trans/contract");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Help: Leverage" }).click();
  await page.getByRole("dialog", { name: "Leverage and its tiers" }).waitFor();
  await open(page, url, "/pages/home/index");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search" }).fill("trailing stop");
  const found = page.getByRole("group", { name: "Help" });
  await found.getByText("Order types, and how long an order is valid").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
