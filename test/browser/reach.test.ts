import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { keptSession } from "./kept-session.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { Finger } from "./touch.ts";
import { DESKTOP, open, PHONE } from "./web-app.ts";

/** Use without a mouse, with a screen reader, with little space, or with custom colors. */
const stage = useQuietStage();
const TRADE = "/pages/trans/index?symbol=BTCUSDT";
const SCREENS = [
  "/pages/home/index",
  "/pages/market/index",
  TRADE,
  "/pages/trans/contract?symbol=BTCUSDT",
  "/pages/trans/secondContract?symbol=BTCUSDT",
  "/pages/trans/lever?symbol=BTCUSDT",
  "/pages/wallet/index",
  "/pages/wallet/withdrawCoin",
  "/pages/my/index",
  "/pages/my/notifications",
] as const;
const MOST_STOPS = 120;

let kept: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  const wire = stage.wire();
  const account = await wire.register();
  await wire.fund("5000");
  kept = { ...(await keptSession(wire, account)), lang: "en" };
});

/**
 * Describes the focused element and whether focus is visible: a ring of its own or of the field around it. Runs in the
 * page.
 */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  const hasRing = (element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow.includes("1.5px inset");
  };
  const around = at.closest(".inp, .code");
  const words = at.ariaLabel ?? at.labels?.[0]?.innerText ?? at.innerText ?? "";
  const isSeen = hasRing(at) || (around !== null && hasRing(around)) || at.type === "range";
  return { name: (words || at.placeholder || at.title || "").trim().slice(0, 40), tag: at.tagName, isSeen };
})()`;

interface Focused {
  readonly name: string;
  readonly tag: string;
  readonly isSeen: boolean;
}

/** Tabs from the top of the page until the focus leaves it. */
async function walk(page: Page): Promise<readonly Focused[]> {
  const stops: Focused[] = [];
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press("Tab");
    const at: Focused | null = await page.evaluate(FOCUSED);
    if (at === null) return stops;
    stops.push(at);
  }
  throw new Error(`the focus never leaves the page: ${JSON.stringify(stops.slice(-6))}`);
}

test("WEB-83 on a desktop Tab passes through every screen and out, each stop with a name and a ring", async () => {
  const { context, page, problems } = await stage.visit({ kept, viewport: DESKTOP });
  const faults: string[] = [];
  for (const screen of SCREENS) {
    await open(page, stage.url, screen);
    await page.evaluate("document.querySelector('main').focus()");
    const stops = await walk(page);
    expect(stops.length, screen).toBeGreaterThan(3);
    for (const { name, tag, isSeen } of stops)
      if (name === "" || !isSeen)
        faults.push(`${screen}: ${tag} "${name}"${isSeen ? "" : " without a ring"}`);
  }
  expect(faults).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test("WEB-83 an order is placed by keyboard only, and announced; the focus stays", async () => {
  const { context, page } = await stage.visit({ kept, viewport: DESKTOP });
  await open(page, stage.url, TRADE);
  await page.getByRole("textbox", { name: "Price (USDT)" }).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("60000");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Tab");
  await page.keyboard.type("0.001");
  const submit = page.getByRole("button", { name: "Buy 0.001 BTC" });
  for (let press = 0; press < 8; press++) {
    await page.keyboard.press("Tab");
    const at: Focused = await page.evaluate(FOCUSED);
    if (at.name === "Buy 0.001 BTC") break;
  }
  await page.keyboard.press("Enter");
  await eventually(() => spoken(page)).toContain("Order placed");
  await page.getByRole("tab", { name: "Open orders (1)" }).waitFor();
  await page.getByRole("cell", { name: "60,000.1" }).waitFor();
  const focused: Focused = await page.evaluate(FOCUSED);
  expect(focused.name).toMatch(/^Buy/);
  expect(await submit.count()).toBe(0);
  await context.close();
});

/** Returns the live-region texts announced by a screen reader. */
async function spoken(page: Page): Promise<string> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  const parents = new Map(nodes.map((node) => [node.nodeId, node]));
  const isLive = (node: (typeof nodes)[number] | undefined): boolean =>
    node !== undefined && (node.role?.value === "status" || isLive(parents.get(node.parentId ?? "")));
  return nodes
    .filter((node) => node.role?.value === "StaticText" && isLive(node))
    .map((node) => String(node.name?.value))
    .join(" ");
}

test("WEB-84 a message over an open sheet is announced too", async () => {
  const { context, page } = await stage.visit({ kept });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await open(page, stage.url, "/pages/my/saveCenter");
  await page
    .getByRole("button", { name: /Authenticator/ })
    .first()
    .click();
  // The message is short.
  await eventually(async () => {
    await page.getByRole("dialog").getByRole("button", { name: "Copy" }).click();
    return spoken(page);
  }).toContain("Copied");
  await context.close();
});

test("WEB-84 price changes are not announced by themselves", async () => {
  const { context, page } = await stage.visit({ kept, viewport: DESKTOP });
  await open(page, stage.url, TRADE);
  const price = page.locator("h1").first();
  await price.waitFor();
  await page.evaluate(`(() => {
    window.said = [];
    for (const region of document.querySelectorAll("output, [role=status], [role=alert], [role=log], [aria-live]"))
      new MutationObserver(() => window.said.push(region.innerText)).observe(region, {
        subtree: true, childList: true, characterData: true,
      });
  })()`);
  const shown = await page.locator("main").innerText();
  await eventually(() => page.locator("main").innerText()).not.toBe(shown);
  expect(await page.evaluate("window.said")).toEqual([]);
  await context.close();
});

test("WEB-85 in landscape or enlarged four times a phone keeps most of the screen for content", async () => {
  for (const viewport of [
    { width: 844, height: 390 },
    { width: 320, height: 256 },
  ]) {
    const { context, page } = await stage.visit({ kept, viewport });
    for (const screen of SCREENS) {
      await open(page, stage.url, screen);
      await page.evaluate("window.scrollTo(0, 60)");
      const covered: number = await page.evaluate(`(() => {
        const bars = document.querySelectorAll(".strip, .tabbar, .actbar, .nav, .market-top, .topbar");
        const pinned = [...bars].filter((bar) => ["fixed", "sticky"].includes(getComputedStyle(bar).position));
        return pinned.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0) / innerHeight;
      })()`);
      expect(covered, `${screen} at ${viewport.width}`).toBeLessThan(0.5);
      expect(
        await page.evaluate("document.documentElement.scrollWidth"),
        `${screen} at ${viewport.width}`,
      ).toBe(viewport.width);
    }
    // So does what is said of an old book.
    await open(page, stage.url, TRADE);
    await context.setOffline(true);
    await page.getByText("The book is catching up").waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(viewport.width);
    await context.setOffline(false);
    // Hidden labels of the bar are still announced.
    await open(page, stage.url, "/pages/home/index");
    await page.getByRole("navigation").getByRole("link", { name: "Markets" }).first().waitFor();
    await context.close();
  }
});

test("WEB-85 with the system's own colors switches, boxes and fields are visible", async () => {
  const { context, page } = await stage.visit({ kept });
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, stage.url, "/pages/my/notifications");
  const border = (selector: string) =>
    page.evaluate(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).borderTopStyle`);
  expect(await border(".toggle")).toBe("solid");
  await open(page, stage.url, "/pages/trans/contract?symbol=BTCUSDT");
  expect(await border(".inp")).toBe("solid");
  const box = `getComputedStyle(document.querySelector(".check-line input")).appearance`;
  expect(await page.evaluate(box)).toBe("auto");
  await context.close();
});

test("WEB-86 a finger over a market's chart scrolls its page, and one in a sheet reloads nothing behind it", async () => {
  const { context, page } = await stage.visit({ kept, viewport: PHONE });
  const finger = await Finger.on(page);
  await open(page, stage.url, "/pages/market/detail?symbol=BTCUSDT");
  const chart = page.locator(".candles canvas").first();
  await chart.waitFor();
  const box = await page.locator(".candles").boundingBox();
  const y = box?.y ?? 0;
  await finger.drag(150, y + 250, y + 40, 8);
  await eventually(() => page.evaluate<number>("window.scrollY")).toBeGreaterThan(100);
  await open(page, stage.url, "/pages/wallet/index");
  await page.getByRole("button", { name: "Get play money" }).first().click();
  const sheet = await page.getByRole("dialog").boundingBox();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await finger.down(100, (sheet?.y ?? 0) + 120);
  await finger.to(100, (sheet?.y ?? 0) + 200);
  await finger.to(100, (sheet?.y ?? 0) + 300);
  expect(
    await page
      .locator(".pull")
      .first()
      .evaluate((element) => element.clientHeight),
  ).toBe(0);
  await finger.up();
  await context.close();
});

test("WEB-86 controls next to a field are as large as a finger", async () => {
  const { context, page } = await stage.visit({ kept, viewport: PHONE });
  for (const screen of ["/pages/wallet/transfer", "/pages/wallet/convert", "/pages/wallet/withdrawCoin"]) {
    await open(page, stage.url, screen);
    const reach = `(() => {
      const { left, top, width, height } = document.querySelector(".u.link").getBoundingClientRect();
      const isIt = (y) => document.elementFromPoint(left + width / 2, y)?.closest(".u.link") !== null;
      return isIt(top + height / 2 - 18) && isIt(top + height / 2 + 18);
    })()`;
    expect(await page.evaluate(reach), screen).toBe(true);
  }
  await context.close();
});
