import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { LANGUAGES } from "@candor/domain/enumerations";
import type { Page } from "playwright-core";
import { choose, choosing, NARROW_PHONE, PHONE } from "./web-app.ts";

/** Checks that apply to any screen: accessibility and layout overflow. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Returns serious and critical violations, each with the first element affected. */
async function violationsOf(page: Page, rules: readonly string[] | "all"): Promise<readonly string[]> {
  const options = { resultTypes: ["violations"], ...(rules !== "all" && { runOnly: rules }) };
  const found = await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then((all) => all.violations)`,
  );
  return (found as readonly Violation[])
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary.slice(0, 200)}`,
    );
}

/** Returns the violations in the page's current state. */
export async function violations(page: Page): Promise<readonly string[]> {
  // Half a megabyte of script that stays loaded, compiled, until the page reloads.
  if (await page.evaluate("window.axe === undefined")) await page.evaluate(AXE);
  return violationsOf(page, "all");
}

/**
 * Returns violations in the light theme, plus color violations in the night theme. Leaves the page in the light theme.
 */
export async function violationsByDayAndNight(page: Page): Promise<readonly string[]> {
  const byDay = await violations(page);
  await choose(page, { huyan: true });
  const byNight = await violationsOf(page, ["color-contrast"]);
  await choose(page, { huyan: false });
  return [...byDay, ...byNight.map((violation) => `by night: ${violation}`)];
}

/**
 * Finds overflow: horizontal scrolling, button labels clipped or off screen, choices wider than their field, or a bar item
 * that is covered; and switches without words. Runs in the page.
 */
const MISFITS = `(() => {
  const found = [];
  const width = document.documentElement.clientWidth;
  const scrollWidth = document.documentElement.scrollWidth;
  if (scrollWidth > width) found.push("scrolls to " + scrollWidth);
  const isInScroller = (element) => {
    for (let box = element.parentElement; box !== null; box = box.parentElement) {
      const { overflowX } = getComputedStyle(box);
      if ((overflowX === "auto" || overflowX === "scroll") && box.scrollWidth > box.clientWidth) return true;
    }
    return false;
  };
  // Touch targets may extend beyond a button; check its visible text only.
  const isCut = (button, box) => {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement.closest(".vh") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const words = range.getBoundingClientRect();
      if (words.width > 0 && (words.left < box.left - 1 || words.right > box.right + 1)) return true;
    }
    return [button, ...button.querySelectorAll("*")].some(
      (part) => getComputedStyle(part).textOverflow === "ellipsis" && part.scrollWidth > part.clientWidth + 1,
    );
  };
  for (const button of document.querySelectorAll("button, a.btn, .tabbar a span, .tabs > *")) {
    const box = button.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const words = button.innerText.trim().replaceAll(/\\s+/g, " ");
    if (words !== "" && isCut(button, box)) found.push("cut: " + words);
    if ((box.left < -1 || box.right > width + 1) && !isInScroller(button)) found.push("outside: " + words);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const field of document.querySelectorAll("select")) {
    // A transparent picker shows an icon in place of its words.
    if (!field.checkVisibility({ opacityProperty: true })) continue;
    const words = field.selectedOptions[0]?.text ?? "";
    const look = getComputedStyle(field);
    pen.font = look.font;
    const room = field.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
    if (field.clientWidth > 0 && pen.measureText(words).width > room + 1) found.push("choice cut: " + words);
  }
  // A label for screen readers alone leaves everybody else guessing. In a grid, row and column name the switch.
  for (const toggle of document.querySelectorAll("[role=switch]")) {
    if (toggle.parentElement.innerText.trim() === "" && toggle.closest("li, [role=group]") === null)
      found.push("no words: " + toggle.ariaLabel);
  }
  for (const link of document.querySelectorAll(".topbar nav a")) {
    const { left, right, top, height } = link.getBoundingClientRect();
    const isSeen = (x) => link.contains(document.elementFromPoint(x, top + height / 2));
    if (!isSeen(left + 9) || !isSeen(right - 9)) found.push("covered: " + link.innerText);
  }
  return found;
})()`;

export const misfits = (page: Page): Promise<readonly string[]> => page.evaluate(MISFITS);

/** Returns everything that overflows in any language. Leaves the page in English. */
export function misfitsInAllLanguages(page: Page): Promise<readonly string[]> {
  // English last, because the next checks continue in it.
  const languages = [...LANGUAGES.filter((language) => language !== "en"), "en" as const];
  // All languages in one evaluation: a round trip per language costs more than the check.
  const looks = languages.map(
    (lang) => `await ${choosing({ lang })}; found.push(...${MISFITS}.map((misfit) => "${lang}: " + misfit));`,
  );
  return page.evaluate(`(async () => { const found = []; ${looks.join("\n")} return found; })()`);
}

/**
 * Violations on a phone by day and night, and at 360 pixels what does not fit in any of the languages. One visit serves both,
 * because to get a screen into a state takes longer than to look at it.
 */
export async function problemsOnPhones(page: Page): Promise<readonly string[]> {
  const found = await violationsByDayAndNight(page);
  await page.setViewportSize(NARROW_PHONE);
  const misfits = await misfitsInAllLanguages(page);
  await page.setViewportSize(PHONE);
  return [...found, ...misfits.map((misfit) => `at 360 pixels: ${misfit}`)];
}
