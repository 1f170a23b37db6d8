import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { clientOf } from "../support/cluster/cluster-load.ts";
import { isInstalled } from "../support/cluster/is-installed.ts";
import { WholeCluster } from "../support/cluster/whole-cluster.ts";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { postgresBinaries } from "../support/projections/postgres-server.ts";
import { isDeep } from "../support/repeats.ts";
import { CLICK_THROTTLE_MS, closePages, ofWorker } from "./stage.ts";
import { open, told } from "./web-app.ts";

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const CAN_RUN = isDeep && HAS_OPENSSL && postgresBinaries() !== undefined && isInstalled("haproxy");
if (!CAN_RUN)
  console.warn(
    "the app is not tested against a cluster: it needs CANDOR_DEEP=1, PostgreSQL, OpenSSL and HAProxy",
  );

const TRADE = "/pages/trans/index";
/** Below the market, so that the order rests. */
const SHARE = 0.9;

describe.skipIf(!CAN_RUN)("the app in front of two gateways behind HAProxy", () => {
  const cluster = new WholeCluster();

  beforeAll(() => cluster.start(2));
  afterAll(() => cluster.close());

  ofWorker(
    "CLUS-06 a trader logs in, orders, and reads the history while one gateway is killed, then the other",
    async ({ browser, onTestFinished }) => {
      const url = cluster.publicUrl;
      const trader = clientOf([url]);
      const { email, password } = await trader.register();
      await trader.fund("5000");
      const context = await browser.newContext({ reducedMotion: "reduce", locale: "en-GB" });
      onTestFinished(() => closePages(browser));
      const page = await context.newPage();
      await open(page, url, "/pages/login/login");
      await page.getByLabel("E-mail or username").fill(email);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Log in", exact: true }).click();
      await page.waitForURL(/pages\/home\/index/);
      await open(page, url, TRADE);

      const average = (await (await fetch(`${url}/api/v3/avgPrice?symbol=BTCUSDT`)).json()) as {
        readonly price: string;
      };
      const price = (Math.round(Number(average.price) * SHARE * 10) / 10).toFixed(1);
      const gateways = cluster.process.status.processes.filter(({ role }) => role === "gateway");
      await order(page, price, "0.01");
      await openOrders(page, 1).waitFor();
      for (const [at, victim] of gateways.entries()) {
        process.kill(victim.pid, "SIGKILL");
        // The page stays open: its socket reconnects to the other gateway, and its session is known there.
        await order(page, price, "0.02");
        await openOrders(page, at + 2).waitFor();
        await cluster.recovered(victim);
      }
      for (let left = gateways.length; left >= 0; left--) {
        await page.waitForTimeout(CLICK_THROTTLE_MS);
        await page.getByRole("button", { name: "Cancel", exact: true }).first().click();
        await openOrders(page, left).waitFor();
      }
      await page.getByRole("tab", { name: "Order history" }).click();
      const canceled = page.getByRole("row", { name: /Canceled/ });
      await canceled.nth(gateways.length).waitFor();
      expect(await canceled.count()).toBe(gateways.length + 1);
    },
  );
});

const openOrders = (page: Page, count: number): Locator =>
  page.getByRole("tab", { name: `Open orders (${count})`, exact: true });

/** Places an order by the ticket. */
async function order(page: Page, price: string, amount: string): Promise<void> {
  const field = (name: string): Locator => page.getByRole("textbox", { name, exact: true });
  await field("Price (USDT)").fill(price);
  await field("Amount (BTC)").fill(amount);
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await page.getByRole("button", { name: `Buy ${amount} BTC` }).click();
  await told(page, "Order placed");
}
