import type { Page } from "playwright-core";

/** Behavior of a browser's translator. */
export interface TranslatorBehavior {
  /** Respects elements marked as not translatable. */
  readonly respects: boolean;
  /** Keeps the page's text nodes inside its elements instead of removing them. */
  readonly keeps: boolean;
}

/**
 * Wraps each text of the page like Chrome's translator, now and later. The words stay the same, so that tests can read
 * them.
 */
const TRANSLATE = `(({ respects, keeps }) => {
  const untouched = "head, font, script, style, textarea" + (respects ? ", [translate=no], .notranslate" : "");
  const translate = (text) => {
    if (text.data.trim() === "" || !text.isConnected || text.parentElement.closest(untouched) !== null) return;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    text.parentNode.insertBefore(outer, text);
    if (keeps) inner.append(text);
    else {
      inner.append(text.data);
      text.remove();
    }
  };
  const translateAll = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return translate(node);
    const texts = [];
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode);
    texts.forEach(translate);
  };
  new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    if (added.length > 0) setTimeout(() => added.forEach(translateAll), 10);
  }).observe(document, { childList: true, subtree: true });
})`;

/** Translates all pages of the tab from an isolated world, as browsers and extensions do. */
export async function translatePage(page: Page, manners: TranslatorBehavior): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.enable");
  await devtools.send("Page.addScriptToEvaluateOnNewDocument", {
    source: `${TRANSLATE}(${JSON.stringify(manners)})`,
    worldName: "translator",
  });
}

/**
 * Finds texts on the page that differ from what the app has written. Runs in the page. For React, compares with its
 * props; the figures of a book are painted into its rows and compared with the store of each row.
 */
const DIFFERENCES = `(() => {
  const root = document.getElementById("root");
  const TEXT = 6, ELEMENT = 5, ELSEWHERE = 4;
  const TOTAL_DECIMALS = 3;
  const inEnglish = (value, mostDecimals) => {
    const [whole, fraction = ""] = value.split(".");
    const shown = fraction.slice(0, mostDecimals);
    return Number(whole).toLocaleString("en") + (shown === "" ? "" : "." + shown);
  };
  const isPainted = ({ tag, memoizedProps: props }) => tag !== ELEMENT && props?.store && "side" in props && "rank" in props;
  const painted = ({ store, side, rank, hasTotals }) => {
    const level = store.getSnapshot()[side === "sell" ? "asks" : "bids"][rank];
    if (level === undefined) return [];
    const figures = [inEnglish(level.price), inEnglish(level.quantity)];
    return hasTotals ? [...figures, inEnglish(level.total, TOTAL_DECIMALS)] : figures;
  };
  const written = (fiber) => {
    if (fiber.tag === TEXT) return fiber.memoizedProps;
    if (fiber.tag === ELSEWHERE) return "";
    if (isPainted(fiber)) return painted(fiber.memoizedProps).join("");
    const { children } = fiber.memoizedProps ?? {};
    if (fiber.tag === ELEMENT && (typeof children === "string" || typeof children === "number")) return String(children);
    let text = "";
    for (let child = fiber.child; child !== null; child = child.sibling) text += written(child);
    return text;
  };
  const portals = [];
  const findPortals = (fiber) => {
    for (let child = fiber.child; child !== null; child = child.sibling) {
      if (child.tag === ELSEWHERE) portals.push(child.stateNode.containerInfo);
      findPortals(child);
    }
  };
  // What a part of the app renders into another part, such as a handle into the chart, is compared there.
  const shownIn = (node) => {
    const inner = portals.filter((each) => each !== node && node.contains(each));
    if (inner.length === 0) return node.textContent;
    let text = "";
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!inner.some((each) => each.contains(walker.currentNode))) text += walker.currentNode.data;
    return text;
  };
  const found = [];
  const comparePainted = (fiber) => {
    const figures = painted(fiber.memoizedProps);
    const row = fiber.child.stateNode;
    const shown = [...row.children].map((cell) => cell.textContent);
    if (shown.join("|") !== figures.join("|")) found.push("paints " + shown.join("|").slice(0, 80) + ", not " + figures.join("|"));
  };
  const compare = (fiber) => {
    for (let child = fiber.child; child !== null; child = child.sibling) {
      if (isPainted(child)) comparePainted(child);
      else if (child.tag !== ELEMENT) compare(child);
      else if (written(child) !== shownIn(child.stateNode)) {
        const before = found.length;
        compare(child);
        if (found.length === before)
          found.push("shows " + shownIn(child.stateNode).slice(0, 80) + ", not " + written(child).slice(0, 80));
      }
    }
  };
  const key = Object.keys(root).find((name) => name.startsWith("__reactContainer"));
  findPortals(root[key].stateNode.current);
  compare(root[key].stateNode.current);
  return found;
})()`;

export const staleTexts = (page: Page): Promise<readonly string[]> => page.evaluate(DIFFERENCES);
