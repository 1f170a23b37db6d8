import type { Units } from "@candor/money/brand";
import type { Browser, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { DIST } from "../support/runner/build-web-app.ts";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { PASSWORD } from "./account-pages.ts";
import { misfitsInAllLanguages, violationsByDayAndNight } from "./page-checks.ts";
import { keptBy, type ServedExchange, serveExchange } from "./serve-exchange.ts";
import { closePages, eventually, ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, visit } from "./web-app.ts";

const TEAM = "/pages/my/team";
const FRIEND = "wilma_by_link";

let exchange: GatewayUnderTest;
let served: ServedExchange;
let browser: Browser;
let ines: WireClient;
let page: Page;
let problems: string[];

ofWorker.beforeAll(async ({ browser: chromium }) => {
  browser = chromium;
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000, webDirectory: DIST } });
  served = await serveExchange(exchange);
  ines = await exchange.trader("ines@example.org");
  ({ page, problems } = await visit(browser, { kept: await keptBy(ines) }));
});
afterAll(async () => {
  await closePages(browser);
  await served.close();
  await exchange.close();
});

const order = (side: "buy" | "sell") => ({
  symbol: "BTCUSDT",
  side,
  type: "limit" as const,
  price: "60000",
  quantity: "0.01",
});

/** Registers by following the link, with its prefilled code. */
async function registerBy(link: string): Promise<WireClient> {
  const guest = await visit(browser);
  await guest.page.goto(link);
  await guest.page.getByRole("radio", { name: "Username" }).click();
  await guest.page.getByRole("textbox", { name: "Username" }).fill(FRIEND);
  await guest.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await guest.page.getByLabel("Repeat password").fill(PASSWORD);
  await guest.page.locator("form button[type=submit]").click();
  await guest.page.waitForURL(/pages\/home\/index/);
  expect(guest.problems).toEqual([]);
  await guest.context.close();
  const session = accepted(await exchange.client().call("login", { account: FRIEND, password: PASSWORD }));
  if (!("token" in session)) throw new Error("a second factor was asked for");
  return exchange.client(session.token);
}

async function buys(friend: WireClient): Promise<void> {
  const { id } = accepted(await friend.call("profile"));
  const money = { userId: Number(id), assetId: 0, amountUnits: 1_000_000_000 as Units, key: "" } as const;
  await exchange.engine.execute({ kind: "deposit", origin: "faucet", ...money });
  await exchange.engine.execute({ kind: "transfer", from: "main", to: "coin", ...money });
  const seller = await exchange.trader("ben@example.org", { BTC: "0.05" });
  accepted(await seller.call("doOrder", order("sell")));
  accepted(await friend.call("doOrder", order("buy")));
}

test("WEB-08 a friend who registered by the link trades, and the inviter sees the earnings", async () => {
  await open(page, served.url, TEAM);
  await page.getByText("Nobody yet").waitFor();
  await page.getByRole("link", { name: "Invite friends" }).click();
  await page.waitForURL(/pages\/my\/inviter/);
  const link = await page.locator(".invite-link").innerText();
  const friend = await registerBy(link);
  await page.getByRole("link", { name: "My team" }).click();
  await page.getByText("w***k").waitFor();
  await page.getByText("20%", { exact: true }).waitFor();
  await eventually(() => page.locator(".team-sum").innerText()).toMatch(/^0\.00/);
  await buys(friend);
  // The screen follows the account: 20 % of 0.00001 BTC at 60,000.
  await eventually(() => page.locator(".team-sum").innerText()).toMatch(/^0\.12/);
  await eventually(() => page.locator(".team-friends .list li").innerText()).toMatch(/0\.12/);
  expect(problems).toEqual([]);
});

test("WEB-08 the team is readable by day and night, fits a narrow phone in every language, and a desktop", async () => {
  expect(await violationsByDayAndNight(page)).toEqual([]);
  await page.setViewportSize(NARROW_PHONE);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  await page.setViewportSize(DESKTOP);
  await page.locator(".team-friends").waitFor();
  expect(problems).toEqual([]);
});
