import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { ConsoleClient } from "../support/console/console-under-test.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import { ConsoleStage } from "./console-stage.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { keptBy } from "./serve-exchange.ts";
import { eventually, ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, visit } from "./web-app.ts";

const DECISIONS = "/pages/trans/decisions";
const YEAR_MS = 365 * 86_400_000;

let stage: ConsoleStage;
let user: Readonly<Record<string, unknown>>;
ofWorker.beforeAll(async ({ browser }) => {
  stage = await ConsoleStage.begin(browser, { socketPatience: "endless" });
});
afterAll(() => stage.end());

async function done(reply: ReturnType<ConsoleClient["command"]>): Promise<void> {
  const { status, body } = await reply;
  expect(status, JSON.stringify(body)).toBe(200);
}

/** Makes a correction, a new operator, a clock change and a limit increase, each by Alice and Bob. */
async function decided(): Promise<void> {
  const { office } = stage;
  const [alice, bob] = [await office.operator("alice", "owner"), await office.operator("bob", "owner")];
  const trader = await office.exchange.trader("ursula@example.org", { USDT: "1000" });
  user = await keptBy(trader);
  const { id } = accepted(await trader.call("profile"));
  const refund = { wallet: "coin", asset: "USDT", amount: "20.5", account: "outside-world" };
  await done(alice.command("correction propose", id, { input: refund, reason: "booked twice" }));
  await done(bob.command("correction confirm", "1"));
  await done(bob.command("operator invite", "carl", { input: { roles: ["editor"] } }));
  await done(alice.command("operator confirm", "2"));
  office.clock.jump(YEAR_MS);
  // A proposal names the command that held the clock.
  await expect.poll(() => office.clock.guard.health().heldWithSeq).toBeGreaterThan(0);
  await done(alice.command("clock accept", "", { reason: "another machine" }));
  await done(bob.command("clock confirm", "3"));
  const fees = { makerFeePpm: 1_000, takerFeePpm: 2_500 };
  await done(
    alice.command("setting set", "fees.spot.BTCUSDT", { input: fees, reason: "costs of the chain" }),
  );
  await done(bob.command("setting confirm", "4"));
}

test("PROOF-15 visitors read operators' decisions, with names and dates; an account finds the way there", async () => {
  const before = await visit(stage.browser, { viewport: NARROW_PHONE });
  await open(before.page, stage.url, DECISIONS);
  await before.page.getByText("Nothing is announced").waitFor();
  await before.page.getByText("No decisions yet").waitFor();
  await before.context.close();

  await decided();
  const { context, page, problems } = await visit(stage.browser, { viewport: NARROW_PHONE });
  await open(page, stage.url, "/pages/trans/liabilities");
  await page.getByRole("link", { name: "Decisions" }).click();
  const announced = page.locator("section", { hasText: "Announced changes" });
  await announced.getByText("Trading fees · Spot BTCUSDT").waitFor();
  const [shown] = accepted(await stage.office.exchange.client().call("decisions", {})).announced;
  const from = await page.evaluate(
    `new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", hourCycle: "h23" }).format(${shown?.fromMs})`,
  );
  const words = await announced.innerText();
  expect(words).toContain("0.1% → 0.25%");
  expect(words).not.toContain("Maker fee");
  expect(words).toContain(`Counts from ${String(from)} on`);
  expect(words).toContain("Proposed by alice, confirmed by bob");
  expect(words).toContain("Reason: costs of the chain");
  const made = await page.locator(".decision-list").nth(1).locator("li h3").allInnerTexts();
  expect(made).toEqual([
    "Trading fees · Spot BTCUSDT",
    "The server’s clock was accepted",
    "New operator: carl",
    "Balance corrected",
  ]);
  const list = await page.locator(".decision-list").nth(1).innerText();
  expect(list).toContain("20.500000 USDT: outside world → a user (Spot)");
  expect(list).toContain("31,536,000 s ahead of where it was expected");
  // The text of a correction is only visible to its user.
  expect(list).not.toContain("booked twice");
  expect([...(await misfitsInAllLanguages(page)), ...(await violationsByDayAndNight(page))]).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();

  const own = await visit(stage.browser, { viewport: DESKTOP, kept: user });
  await open(own.page, stage.url, "/pages/my/index");
  await own.page.getByRole("main").getByRole("link", { name: "Decisions" }).click();
  await own.page.getByText("Proposed by alice, confirmed by bob").first().waitFor();
  // Pages affected by the term announce the change with a link to the decision; other pages show nothing.
  await open(own.page, stage.url, "/pages/trans/index?symbol=ETHUSDT");
  await own.page.locator("form.ticket, .ticket").first().waitFor();
  expect(await own.page.getByText(/^From .*Taker fee/).count()).toBe(0);
  await open(own.page, stage.url, "/pages/trans/index?symbol=BTCUSDT");
  const term = own.page.locator(".note", { hasText: "Taker fee 0.25% (now 0.1%)" });
  await term.first().waitFor();
  await term.first().getByRole("link", { name: "Decisions" }).click();
  await own.page.getByText("Trading fees · Spot BTCUSDT").first().waitFor();
  expect(own.problems).toEqual([]);
  await own.context.close();
});

/** Adds a skipped command to what the server publishes. */
async function withSkipped(page: Page): Promise<void> {
  await page.route("**/api/Site/decisions**", async (route) => {
    const response = await route.fetch();
    const envelope = (await response.json()) as { readonly data: string };
    const data = JSON.parse(Buffer.from(envelope.data, "base64").toString("utf8")) as object;
    const skip = { seq: 1_234_567, command: "place-option", sha256: "00".repeat(32), wasExecuted: false };
    const decision = {
      reason: "rounds below zero",
      decidedBy: ["alice", "bob"],
      decidedAtMs: 1_795_000_000_000,
    };
    const changed = JSON.stringify({ ...data, skipped: [{ ...skip, ...decision }] });
    await route.fulfill({ response, json: { ...envelope, data: Buffer.from(changed).toString("base64") } });
  });
}

test("SKIP-03 visitors read which command operators skipped, why, and who decided", async () => {
  const { context, page, problems } = await visit(stage.browser, { viewport: NARROW_PHONE });
  await withSkipped(page);
  await open(page, stage.url, DECISIONS);
  const skipped = page.locator("section", { hasText: "Skipped requests" });
  await skipped.getByText("place-option · 1,234,567").waitFor();
  expect(await skipped.innerText()).toMatch(/Reason: rounds below zero\s+alice, bob ·/);
  expect([...(await misfitsInAllLanguages(page)), ...(await violationsByDayAndNight(page))]).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test("TIME-07 in the console authorized roles accept a held clock with a reason; others have no button", async () => {
  const [risk, finance] = [
    await stage.operatorWindow("rita", "risk", "dashboard"),
    await stage.operatorWindow("fred", "finance", "dashboard"),
  ];
  stage.office.clock.jump(3_600_000);
  const accept = risk.page.getByRole("button", { name: "Accept the clock" });
  await accept.waitFor();
  expect(await accept.isDisabled()).toBe(true);
  await finance.page.getByText("3,600 s ahead of the expected time").first().waitFor();
  expect(await finance.page.getByRole("button", { name: "Accept the clock" }).count()).toBe(0);
  await risk.page.getByLabel("Why the clock is right").fill("moved to another host");
  await accept.click();
  await accept.waitFor({ state: "detached" });
  await eventually(() => stage.office.clock.guard.health().isHeld).toBe(false);
  expect([...risk.problems, ...finance.problems]).toEqual([]);
});
