import { beforeAll, expect, test } from "vitest";
import { keptSession } from "./kept-session.ts";
import { useQuietStage } from "./stage.ts";
import { open, PHONE } from "./web-app.ts";

/**
 * Browsers with fewer features than the tests' Chromium: iPhones have no full screen, in-app web views may have no
 * storage.
 */
const WITHOUT_FULL_SCREEN = `(() => {
  for (const name of ["fullscreenEnabled", "fullscreenElement", "exitFullscreen"]) delete Document.prototype[name];
  delete Element.prototype.requestFullscreen;
})()`;
/** An iPhone's browser before the page is added to the home screen. */
const IN_A_TAB_OF_A_PHONE = `(() => {
  delete window.PushManager;
  delete window.Notification;
  Object.defineProperty(navigator, "standalone", { value: false });
})()`;
const FULL_STORE = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`;
const NO_STORE = `Object.defineProperty(window, "localStorage", { value: null });`;

const stage = useQuietStage();
let kept: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const wire = stage.wire();
  kept = await keptSession(wire, await wire.register());
});

async function visitWith(script: string, state?: Readonly<Record<string, unknown>>) {
  const visitor = await stage.visit({
    viewport: PHONE,
    ...(state !== undefined && { kept: state }),
  });
  await visitor.context.addInitScript(script);
  return visitor;
}

test("WEB-90 without full-screen support the chart's settings open", async () => {
  const { context, page, problems } = await visitWith(WITHOUT_FULL_SCREEN);
  await open(page, stage.url, "/pages/hqchart2_renderjs/index?symbol=BTCUSDT");
  expect(await page.getByRole("button", { name: "Full screen" }).count()).toBe(0);
  await page.getByRole("button", { name: "Chart settings" }).click();
  await page.getByRole("dialog").getByText("Candles").waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-90 a phone that notifies only from its home screen says so", async () => {
  const { context, page } = await visitWith(IN_A_TAB_OF_A_PHONE, kept);
  await open(page, stage.url, "/pages/my/notifications");
  await page.getByText(/Add to Home Screen/).waitFor();
  expect(await page.getByRole("button", { name: "Turn on" }).count()).toBe(0);
  await context.close();
});

test("WEB-90 the app runs without browser storage", async () => {
  for (const script of [FULL_STORE, NO_STORE]) {
    const { context, page, problems } = await visitWith(script);
    await open(page, stage.url, "/pages/home/index");
    await page.getByRole("link", { name: "Create account" }).click();
    await page.getByLabel("E-mail", { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }
});
