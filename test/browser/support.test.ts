import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DIST } from "../build-web-app.ts";
import { picture } from "../uploads/pictures.ts";
import { accepted, GatewayUnderTest } from "../wire/support/gateway-under-test.ts";
import type { WireClient } from "../wire/support/wire-client.ts";
import { keptBy, type ServedExchange, serveExchange } from "./serve-exchange.ts";
import { soon } from "./stage.ts";
import { launchBrowser, open, visit } from "./web-app.ts";

const SERVICE = "/pages/service";
const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;

let exchange: GatewayUnderTest;
let served: ServedExchange;
let browser: Browser;
let client: WireClient;
let userId: number;

beforeAll(async () => {
  [browser, exchange] = await Promise.all([
    launchBrowser(),
    GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000, webDirectory: DIST } }),
  ]);
  served = await serveExchange(exchange, "steady");
  client = await exchange.registered("talker@example.org");
  userId = Number(accepted(await client.call("profile")).id);
});
afterAll(async () => {
  await browser.close();
  await served.close();
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const bubbles = (page: Page) => page.getByRole("log").getByRole("listitem");
/** Each bubble as "own" or "support" with its words. */
const talk = (page: Page) =>
  bubbles(page).evaluateAll((all) =>
    all.map((one) => [
      (one as unknown as { className: string }).className.includes("own") ? "user" : "support",
      (one as unknown as { querySelector(q: string): { innerText: string } | null }).querySelector("p")
        ?.innerText ?? "",
    ]),
  );
const pictures = (page: Page) =>
  bubbles(page)
    .locator("img")
    .evaluateAll((all) => all.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth));

test("CHAT-04 customer service answers live, both ways with pictures, over a lost connection, and nothing hostile runs", async () => {
  const { chat } = exchange.documents;
  const { context, page, problems } = await visit(browser, { kept: await keptBy(client) });
  await open(page, served.url, SERVICE);
  await page.getByText("How can we help?").waitFor();
  const field = page.getByRole("textbox", { name: "Write a message" });
  await field.fill("Where is my deposit?");
  await field.press("Enter");
  await soon(() => talk(page)).toEqual([["user", "Where is my deposit?"]]);
  await chat.reply(userId, "anna", HOSTILE);
  await soon(() => talk(page)).toEqual([
    ["user", "Where is my deposit?"],
    ["support", HOSTILE],
  ]);
  const photo = await picture("jpeg", 60, 40);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "receipt.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByRole("button", { name: "Remove the picture" }).waitFor();
  await field.fill("The receipt");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await soon(() => pictures(page)).toEqual([60]);
  await chat.reply(userId, "anna", null, await picture("png", 80, 20));
  await soon(() => pictures(page)).toEqual([60, 80]);

  await context.setOffline(true);
  await chat.reply(userId, "anna", "While you were away");
  await context.setOffline(false);
  await page.reload();
  const all = [
    ["user", "Where is my deposit?"],
    ["support", HOSTILE],
    ["user", "The receipt"],
    ["support", ""],
    ["support", "While you were away"],
  ];
  await soon(() => talk(page)).toEqual(all);
  // Read here, so no longer news anywhere.
  await soon(() => chat.unread(userId)).toBe(0);
  expect(await page.evaluate("window.hacked")).toBe(undefined);
  expect(chat.messages(userId, 10).map(({ from }) => from)).toEqual(all.map(([from]) => from).reverse());
  expect(problems).toEqual([]);
  await context.close();
});
