import { LANGUAGE_TAGS, LANGUAGES } from "@candor/domain/enumerations";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { catchRequests } from "./catch-requests.ts";
import {
  misfits,
  misfitsInAllLanguages,
  problemsOnPhones,
  violations,
  violationsByDayAndNight,
} from "./page-checks.ts";
import { useStage } from "./stage.ts";
import { DESKTOP, NARROW_PHONE, open, PHONE, register, told } from "./web-app.ts";

const GUEST_ROUTES = ["/pages/login/login", "/pages/login/reg", "/pages/login/forget"];
const PUBLIC_ROUTES = [
  "/pages/home/index",
  "/pages/market/index",
  "/pages/trans/index?symbol=BTCUSDT",
  "/pages/market/detail?symbol=BTCUSDT",
  "/pages/hqchart2_renderjs/index?symbol=BTCUSDT",
  "/pages/mining/index",
  "/pages/trans/contract",
  "/pages/trans/secondContract",
  "/pages/service",
  "/pages/notice/index",
  "/pages/notice/article",
  "/pages/error",
  "/pages/error?reason=banned",
  "/choose-location",
  "/open-location?latitude=48.2&longitude=16.4&name=Vienna",
];
const PERSONAL_ROUTES = [
  "/pages/home/index",
  "/pages/my/index",
  "/pages/my/love",
  "/pages/my/pwdSet",
  "/pages/my/pwdSet?kind=payment",
  "/pages/my/Retrieve",
  "/pages/my/Retrieve?kind=payment",
  "/pages/my/profile",
  "/pages/my/saveCenter",
  "/pages/my/apiKeys",
  "/pages/my/auther",
  "/pages/my/verification",
  "/pages/my/inviter",
  "/pages/my/notifications",
  "/pages/cropper/u-avatar-cropper",
  "/pages/wallet/index",
  "/pages/wallet/transfer",
  "/pages/wallet/record",
  "/pages/wallet/coinCharging",
  "/pages/wallet/withdrawCoin",
  "/pages/wallet/recharge",
  "/pages/wallet/sites",
  "/pages/trans/index?symbol=BTCUSDT",
];

/** Screens whose desktop layout differs in more than the top bar. */
const DESKTOP_ROUTES = [
  "/pages/login/login",
  "/pages/home/index",
  "/pages/market/index",
  "/pages/trans/index?symbol=BTCUSDT",
  "/pages/trans/contract",
  "/pages/trans/secondContract",
  "/pages/hqchart2_renderjs/index?symbol=BTCUSDT",
  "/pages/mining/index",
  "/pages/my/index",
  "/pages/wallet/index",
  "/pages/wallet/record",
  "/pages/wallet/coinCharging",
  "/pages/wallet/withdrawCoin",
];

const stage = useStage();
/** Stored state of a registered user with play money. */
let user: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const { context, page } = await stage.visit();
  await register(page, stage.url);
  await page.getByRole("button", { name: "Get play money" }).click();
  await page.getByRole("button", { name: "Get 10,000 USDT" }).click();
  await told(page, "10,000 USDT in your main wallet");
  const kept = await page.evaluate(() => localStorage.getItem("candor") ?? "{}");
  user = (JSON.parse(kept) as { readonly state: Readonly<Record<string, unknown>> }).state;
  await context.close();
});

type Look = (page: Page) => Promise<readonly string[]>;

/** Returns what a check finds on all screens, as a visitor and as a user. */
async function reportOf(
  look: Look,
  viewport: typeof PHONE,
  isMeant: (route: string) => boolean = () => true,
): Promise<readonly string[]> {
  const report: string[] = [];
  for (const [who, routes] of [
    [{}, [...GUEST_ROUTES, ...PUBLIC_ROUTES]],
    [user, PERSONAL_ROUTES],
  ] as const) {
    const { context, page, problems } = await stage.visit({
      kept: { ...who, lang: "en" },
      viewport,
    });
    // The status call is blocked, so that the page of a closed site stays.
    await catchRequests(page, ["*/api/Site/status*"], () => "never arrives");
    for (const route of routes.filter(isMeant)) {
      await open(page, stage.url, route);
      for (const finding of await look(page)) report.push(`${route} ${finding}`);
    }
    report.push(...problems);
    await context.close();
  }
  return report;
}

test("WEB-02 WEB-03 on any screen of a phone axe finds nothing serious by day and night; at 360 pixels nothing scrolls sideways and no button is cut in any language", async () => {
  expect(await reportOf(problemsOnPhones, PHONE)).toEqual([]);
});

test("WEB-02 axe finds nothing serious on what a desktop lays out in another way, by day and night", async () => {
  const isMeant = (route: string): boolean => DESKTOP_ROUTES.includes(route);
  expect(await reportOf(violationsByDayAndNight, DESKTOP, isMeant)).toEqual([]);
});

test("WEB-02 axe finds nothing serious on the sheets: play money, language, payment, logging out", async () => {
  const { context, page } = await stage.visit({ kept: { ...user, lang: "en" } });
  await open(page, stage.url, "/pages/my/index");
  for (const name of ["Get play money", "Language", "Log out"]) {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    expect(await violations(page), name).toEqual([]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  }
  await open(page, stage.url, "/pages/wallet/transfer");
  await page.getByLabel("Amount (USDT)").fill("100");
  await page.getByRole("button", { name: "Transfer 100 USDT" }).click();
  await page.getByRole("dialog").waitFor();
  expect(await violations(page)).toEqual([]);
  await context.close();
});

test.each([
  ["a visitor", () => ({})],
  ["a user", () => user],
] as const)("WEB-03 the desktop's bar of %s holds its words in every language", async (_who, kept) => {
  const { context, page } = await stage.visit({ kept: { ...kept(), lang: "en" }, viewport: DESKTOP });
  await open(page, stage.url, "/pages/home/index");
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 768 });
    expect(await misfitsInAllLanguages(page), `at ${width} pixels`).toEqual([]);
  }
  await context.close();
});

test.each(LANGUAGES)("WEB-03 the first visit fits at 360 pixels: %s", async (lang) => {
  const { context, page } = await stage.visit({
    locale: LANGUAGE_TAGS[lang],
    viewport: NARROW_PHONE,
  });
  await open(page, stage.url, "/pages/home/index");
  expect(await page.evaluate("document.documentElement.lang")).toBe(LANGUAGE_TAGS[lang]);
  expect(await misfits(page)).toEqual([]);
  await context.close();
});
