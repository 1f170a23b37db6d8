import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { registerByName } from "./account-pages.ts";
import { misfitsInAllLanguages, violations } from "./page-checks.ts";
import { useQuietStage } from "./stage.ts";
import { NARROW_PHONE, open } from "./web-app.ts";

const stage = useQuietStage();
/** Each product and the hint text on its page. */
const PRODUCTS: readonly (readonly [string, RegExp])[] = [
  ["/pages/trans/index?symbol=BTCUSDT", /^Spot trading uses the Spot wallet/],
  ["/pages/trans/contract?symbol=BTCUSDT", /^Contracts use USDT in the Contract wallet/],
  ["/pages/trans/lever?symbol=BTCUSDT", /^Margin trading uses this pair’s margin account/],
  ["/pages/trans/secondContract?symbol=BTCUSDT", /^Timed options use USDT in the Option wallet/],
  ["/pages/mining/index", /^Machines are paid for with USDT in the Main wallet/],
  ["/pages/wallet/convert", /^Conversions use the Main or the Spot wallet/],
  ["/pages/wallet/withdrawCoin", /^Withdrawals are paid from the Main wallet/],
];

const hint = (page: Page, needs: RegExp) => page.getByRole("region", { name: needs });

test("WEB-129 every product tells a user without money what is needed, where the money is, and the one way to it", async () => {
  const { page, problems } = await stage.visit({ viewport: NARROW_PHONE, kept: { lang: "en" } });
  await registerByName(page, stage.url);
  for (const [path, needs] of PRODUCTS) {
    await open(page, stage.url, path);
    await hint(page, needs).getByText("There is no money in your account yet.").waitFor();
    await hint(page, needs).getByRole("button", { name: "Get play money" }).waitFor();
  }
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  expect(await violations(page)).toEqual([]);
  // The daily play money from a hint's button; hints for the main wallet then disappear.
  const [withdrawals, needs] = PRODUCTS.at(-1) ?? ["", /./];
  await open(page, stage.url, withdrawals);
  await hint(page, needs).getByRole("button", { name: "Get play money" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /^Get/ }).click();
  await hint(page, needs).waitFor({ state: "detached", timeout: 60_000 });
  // The others show where the money is and link to a transfer with both wallets selected.
  await open(page, stage.url, "/pages/trans/contract?symbol=BTCUSDT");
  const contract = hint(page, /^Contracts use USDT/);
  await contract.getByText("Your money: 10,000 USDT (Main).").waitFor();
  await contract.getByRole("link", { name: "Transfer" }).click();
  await page.waitForURL(/wallet\/transfer\?asset=USDT&from=main&to=contract/);
  expect(problems).toEqual([]);
});

test("WEB-129 no empty wallet is reported while balances load, and none to visitors", async () => {
  const { page } = await stage.visit({ viewport: NARROW_PHONE, kept: { lang: "en" } });
  await open(page, stage.url, "/pages/trans/contract?symbol=BTCUSDT");
  expect(await page.locator(".first-steps").count()).toBe(0);
  await registerByName(page, stage.url);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/\/api\/wallet\/index/, async (route) => {
    await held;
    await route.continue();
  });
  const parts = page.waitForResponse(/empty-wallet-hint-[^/]*\.js$/);
  await page.goto(`${stage.url}/#/pages/trans/index?symbol=BTCUSDT`);
  await page.reload();
  await parts;
  await page.locator("form.ticket").waitFor();
  await page.waitForTimeout(1_000);
  expect(await page.locator(".first-steps").count()).toBe(0);
  letGo();
  await hint(page, /^Spot trading/).waitFor();
});
