import { setTimeout as sleep } from "node:timers/promises";
import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { CALLS, type CallReply } from "@candor/wire/calls";
import type { WireBar } from "@candor/wire/objects";
import type { Browser, CDPSession, Page } from "playwright-core";
import { type BenchResult, figure, median } from "./harness.ts";
import { newDevice } from "./web-browser.ts";
import { onWebStage, type WebStage } from "./web-server.ts";

const BARS = 10_000;
const DESKTOP = { width: 1440, height: 900 };
const RUNS = 5;
const EVENTS = 90;
/** 50 frames per second. */
const MOST_MS_A_FRAME = 20;
const MOST_LOADING_MS = 60_000;
const EVENT_EVERY_MS = 1_000 / 60;

const INDICATORS = ["MA", "BOLL", "VWAP", "VOL", "MACD", "RSI"];
const DRAWINGS = 50;
/** Of the frames that an empty page shows: 50 of 60 a second. */
const LEAST_SHARE_OF_FRAMES = 50 / 60;
/** Bars between a drawing's points, from one drawing to the next, and from the oldest bar to the first one. */
const DRAWING_BARS = 30;
const DRAWING_STEP_BARS = 3;
const FIRST_DRAWING_BARS = 20;
/** No indicator has this color, so its pixels are those of drawings. */
const DRAWING_COLOR = "ma8";
const LEAST_PIXELS = 1_000;

/**
 * Zooming a chart of 10,000 bars with the wheel and dragging it, sixty times a second: measures the frames shown, first
 * with the usual indicators, then with six and 50 drawings; the peer of the latter is an empty page in the same run. Bars
 * older than the new server's are generated; the processor is not throttled, because a mouse wheel means a desktop.
 */
export async function* webChart(): AsyncGenerator<BenchResult> {
  yield* onWebStage({ CANDOR_LIQUIDITY: "off" }, measureChart);
}

async function* measureChart({ browser, url }: WebStage): AsyncGenerator<BenchResult> {
  yield* measurePlain(browser, url);
  yield await measureFull(browser, url);
}

const newDesktop = (browser: Browser) =>
  newDevice(browser, { viewport: DESKTOP, network: "fast", processor: "fast" });

async function* measurePlain(browser: Browser, url: string): AsyncGenerator<BenchResult> {
  const { context, page, devtools } = await newDesktop(browser);
  const history = await LongHistory.on(page);
  const hand = await openedChart(page, devtools, history, url);
  const [zooms, drags]: [number[], number[]] = [[], []];
  for (let run = 0; run <= RUNS; run++) {
    const zoom = await hand.frames((step) => hand.wheel(step % 30 < 15 ? 60 : -60));
    const drag = await hand.drag();
    if (run > 0) zooms.push(zoom);
    if (run > 0) drags.push(drag);
  }
  yield figure(`wheel zoom of ${BARS} bars`, 1_000 / median(zooms), "ms/frame", MOST_MS_A_FRAME);
  yield figure(`drag of ${BARS} bars`, 1_000 / median(drags), "ms/frame", MOST_MS_A_FRAME);
  await context.close();
}

/** Drags the chart with six indicators and 50 drawings; between the runs, moves the mouse over an empty page. */
async function measureFull(browser: Browser, url: string): Promise<BenchResult> {
  const { context, page, devtools } = await newDesktop(browser);
  await page.goto(url);
  await page.evaluate(KEEP, [
    ["candor-document::chart", { indicators: INDICATORS }],
    ["candor-document::drawings:spot:BTCUSDT", { list: drawings(Date.now()) }],
  ] as const);
  const history = await LongHistory.on(page);
  const hand = await openedChart(page, devtools, history, url);
  const shown = await page.evaluate<number>(KEPT_DRAWINGS);
  if (shown !== DRAWINGS) throw new Error(`the page keeps ${shown} of ${DRAWINGS} drawings`);
  const blank = await newDesktop(browser);
  await blank.page.goto("about:blank");
  const peer = new Hand(blank.page, blank.devtools, { x: DESKTOP.width / 2, y: DESKTOP.height / 2 });
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let run = 0; run <= RUNS; run++) {
    await page.bringToFront();
    const full = await hand.drag();
    await blank.page.bringToFront();
    const empty = await peer.drag();
    if (run > 0) ours.push(full);
    if (run > 0) theirs.push(empty);
  }
  const pixels = await page.evaluate<number>(DRAWN_PIXELS);
  if (pixels < LEAST_PIXELS) throw new Error(`the drawings have only ${pixels} pixels on the screen`);
  await Promise.all([context.close(), blank.context.close()]);
  const [value, peerValue] = [median(ours), median(theirs)];
  const ratio = value / peerValue;
  const name = `drag of ${BARS} bars, ${INDICATORS.length} indicators, ${DRAWINGS} drawings`;
  const result = { name, value, unit: "frames/s", ratio, peer: "an empty page", peerValue };
  return { ...result, bar: LEAST_SHARE_OF_FRAMES, passed: ratio >= LEAST_SHARE_OF_FRAMES };
}

/** Keeps documents on the device, as the app does for visitors. */
const KEEP = (entries: readonly (readonly [string, object])[]): void => {
  for (const [key, value] of entries)
    localStorage.setItem(key, JSON.stringify({ value, version: 0, isUnsaved: false }));
};
const KEPT_DRAWINGS = `JSON.parse(localStorage.getItem("candor-document::drawings:spot:BTCUSDT")).value.list.length`;

const DRAWN_PIXELS = `{
  const hex = getComputedStyle(document.documentElement).getPropertyValue("--c-${DRAWING_COLOR}").trim();
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  let pixels = 0;
  for (const canvas of document.querySelectorAll(".candles canvas")) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === red && data[at + 1] === green && data[at + 2] === blue && data[at + 3] === 255) pixels++;
  }
  pixels;
}`;

/** Drawings of five tools, one after the other over the oldest bars, which the chart shows once it has all. */
function drawings(nowMs: number): readonly object[] {
  const barMs = PERIOD_MS["15min"];
  const oldestMs = nowMs - (nowMs % barMs) - (BARS - 1) * barMs;
  return Array.from({ length: DRAWINGS }, (_, index) => {
    const tool = (["trendLine", "channel", "rectangle", "fibonacci", "measure"] as const)[index % 5];
    const atMs = oldestMs + (FIRST_DRAWING_BARS + index * DRAWING_STEP_BARS) * barMs;
    const point = (bars: number, price: number) => ({ timeMs: atMs + bars * barMs, price });
    const points = [
      point(0, 59_500 + index * 20),
      point(DRAWING_BARS, 60_500 + index * 20),
      point(DRAWING_BARS - 10, 61_000),
    ];
    return {
      id: `drawing${index}`,
      tool,
      points: tool === "channel" ? points : points.slice(0, 2),
      color: DRAWING_COLOR,
      width: 1,
      isDashed: index % 2 === 0,
      isLocked: true,
    };
  });
}

/** Opens the chart, loads all its bars, and returns a hand over it. */
async function openedChart(
  page: Page,
  devtools: CDPSession,
  history: LongHistory,
  url: string,
): Promise<Hand> {
  await page.goto(`${url}/#/pages/trans/index?symbol=BTCUSDT`);
  await page.locator(".candles[aria-busy=false]").waitFor();
  const box = await page.locator(".candles").boundingBox();
  if (box === null) throw new Error("the chart is not on the page");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  await loadAllBars(page, history, middle, box.width);
  return new Hand(page, devtools, middle);
}

/** Answers requests for older bars until the page has all. */
class LongHistory {
  /** Bars in the page, real and generated. */
  bars = 0;

  static async on(page: Page): Promise<LongHistory> {
    const history = new LongHistory();
    await page.route(`**${CALLS.kline.path}*`, async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { readonly data: string };
      const reply = JSON.parse(Buffer.from(body.data, "base64").toString()) as CallReply<"kline">;
      const asked = new URL(route.request().url()).searchParams;
      const klines = history.lengthen(
        reply.klines,
        PERIOD_MS[reply.period as Period],
        Number(asked.get("size")),
        Number(asked.get("endMs")),
      );
      const data = Buffer.from(JSON.stringify({ ...reply, klines })).toString("base64");
      await route.fulfill({ response, json: { ...body, data } });
    });
    return history;
  }

  private lengthen(
    real: readonly WireBar[],
    periodMs: number,
    size: number,
    endMs: number,
  ): readonly WireBar[] {
    const count = Math.min(size, Math.max(real.length, BARS - this.bars));
    this.bars += count;
    const firstMs = real[0]?.openTimeMs ?? endMs;
    const older = Array.from({ length: count - real.length }, (_, back) =>
      drawnBar(firstMs - (back + 1) * periodMs),
    );
    return [...older.reverse(), ...real];
  }
}

function drawnBar(openTimeMs: number): WireBar {
  const minute = openTimeMs / 60_000;
  const close = 60_000 + 2_000 * Math.sin(minute / 300) + 150 * Math.sin(minute / 7);
  const text = (value: number) => value.toFixed(1);
  return {
    openTimeMs,
    open: text(close - 40 * Math.cos(minute / 3)),
    high: text(close + 60),
    low: text(close - 60),
    close: text(close),
    volume: (1 + (minute % 7)).toFixed(5),
    quoteVolume: (60_000 * (1 + (minute % 7))).toFixed(2),
    trades: 1 + (minute % 9),
  };
}

/** Drags to the oldest bars, which the app fetches page by page, until all are loaded. */
async function loadAllBars(
  page: Page,
  history: LongHistory,
  { x, y }: { readonly x: number; readonly y: number },
  width: number,
): Promise<void> {
  const untilMs = performance.now() + MOST_LOADING_MS;
  while (history.bars < BARS) {
    if (performance.now() > untilMs) throw new Error(`the chart has only ${history.bars} bars`);
    await page.mouse.move(x - width / 3, y);
    await page.mouse.down();
    await page.mouse.move(x + width / 3, y, { steps: 4 });
    await page.mouse.up();
    // Smaller bars load the next page sooner.
    await page.mouse.wheel(0, 400);
    await sleep(150);
  }
}

/** Input events on the chart, and the frames shown meanwhile. */
class Hand {
  private readonly page: Page;
  private readonly devtools: CDPSession;
  private readonly at: { readonly x: number; readonly y: number };

  constructor(page: Page, devtools: CDPSession, at: { readonly x: number; readonly y: number }) {
    this.page = page;
    this.devtools = devtools;
    this.at = at;
  }

  wheel(deltaY: number): Promise<unknown> {
    return this.devtools.send("Input.dispatchMouseEvent", {
      type: "mouseWheel",
      ...this.at,
      deltaX: 0,
      deltaY,
    });
  }

  async drag(): Promise<number> {
    const { x, y } = this.at;
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
    const rate = await this.frames((step) =>
      this.devtools.send("Input.dispatchMouseEvent", {
        type: "mouseMoved",
        x: x + 200 * Math.sin(step / 10),
        y,
        buttons: 1,
        button: "left",
      }),
    );
    await this.page.mouse.up();
    return rate;
  }

  /** Frames per second while `act` runs sixty times a second. */
  async frames(act: (step: number) => Promise<unknown>): Promise<number> {
    await this.page.evaluate(COUNT);
    const since = performance.now();
    for (let step = 0; step < EVENTS; step++) {
      const waitMs = since + step * EVENT_EVERY_MS - performance.now();
      if (waitMs > 0) await sleep(waitMs);
      // Like real mouse events, the next one does not wait for this one to be handled.
      act(step).catch(() => undefined);
    }
    return this.page.evaluate<number>("globalThis.countedFrames()");
  }
}

const COUNT = `{
  const since = performance.now();
  let frames = 0;
  let isOn = true;
  const next = () => { frames++; if (isOn) requestAnimationFrame(next); };
  requestAnimationFrame(next);
  globalThis.countedFrames = () => { isOn = false; return (frames * 1000) / (performance.now() - since); };
}`;
