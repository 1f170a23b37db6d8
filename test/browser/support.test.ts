import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import type { ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { picture } from "../support/uploads/pictures.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import type { WireClient } from "../support/wire-client.ts";
import { ConsoleStage } from "./console-stage.ts";
import { keptBy } from "./serve-exchange.ts";
import { eventually, ofWorker } from "./stage.ts";
import { open, visit } from "./web-app.ts";

const SERVICE = "/pages/service";
const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;

let stage: ConsoleStage;
let client: WireClient;
let userId: number;

/** Uploads have the same origin as the console, as on a real server. */
function serveUploads({ app, exchange }: ConsoleUnderTest): void {
  app.get("/uploads/*", async (request, reply) => {
    const answer = await exchange.app.inject({ method: "GET", url: request.url });
    return reply
      .status(answer.statusCode)
      .type(String(answer.headers["content-type"]))
      .send(answer.rawPayload);
  });
}

ofWorker.beforeAll(async ({ browser }) => {
  stage = await ConsoleStage.begin(browser, { socketPatience: "endless", prepare: serveUploads });
  client = await stage.office.exchange.registered("talker@example.org");
  userId = Number(accepted(await client.call("profile")).id);
});
afterAll(() => stage.end());

const bubbles = (page: Page) => page.getByRole("log").getByRole("listitem");
const words = (page: Page) => bubbles(page).locator("p").allInnerTexts();
const pictures = (page: Page) =>
  bubbles(page)
    .locator("img")
    .evaluateAll((all) => all.map((one) => (one as unknown as { naturalWidth: number }).naturalWidth));
const photo = async (name: string, width: number) => ({
  name,
  mimeType: "image/jpeg",
  buffer: await picture("jpeg", width, 40),
});

test("CHAT-07 the console's inbox shows a hundred conversations with their total, and loads more", async () => {
  const { chat } = stage.office.exchange.documents;
  const ask = async (number: number) => {
    stage.office.exchange.time.ms += 1;
    await chat.send(2_000_000 + number, { text: `Question ${number}.`, image: undefined, key: undefined });
  };
  for (let number = 1; number <= 230; number++) await ask(number);
  const operator = await stage.operatorWindow("lena", "support", "inbox");
  const rows = operator.page.locator(".inbox-row");
  await eventually(() => rows.count()).toBe(100);
  await operator.page.getByText("100 of 230").waitFor();
  await operator.page.getByRole("button", { name: "Show more" }).click();
  await operator.page.getByText("200 of 230").waitFor();
  await operator.page.getByRole("button", { name: "Show more" }).click();
  await eventually(() => rows.count()).toBe(230);
  expect(await operator.page.getByRole("button", { name: "Show more" }).count()).toBe(0);
  expect(await rows.last().innerText()).toContain("Question 230.");
  // Refetched automatically: answered conversations disappear on every page.
  for (let number = 1; number <= 230; number++) {
    stage.office.exchange.time.ms += 1;
    await chat.reply(2_000_000 + number, "lena", "Here is the answer");
  }
  await eventually(() => rows.count()).toBe(0);
  await operator.context.close();
});

test("CHAT-04 a user and an operator chat in two windows, both ways with pictures, through a lost connection; nothing hostile runs", async () => {
  const user = await visit(stage.browser, { kept: await keptBy(client) });
  const operator = await stage.operatorWindow("anna", "support", "inbox");
  await open(user.page, stage.url, SERVICE);
  await user.page.getByText("How can we help?").waitFor();
  const field = user.page.getByRole("textbox", { name: "Write a message" });
  await field.fill("Where is my deposit?");
  await field.press("Enter");
  await eventually(() => words(user.page)).toEqual(["Where is my deposit?"]);

  // It appears in the inbox automatically.
  await operator.page.getByRole("button", { name: /Where is my deposit\?.*waits/ }).click();
  await eventually(() => words(operator.page)).toEqual(["Where is my deposit?"]);
  const answer = operator.page.getByRole("textbox", { name: "Answer", exact: true });
  await answer.fill(HOSTILE);
  await operator.page.locator("input[type=file]").setInputFiles(await photo("chain.jpg", 80));
  await operator.page.getByText("chain.jpg").waitFor();
  await operator.page.getByRole("button", { name: "Send", exact: true }).click();
  await eventually(() => words(user.page)).toEqual(["Where is my deposit?", HOSTILE]);
  await eventually(() => pictures(user.page)).toEqual([80]);

  await user.page.locator("input[type=file]").setInputFiles(await photo("receipt.jpg", 60));
  await user.page.getByRole("button", { name: "Remove the picture" }).waitFor();
  await field.fill(`${HOSTILE} The receipt`);
  await user.page.getByRole("button", { name: "Send", exact: true }).click();
  await eventually(() => pictures(operator.page)).toEqual([80, 60]);

  await user.context.setOffline(true);
  await answer.fill("While you were away");
  await answer.press("Enter");
  await eventually(() => words(operator.page)).toHaveLength(4);
  await user.context.setOffline(false);
  await user.page.reload();
  const all = ["Where is my deposit?", HOSTILE, `${HOSTILE} The receipt`, "While you were away"];
  await eventually(() => words(user.page)).toEqual(all);
  expect(await words(operator.page)).toEqual(all);
  // Reading it here marks it as read everywhere; nobody is waiting.
  const { chat } = stage.office.exchange.documents;
  await eventually(() => chat.unread(userId)).toBe(0);
  await operator.page.getByText("Every conversation has an answer.").waitFor();
  for (const { page } of [user, operator]) expect(await page.evaluate("window.hacked")).toBe(undefined);
  expect(user.problems).toEqual([]);
  await user.context.close();
  await operator.context.close();
});

test("NOTE-07 notices appear at once and behind the bell, each kind has its own switch, and the push worker keeps no page", async () => {
  const { context, page, problems } = await visit(stage.browser, {
    kept: await keptBy(client),
    worker: true,
  });
  const { service } = stage.office.exchange.notices;
  await open(page, stage.url, "/pages/my/index");
  await page.getByRole("link", { name: "Notifications" }).click();
  const byMail = page.getByRole("switch", { name: "Deposits: Mail" });
  await byMail.click();
  await eventually(() => byMail.getAttribute("aria-checked")).toBe("false");
  expect(
    service.switches(userId).find(({ kind, channel }) => kind === "deposit" && channel === "mail")?.on,
  ).toBe(false);
  await page.getByLabel("Price", { exact: true }).fill("1");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("button", { name: "Remove the alert for BTCUSDT" }).waitFor();
  await service.tell(userId, { kind: "margin-call", symbol: "BTCUSDT", level: "1.2875" });
  await page.getByText("The margin level of your BTCUSDT margin account is 1.2875").waitFor();

  await open(page, stage.url, "/pages/home/index");
  await page.getByRole("link", { name: "Messages, 1 unread" }).click();
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await eventually(() => service.unread(userId)).toBe(0);
  await page.getByRole("button", { name: "Mark all as read" }).waitFor({ state: "detached" });

  const worker = await page.evaluate(`(async () => {
    const registration = await navigator.serviceWorker.register("/push-worker.js", { scope: "/push/" });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    while (worker.state !== "activated") await new Promise((done) => setTimeout(done, 20));
    const { controller } = navigator.serviceWorker;
    return [registration.scope, controller?.scriptURL.includes("push-worker") ?? false];
  })()`);
  expect(worker).toEqual([`${stage.url}/push/`, false]);
  expect(problems).toEqual([]);
  await context.close();
});
