import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/** What is looked for on any screen: what keeps people out, and what does not fit. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Serious and critical violations, each with the first element that shows it. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const found = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"] }).then((all) => all.violations)`,
  );
  return (found as readonly Violation[])
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 160)} ${nodes[0]?.failureSummary.slice(0, 200)}`,
    );
}

/** What does not fit: the page scrolls sideways, or a button's words are cut or leave the screen. Runs in the page. */
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
  // Enlarged targets reach beyond a button; what counts is where its words are.
  const isCut = (button, box) => {
    const range = document.createRange();
    range.selectNodeContents(button);
    const words = range.getBoundingClientRect();
    if (words.left < box.left - 1 || words.right > box.right + 1) return true;
    return [button, ...button.querySelectorAll("*")].some(
      (part) => getComputedStyle(part).textOverflow === "ellipsis" && part.scrollWidth > part.clientWidth + 1,
    );
  };
  for (const button of document.querySelectorAll("button, a.btn, .tabbar a span, .tabs > *")) {
    const box = button.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const words = button.innerText.trim().replaceAll(/\\s+/g, " ");
    if (words !== "" && isCut(button, box)) found.push("cut: " + words);
    if (!isInScroller(button) && (box.left < -1 || box.right > width + 1)) found.push("outside: " + words);
  }
  return found;
})()`;

export const misfits = (page: Page): Promise<readonly string[]> => page.evaluate(MISFITS);
