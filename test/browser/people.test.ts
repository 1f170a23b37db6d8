import { generateSync } from "otplib";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ServerProcess } from "../server/run-server.ts";
import { removeHome, startServer, temporaryHome } from "../server/run-server.ts";
import {
  addAuthenticator,
  CredentialPace,
  dragByFinger,
  giveLogin,
  logOut,
  operate,
  PASSWORD,
  registerByName,
  SecurityCentre,
  secretIn,
} from "./account-pages.ts";
import { violations } from "./page-checks.ts";
import { buildWebApp, codeFor, DESKTOP, launchBrowser, open, register, settled, visit } from "./web-app.ts";

let browser: Browser;
let server: ServerProcess;
/** Passkeys belong to a name; a bare address has none. */
let url: string;
const home = temporaryHome();
const pace = new CredentialPace();

beforeAll(async () => {
  buildWebApp();
  [browser, server] = await Promise.all([launchBrowser(), startServer(home)]);
  url = `http://localhost:${server.port}`;
});

afterAll(async () => {
  await browser.close();
  await server.stop("SIGTERM");
  removeHome(home);
});

/** Asks again until it holds; a busy machine takes its time. */
const soon = <T>(ask: () => T | Promise<T>) => expect.poll(ask, { timeout: 15_000 });
const toast = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

test("WEB-05 a passkey logs in by itself, and confirms a login by password", async () => {
  await pace.roomFor(5);
  const { context, page, problems } = await visit(browser);
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
  await toast(page, "Passkey removed");
  await page.keyboard.press("Escape");
  await page.getByText(/Withdrawals wait until/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-50 an authenticator app is set up with its recovery codes, asked for at the login, and switched off", async () => {
  await pace.roomFor(4);
  const { context, page, problems } = await visit(browser, { viewport: DESKTOP });
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

  const other = await visit(browser);
  await giveLogin(other.page, url, name);
  await other.page.getByRole("heading", { name: "Second step" }).waitFor();
  await other.page.getByLabel("Code of your authenticator app").fill("000000");
  await other.page.getByText("Second factor error").waitFor();
  await other.page.getByRole("button", { name: "Use a recovery code" }).click();
  await other.page.getByLabel("Recovery code").fill(codes[0] ?? "");
  await other.page.getByRole("button", { name: "Confirm" }).click();
  await other.page.waitForURL(/pages\/home\/index/);

  const again = await SecurityCentre.open(other.page, url);
  const history = await again.sheet("Login history");
  await history.getByText("Second factor wrong").waitFor();
  await history.getByText("Signed in").first().waitFor();
  await other.page.keyboard.press("Escape");
  const off = await again.sheet("Authenticator app");
  await off.getByLabel("Login password").fill(PASSWORD);
  await off.getByRole("button", { name: "Switch off" }).click();
  const asked = other.page.getByRole("dialog", { name: "Confirm that it is you" });
  await asked.getByRole("button", { name: "Use a recovery code" }).click();
  await asked.getByLabel("Recovery code").fill(codes[1] ?? "");
  await asked.getByRole("button", { name: "Confirm" }).click();
  await toast(other.page, "Authenticator app switched off");
  await other.page.getByText(/Withdrawals wait until/).waitFor();
  expect([...problems, ...other.problems]).toEqual([]);
  await other.context.close();
  await context.close();
});

test("WEB-51 a device is signed out from another one, contacts are bound by codes, and mails carry the own word", async () => {
  await pace.roomFor(3);
  const first = await visit(browser);
  const name = await registerByName(first.page, url);
  const second = await visit(browser);
  await giveLogin(second.page, url, name);
  await second.page.waitForURL(/pages\/home\/index/);

  await SecurityCentre.open(first.page, url);
  await first.page.getByText("This device").waitFor();
  await first.page.getByRole("button", { name: /^Sign out:/ }).click();
  await toast(first.page, "Signed out");
  await second.page.goto(`${url}/#/pages/my/profile`);
  await toast(second.page, "Login timed out");
  await second.page.waitForURL(/pages\/login\/login\?back=/);
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
  await sheet.getByRole("button", { name: "Send code" }).click();
  await toast(page, /Code sent to/);
  await sheet.getByLabel("Code sent to the new one").fill(await codeFor(server.url, email));
  await sheet.getByRole("button", { name: "Bind an e-mail" }).click();
  await page.getByText(/^b\*+.@example\.org$/).waitFor();
  await open(page, url, "/pages/outbox");
  await page.getByText("blue heron").first().waitFor();
  expect(first.problems).toEqual([]);
  await first.context.close();
});

/** Red on the left, blue on the right. */
const halves = () =>
  sharp({ create: { width: 400, height: 600, channels: 3, background: "#e00000" } })
    .extend({ right: 400, background: "#0000e0" })
    .png()
    .toBuffer();

const WIDTH = `document.querySelector("main .avatar img").naturalWidth`;
/** The colours of a picture's left and right edge, as the page shows it: "red" or "blue". */
const EDGES = `(() => {
  const image = document.querySelector("main .avatar img");
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  return [0.05, 0.95].map((share) => {
    const [red, , blue] = context.getImageData(canvas.width * share, canvas.height / 2, 1, 1).data;
    return red > blue ? "red" : "blue";
  });
})()`;

test("WEB-06 a picture is cropped with slider, keys and finger, and becomes the avatar", async () => {
  await pace.roomFor(1);
  const { context, page, problems } = await visit(browser);
  await registerByName(page, url);
  const picture = { name: "halves.png", mimeType: "image/png", buffer: await halves() };
  const crop = async (move: () => Promise<void>) => {
    await open(page, url, "/pages/my/profile");
    await page.getByRole("link", { name: /^Picture/ }).click();
    await page.locator("input[type=file]").setInputFiles(picture);
    await page.getByRole("img", { name: "The chosen picture" }).waitFor();
    await move();
    await page.getByRole("button", { name: "Use this picture" }).click();
    await toast(page, "Profile picture saved");
    await page.waitForURL(/pages\/my\/profile/);
    await page.locator("main .avatar img").waitFor();
    await soon(() => page.evaluate(WIDTH)).toBeGreaterThan(0);
    return page.evaluate(EDGES);
  };
  // The largest square in the middle holds both halves.
  expect(await crop(async () => undefined)).toEqual(["red", "blue"]);
  const frame = page.locator(".ReactCrop__crop-selection");
  const zoomIn = async () => {
    await page.getByRole("slider", { name: "Zoom" }).fill("100");
  };
  const byKeys = async () => {
    await zoomIn();
    await frame.focus();
    for (let i = 0; i < 40; i++) await page.keyboard.press("Control+ArrowLeft");
  };
  expect(await crop(byKeys)).toEqual(["red", "red"]);
  const byFinger = async () => {
    await zoomIn();
    await dragByFinger(page, frame, 160, 0);
  };
  expect(await crop(byFinger)).toEqual(["blue", "blue"]);
  const noPicture = { name: "words.png", mimeType: "image/png", buffer: Buffer.from("no picture at all") };
  await open(page, url, "/pages/cropper/u-avatar-cropper");
  await page.locator("input[type=file]").setInputFiles(noPicture);
  await page.getByText(/This is no picture that can be used/).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-02 axe finds nothing serious on the sheets of the security centre, the crop and the second step", async () => {
  await pace.roomFor(2);
  const { context, page } = await visit(browser);
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
  const picture = { name: "halves.png", mimeType: "image/png", buffer: await halves() };
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

const POSTER_HEIGHT = `document.querySelector(".invite-poster").naturalHeight`;

test("WEB-54 an invitation link fills its code in, and the poster is drawn on the device", async () => {
  await pace.roomFor(2);
  const { context, page, problems } = await visit(browser, { viewport: DESKTOP });
  await registerByName(page, url);
  await open(page, url, "/pages/my/inviter");
  const link = await page.locator(".invite-link").innerText();
  const code = await page.locator(".invite-code").innerText();
  expect(link).toBe(`${url}/#/pages/login/reg?code=${code}`);
  await page.getByRole("img", { name: "QR code of your invitation link" }).waitFor();
  await page.getByRole("button", { name: "Make a poster" }).click();
  const poster = page.getByRole("img", { name: "Poster with your invitation code" });
  await poster.waitFor();
  await soon(() => page.evaluate(POSTER_HEIGHT)).toBe(1040);

  const guest = await visit(browser);
  await guest.page.goto(link);
  await soon(() => guest.page.getByLabel("Invitation code").inputValue()).toBe(code);
  await guest.page.getByRole("radio", { name: "Username" }).click();
  await guest.page.getByRole("textbox", { name: "Username" }).fill(`guest_${Date.now() % 1_000_000}`);
  await guest.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.page.getByLabel("Repeat password").fill(PASSWORD);
  await guest.page.locator("form button[type=submit]").click();
  await guest.page.waitForURL(/pages\/home\/index/);
  expect([...problems, ...guest.problems]).toEqual([]);
  await guest.context.close();
  await context.close();
});

test("WEB-55 forgotten passwords are recovered by code, before the login and after it", async () => {
  await pace.roomFor(5);
  const { context, page, problems } = await visit(browser);
  const { email } = await register(page, url);
  await open(page, url, "/pages/my/pwdSet?kind=payment");
  const setPayment = async (digits: string) => {
    await page.getByRole("button", { name: "Send code" }).click();
    await toast(page, "Code sent");
    await page.getByLabel("6-digit code").fill(await codeFor(server.url, email));
    await page.getByLabel("New payment password, 6 digits").fill(digits);
    await page.getByLabel("Repeat the 6 digits").fill(digits);
    await page.getByRole("button", { name: "Save password" }).click();
    await toast(page, "Password saved");
  };
  await setPayment("246802");
  await open(page, url, "/pages/my/pwdSet?kind=payment");
  await page.getByRole("link", { name: "Forgot the old one?" }).click();
  await page.waitForURL(/pages\/my\/Retrieve\?kind=payment/);
  await setPayment("135791");
  await page.waitForURL(/pages\/my\/saveCenter/);
  await page.getByText(/Withdrawals wait until .*Reason: the payment password was changed/).waitFor();

  await logOut(page, url);
  await open(page, url, "/pages/login/forget");
  await page.getByLabel("E-mail or phone number").fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await toast(page, /Code sent to/);
  await page.getByLabel("6-digit code").fill(await codeFor(server.url, email));
  await page.getByLabel("New password", { exact: true }).fill("heron42x");
  await page.getByLabel("Repeat password").fill("heron42x");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.waitForURL(/pages\/login\/login/);
  await page.getByLabel("E-mail or username").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("heron42x");
  await page.getByRole("button", { name: "Log in", exact: true }).click();
  await page.waitForURL(/pages\/home\/index/);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-35 an account that is frozen meanwhile is forgotten, and the error page says why", async () => {
  await pace.roomFor(1);
  const { context, page, problems } = await visit(browser);
  const name = await registerByName(page, url);
  await operate(server, "user", "freeze", name, "--reason", "asked for by its owner");
  await page.goto(`${url}/#/pages/my/profile`);
  await page.waitForURL(/pages\/error\?reason=banned/);
  await page.getByRole("heading", { name: "This account has been frozen" }).first().waitFor();
  const state = await page.evaluate(() => localStorage.getItem("candor") ?? "");
  expect((JSON.parse(state) as { state: { token: string } }).state.token).toBe("");
  expect(problems).toEqual([]);
  await context.close();
});
