import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { routeTable } from "../support/route-table.ts";
import { catchRequests, type Fate } from "./catch-requests.ts";
import { richAccount } from "./rich-account.ts";
import { eventually, useStage } from "./stage.ts";
import { DESKTOP } from "./web-app.ts";

/** A figure without data is "–" or a placeholder: no screen shows a number that was never sent. */
const TEST_MS = 600_000;
/** Longer than loading a screen's code plus the delay before placeholders. */
const SHOWN_MS = 450;

/** Texts with digits that are not figures: form rules, this site's address, the user's stored data. */
const NOT_A_FIGURE: readonly RegExp[] = [
  /^6 to 12 characters$/,
  /withdrawals wait 24 hours\.$/,
  /^JPEG, PNG or WebP, at most 8 MB\./,
  /changing their address to http:/,
  /@example\.com$/,
  /^UID \d+$/,
  // Initials of an account without a picture.
  /^[\da-z]{1,2}$/i,
  // This site's addresses, and one of Binance's, on the page for bots.
  /(?:http|wss?):\/\/(?:127\.0\.0\.1|localhost|stream\.binance\.com)\b/,
  // From the page's address.
  /^48\.20000, 16\.40000$/,
  // Ends of a ticket's slider.
  /^(0%|100)$/,
  // Ranges of the profit and loss page.
  /^(7|30|90) days$|^1 year$/,
  // Months of a statement to choose from.
  /^[A-Z][a-z]+ 20\d\d$/,
  // The rule for small balances.
  /^Balances worth less than 10 USDT\./,
];

const stage = useStage();
let user: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  user = await richAccount(stage.wire());
});

const NUMBERS = `document.querySelector("main").innerText.split("\\n").map((line) => line.trim()).filter((line) => /[0-9]/.test(line))`;

async function figuresOf(page: Page): Promise<readonly string[]> {
  const lines: readonly string[] = await page.evaluate(NUMBERS);
  return lines.filter((line) => !NOT_A_FIGURE.some((rule) => rule.test(line)));
}

const HELD = new Promise<Fate>(() => undefined);

// Side by side: most of their time they wait on each screen for a figure that must not come.
test.concurrent.each([
  ["no call is answered", () => HELD],
  ["every call fails", (): Fate => "never arrives"],
])(
  "WEB-91 no screen shows a figure while %s",
  async (_case, fate) => {
    const { context, page, problems } = await stage.visit({ kept: user, viewport: DESKTOP });
    await catchRequests(page, ["*/api/*", "*/ebapi/*"], fate);
    const found: string[] = [];
    await page.goto(`${stage.url}/#/pages/home/index`);
    await page.waitForSelector("main");
    for (const row of routeTable()) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#${row.address}`)}`);
      await page.waitForTimeout(SHOWN_MS);
      for (const figure of await figuresOf(page)) found.push(`${row.path}: ${figure}`);
    }
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  },
  TEST_MS,
);

/** Opens a page that receives every reply except one call's. */
async function without(call: string, route: string, look: (page: Page) => Promise<void>): Promise<void> {
  const { context, page } = await stage.visit({ kept: user, viewport: DESKTOP });
  await catchRequests(page, [`*/api${call}*`], () => HELD);
  await page.goto(`${stage.url}/#${route}`);
  await look(page);
  await context.close();
}

test("WEB-91 without the list of markets a wallet of coins keeps its value", async () => {
  const valueOf = async (page: Page, wallet: string): Promise<number> => {
    const text = await page.locator(`.hero-split > div:has(dt:text-is("${wallet}")) dd`).innerText();
    return Number(text.replaceAll(",", ""));
  };
  const { context, page } = await stage.visit({ kept: user, viewport: DESKTOP });
  await page.goto(`${stage.url}/#/pages/home/index`);
  await eventually(() => valueOf(page, "Spot").catch(() => 0)).toBeGreaterThan(0);
  const whole = await valueOf(page, "Spot");
  await context.close();
  await without("/market/coinList", "/pages/home/index", async (other) => {
    await eventually(() => valueOf(other, "Spot").catch(() => 0)).toBeGreaterThan(0);
    // Prices change in between, by less than the coins' value.
    expect(Math.abs((await valueOf(other, "Spot")) - whole)).toBeLessThan(whole / 50);
  });
});

test("WEB-91 while a trader's own leverage is unknown none is shown, and unknown API keys are not reported as none", async () => {
  await without("/Contract/record", "/pages/trans/contract?symbol=BTCUSDT", async (page) => {
    const mode = page.locator(".mode-button");
    await mode.waitFor();
    expect(await mode.innerText()).toMatch(/–×$/);
    expect(await mode.isDisabled()).toBe(true);
  });
  await without("/user/apiKey", "/pages/my/saveCenter", async (page) => {
    await page.getByText("API keys").first().waitFor();
    expect(await page.getByText("No keys").count()).toBe(0);
  });
});

test("WEB-91 a margin account's borrowable amount is not zero while the spot wallet is unknown", async () => {
  await without("/wallet/index", "/pages/trans/lever?symbol=BTCUSDT", async (page) => {
    await page
      .getByRole("button", { name: /Transfer/ })
      .first()
      .click();
    const most = page.getByRole("dialog").locator("dl dd").last();
    await most.waitFor();
    expect(await most.evaluate((element) => element.firstChild?.textContent)).toBe("–");
  });
});
