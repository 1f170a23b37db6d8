import type { Language } from "@candor/domain/enumerations";
import { LANGUAGE_TAGS } from "@candor/domain/enumerations";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { onTestFailed, TestRunner, vi } from "vitest";
import { findBrowser } from "../../scripts/install-browser.ts";

/** Shared by browser tests: Chromium, and a visitor or user of the app in it. */
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** How long a test waits for what must come. It bounds a failure; a busy machine takes its time. */
export const PATIENCE_MS = 60_000;

export const PHONE = { width: 390, height: 844 };
export const NARROW_PHONE = { width: 360, height: 780 };
export const DESKTOP = { width: 1440, height: 900 };

export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === undefined) throw new Error("no Chromium: install it, or set CHROMIUM to its path");
  return chromium.launch({ executablePath, args: FLAGS });
}

export interface Visit {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly locale?: string;
  /** Address of the device, as set by the proxy in front of the server. */
  readonly address?: string;
  /** Enables the app's service worker; tests cannot intercept requests made through it. */
  readonly worker?: boolean;
  /** Fields of the stored state, as left by an earlier visit. */
  readonly kept?: Readonly<Record<string, unknown>>;
}

export interface Visitor {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of its page. */
  readonly problems: string[];
}

/** Opens a fresh device: its own storage, and a page that records errors. */
export async function visit(browser: Browser, options: Visit = {}): Promise<Visitor> {
  const viewport = options.viewport ?? PHONE;
  const context = await browser.newContext({
    viewport,
    hasTouch: viewport.width < 1024,
    locale: options.locale ?? "en-GB",
    reducedMotion: "reduce",
    serviceWorkers: options.worker === true ? "allow" : "block",
    ...(options.address !== undefined && { extraHTTPHeaders: { "X-Forwarded-For": options.address } }),
  });
  context.setDefaultTimeout(PATIENCE_MS);
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
  // The name of the last test stays after its end, also in the next file of the worker.
  if (TestRunner.getCurrentTest() !== undefined) sayOnFailure(page);
  return { context, page, problems };
}

/** Characters of a page's text that tell where a test stood. */
const TEXT_LENGTH = 600;

/** Adds to the error of a failed test what the page shows: a wait in vain does not say why. */
function sayOnFailure(page: Page): void {
  onTestFailed(async ({ task }) => {
    const [error] = task.result?.errors ?? [];
    if (error === undefined || page.isClosed()) return;
    const text = (await page.evaluate("document.body.innerText")) as string;
    const line = `\n  - shown at ${page.url()}: ${text.replaceAll(/\s+/g, " ").slice(0, TEXT_LENGTH)}`;
    error.message += line;
    if (error.stack !== undefined) error.stack += line;
  });
}

/** Opens a route of the app and waits for its data. */
export async function open(page: Page, url: string, route: string): Promise<void> {
  await page.goto(`${url}/#${route}`);
  await settled(page);
}

export interface Choices {
  readonly lang?: Language;
  readonly huyan?: boolean;
}

/** Simulates choices made in another tab; the page follows at once. Runs in the page. */
const CHOOSE = `async (choices, tag) => {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const kept = JSON.parse(localStorage.getItem("candor") ?? "{}");
  const chosen = choices.huyan === undefined ? choices : { ...choices, followsSystem: false };
  const newValue = JSON.stringify({ ...kept, state: { ...kept.state, ...chosen } });
  localStorage.setItem("candor", newValue);
  window.dispatchEvent(new StorageEvent("storage", { key: "candor", newValue }));
  for (const since = performance.now(); tag !== null && document.documentElement.lang !== tag; await frame())
    if (performance.now() - since > ${PATIENCE_MS}) throw new Error("the page does not become " + tag);
  // One frame later the page has rerendered.
  await frame();
  await frame();
}`;

/** Returns an expression that makes a choice in the page and waits until the page has applied it. */
export function choosing(choices: Choices): string {
  const tag = choices.lang === undefined ? null : LANGUAGE_TAGS[choices.lang];
  return `(${CHOOSE})(${JSON.stringify(choices)}, ${JSON.stringify(tag)})`;
}

export const choose = (page: Page, choices: Choices): Promise<void> => page.evaluate(choosing(choices));

const PLACEHOLDERS = ".screen-loading, main .skel, main [aria-busy=true]";

/** Path of the shown page, and path in the address, which changes first: on a busy machine the old page stays for a while. */
const PATHS = `[document.querySelector(".skip")?.getAttribute("href"), location.hash.split("?")[0]]`;

/** Waits until the page of the address is shown and has no placeholders. */
export async function settled(page: Page): Promise<void> {
  await page.waitForSelector("main");
  await vi.waitFor(
    async () => {
      const [shown, addressed] = (await page.evaluate(PATHS)) as readonly (string | null)[];
      if (shown !== addressed) throw new Error(`the page shows ${shown}, its address is ${addressed}`);
    },
    { timeout: PATIENCE_MS },
  );
  await page.locator(PLACEHOLDERS).first().waitFor({ state: "detached" });
}

const PASSWORD = "tr7dkq2x";
let nextUser = 1;

/** Waits for a toast. An open sheet repeats it for screen readers. */
export async function told(page: Page, text: string | RegExp, timeout = PATIENCE_MS): Promise<void> {
  await page.locator(".toast").getByText(text).first().waitFor({ timeout });
}

export interface NewUser {
  readonly email: string;
  readonly password: string;
}

/** Registers a new user through the pages, with the code from the sandbox's outbox. */
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

/**
 * Requests a code by the form's button and returns it from the sandbox's outbox. A message on the screen does not prove that
 * it was sent: it may still be about an earlier code.
 */
export async function requestCode(form: Page | Locator, url: string, email: string): Promise<string> {
  const before = await newestCode(url, email);
  await form.getByRole("button", { name: "Send code" }).click();
  const code = await vi.waitFor(
    async () => {
      const newest = await newestCode(url, email);
      if (newest === undefined || newest.id === before?.id) throw new Error(`no new code for ${email}`);
      return newest.code;
    },
    { timeout: PATIENCE_MS },
  );
  // The form shows it too, above its button: a click while that moves is lost.
  await form.locator(".sandbox-code").getByText(code).waitFor();
  return code;
}

interface SentCode {
  readonly id: string;
  readonly code: string;
}

async function newestCode(url: string, email: string): Promise<SentCode | undefined> {
  const answer = await fetch(`${url}/api/Sandbox/outbox?limit=10&to=${encodeURIComponent(email)}`);
  const { data } = (await answer.json()) as { readonly data: string };
  const { list } = JSON.parse(Buffer.from(data, "base64").toString()) as {
    readonly list: readonly { readonly id: string; readonly text: string }[];
  };
  return list.flatMap(({ id, text }) => {
    const code = /(?<=[:：] ?)[0-9]{6}$/m.exec(text)?.[0];
    return code === undefined ? [] : [{ id, code }];
  })[0];
}

/** Whether the account has everything that this device keeps. */
export const isSaved = (page: Page): Promise<boolean> =>
  page.evaluate(`Object.entries(localStorage).every(([key, text]) =>
    !key.startsWith("candor-document:") || JSON.parse(text).isUnsaved !== true)`);
