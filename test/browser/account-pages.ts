import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { CDPSession, Locator, Page } from "playwright-core";
import sharp from "sharp";
import type { ServerProcess } from "../support/server/run-server.ts";
import { eventually } from "./stage.ts";
import { open } from "./web-app.ts";

/** Page models of the account, independent of the pages' markup. */
export const PASSWORD = "tr7dkq2x";
const CLI = path.resolve(import.meta.dirname, "../../apps/server/src/start/cli/operator.ts");

let nextUser = 1;

/** Registers by username, which needs no code; ends on the home page. */
export async function registerByName(page: Page, url: string): Promise<string> {
  const name = `people_${nextUser++}_${Date.now() % 1_000_000}`;
  await open(page, url, "/pages/login/reg");
  await page.getByRole("radio", { name: "Username" }).click();
  await page.getByRole("textbox", { name: "Username" }).fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Repeat password").fill(PASSWORD);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/pages\/home\/index/);
  return name;
}

export async function logOut(page: Page, url: string): Promise<void> {
  await open(page, url, "/pages/my/index");
  await page.getByRole("button", { name: "Log out", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Log out", exact: true }).click();
  await page.waitForURL(/pages\/home\/index/);
  // The session is cleared after the navigation home.
  await eventually(() => page.evaluate(`JSON.parse(localStorage.getItem("candor")).state.token`)).toBe("");
}

/** Completes the first login step. */
export async function giveLogin(page: Page, url: string, account: string): Promise<void> {
  await open(page, url, "/pages/login/login");
  await page.getByLabel("E-mail or username").fill(account);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}

export class SecurityCentre {
  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  static async open(page: Page, url: string): Promise<SecurityCentre> {
    await open(page, url, "/pages/my/saveCenter");
    return new SecurityCentre(page);
  }

  /** Opens the sheet of one protection's row. */
  async sheet(title: string): Promise<Locator> {
    await this.page.getByRole("button", { name: new RegExp(`: ${title}$`) }).click();
    const dialog = this.page.getByRole("dialog");
    await dialog.waitFor();
    return dialog;
  }
}

/** Returns the authenticator app's secret as text. */
export async function secretIn(sheet: Locator): Promise<string> {
  await sheet.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
  return (await sheet.locator(".totp-secret .mono").innerText()).replaceAll(" ", "");
}

/** Adds an authenticator that always approves. */
export async function addAuthenticator(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return session;
}

/** Drags with a finger: down, move, up. */
export async function dragByFinger(page: Page, from: Locator, byX: number, byY: number): Promise<void> {
  const box = await from.boundingBox();
  if (box === null) throw new Error("there is nothing to drag");
  const session = await page.context().newCDPSession(page);
  const start = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const at = (share: number) => [{ x: start.x + byX * share, y: start.y + byY * share }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const share of [0.25, 0.5, 0.75, 1]) {
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(share) });
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}

/** An avatar picture: red on the left, blue on the right. */
export const redAndBlue = async () => ({
  name: "halves.png",
  mimeType: "image/png",
  buffer: await sharp({ create: { width: 400, height: 600, channels: 3, background: "#e00000" } })
    .extend({ right: 400, background: "#0000e0" })
    .png()
    .toBuffer(),
});

/** Runs an operator command on the server's machine. */
export async function operate(server: ServerProcess, ...words: readonly string[]): Promise<string> {
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, [
    CLI,
    ...words,
    "--operator",
    "anna",
    "--home",
    server.home,
  ]);
  return stdout;
}
