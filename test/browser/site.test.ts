import type { Role } from "@candor/server/operators/protocol/roles";
import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { ConsoleStage } from "./console-stage.ts";
import { violations } from "./page-checks.ts";
import { keptBy } from "./serve-exchange.ts";
import { CLICK_THROTTLE_MS, eventually, ofWorker } from "./stage.ts";
import { open, visit } from "./web-app.ts";

let stage: ConsoleStage;
let trader: WireClient;

ofWorker.beforeAll(async ({ browser }) => {
  stage = await ConsoleStage.begin(browser, { socketPatience: "endless" });
  trader = await stage.office.exchange.trader("trader@example.org", { USDT: "1000" });
});
afterAll(() => stage.end());

const windowOf = async (name: string, role: Role, path: string): Promise<Page> =>
  (await stage.operatorWindow(name, role, path)).page;

const reasonOf = (page: Page) => page.getByLabel("Reason, for the audit log");
const keptToken = (page: Page) =>
  page.evaluate<string>(`JSON.parse(localStorage.getItem("candor")).state.token`);

test("SITE-02 the site closes and opens again: the session is cleared, the page says why, and the app returns by itself", async () => {
  const user = await visit(stage.browser, { kept: await keptBy(trader) });
  await open(user.page, stage.url, "/pages/my/index");
  await eventually(() => keptToken(user.page)).not.toBe("");
  const operator = await windowOf("olga", "owner", "site");
  await operator.getByLabel("Message, which people read").fill("We move house until noon.");
  await reasonOf(operator).fill("new machines");
  expect(await violations(operator)).toEqual([]);
  await operator.getByRole("button", { name: "Close the site" }).click();

  await user.page.getByText("We move house until noon.").waitFor();
  expect(user.page.url()).toMatch(/pages\/error\?reason=closed$/);
  // The operator's text comes only from the server: a link cannot put another text on the page.
  await user.page.goto(`${stage.url}/#/pages/error?reason=closed&message=Send+coins`);
  await user.page.reload();
  await user.page.getByText("We move house until noon.").waitFor();
  expect(await user.page.getByText("Send coins").count()).toBe(0);
  await eventually(() => keptToken(user.page)).toBe("");
  expect((await trader.call("walletIndex")).code).toBe(402);
  // The socket has failed to reconnect long enough for the banner, but the page says why already.
  await user.page.waitForResponse(/Site\/status/);
  await user.page.waitForResponse(/Site\/status/);
  expect(await user.page.locator(".connection").count()).toBe(0);
  expect(await user.page.getByText(/closed/i).allTextContents()).toHaveLength(2);

  await operator.getByText("People read: We move house until noon.").waitFor();
  await reasonOf(operator).fill("moved");
  await operator.getByRole("button", { name: "Open the site" }).click();
  await operator.getByRole("button", { name: "Close the site" }).waitFor();
  await eventually(() => user.page.url()).not.toContain("/pages/error");
  // Loading the page of a closed site while the site is open goes home at once, not after the next poll.
  await user.page.goto(`${stage.url}/#/pages/home/index`);
  let asked = 0;
  user.page.on("request", (request) => (asked += Number(request.url().endsWith("/Site/status"))));
  await user.page.goto(`${stage.url}/?anew#/pages/error?reason=closed`);
  await user.page.waitForURL(/pages\/home/);
  expect(asked).toBe(1);
  accepted(await trader.call("walletIndex"));
  expect(user.problems).toEqual([]);
});

test("OPS-03 CONS-17 in the console one operator proposes a correction and another confirms it; a setting first shows its changes, and a higher fee is proposed", async () => {
  const { id } = accepted(await trader.call("profile"));
  const proposer = await windowOf("finn", "finance", "corrections");
  await proposer.getByLabel("User", { exact: true }).fill(id);
  await proposer.getByLabel("Direction").selectOption("gives");
  await proposer.getByLabel("Amount").fill("20.5");
  await proposer.getByLabel("Wallet").selectOption("coin");
  await proposer.getByLabel("Account of the exchange").selectOption("insurance");
  await proposer.getByLabel("Reason, which the user reads").fill("A gift was booked twice.");
  await proposer.getByRole("button", { name: "Propose" }).click();
  const proposal = (page: Page) => page.getByRole("region", { name: "Proposal 1" });
  await proposal(proposer).getByText("Another operator has to confirm").waitFor();
  expect(await proposal(proposer).getByRole("button", { name: "Confirm" }).count()).toBe(0);
  expect(await violations(proposer)).toEqual([]);

  const confirmer = await windowOf("otto", "owner", "corrections");
  await proposal(confirmer).getByText(`20.500000 USDT from ${id}/coin, into insurance`).waitFor();
  await proposal(confirmer).getByRole("button", { name: "Confirm" }).click();
  await proposal(confirmer).getByText("confirmed by otto").waitFor();
  const { wallets } = accepted(await trader.call("walletIndex"));
  expect(wallets.coin.find(({ asset }) => asset === "USDT")).toMatchObject({ available: "979.500000" });

  await stage.office.operator("rosa", "risk");
  await confirmer.goto(`${stage.consoleUrl}/console#/settings`);
  await confirmer.getByLabel("Find a setting").fill("fees.spot.btc");
  await confirmer.getByRole("button", { name: "Show fees.spot.BTCUSDT" }).click();
  await confirmer.getByLabel("Taker fee, ppm").fill("1500");
  const changes = confirmer.getByRole("table", { name: "What changes" });
  expect(await changes.getByRole("row").nth(1).allInnerTexts()).toEqual(["Taker fee\t0.1%\t0.15%"]);
  await confirmer.getByText("This needs a second operator.").waitFor();
  await confirmer
    .getByText(/Taker fee\. Another operator confirms it, and it counts 24 hours after that/)
    .waitFor();
  await confirmer.getByLabel("Reason, which everybody reads").fill("tariff");
  expect(await violations(confirmer)).toEqual([]);
  // A higher fee needs a second person and a day, a lower one neither.
  await confirmer.getByRole("button", { name: "Propose" }).click();
  await confirmer
    .getByText(/^Proposal 2 is waiting for another operator\. This raises .*: Taker fee\./)
    .last()
    .waitFor();
  await confirmer.getByText("Change a field to see the effect.").waitFor();
  await confirmer.getByLabel("Taker fee, ppm").fill("900");
  expect(await confirmer.getByText("This needs a second operator.").count()).toBe(0);
  await reasonOf(confirmer).fill("tariff");
  await confirmer.waitForTimeout(CLICK_THROTTLE_MS);
  await confirmer.getByRole("button", { name: "Set", exact: true }).click();
  await confirmer.getByText("History, 2 versions").waitFor();
  expect(stage.office.exchange.settings.live.find("fees.spot.BTCUSDT")?.value).toEqual({
    makerFeePpm: 1_000,
    takerFeePpm: 900,
  });
});
