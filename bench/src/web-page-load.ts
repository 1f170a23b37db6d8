import { setTimeout as sleep } from "node:timers/promises";
import type { Browser, CDPSession } from "playwright-core";
import { newDevice } from "./web-browser.ts";

/** A resource loaded by the page, times in milliseconds after the start of navigation. */
interface LoadedFile {
  readonly url: string;
  readonly type: string;
  readonly startMs: number;
  endMs: number;
  /** On the wire, including headers. */
  bytes: number;
}

export interface PageLoad {
  readonly firstPaintMs: number;
  readonly largestPaintMs: number;
  /** The element of the largest paint. */
  readonly element: string;
  /** Bytes received before the largest paint. */
  readonly bytesBefore: number;
  readonly files: readonly LoadedFile[];
}

interface LargestPaint {
  readonly atMs: number;
  readonly element: string;
}

/** Runs in the page before its own scripts. */
const OBSERVE = `
  globalThis.largestPaints = [];
  new PerformanceObserver((list) => {
    for (const { startTime, element } of list.getEntries()) {
      const words = element?.textContent?.slice(0, 40) ?? "";
      const name = element === null ? "?" : element.tagName.toLowerCase() + "." + element.className;
      globalThis.largestPaints.push({ atMs: startTime, element: name + " " + words });
    }
  }).observe({ type: "largest-contentful-paint", buffered: true });
`;
const PAINTS = `({
  firstMs: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
  largest: globalThis.largestPaints,
})`;

interface Paints {
  readonly firstMs: number;
  readonly largest: readonly LargestPaint[];
}

/** The largest paint is final when none larger follows for this long. */
const SETTLED_MS = 4_000;
const LOOK_EVERY_MS = 250;
const TIMEOUT_MS = 60_000;

/** Opens a page on a device with an empty cache and waits until its largest paint is known. */
export async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const { context, page, devtools } = await newDevice(browser);
  try {
    const traffic = new Traffic(devtools);
    await page.addInitScript(OBSERVE);
    await page.goto(url, { waitUntil: "commit" });
    const deadline = Date.now() + TIMEOUT_MS;
    let seen = 0;
    for (let quietMs = 0; quietMs < SETTLED_MS; quietMs += LOOK_EVERY_MS) {
      await sleep(LOOK_EVERY_MS);
      const { largest } = await page.evaluate<Paints>(PAINTS);
      if (largest.length !== seen || seen === 0) quietMs = 0;
      seen = largest.length;
      if (Date.now() > deadline) throw new Error(`${url} did not settle`);
    }
    const paints = await page.evaluate<Paints>(PAINTS);
    const largest = paints.largest.at(-1);
    if (largest === undefined) throw new Error(`${url} painted nothing`);
    return {
      firstPaintMs: paints.firstMs,
      largestPaintMs: largest.atMs,
      element: largest.element,
      bytesBefore: traffic.bytesUntil(largest.atMs),
      files: [...traffic.files],
    };
  } finally {
    await context.close();
  }
}

/** Bytes on the wire, as reported by the browser. */
class Traffic {
  private readonly byRequest = new Map<string, LoadedFile>();
  private readonly arrivals: { readonly atMs: number; readonly bytes: number }[] = [];
  private startedS: number | undefined;

  constructor(devtools: CDPSession) {
    devtools.on("Network.requestWillBeSent", ({ requestId, request, timestamp, type }) => {
      this.startedS ??= timestamp;
      const startMs = this.sinceStart(timestamp);
      this.byRequest.set(requestId, {
        url: request.url,
        type: type ?? "",
        startMs,
        endMs: startMs,
        bytes: 0,
      });
    });
    devtools.on("Network.responseReceived", ({ requestId, response, timestamp }) =>
      this.arrived(requestId, timestamp, response.encodedDataLength),
    );
    devtools.on("Network.dataReceived", ({ requestId, timestamp, encodedDataLength }) =>
      this.arrived(requestId, timestamp, encodedDataLength),
    );
    devtools.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) => {
      const file = this.byRequest.get(requestId);
      // Not every chunk's compressed size is reported as it arrives.
      if (file !== undefined) this.arrived(requestId, timestamp, Math.max(0, encodedDataLength - file.bytes));
    });
  }

  get files(): Iterable<LoadedFile> {
    return this.byRequest.values();
  }

  bytesUntil(atMs: number): number {
    return this.arrivals.reduce((sum, arrival) => sum + (arrival.atMs <= atMs ? arrival.bytes : 0), 0);
  }

  private sinceStart(timestampS: number): number {
    return (timestampS - (this.startedS ?? timestampS)) * 1_000;
  }

  private arrived(requestId: string, timestampS: number, bytes: number): void {
    const file = this.byRequest.get(requestId);
    if (file === undefined) return;
    const atMs = this.sinceStart(timestampS);
    file.bytes += bytes;
    file.endMs = atMs;
    this.arrivals.push({ atMs, bytes });
  }
}
