import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type RouteRow, routeTable } from "../support/route-table.ts";
import { catchRequests, type Fate } from "./catch-requests.ts";
import { keptSession } from "./kept-session.ts";
import { YOUNGER_THAN_SAFARI_16_4 } from "./safari-16-4.ts";
import { useQuietStage } from "./stage.ts";
import { PHONE, settled } from "./web-app.ts";

const CALLS = ["*/api/*", "*/ebapi/*"];
const PLACEHOLDERS = ".screen-loading, main .skel, main [aria-busy=true]";
/** Longer than the initial delay before placeholders and loading a screen's code. */
const LOADED_MS = 700;
/** All tries of a call, including their delays. */
const GIVEN_UP_MS = 30_000;

const stage = useQuietStage();
let user: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const wire = stage.wire();
  user = await keptSession(wire, await wire.register());
});

/** Holds all calls of a page, then fails them, then lets them through. */
async function withServer(page: Page): Promise<{ fail(): void; answer(): void }> {
  let fate: Fate = "HTTP 500";
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await catchRequests(page, CALLS, async () => {
    await held;
    return fate;
  });
  return { fail: release, answer: () => (fate = "goes on") };
}

const isThere = async (page: Page, selector: string): Promise<boolean> =>
  (await page.locator(selector).count()) > 0;

/** Returns where a screen deviates from its table row. */
async function deviations(row: RouteRow, page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  const expected = (isTrue: boolean, what: string): void => {
    if (!isTrue) found.push(`${row.path}: ${what}`);
  };
  const again = page.getByRole("button", { name: "Try again" });
  const server = await withServer(page);
  await page.clock.install();
  await page.goto(`${stage.url}/#${row.address}`);
  await page.waitForSelector("main");
  await page.locator(".screen-loading").waitFor({ state: "detached" });
  await page.clock.runFor(LOADED_MS);
  const waits = await isThere(page, PLACEHOLDERS);
  expected(waits === (row.waiting === "skeleton"), `waiting, it shows ${waits ? "a" : "no"} placeholder`);

  server.fail();
  if (row.failed === "try again") {
    const shown = again.first().waitFor();
    for (let passed = 0; passed < GIVEN_UP_MS && (await again.count()) === 0; passed += 1_000) {
      await page.clock.runFor(1_000);
    }
    await shown.catch(() => expected(false, "failed, it does not offer to try again"));
  }
  const words = await page.locator("main").innerText();
  expected(words.trim() !== "", "failed, it is blank");
  expected(
    !/HTTP \d|undefined|NaN/.test(words),
    `failed, it says ${words.replaceAll(/\s+/g, " ").slice(0, 200)}`,
  );

  server.answer();
  for (let tries = 0; tries < 4 && (await again.count()) > 0; tries++) {
    // The reply to an earlier click may remove the button during this one.
    await again
      .first()
      .click({ timeout: 5_000 })
      .catch(async (error: unknown) => {
        if ((await again.count()) > 0) throw error;
      });
    await page.clock.runFor(1_000);
    await settled(page);
  }
  await settled(page);
  expected((await again.count()) === 0, "answered, it still offers to try again");
  if (row.empty !== undefined) {
    const read = page.locator("main").getByText(row.empty).first();
    await read.waitFor().catch(() => expected(false, `empty, it does not say "${row.empty}"`));
  }
  return found;
}

test.each(routeTable().map((row) => [row.path, row] as const))(
  "WEB-70 WEB-90 it waits, fails and comes back as its row says, with what Safari 16.4 knows: %s",
  async (_path, row) => {
    const { context, page, problems } = await stage.visit({
      kept: { ...(row.audience === "users" ? user : {}), lang: "en" },
      viewport: PHONE,
    });
    await context.addInitScript(YOUNGER_THAN_SAFARI_16_4);
    expect([...(await deviations(row, page)), ...problems]).toEqual([]);
    await context.close();
  },
);
