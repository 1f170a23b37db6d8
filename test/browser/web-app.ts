import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { findBrowser } from "../../scripts/install-browser.ts";

/** What browser tests share: the built app, Chromium, and a visitor or user in it. */
const web = path.resolve(import.meta.dirname, "../../apps/web");
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export const PHONE = { width: 390, height: 844 };
export const NARROW_PHONE = { width: 360, height: 780 };
export const DESKTOP = { width: 1440, height: 900 };

/** Builds the web app unless it has been built. */
export function buildWebApp(): void {
  if (existsSync(path.join(web, "dist/index.html"))) return;
  const vite = path.resolve(web, "../../node_modules/vite/bin/vite.js");
  const built = spawnSync(process.execPath, [vite, "build"], {
    cwd: web,
    encoding: "utf8",
    // The test runner's own NODE_ENV would make it a build for development.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (built.status !== 0) throw new Error(`the web app does not build:\n${built.stdout}${built.stderr}`);
}

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("no Chromium: install it, or set CHROMIUM to its path");
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface Visit {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly locale?: string;
  /** Fields of the kept state, as an earlier visit would have left them. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

/** A fresh device: its own storage, and a page that collects what goes wrong on it. */
export async function visit(
  browser: Browser,
  options: Visit = {},
): Promise<{ readonly context: BrowserContext; readonly page: Page; readonly problems: string[] }> {
  const viewport = options.viewport ?? PHONE;
  const context = await browser.newContext({
    viewport,
    hasTouch: viewport.width < 1024,
    locale: options.locale ?? "en-GB",
    reducedMotion: "reduce",
  });
  if (options.kept !== undefined) {
    await context.addInitScript((state) => {
      if (localStorage.getItem("candor") === null) {
        localStorage.setItem("candor", JSON.stringify({ state, version: 1 }));
      }
    }, options.kept);
  }
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  return { context, page, problems };
}

/** Goes to a route of the app and waits until its data is there. */
export async function open(page: Page, url: string, route: string): Promise<void> {
  await page.goto(`${url}/#${route}`);
  await settled(page);
}

const PLACEHOLDERS = ".screen-loading, main .skel, main [aria-busy=true]";

/** Until nothing on the page is a placeholder any more. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector("main");
  await page.locator(PLACEHOLDERS).first().waitFor({ state: "detached", timeout: 15_000 });
}

const PASSWORD = "tr7dkq2x";
let nextUser = 1;

export interface NewUser {
  readonly email: string;
  readonly password: string;
}

/** Registers a newcomer through the pages, with the code from the sandbox's outbox. */
export async function register(page: Page, url: string): Promise<NewUser> {
  const email = `trader${nextUser++}.${Date.now()}@example.org`;
  await open(page, url, "/pages/login/reg");
  await page.getByLabel("E-mail", { exact: true }).fill(email);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByRole("button", { name: "Use this code" }).click();
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Repeat password").fill(PASSWORD);
  await page.locator("form button[type=submit]").click();
  await page.waitForURL(/pages\/home\/index/);
  return { email, password: PASSWORD };
}

/** The newest six-digit code that the outbox holds for an address. */
export async function codeFor(url: string, email: string): Promise<string> {
  const answer = await fetch(`${url}/api/Sandbox/outbox?limit=1&to=${encodeURIComponent(email)}`);
  const { data } = (await answer.json()) as { readonly data: string };
  const { list } = JSON.parse(Buffer.from(data, "base64").toString()) as {
    readonly list: readonly { readonly text: string }[];
  };
  const code = /\b[0-9]{6}\b/.exec(list[0]?.text ?? "")?.[0];
  if (code === undefined) throw new Error(`no code for ${email} in the outbox`);
  return code;
}
