import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { PAYMENT_PASSWORD } from "../support/wire-client.ts";
import { CLICK_THROTTLE_MS, eventually, useQuietStage } from "./stage.ts";
import { open } from "./web-app.ts";

/**
 * No bar or toast covers the action buttons. Checked in German and Greek, whose texts are the longest: if these fit,
 * all languages do.
 */
const TICKETS = ["/pages/trans/index", "/pages/trans/contract", "/pages/trans/lever"] as const;
const SIZES = [
  { width: 360, height: 640 },
  { width: 390, height: 844 },
] as const;

const stage = useQuietStage();
let page: Page;

beforeAll(async () => {
  const wire = stage.wire();
  const { email, password } = await wire.register();
  const session = await wire.expectOk(wire.post("/user/login", { account: email, password }));
  wire.token = session.token;
  await wire.fund("3000");
  for (const to of ["contract"])
    await wire.expectOk(
      wire.post("/Wallet/transfer", {
        asset: "USDT",
        from: "coin",
        to,
        amount: "1000",
        paymentPassword: PAYMENT_PASSWORD,
      }),
    );
  ({ page } = await stage.visit({
    viewport: SIZES[0],
    kept: { lang: "el", token: session.token, vuex_user: { ...session } },
  }));
});

interface Box {
  readonly top: number;
  readonly bottom: number;
}

const boxOf = async (locator: Locator): Promise<Box> => {
  const box = await locator.boundingBox();
  if (box === null) throw new Error("not on the page");
  return { top: box.y, bottom: box.y + box.height };
};

const acts = (): Locator => page.locator("form.ticket .btn.block").last();
/** Includes the raised button, which extends above the bar. */
const barTop = async (): Promise<number> => (await boxOf(page.locator(".tabbar .mid i"))).top;

/** Places a resting order and keeps its toast on screen. */
async function raiseMessage(): Promise<Box> {
  await open(page, stage.url, "/pages/trans/index?symbol=BTCUSDT");
  const field = (label: number): Locator => page.locator("form.ticket input[inputmode=decimal]").nth(label);
  await eventually(() => field(0).inputValue()).not.toBe("");
  await field(0).fill("60000");
  await field(1).fill("0.001");
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await acts().click();
  await page.locator(".toast a").focus();
  return await boxOf(page.locator(".toasts"));
}

/** Returns how many pixels of the button a toast or bar covers. */
async function covered(message: Box): Promise<number> {
  const { top, bottom } = await boxOf(acts());
  return Math.max(0, message.bottom - top, bottom - (await barTop()));
}

test.each(SIZES)(
  "WEB-128 on a phone of $width × $height the order button of every kind of ticket is free of bars and messages",
  async (size) => {
    await page.setViewportSize(size);
    const message = await raiseMessage();
    expect(message.top).toBeGreaterThanOrEqual(0);
    expect(message.bottom - message.top).toBeGreaterThan(40);
    for (const path of TICKETS) {
      await open(page, stage.url, `${path}?symbol=BTCUSDT`);
      const kinds = page.locator("form.ticket select").first();
      const types = await kinds
        .locator("option")
        .evaluateAll((all) => all.map((each) => each.getAttribute("value") ?? ""));
      expect(types.length, path).toBeGreaterThan(1);
      for (const type of [...types.slice(1), types[0] ?? ""]) {
        await kinds.selectOption(type);
        await eventually(() => covered(message)).toBe(0);
      }
      if (path !== "/pages/trans/contract") continue;
      const fields = page.locator("form.ticket input[inputmode=decimal]");
      const before = await fields.count();
      await page.getByRole("checkbox", { name: "TP/SL" }).click();
      await eventually(() => fields.count()).toBe(before + 2);
      await eventually(() => covered(message)).toBe(0);
    }
  },
  600_000,
);

test.each(SIZES)(
  "WEB-128 on a phone of $width × $height a message over a sheet covers none of its buttons",
  async (size) => {
    await page.setViewportSize(size);
    const message = await raiseMessage();
    const openers: readonly (readonly [string, Locator])[] = [
      ["/pages/trans/index?symbol=BTCUSDT", page.locator(".pair-button")],
      [
        "/pages/trans/contract?symbol=BTCUSDT",
        page.locator("form.ticket button[aria-haspopup=dialog]").first(),
      ],
      [
        "/pages/trans/contract?symbol=BTCUSDT",
        page.locator("form.ticket button[aria-haspopup=dialog]").last(),
      ],
    ];
    for (const [path, opener] of openers) {
      await open(page, stage.url, path);
      await page.waitForTimeout(CLICK_THROTTLE_MS);
      await opener.click();
      const buttons = page.getByRole("dialog").locator(".btn, .sheet-h .iconbtn");
      await buttons.first().waitFor();
      for (const button of await buttons.all()) {
        const { top } = await boxOf(button);
        expect(top, path).toBeGreaterThanOrEqual(message.bottom);
      }
      await page.keyboard.press("Escape");
    }
  },
);

test("WEB-128 taps pass through a message, except on its link", async () => {
  await raiseMessage();
  const { x, y } = (await page.locator(".toast span").boundingBox()) ?? { x: 0, y: 0 };
  const reached = await page.evaluate(`document.elementFromPoint(${x + 2}, ${y + 2}).closest(".toast")`);
  expect(reached).toBe(null);
  await page.locator(".toast a").click();
  await page.locator(".toast").waitFor({ state: "detached" });
});
