import { setTimeout as sleep } from "node:timers/promises";
import { PERIOD_MS, type Period } from "@candor/domain/enumerations";
import { CALLS, type CallReply } from "@candor/wire/calls";
import type { WireBar } from "@candor/wire/objects";
import type { CDPSession, Page } from "playwright-core";
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

/**
 * Zooming a chart of 10,000 bars with the wheel and dragging it, sixty times a second: measures the frames shown. Bars
 * older than the new server's are generated; the processor is not throttled, because a mouse wheel means a desktop.
 */
export async function* webChart(): AsyncGenerator<BenchResult> {
  yield* onWebStage({ CANDOR_LIQUIDITY: "off" }, measureChart);
}

async function* measureChart({ browser, url }: WebStage): AsyncGenerator<BenchResult> {
  const { context, page, devtools } = await newDevice(browser, {
    viewport: DESKTOP,
    network: "fast",
    processor: "fast",
  });
  const history = await LongHistory.on(page);
  await page.goto(`${url}/#/pages/trans/index?symbol=BTCUSDT`);
  await page.locator(".candles[aria-busy=false]").waitFor();
  const box = await page.locator(".candles").boundingBox();
  if (box === null) throw new Error("the chart is not on the page");
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 3 };
  await loadAllBars(page, history, middle, box.width);
  const hand = new Hand(page, devtools, middle);
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
