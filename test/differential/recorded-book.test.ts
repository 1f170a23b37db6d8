import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "@candor/domain/commands/commands";
import type { ExchangeEvent, Executed } from "@candor/domain/events/events";
import { LIMITS } from "@candor/domain/limits";
import type { Lots, Ppm, PriceE8, Ticks, Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { AuditedExchange } from "../support/scenario/audited-exchange.ts";

const RECORDING = fileURLToPath(
  new URL("../../../shared/data/orderbook/bitstamp-btcusd-L3-2015-05-01.orders.csv.xz", import.meta.url),
);
const missing = !existsSync(RECORDING)
  ? "the recording is not here"
  : spawnSync("xz", ["--version"]).status !== 0
    ? "xz is not installed"
    : undefined;
if (missing !== undefined) console.info(`BOOK-02 is skipped: ${missing}`);

/** Satoshis per lot. */
const SATOSHI_PER_LOT = 100;
/** Buyers are even, sellers odd, so that a user's orders never match each other. */
const USERS = 100;
const COMPARE_EVERY = 5_000;

interface RecordedEvent {
  readonly id: string;
  readonly timeMs: number;
  readonly ticks: number;
  readonly lots: number;
  readonly action: "created" | "changed" | "deleted";
  readonly side: "buy" | "sell";
}

function recordedEvents(): RecordedEvent[] {
  const text = execFileSync("xz", ["-dc", RECORDING], { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [id, timeMs, , price, satoshi, action, direction] = line.split(",");
      return {
        id: id as string,
        timeMs: Number(timeMs),
        ticks: Math.round(Number(price) * 100),
        lots: Math.floor(Number(satoshi) / SATOSHI_PER_LOT),
        action: action as RecordedEvent["action"],
        side: direction === "bid" ? "buy" : "sell",
      };
    });
}

/** The recorded day: its orders become commands of many users. */
class RecordedDay extends AuditedExchange {
  readonly count = { placed: 0, reduced: 0, canceled: 0, unknown: 0, done: 0, trades: 0, tradedLots: 0 };
  private observedAtMs = 0;
  private lastTicks = 23_650;
  /** The core's order for each recorded one, and its remaining quantity. */
  private readonly orders = new Map<string, { orderId: number; userId: number; lots: number }>();
  private readonly remaining = new Map<number, number>();

  constructor(startMs: number) {
    super(startMs);
    this.comparesEach = false;
    this.execute({
      kind: "list-asset",
      asset: { symbol: "USD", name: "US dollar", scale: 8, minTransfer: "0" },
    });
    this.execute({
      kind: "list-asset",
      asset: { symbol: "BTC", name: "Bitcoin", scale: 8, minTransfer: "0" },
    });
    this.execute({
      kind: "list-market",
      minSources: 1,
      market: {
        symbol: "BTCUSD",
        base: "BTC",
        quote: "USD",
        tick: "0.01",
        lot: "0.000001",
        minQuantity: "0.000001",
        maxQuantity: "1000",
        minNotional: "0",
        priceBandPpm: 1_000_000,
        marketProtectionPpm: 50_000,
        makerFeePpm: 2_000,
        takerFeePpm: 2_500,
      },
    });
    for (let n = 0; n < USERS; n++) this.openUser(LIMITS.firstUserId + n, n % 2);
  }

  apply(event: RecordedEvent): void {
    this.timeMs = event.timeMs;
    this.observe();
    if (event.action === "created") return this.place(event);
    const order = this.orders.get(event.id);
    if (order === undefined) {
      this.count.unknown++;
      return;
    }
    const remaining = this.remaining.get(order.orderId) ?? 0;
    if (remaining === 0) this.count.done++;
    else if (event.action === "deleted") this.cancel(order.userId, order.orderId);
    else if (event.lots < remaining) this.reduce(order, remaining - event.lots);
  }

  private place(event: RecordedEvent): void {
    const user = (Number(event.id) % (USERS / 2)) * 2 + (event.side === "buy" ? 0 : 1);
    const userId = LIMITS.firstUserId + user;
    const events = this.execute({
      kind: "place-order",
      userId,
      marketId: 0,
      side: event.side,
      type: "limit",
      timeInForce: "gtc",
      selfTrade: "expire-taker",
      quantityLots: event.lots as Lots,
      quoteUnits: 0 as Units,
      priceTicks: event.ticks as Ticks,
      stopTicks: 0 as Ticks,
      trailingPpm: 0 as Ppm,
      key: event.id,
    });
    const accepted = events.find((change) => change.kind === "order-changed");
    if (accepted?.kind !== "order-changed") throw new Error(`order ${event.id} was not taken`);
    this.orders.set(event.id, { orderId: accepted.orderId, userId, lots: event.lots });
    this.count.placed++;
  }

  private cancel(userId: number, orderId: number): void {
    this.execute({ kind: "cancel-order", userId, orderId, key: "" });
    this.count.canceled++;
  }

  /** Reduces the order by what the recording executed and the core did not. */
  private reduce(order: { orderId: number; userId: number; lots: number }, byLots: number): void {
    order.lots -= byLots;
    const { orderId, userId, lots } = order;
    this.execute({ kind: "reduce-order", userId, orderId, quantityLots: lots as Lots, key: "" });
    this.count.reduced++;
  }

  private observe(): void {
    if (this.timeMs - this.observedAtMs < 1_000) return;
    this.observedAtMs = this.timeMs;
    const priceE8 = (this.lastTicks * 1_000_000) as PriceE8;
    this.execute({ kind: "observe-price", marketId: 0, sourceId: 0, priceE8, observedAtMs: this.timeMs });
  }

  private openUser(userId: number, assetId: number): void {
    const amountUnits = Math.floor(LIMITS.maxUnits / (USERS / 2)) as Units;
    this.execute({ kind: "open-account", userId, role: "trader" });
    this.execute({ kind: "deposit", userId, assetId, amountUnits, origin: "faucet", key: "" });
    this.execute({ kind: "transfer", userId, assetId, from: "main", to: "coin", amountUnits, key: "" });
  }

  private execute(command: Command): readonly ExchangeEvent[] {
    const events = this.run(command);
    const { error } = events[0] as Executed;
    if (error !== undefined) throw new Error(`${command.kind}: ${error}`);
    for (const event of events) {
      if (event.kind === "order-changed") this.remaining.set(event.orderId, remainingOf(event));
      if (event.kind !== "trade-made") continue;
      this.lastTicks = event.priceTicks;
      this.count.trades++;
      this.count.tradedLots += event.quantityLots;
    }
    return events;
  }
}

function remainingOf(order: { status: string; quantityLots: number; executedLots: number }): number {
  return order.status === "open" || order.status === "partially-filled"
    ? order.quantityLots - order.executedLots
    : 0;
}

/**
 * Returns the recording's own executed volume: decreases that are not cancels, halved because both sides of a trade are
 * recorded.
 */
function recordedVolume(events: readonly RecordedEvent[]): number {
  const left = new Map<string, number>();
  let executed = 0;
  for (const { id, action, lots } of events) {
    const before = left.get(id);
    if (before !== undefined && (action === "changed" || lots === 0)) executed += before - lots;
    if (action === "deleted") left.delete(id);
    else left.set(id, lots);
  }
  return executed / 2;
}

test.skipIf(missing !== undefined)(
  "BOOK-02 a recorded day of orders drives the core: no crossed book, nothing lost, every order accounted for",
  () => {
    const events = recordedEvents();
    const day = new RecordedDay((events[0] as RecordedEvent).timeMs);
    events.forEach((event, n) => {
      day.apply(event);
      if (n % COMPARE_EVERY === 0) day.compare();
    });
    day.compare();

    const { bids, asks } = day.exchange.bookView(0, Number.MAX_SAFE_INTEGER);
    const bitcoin = (lots: number): string => (lots / 1_000_000).toFixed(2);
    const { placed, reduced, canceled, done, unknown, trades, tradedLots } = day.count;
    const recorded = recordedVolume(events);
    console.info(
      `${events.length} recorded events: ${placed} orders placed, ${canceled} canceled, ${reduced} reduced, ` +
        `${done} changes of orders that were done already, ${unknown} of orders from before; ${trades} trades of ` +
        `${bitcoin(tradedLots)} BTC (recorded: ${bitcoin(recorded)}); best ${bids[0]?.[0]} / ${asks[0]?.[0]} cents ` +
        `on ${bids.length} + ${asks.length} levels`,
    );
    expect(placed).toBe(24_894);
    expect(placed + reduced + canceled + done + unknown).toBeGreaterThan(events.length * 0.98);
    expect((bids[0] as readonly [number, number])[0]).toBeLessThan((asks[0] as readonly [number, number])[0]);
    expect(trades).toBeGreaterThan(100);
    expect([day.exchange.sumOf(0), day.exchange.sumOf(1)]).toEqual([0n, 0n]);
  },
  60_000,
);
