import { servePictures } from "@candor/server/edge/gateway/serve-pictures";
import { contentInput } from "@candor/server/people/content/content-input";
import { ContentProblem } from "@candor/server/people/content/content-service";
import type { Page, Request } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { accepted } from "../support/wire/gateway-under-test.ts";
import { ConsoleStage } from "./console-stage.ts";
import { misfitsInAllLanguages, violations, violationsByDayAndNight } from "./page-checks.ts";
import { keptBy } from "./serve-exchange.ts";
import { CLICK_THROTTLE_MS, eventually, ofWorker } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, settled, visit } from "./web-app.ts";

const HOME = "/pages/home/index";
const ANNOUNCEMENTS = "/pages/notice/index";
const ARTICLES = "/pages/notice/article";

const MINUTE_MS = 60_000;
let stage: ConsoleStage;
let desk: Page;
ofWorker.beforeAll(async ({ browser }) => {
  stage = await ConsoleStage.begin(browser, {
    prepare: ({ app, exchange }) => servePictures(app, exchange.pictures),
  });
  ({ page: desk } = await stage.operatorWindow("eva", "editor", ""));
});
afterAll(() => stage.end());

async function published(id: string, kind: "help" | "notice", title: string, body: string): Promise<void> {
  const { content, time } = stage.office.exchange;
  time.ms += 1_000;
  const input = contentInput.parse({ kind, texts: { en: { title, summary: title, body } } });
  for (const next of [() => content.withInput(id, input), () => content.published(id, {})]) {
    const item = next();
    if (item instanceof ContentProblem) throw new Error(item.problem);
    await content.keep(item, "test");
  }
}

test("CONT-07 an editor publishes a notice in two languages; open screens show it in theirs, and it is read once viewed", async () => {
  const hans = await stage.office.exchange.registered("hans@example.org");
  const german = await visit(stage.browser, {
    kept: { ...(await keptBy(hans)), lang: "de" },
    locale: "de-DE",
  });
  const english = await visit(stage.browser);
  await open(german.page, stage.url, HOME);
  await open(english.page, stage.url, HOME);

  await desk.getByRole("link", { name: "Content" }).click();
  await desk.getByLabel("Id, part of its address").fill("maintenance");
  await desk.locator("main").getByRole("combobox").last().selectOption("notice");
  await desk.getByRole("button", { name: "Write it" }).click();
  await desk.getByLabel("Title, English").fill("Maintenance on Sunday");
  await desk.getByLabel("Text in Markdown, English").fill("From **02:00** UTC.");
  await desk.getByLabel("Title, German").fill("Wartung am Sonntag");
  await desk.getByLabel("Text in Markdown, German").fill("Ab **02:00** UTC.");
  await desk.getByRole("button", { name: "Preview, German" }).click();
  await eventually(() => desk.locator(".content-preview").innerHTML()).toContain("<strong>02:00</strong>");
  expect(await violations(desk)).toEqual([]);
  await desk.getByRole("button", { name: "Save the draft" }).click();
  await desk.getByText("maintenance was saved as a draft").first().waitFor();
  expect(await german.page.getByText("Wartung am Sonntag").count()).toBe(0);
  await desk.getByRole("button", { name: "Publish", exact: true }).click();

  await english.page.getByText("Maintenance on Sunday").waitFor();
  await german.page.getByRole("link", { name: "Wartung am Sonntag" }).click();
  await eventually(() => german.page.locator(".prose").innerHTML()).toContain(
    "Ab <strong>02:00</strong> UTC.",
  );
  await open(german.page, stage.url, ANNOUNCEMENTS);
  await german.page.getByText("Wartung am Sonntag").waitFor();
  await eventually(() => german.page.locator(".notice-dot").count()).toBe(0);
  await open(german.page, stage.url, HOME);
  expect(await german.page.getByText("Wartung am Sonntag").count()).toBe(0);
  const reply = accepted(await hans.call("message"));
  expect("list" in reply && reply.unread).toBe(0);
  expect([...german.problems, ...english.problems]).toEqual([]);
  await german.context.close();
  await english.context.close();
});

test("CONT-07 the news centre is searched and read in the reader's language, by day and night, on a narrow phone and a desktop", async () => {
  const { page, problems, context } = await visit(stage.browser, { viewport: NARROW_PHONE });
  await open(page, stage.url, `${ARTICLES}?category=help`);
  await page.getByLabel("Search articles").fill("HOUSE edge");
  await page.getByText("Fees", { exact: true }).waitFor();
  // Timed options include it too, but this exchange offers none.
  await eventually(() => page.locator(".notice-row").count()).toBe(1);
  expect(await violations(page)).toEqual([]);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  await page.getByLabel("Search articles").fill("wombat");
  await page.getByText("Nothing found").waitFor();
  await open(page, stage.url, `${ARTICLES}?id=fees`);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  await page.locator(".prose").getByRole("link", { name: "fund records" }).click();
  await page.waitForURL(/pages\/(wallet|login)/);
  await open(page, stage.url, ANNOUNCEMENTS);
  expect(await violationsByDayAndNight(page)).toEqual([]);
  expect(await misfitsInAllLanguages(page)).toEqual([]);
  await open(page, stage.url, `${ARTICLES}?id=taken-back`);
  await page.getByText("This is not here any more").waitFor();
  await page.setViewportSize(DESKTOP);
  await open(page, stage.url, `${ARTICLES}?id=liquidation`);
  expect(await violations(page)).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

test("CONS-11 pages stay when the server is unreachable, and unsaved text is still there after the session has ended", async () => {
  const { page, context, problems } = await stage.operatorWindow("ida", "editor", "content");
  await page.getByLabel("Id, part of its address").fill("long-article");
  await page.getByRole("button", { name: "Write it" }).click();
  const body = page.getByLabel("Text in Markdown, English");
  await page.getByLabel("Title, English").fill("Hours of work");
  await body.fill("Word by word.");
  const save = page.getByRole("button", { name: "Save the draft" });

  await page.route("**/console/api/**", (route) => route.abort());
  await save.click();
  await page.getByText("The server cannot be reached").waitFor();
  expect(await body.inputValue()).toBe("Word by word.");
  await page.unroute("**/console/api/**");
  await save.click();
  await page.getByText("long-article was saved as a draft").first().waitFor();
  await page.getByText("The server cannot be reached").waitFor({ state: "detached" });

  await body.fill("Word by word, and more.");
  const cookies = await context.cookies();
  await context.clearCookies();
  await page.waitForTimeout(CLICK_THROTTLE_MS);
  await save.click();
  const signIn = page.getByRole("button", { name: "Log in" });
  await signIn.waitFor();
  expect(await body.count()).toBe(0);
  await context.addCookies(cookies);
  await page.route("**/console/api/sign-in", (route) => route.fulfill({ json: { name: "ida" } }));
  await signIn.click();
  await page.getByRole("button", { name: "Edit Hours of work" }).click();
  await eventually(() => body.inputValue()).toBe("Word by word, and more.");
  await save.click();
  await page.getByText("Not saved yet.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Back to the list" }).click();
  await page.getByRole("button", { name: "Edit Hours of work" }).click();
  await page.getByText("Not saved yet.").waitFor({ state: "detached" });
  expect(problems).toEqual([]);
  await context.close();
});

/** If the browser interprets any of these as more than text, it sets a flag on the window or makes a request. */
const HOSTILE = [
  "<script>window.hit = 1</script>",
  '<img src="/no" onerror="window.hit = 1">',
  '<svg onload="window.hit = 1"></svg>',
  "[press](javascript:window.hit=1)",
  '<a href="javascript:window.hit=1" onmouseover="window.hit=1">press</a>',
  "![far](https://evil.example/far.png)",
  '<iframe srcdoc="<script>parent.hit=1</script>"></iframe>',
  '<style>body{background:url("https://evil.example/s")}</style>',
  '<div style="background:url(https://evil.example/d)">x</div>',
].join("\n\n");

test("CONT-01 hostile articles, titles and names run nothing and request nothing, in the app and in the console", async () => {
  const title = '<img src="/no" onerror="window.hit = 1">';
  await published("hostile", "help", title, HOSTILE);
  await published("hostile-notice", "notice", title, HOSTILE);
  const mallory = await stage.office.exchange.registered("mallory@example.org");
  accepted(await mallory.call("profile", { nickname: "<b onclick=x()>Mal" }));
  const { page, problems, context } = await visit(stage.browser, { kept: await keptBy(mallory) });
  const asked: string[] = [];
  for (const each of [page, desk]) each.on("request", (request) => asked.push(request.url()));
  for (const route of [
    `${ARTICLES}?category=help`,
    `${ARTICLES}?id=hostile`,
    HOME,
    ANNOUNCEMENTS,
    "/pages/notice/detail?id=hostile-notice",
  ]) {
    await open(page, stage.url, route);
    await page.getByText(title).first().waitFor();
  }
  for (const link of await page.locator(".prose a").all()) await link.click();
  await open(page, stage.url, "/pages/my/index");
  await page.getByText("<b onclick=x()>Mal").first().waitFor();
  await desk.reload();
  await desk.getByText(title).first().waitFor();
  await settled(page);
  for (const each of [page, desk]) expect(await each.evaluate("window.hit")).toBeUndefined();
  expect(asked.filter((url) => url.includes("evil.example"))).toEqual([]);
  expect(problems).toEqual([]);
  await context.close();
});

// Runs last: the server's clock also ends all other sessions.
test("CONS-11 an operator who writes for forty minutes without a call stays signed in; half an hour without a key signs out", async () => {
  const { page, context, problems } = await stage.operatorWindow("wim", "editor", "content");
  const { time } = stage.office.exchange;
  // From here on the page's own clock is controlled too.
  await page.clock.install();
  await page.reload();
  await page.getByLabel("Id, part of its address").fill("long-work");
  await page.getByRole("button", { name: "Write it" }).click();
  await page.getByLabel("Title, English").fill("Forty minutes");
  const body = page.getByLabel("Text in Markdown, English");
  const calls: string[] = [];
  const unanswered = new Set<Request>();
  page.on("request", (request) => {
    calls.push(new URL(request.url()).pathname);
    unanswered.add(request);
  });
  page.on("requestfinished", (request) => unanswered.delete(request));
  page.on("requestfailed", (request) => unanswered.delete(request));
  // The next minute waits for what the page asked in this one, however long a busy machine takes to answer.
  const minutes = async (count: number, each: () => Promise<void>) => {
    for (let minute = 0; minute < count; minute++) {
      await each();
      time.ms += MINUTE_MS;
      await page.clock.runFor(MINUTE_MS);
      await eventually(() => unanswered.size).toBe(0);
    }
  };
  await body.focus();
  await minutes(40, () => page.keyboard.type("word "));
  expect(await body.inputValue()).toBe("word ".repeat(40));
  expect(calls).not.toContain("/console/api/command");
  await page.getByRole("button", { name: "Save the draft" }).click();
  await page.getByText("long-work was saved as a draft").first().waitFor();

  await body.focus();
  await page.keyboard.type("and more");
  const signIn = page.getByRole("button", { name: "Log in" });
  await minutes(29, () => Promise.resolve());
  expect(await signIn.count()).toBe(0);
  await eventually(async () => {
    await minutes(1, () => Promise.resolve());
    return signIn.count();
  }).toBe(1);
  expect(await body.count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
