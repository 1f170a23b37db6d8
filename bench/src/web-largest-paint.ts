import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type BenchResult, figure, median, runBench } from "./harness.ts";
import { loadPage } from "./web-page-load.ts";
import { onWebStage, type WebStage } from "./web-server.ts";

interface Screen {
  readonly name: string;
  readonly route: string;
  /** On an idle machine. */
  readonly mostMs: number;
}

const SCREENS: readonly Screen[] = [
  { name: "home", route: "/", mostMs: 1_800 },
  { name: "trade", route: "/pages/trans/index?symbol=BTCUSDT", mostMs: 2_200 },
  { name: "contract", route: "/pages/trans/contract?symbol=BTCUSDT", mostMs: 2_200 },
];
const RUNS = 5;
/** Maximum slowdown against the bare page: 1.3×. */
const BAR = 1 / 1.3;
const KILOBYTE = 1_000;

/**
 * Largest contentful paint of a first visit, on a mid-range phone on a slow mobile network: empty cache, production
 * build, the real server with its sandbox. The peer is a bare page of the same size: one script as large as everything
 * received by our page before its largest paint, which then writes one line of text.
 */
export async function* webLargestPaint(): AsyncGenerator<BenchResult> {
  yield* onWebStage({}, measureScreens);
}

async function* measureScreens(stage: WebStage): AsyncGenerator<BenchResult> {
  const bare = await BarePage.start();
  try {
    for (const screen of SCREENS) yield* measureScreen(stage, bare, screen);
  } finally {
    bare.stop();
  }
}

async function* measureScreen(
  { browser, url }: WebStage,
  bare: BarePage,
  { name, route, mostMs }: Screen,
): AsyncGenerator<BenchResult> {
  const times: number[] = [];
  const scripts: number[] = [];
  yield await runBench({
    name: `largest paint of ${name}, first visit`,
    unit: "ms",
    better: "lower",
    measure: async () => {
      const load = await loadPage(browser, `${url}/#${route}`);
      bare.bytes = load.bytesBefore;
      times.push(load.largestPaintMs);
      scripts.push(
        load.files.reduce((sum, { type, bytes }) => sum + (type === "Script" ? bytes : 0), 0) / KILOBYTE,
      );
      return load.largestPaintMs;
    },
    peer: {
      name: "a bare page of the same bytes",
      measure: async () => (await loadPage(browser, bare.url)).largestPaintMs,
    },
    bar: BAR,
    runs: RUNS,
    warmUps: 1,
  });
  yield figure(`largest paint of ${name}, on a quiet machine`, median(times.slice(-RUNS)), "ms", mostMs);
  yield figure(`script of ${name} over the wire`, median(scripts.slice(-RUNS)), "kB");
}

/** A page and its single script. */
class BarePage {
  /** Total of page and script. */
  bytes = 0;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  static async start(): Promise<BarePage> {
    const server = createServer((request, response) => {
      const isScript = request.url === "/script.js";
      response.setHeader("content-type", isScript ? "text/javascript" : "text/html");
      response.end(isScript ? page.script() : HTML);
    });
    const page = new BarePage(server);
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    return page;
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}/`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** As long as needed; the filler is a comment, which costs the browser almost nothing. */
  private script(): string {
    const filler = Math.max(0, this.bytes - HTML.length - PROGRAM.length - "/**/".length);
    return `/*${"x".repeat(filler)}*/${PROGRAM}`;
  }
}

const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><p></p><script src="/script.js"></script>';
const PROGRAM = 'document.querySelector("p").textContent = "Everything that this page needs has arrived.";';
