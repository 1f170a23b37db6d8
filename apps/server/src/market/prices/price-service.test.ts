import type { Command } from "@candor/domain/commands/commands";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import type { ExecutedCommand } from "@candor/domain/engine-port";
import { expect, test } from "vitest";
import { FakeSource } from "../../../../../test/support/feeds/fake-source.ts";
import { ManualClock, settled } from "../../../../../test/support/feeds/manual-clock.ts";
import { PriceModeError, PriceService, type PriceServiceOptions } from "./price-service.ts";

const START_MS = 1_700_000_000_000;
const MARKETS = [
  { marketId: 0, symbol: "BTCUSDT" },
  { marketId: 1, symbol: "ETHUSDT" },
];

/** Accepts everything, unless `down`. */
class FakeEngine {
  readonly commands: Command[] = [];
  down = false;
  rejection: ExecutedCommand["executed"]["error"];

  execute(command: Command): Promise<ExecutedCommand> {
    if (this.down) return Promise.reject(new EngineUnavailableError("closed"));
    this.commands.push(command);
    const executed = {
      kind: "executed",
      seq: this.commands.length,
      timeMs: START_MS,
      command: command.kind,
      userId: 0,
      error: this.rejection,
      params: [0, 0, 0],
      replayedSeq: 0,
    } as const;
    return Promise.resolve({ executed, events: [] });
  }

  of(kind: Command["kind"]): Command[] {
    return this.commands.filter((command) => command.kind === kind);
  }
}

function service(sources: FakeSource[], options: Partial<PriceServiceOptions> = {}) {
  const engine = new FakeEngine();
  const clock = new ManualClock(START_MS);
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(`! ${line}`) };
  const made = new PriceService({
    engine,
    markets: MARKETS,
    sources,
    mode: "sandbox",
    clock,
    log,
    ...options,
  });
  return { engine, clock, lines, service: made };
}

test("FEED-09 a source's price becomes a journaled observation under the source's own number", async () => {
  const source = new FakeSource("binance", "live", 0, ["BTCUSDT", "ETHUSDT"]);
  const { engine, service: prices } = service([source]);
  await prices.start();
  source.connection("connected");
  source.emit(6_700_000_000_000, START_MS);
  source.emit(350_000_000_000, START_MS - 3, "ETHUSDT");
  source.emit(1, START_MS, "LTCUSDT");
  await settled();
  expect(engine.commands).toEqual([
    { kind: "observe-price", marketId: 0, sourceId: 0, priceE8: 6_700_000_000_000, observedAtMs: START_MS },
    { kind: "observe-price", marketId: 1, sourceId: 0, priceE8: 350_000_000_000, observedAtMs: START_MS - 3 },
  ]);
});

test("FEED-09 the time is journaled every second", async () => {
  const { engine, clock, service: prices } = service([new FakeSource("binance", "live", 0)]);
  await prices.start();
  await clock.pass(5_000, 100);
  expect(engine.of("advance-time")).toHaveLength(5);
  await prices.stop();
  await clock.pass(5_000, 100);
  expect(engine.of("advance-time")).toHaveLength(5);
});

test.each(["simulated", "recorded"] as const)(
  "FEED-10 %s prices are rejected in live mode before anything is emitted",
  (kind) => {
    const source = new FakeSource(kind, kind, 31);
    expect(() => service([new FakeSource("binance", "live", 0), source], { mode: "live" })).toThrow(
      PriceModeError,
    );
    expect(source.started).toBe(false);
    expect(() => service([new FakeSource("binance", "live", 0)], { mode: "live" })).not.toThrow();
  },
);

test("FEED-12 the feed's state lists connected, reconnecting and stale sources, and the age of each market's index", async () => {
  const source = new FakeSource("binance", "live", 0, ["BTCUSDT"]);
  const { clock, service: prices } = service([source]);
  await prices.start();
  expect(prices.view()).toMatchObject({
    kind: "live",
    healthy: false,
    sources: [{ name: "binance", state: "connecting", lastMessageAtMs: undefined }],
  });
  source.connection("connected", "here");
  source.emit(5, START_MS);
  await settled();
  expect(prices.view()).toEqual({
    kind: "live",
    healthy: true,
    sources: [
      {
        name: "binance",
        kind: "live",
        sourceId: 0,
        state: "connected",
        detail: "here",
        lastMessageAtMs: START_MS,
      },
    ],
    markets: [
      {
        marketId: 0,
        symbol: "BTCUSDT",
        kind: "live",
        indexAgeMs: 0,
        sources: [{ name: "binance", ageMs: 0 }],
      },
      { marketId: 1, symbol: "ETHUSDT", kind: undefined, indexAgeMs: undefined, sources: [] },
    ],
  });
  await clock.pass(10_001, 1_000);
  expect(prices.view()).toMatchObject({
    healthy: false,
    sources: [{ state: "stale" }],
    markets: [{ indexAgeMs: 10_001 }, {}],
  });
  source.connection("reconnecting", "socket hang up");
  expect(prices.view().sources[0]).toMatchObject({ state: "reconnecting", detail: "socket hang up" });
});

test("FEED-12 the log names what a source lost and the markets without a source", async () => {
  const source = new FakeSource("recorded", "recorded", 30, ["BTCUSDT"]);
  const { lines, service: prices } = service([source]);
  await prices.start();
  source.connection("reconnecting", "silent for 5000 ms");
  expect(lines).toEqual([
    "! prices: no source has ETHUSDT; its market stays cancel-only",
    "! prices: recorded reconnecting: silent for 5000 ms",
  ]);
});

test("FEED-12 a stopped engine is reported once, observations resume when it returns, and ages reveal the outage", async () => {
  const source = new FakeSource("binance", "live", 0);
  const { engine, clock, lines, service: prices } = service([source]);
  await prices.start();
  source.connection("connected");
  engine.down = true;
  for (let second = 0; second < 3; second++) {
    source.emit(10 + second, clock.nowMs());
    await clock.pass(1_000, 100);
  }
  expect(lines.filter((line) => line.includes("engine unavailable"))).toHaveLength(1);
  expect(prices.view().markets[0]?.indexAgeMs).toBeUndefined();
  engine.down = false;
  source.emit(20, clock.nowMs());
  await settled();
  expect(engine.of("observe-price")).toMatchObject([{ priceE8: 20 }]);
  expect(lines.at(-1)).toBe("prices: the engine accepts commands again");
});

test("FEED-12 an observation that the core rejects is reported and not counted", async () => {
  const source = new FakeSource("binance", "live", 0);
  const { engine, lines, service: prices } = service([source]);
  engine.rejection = "request.unknownId";
  await prices.start();
  source.emit(5, START_MS);
  await settled();
  expect(lines.at(-1)).toBe("! prices: observe-price rejected: request.unknownId");
  expect(prices.view().markets[0]?.indexAgeMs).toBeUndefined();
});
