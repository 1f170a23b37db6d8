import type { Command } from "@candor/domain/commands/commands";
import type { Direction } from "@candor/domain/enumerations";

/** A journaled command: its number is its position, starting at 1. */
export interface Journaled {
  readonly command: Command;
  readonly timeMs: number;
}

export interface OracleTick {
  readonly seq: number;
  readonly atMs: number;
  readonly price: bigint;
  /** Every fresh source has reported at this time or later. */
  readonly reportedSinceMs: number;
}

const STALE_MS = 10_000;
const WINDOW_MS = 3_000;
const STRIKE_WAIT_MS = 15_000;

/** Outcome of a timed option, computed from its terms and ticks only. */
export interface Expected {
  readonly strike: bigint;
  readonly strikeSeq: number;
  readonly sell: bigint;
  readonly ticks: number;
  readonly status: "won" | "lost" | "tied" | "void";
  readonly payout: bigint;
}

/** Returns market 0's index ticks, computed from the journal's observations with unbounded integers. */
export function ticksOf(journal: readonly Journaled[], minSources: number): readonly OracleTick[] {
  const lastPrices = new Map<number, { readonly price: bigint; readonly atMs: number }>();
  const ticks: OracleTick[] = [];
  journal.forEach(({ command, timeMs }, place) => {
    if (command.kind !== "observe-price" || command.marketId !== 0) return;
    const atMs = Math.min(command.observedAtMs, timeMs);
    const before = lastPrices.get(command.sourceId);
    if (before === undefined || atMs >= before.atMs)
      lastPrices.set(command.sourceId, { price: BigInt(command.priceE8), atMs });
    const fresh = [...lastPrices.values()].filter((one) => timeMs - one.atMs <= STALE_MS);
    if (fresh.length < minSources) return;
    ticks.push({
      seq: place + 1,
      atMs: timeMs,
      price: indexOf(fresh.map(({ price }) => price)),
      reportedSinceMs: Math.min(...fresh.map((one) => one.atMs)),
    });
  });
  return ticks;
}

export function expectedOf(
  ticks: readonly OracleTick[],
  sold: {
    readonly seq: number;
    readonly atMs: number;
    readonly seconds: number;
    readonly direction: Direction;
    readonly stake: bigint;
    readonly ratePpm: bigint;
    /** Since rules version 3. */
    readonly isFair: boolean;
  },
): Expected {
  const end = sold.atMs + sold.seconds * 1_000;
  const latest = sold.isFair ? Math.min(end, sold.atMs + STRIKE_WAIT_MS) : end;
  const first = ticks.find(
    ({ seq, atMs, reportedSinceMs }) =>
      seq > sold.seq && atMs < latest && (!sold.isFair || reportedSinceMs > sold.atMs),
  );
  // Without a strike the stake is refunded; nothing else matters.
  if (first === undefined && sold.isFair)
    return { strike: 0n, strikeSeq: 0, sell: 0n, ticks: 0, status: "void", payout: sold.stake };
  const window = ticks.filter(({ atMs }) => atMs < end && atMs >= end - WINDOW_MS);
  const sell = window.length === 0 ? 0n : median(window.map(({ price }) => price));
  const strike = first?.price ?? 0n;
  const common = { strike, strikeSeq: first?.seq ?? 0, sell, ticks: window.length };
  if (strike === 0n || sell === 0n) return { ...common, status: "void", payout: sold.stake };
  if (strike === sell) return { ...common, status: "tied", payout: sold.stake };
  const isRight = sold.direction === "up" ? sell > strike : sell < strike;
  const income = (sold.stake * sold.ratePpm) / 1_000_000n;
  return isRight
    ? { ...common, status: "won", payout: sold.stake + income }
    : { ...common, status: "lost", payout: 0n };
}

function median(values: readonly bigint[]): bigint {
  const sorted = [...values].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const half = sorted.length >> 1;
  const upper = sorted[half] as bigint;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] as bigint) + upper) / 2n;
}

function indexOf(prices: readonly bigint[]): bigint {
  const middle = median(prices);
  const reach = (middle * 5_000n) / 1_000_000n;
  const sum = prices.reduce((total, price) => {
    if (price < middle - reach) return total + middle - reach;
    return total + (price > middle + reach ? middle + reach : price);
  }, 0n);
  return sum / BigInt(prices.length);
}
