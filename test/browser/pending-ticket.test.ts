import { beforeAll, expect, test } from "vitest";
import { PAYMENT_PASSWORD } from "../support/wire-client.ts";
import { catchRequests } from "./catch-requests.ts";
import { keptSession } from "./kept-session.ts";
import { useQuietStage } from "./stage.ts";
import { DESKTOP, PHONE, settled } from "./web-app.ts";

const stage = useQuietStage();
let kept: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  const wire = stage.wire();
  const account = await wire.register();
  // Without funds, a hint appears together with the balances.
  await wire.fund("1000");
  const transfer = { asset: "USDT", from: "coin", to: "contract", amount: "500" };
  await wire.expectOk(wire.post("/Wallet/transfer", { ...transfer, paymentPassword: PAYMENT_PASSWORD }));
  kept = await keptSession(wire, account);
});

const MARKET_CALLS = ["*/api/market/*", "*/api/Contract/*"];
const SCREENS = [
  { route: "/pages/trans/index?symbol=ETHUSDT", pair: "ETH/USDT", act: "Buy ETH" },
  { route: "/pages/trans/contract?symbol=ETHUSDT", pair: "ETHUSDT", act: "Buy / Long" },
];

test.each(
  SCREENS.flatMap((screen) => [
    { ...screen, viewport: PHONE },
    { ...screen, viewport: DESKTOP },
  ]),
)(
  "WEB-141 at $viewport.width pixels the ticket of $route appears before the market's data, without figures of its own",
  async ({ route, pair, act, viewport }) => {
    const { page, context, problems } = await stage.visit({ viewport, kept });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await catchRequests(page, MARKET_CALLS, async () => {
      await released;
      return "goes on" as const;
    });
    await page.goto(`${stage.url}/#${route}`);
    const ticket = page.locator("form.ticket");
    await ticket.waitFor();
    expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(pair);
    // Nothing can be typed or clicked, and unknown values are dashes.
    expect(await ticket.getAttribute("inert")).not.toBeNull();
    const words = (await ticket.innerText()).replace(/\b(?:25|50|75|100)\b|\b0%/g, "");
    expect(words).not.toMatch(/[0-9]/);
    expect(await ticket.getByText(act, { exact: false }).count()).toBeGreaterThan(0);
    const place = await ticket.boundingBox();
    release();
    await page.locator("form.ticket:not([inert])").waitFor();
    await settled(page);
    const later = await ticket.boundingBox();
    expect([later?.x, later?.y, later?.width]).toEqual([place?.x, place?.y, place?.width]);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test("WEB-141 a failed listing is reported, also after the ticket was shown", async () => {
  const { page, context } = await stage.visit({ kept });
  await catchRequests(page, ["*/api/market/coinList*"], () => "HTTP 500");
  await page.goto(`${stage.url}/#/pages/trans/index?symbol=ETHUSDT`);
  await page.getByRole("button", { name: "Try again" }).waitFor();
  expect(await page.locator("form.ticket").count()).toBe(0);
  await context.close();
});
