import type { CallReply } from "@candor/wire/calls";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { changeAnswer } from "./change-answer.ts";
import { ContractStage } from "./contract-stage.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, visit } from "./web-app.ts";

const LIABILITIES = "/pages/trans/liabilities";

let stage: ContractStage;
let ana: WireClient;
ofWorker.beforeAll(async ({ browser }) => {
  stage = await ContractStage.begin(browser, DIST);
  const { exchange } = stage.world;
  ana = await exchange.trader("ana@example.org", { USDT: "2000" });
  await exchange.trader("ben@example.org", { USDT: "3000", BTC: "0.05" });
});
afterAll(() => stage.end());

const visitAsAna = async (viewport = DESKTOP) =>
  visit(stage.browser, { viewport, kept: await stage.keptBy(ana) });

test("PROOF-09 visitors see liabilities and reserves, a user every step of their own proof next to their wallets", async () => {
  const visitor = await visit(stage.browser, { viewport: NARROW_PHONE });
  await open(visitor.page, stage.url, LIABILITIES);
  const { rootHash } = accepted(await stage.world.exchange.client().call("liabilities"));
  await visitor.page.getByText(rootHash).waitFor();
  await visitor.page.locator(".owed-list li", { hasText: "BTC" }).getByText("0.05000000").first().waitFor();
  await visitor.page.getByRole("main").getByRole("link", { name: "Log in" }).waitFor();
  await visitor.context.close();

  const { context, page, problems } = await visitAsAna();
  await open(page, stage.url, LIABILITIES);
  await page.getByText("Your balances are in the total").waitFor();
  expect(await page.locator(".owed-mine .proof-list").getByText("Agrees", { exact: true }).count()).toBe(5);
  expect(await page.locator(".owed-mine").getByText(rootHash).count()).toBe(1);
  const row = page.locator(".owed-balances tbody tr");
  // Wallets are fetched by a separate call.
  await row.getByText("2,000.000000").nth(1).waitFor();
  expect(await row.allInnerTexts()).toEqual([expect.stringMatching(/USDT\s+2,000\.000000\s+2,000\.000000/)]);
  await page.getByText("All steps").click();
  expect(await page.locator(".owed-way li").count()).toBe(8);
  expect(problems).toEqual([]);
  await context.close();
});

test("PROOF-14 the first page shows liabilities and reserves of the newest tree, to visitors too, and links to the check", async () => {
  const { rootHash, totals } = accepted(await stage.world.exchange.client().call("liabilities"));
  const owed = Number(totals.find(({ asset }) => asset === "USDT")?.liabilities);
  expect(owed).toBeGreaterThan(0);
  for (const viewport of [NARROW_PHONE, DESKTOP]) {
    const { context, page, problems } = await visit(stage.browser, { viewport });
    await open(page, stage.url, "/pages/home/index");
    const card = page.locator(".home-proof");
    await card.getByText(`${rootHash.slice(0, 6)}…${rootHash.slice(-6)}`).waitFor();
    const figure = `${owed.toLocaleString("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 })} USDT`;
    await card.getByText(figure).first().waitFor();
    await card.getByRole("link", { name: "Check" }).click();
    await page.getByText(rootHash).waitFor();
    expect(problems).toEqual([]);
    await context.close();
  }
});

test("PROOF-13 an earlier tree is selected and verified; the page says when the next is due, and shows it by itself", async () => {
  const { liabilities } = stage.world.exchange;
  const first = await liabilities.latest();
  const cleo = await stage.world.exchange.registered("cleo@example.org");
  const second = await liabilities.makeNow();
  const { context, page, problems } = await visitAsAna();
  await open(page, stage.url, LIABILITIES);
  await page.getByText(second.rootHash).first().waitFor();
  await page.getByText(/^Next tree at \d\d:\d\d$/).waitFor();
  await page.getByRole("combobox", { name: "As of" }).selectOption(first.treeId);
  await page.getByText(first.rootHash).first().waitFor();
  await page.getByText("Your balances are in the total").waitFor();
  expect(page.url()).toContain(`?tree=${first.treeId}`);
  await page.getByRole("combobox", { name: "As of" }).selectOption(second.treeId);
  await page.getByText(second.rootHash).first().waitFor();
  await open(page, stage.url, `${LIABILITIES}?tree=lt-99`);
  await page.getByText("This tree is no longer kept").waitFor();
  expect(problems.filter((problem) => !problem.includes("lt-99"))).toEqual([]);
  await context.close();

  const late = await visit(stage.browser, { viewport: NARROW_PHONE, kept: await stage.keptBy(cleo) });
  await open(late.page, stage.url, `${LIABILITIES}?tree=${first.treeId}`);
  await late.page.getByText("Choose a later one above").waitFor();
  await late.context.close();

  const dora = await stage.world.exchange.registered("dora@example.org");
  const visitor = await visit(stage.browser, { viewport: NARROW_PHONE, kept: await stage.keptBy(dora) });
  await visitor.page.clock.install();
  await open(visitor.page, stage.url, LIABILITIES);
  await visitor.page.getByText(/The next one, at \d\d:\d\d, has a leaf for it/).waitFor();
  const third = await liabilities.makeNow();
  await visitor.page.clock.runFor(31_000);
  await visitor.page.getByText(third.rootHash).first().waitFor();
  await visitor.page.getByText("Your balances are in the total").waitFor();
  await visitor.context.close();
});

test("PROOF-09 the page fits a narrow phone in every language and is accessible", async () => {
  const { context, page, problems } = await visitAsAna(NARROW_PHONE);
  await open(page, stage.url, LIABILITIES);
  await page.getByText("All steps").click();
  const found = [...(await misfitsInAllLanguages(page)), ...(await violationsByDayAndNight(page))];
  expect(found).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

const ofLeaf = (change: (proof: CallReply<"liabilityLeaf">) => void) => (page: Page) =>
  changeAnswer(page, "liabilityLeaf", change);

/** What a dishonest server may try, and the step that must fail. */
const LIES = [
  [
    "a smaller sum next to the path",
    "The sums on the way",
    ofLeaf(({ path }) => {
      for (const sibling of path)
        for (const sum of sibling.sums)
          sum.amount = sum.amount.replace(/^[0-9]+/, "0").replace(/[1-9]/g, "0");
    }),
  ],
  [
    "a sum below zero",
    "No amount is below zero",
    ofLeaf(({ path }) => {
      const sum = path[0]?.sums[0];
      if (sum !== undefined) sum.amount = `-${sum.amount}`;
    }),
  ],
  [
    "siblings swapped",
    "Top, totals, time",
    ofLeaf(({ path }) => {
      const [first, second] = path;
      if (first !== undefined && second !== undefined) [first.hash, second.hash] = [second.hash, first.hash];
    }),
  ],
  [
    "another user's balances",
    "give your leaf",
    ofLeaf(({ leaf }) => {
      const balance = leaf.balances[0];
      if (balance !== undefined) balance.amount = "3000.000000";
    }),
  ],
  [
    "another root",
    "Top, totals, time",
    (page: Page) =>
      changeAnswer(page, "liabilities", (data) => {
        data.rootHash = "0".repeat(64);
      }),
  ],
] as const;

test("PROOF-10 a false reply of the server is reported to the user, with the failing step", async () => {
  for (const [lie, step, change] of LIES) {
    const { context, page } = await visitAsAna();
    await change(page);
    await open(page, stage.url, LIABILITIES);
    await page.getByRole("alert").getByText("The proof does not hold").waitFor();
    const wrong = page.locator(".owed-mine .proof-list li.is-wrong");
    expect(await wrong.allInnerTexts(), lie).toEqual([expect.stringContaining(step)]);
    expect(await wrong.getByText("Differs").count(), lie).toBe(1);
    await context.close();
  }
});
