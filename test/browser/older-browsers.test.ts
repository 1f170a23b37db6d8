import { beforeAll, expect, test } from "vitest";
import { routeTable } from "../route-table.ts";
import { QUIET } from "../server/run-server.ts";
import { WireClient } from "../server/wire-client.ts";
import { useStage } from "./stage.ts";
import { open, PHONE, settled, visit } from "./web-app.ts";

/**
 * Browsers that know less than the Chromium of these tests. What Safari 16.4, the oldest that the README promises, has not
 * got is taken away before the app begins; an iPhone has no full screen, a phone's view of another app may keep nothing.
 */
const YOUNGER_THAN_SAFARI_16_4 = `(() => {
  const without = (owner, ...names) => { for (const name of names) delete owner[name]; };
  without(AbortSignal, "any");
  without(Promise, "withResolvers", "try");
  without(Object, "groupBy");
  without(Map, "groupBy");
  without(Array, "fromAsync");
  without(URL, "parse", "canParse");
  without(RegExp, "escape");
  without(Error, "isError");
  without(Uint8Array, "fromBase64", "fromHex");
  without(Uint8Array.prototype, "toBase64", "toHex");
  without(ArrayBuffer.prototype, "transfer", "transferToFixedLength", "resize");
  without(Set.prototype, "union", "intersection", "difference", "symmetricDifference", "isSubsetOf", "isSupersetOf", "isDisjointFrom");
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([].values()));
  without(iterators, "map", "filter", "take", "drop", "flatMap", "reduce", "toArray", "forEach", "some", "every", "find");
  without(window, "Iterator", "requestIdleCallback", "cancelIdleCallback", "scheduler", "navigation", "CloseWatcher");
  without(HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover");
  without(Element.prototype, "checkVisibility", "moveBefore", "setHTMLUnsafe", "getHTML");
  without(Document.prototype, "startViewTransition");
  without(Intl, "DurationFormat");
})()`;
const WITHOUT_FULL_SCREEN = `(() => {
  for (const name of ["fullscreenEnabled", "fullscreenElement", "exitFullscreen"]) delete Document.prototype[name];
  delete Element.prototype.requestFullscreen;
})()`;
/** As an iPhone's browser is before the page stands on the home screen. */
const IN_A_TAB_OF_A_PHONE = `(() => {
  delete window.PushManager;
  delete window.Notification;
  Object.defineProperty(navigator, "standalone", { value: false });
})()`;
const FULL_STORE = `Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };`;
const NO_STORE = `Object.defineProperty(window, "localStorage", { value: null });`;

const stage = useStage(QUIET);
let kept: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const wire = new WireClient(stage.url);
  const { email, password } = await wire.register();
  const session = await wire.expectOk(wire.post("/user/login", { account: email, password }));
  kept = { token: session.token, vuex_user: { ...session } };
});

async function visitWith(script: string, state?: Readonly<Record<string, unknown>>) {
  const visitor = await visit(stage.browser, {
    viewport: PHONE,
    ...(state !== undefined && { kept: state }),
  });
  await visitor.context.addInitScript(script);
  return visitor;
}

test("WEB-90 every screen loads with what Safari 16.4 knows", async () => {
  const { context, page, problems } = await visitWith(YOUNGER_THAN_SAFARI_16_4, kept);
  await page.goto(stage.url);
  for (const { path, address } of routeTable()) {
    // That one offers another try by itself.
    if (path === "/pages/error") continue;
    await page.goto(`${stage.url}/#${address}`);
    await settled(page);
    expect(await page.getByRole("button", { name: "Try again" }).count(), address).toBe(0);
  }
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-90 where nothing can be shown in full screen the chart's settings open", async () => {
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

test("WEB-90 where the browser keeps nothing the app runs all the same", async () => {
  for (const script of [FULL_STORE, NO_STORE]) {
    const { context, page, problems } = await visitWith(script);
    await open(page, stage.url, "/pages/home/index");
    await page.getByRole("link", { name: "Create account" }).click();
    await page.getByLabel("E-mail", { exact: true }).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }
});
