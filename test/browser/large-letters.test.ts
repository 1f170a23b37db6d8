import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { accepted } from "../support/wire/gateway-under-test.ts";
import { keptSession } from "./kept-session.ts";
import { useQuietStage } from "./stage.ts";
import { choose, open, PHONE, settled } from "./web-app.ts";

const SCREENS = [
  "/pages/home/index",
  "/pages/market/index",
  "/pages/trans/index?symbol=BTCUSDT",
  "/pages/trans/contract?symbol=BTCUSDT",
  "/pages/trans/secondContract?symbol=BTCUSDT",
  "/pages/mining/index",
  "/pages/wallet/index",
  "/pages/my/index",
] as const;

const stage = useQuietStage();
let kept: Readonly<Record<string, unknown>>;
beforeAll(async () => {
  const wire = stage.wire();
  const account = await wire.register();
  await wire.fund("5000");
  // Amounts in another currency are the longest ones: with a sign before and a unit after the figure.
  accepted(await wire.call("saveDocument", { name: "display-currency", value: "EUR", basedOn: 0 }));
  kept = await keptSession(wire, account);
});

/** Simulates a browser with text at twice the size; boxes, icons and gaps stay the same. */
const TWICE_AS_LARGE = `(() => {
  const all = [...document.querySelectorAll("body *")];
  const sizes = all.map((element) => parseFloat(getComputedStyle(element).fontSize));
  all.forEach((element, at) => { element.style.fontSize = 2 * sizes[at] + "px"; });
})()`;

/** Finds elements that leave the screen, overlap their neighbor or are clipped. */
const FAULTS = `(() => {
  const found = [];
  const width = document.documentElement.clientWidth;
  const scrollWidth = document.documentElement.scrollWidth;
  if (scrollWidth > width) {
    const wide = [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right >= scrollWidth - 1);
    found.push("scrolls to " + scrollWidth + ": " + (wide.at(-1)?.innerText ?? ""));
  }
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect());
  const [ticket, book] = boxes(".trade-split > *");
  if (ticket && book && book.top < ticket.bottom - 1 && book.width < 160) found.push("the book is squeezed");
  for (const name of document.querySelectorAll(".market-rows .row-act"))
    if (name.scrollWidth > name.clientWidth + 1) found.push("cut: " + name.innerText);
  for (const field of document.querySelectorAll(".inp.two")) {
    const label = field.querySelector(".lab").getBoundingClientRect();
    const input = field.querySelector("input, .val").getBoundingClientRect();
    const letters = parseFloat(getComputedStyle(field.querySelector("input, .val")).fontSize);
    if (field.matches(".is-blank")) {
      // Without a value the label fills the field and must stay inside.
      const box = field.getBoundingClientRect();
      if (label.top < box.top || label.bottom > box.bottom) found.push("a label beyond its field");
    } else if (label.bottom > input.top + 2 || input.height < letters) found.push("a value under its label");
  }
  const skip = document.querySelector(".skip");
  if (skip.getBoundingClientRect().bottom > 1) found.push("the link past the navigation shows");
  for (const figure of document.querySelectorAll(".mining-figures > div, .four > .card, .position-acts > .btn"))
    if (figure.scrollWidth > figure.clientWidth + 1) found.push("cut: " + figure.innerText);
  return found;
})()`;

async function faultsOf(page: Page, screen: (typeof SCREENS)[number]): Promise<readonly string[]> {
  // A new document per screen: enlarged elements persist when only the screen changes.
  await page.goto(`${stage.url}/?${SCREENS.indexOf(screen)}#${screen}`);
  await settled(page);
  await page.evaluate(TWICE_AS_LARGE);
  return page.evaluate(FAULTS);
}

test.each(["de", "el", "zh"] as const)(
  "WEB-47 on a phone with letters twice as large nothing overlaps or leaves the screen, in %s",
  async (lang) => {
    const { context, page, problems } = await stage.visit({
      viewport: PHONE,
      kept: { ...kept, lang },
    });
    const found: string[] = [];
    for (const screen of SCREENS)
      for (const fault of await faultsOf(page, screen)) found.push(`${screen}: ${fault}`);
    expect(found).toEqual([]);
    expect(problems).toEqual([]);
    await context.close();
  },
);

test("WEB-48 on a phone a line above the markets explains their volume, in every language", async () => {
  const { context, page, problems } = await stage.visit({ viewport: PHONE });
  await open(page, stage.url, "/pages/market/index");
  const note = page.locator("#markets > p");
  expect(await note.innerText()).toBe("Volume: traded here in 24 hours, in USDT.");
  await choose(page, { lang: "de" });
  expect(await note.innerText()).toBe("Volumen: hier in 24 Stunden gehandelt, in USDT.");
  expect(problems).toEqual([]);
  await context.close();
});
