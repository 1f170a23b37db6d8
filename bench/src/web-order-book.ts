import type { CDPSession, Page } from "playwright-core";
import { type BenchResult, figure, median, runBench } from "./harness.ts";
import { bookMessages, type DepthData } from "./web-book-feed.ts";
import { type DevicePage, newDevice, threadMs } from "./web-browser.ts";
import { onWebStage, type WebStage } from "./web-server.ts";

const MESSAGES_A_SECOND = 10;
const SECONDS = 5;
const RUNS = 5;
/** Rows per side, as on the app's phone screen. */
const ROWS = 9;

/**
 * Ten order book updates per second on a phone's trade screen, and their cost on the page's main thread: scripts,
 * styles, layout and paint, in processor time, which depends little on other load. The peer is the same page with a
 * straightforward book: parse the message, keep levels in a map, sort, sum, format, and set the `innerHTML` of the
 * whole book, with bars as elements in each row.
 */
export async function* webOrderBook(): AsyncGenerator<BenchResult> {
  yield* onWebStage({ CANDOR_LIQUIDITY: "off" }, measureBook);
}

async function* measureBook(stage: WebStage): AsyncGenerator<BenchResult> {
  const messages = bookMessages(MESSAGES_A_SECOND * SECONDS * (RUNS + 2) + 1);
  const app = await openApp(stage);
  const naive = await openNaive(stage);
  const rates: number[] = [];
  const [ours, theirs] = [new Feeding(app, messages), new Feeding(naive, messages)];
  yield await runBench({
    name: "order book on a phone, 10 repaints/s",
    unit: "ms/repaint",
    better: "lower",
    measure: async () => {
      const run = await ours.run();
      rates.push(run.repaintsASecond);
      return run.threadMs / (MESSAGES_A_SECOND * SECONDS);
    },
    peer: {
      name: "innerHTML of the whole book",
      measure: async () => (await theirs.run()).threadMs / (MESSAGES_A_SECOND * SECONDS),
    },
    bar: 1 / 0.6,
    runs: RUNS,
    warmUps: 1,
  });
  yield figure("order book on a phone, repaints", median(rates), "repaints/s");
  await app.context.close();
  await naive.context.close();
}

/** Lets the bench send messages as the server on the page's socket; from the real server only pongs arrive then. */
const TAP_SOCKET = `
  const Real = WebSocket;
  globalThis.WebSocket = class extends Real {
    constructor(...from) {
      super(...from);
      this.addEventListener("message", (event) => {
        if (globalThis.isFed && event.isTrusted && !event.data.includes('"pong"')) event.stopImmediatePropagation();
      });
      globalThis.hear = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
    }
  };
`;

export async function openApp({ browser, url }: WebStage): Promise<DevicePage> {
  const device = await newDevice(browser, { network: "fast", processor: "fast" });
  await device.page.addInitScript(TAP_SOCKET);
  await device.page.goto(`${url}/#/pages/trans/index?symbol=BTCUSDT`);
  await device.page.locator(".ticket").waitFor();
  await device.page.locator(".book[aria-busy=false]").waitFor();
  return device;
}

/** One bar per row, as in earlier versions of the app. */
const NAIVE_BARS = `
  .book .br, .book .br > span { position: relative; }
  .book .br i { position: absolute; inset: 1px 0 1px auto; border-radius: 2px; background: var(--c-up-soft); }
  .book .br.a i { background: var(--c-down-soft); }
`;

/** The straightforward book in place of the app's; the app receives no messages. */
const NAIVE = `
  const column = document.querySelector(".book-column > .book");
  const own = column.cloneNode(false);
  column.hidden = true;
  column.style.display = "none";
  column.after(own);
  const sides = { asks: new Map(), bids: new Map() };
  const figure = (value, digits) =>
    value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const rows = (side, sign) => {
    const levels = [...sides[side]].map(([price, quantity]) => [Number(price), quantity]);
    levels.sort((a, b) => sign * (a[0] - b[0]));
    let total = 0;
    return levels.slice(0, ${ROWS}).map(([price, quantity]) => ({ price, quantity, total: (total += quantity) }));
  };
  globalThis.hear = (text) => {
    for (const { type, data } of JSON.parse(text)) {
      if (type !== "depth") continue;
      for (const side of ["asks", "bids"])
        for (const [price, quantity] of data[side])
          if (Number(quantity) === 0) sides[side].delete(price);
          else sides[side].set(price, Number(quantity));
    }
    const [asks, bids] = [rows("asks", 1), rows("bids", -1)];
    const largest = Math.max(asks.at(-1).total, bids.at(-1).total);
    const line = (side) => (row) =>
      '<button type="button" class="br ' + side + '" tabindex="-1"><i style="width: ' + (row.total / largest) * 100 +
      '%"></i><span class="n">' + figure(row.price, 1) + '</span><span class="n">' + figure(row.quantity, 5) + "</span></button>";
    own.innerHTML =
      '<div class="bh"><span>Price</span><span>Amount</span></div><div class="asks">' +
      asks.map(line("a")).reverse().join("") + '</div><div class="mid"><span class="mid-price"><b>' +
      figure(asks[0].price, 1) + '</b></span></div><div class="bids">' + bids.map(line("b")).join("") + "</div>";
  };
`;

export async function openNaive(stage: WebStage): Promise<DevicePage> {
  const device = await openApp(stage);
  await device.page.addStyleTag({ content: NAIVE_BARS });
  await device.page.evaluate(NAIVE);
  return device;
}

/** Delivers each text in turn and counts the frames in which the book changed. */
const FEED = `async (texts, everyMs) => {
  globalThis.isFed = true;
  let repaints = 0;
  let isCounted = false;
  const changes = new MutationObserver(() => {
    if (isCounted) return;
    isCounted = true;
    repaints++;
    requestAnimationFrame(() => { isCounted = false; });
  });
  changes.observe(document.querySelector(".book-column"), { childList: true, characterData: true, attributes: true, subtree: true });
  const since = performance.now();
  for (let said = 0; said < texts.length; said++) {
    const waitMs = since + said * everyMs - performance.now();
    if (waitMs > 0) await new Promise((done) => setTimeout(done, waitMs));
    globalThis.hear(texts[said]);
  }
  await new Promise((done) => setTimeout(done, 2 * everyMs));
  changes.disconnect();
  return { repaints, tookMs: texts.length * everyMs };
}`;

interface FeedingRun {
  /** Main thread time. */
  readonly threadMs: number;
  readonly repaintsASecond: number;
}

/** Messages from a timer in the page, every 100 ms; each run continues where the last one ended. */
export class Feeding {
  private readonly page: Page;
  private readonly devtools: CDPSession;
  private readonly messages: readonly DepthData[];
  private next = 0;

  constructor({ page, devtools }: DevicePage, messages: readonly DepthData[]) {
    this.page = page;
    this.devtools = devtools;
    this.messages = messages;
  }

  async run(): Promise<FeedingRun> {
    if (this.next === 0) await this.feed(1);
    const count = MESSAGES_A_SECOND * SECONDS;
    const before = await threadMs(this.devtools);
    const { repaints, tookMs } = await this.feed(count);
    const after = await threadMs(this.devtools);
    return { threadMs: after - before, repaintsASecond: (repaints * 1_000) / tookMs };
  }

  private feed(count: number): Promise<{ readonly repaints: number; readonly tookMs: number }> {
    const texts = this.messages
      .slice(this.next, this.next + count)
      .map((data) => JSON.stringify([{ type: "depth", data }]));
    this.next += count;
    return this.page.evaluate(`(${FEED})(${JSON.stringify(texts)}, ${1_000 / MESSAGES_A_SECOND})`);
  }
}
