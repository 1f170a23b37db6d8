import type { BookListener, PlaceOutcome } from "@candor/core/book/book-listener";
import { PLACE_OUTCOMES } from "@candor/core/book/book-listener";
import { leftLotsOf } from "@candor/core/book/iceberg";
import { NaiveBook } from "@candor/core/book/naive-book";
import { RuledBook } from "@candor/core/book/ruled-book";
import { BUY, REMAINING_LOTS, SELL, USER_ID } from "@candor/core/memory/order-slab";
import { TIMES_IN_FORCE } from "@candor/domain/enumerations";
import { LIMITS } from "@candor/domain/limits";
import { EXPIRING_MODES } from "./expiring-modes.ts";
import { foldTrade } from "./order-flow.ts";
import { mulberry32, type RandomSource } from "./order-flow-random.ts";

export interface ComparisonSpec {
  readonly seed: number;
  readonly operations: number;
  /** Operations between two comparisons of the complete books. */
  readonly compareEvery: number;
}

/** Counts of each kind of outcome, so that a test can check that it occurred. */
export interface ComparisonReport {
  trades: number;
  makersExpired: number;
  canceled: number;
  reduced: number;
  /** Icebergs that rested with hidden lots. */
  hidden: number;
  largestBook: number;
  readonly outcomes: Record<PlaceOutcome, number>;
}

/** Few users, so that orders often reach one of their own. User 0 stands for no user. */
const USERS = 6;
const MAX_LOTS = 60;
/** Number of live orders above which cancels prevail. */
const CROWDED = 1_000;
/** Canceled and reduced ids are at most this old, so that many of them are already closed. */
const RECENT_IDS = 1_500;
/** How far orders go beyond the middle, and how far they stay behind it. */
const INTO_OTHER_SIDE_TICKS = 8;
const DEPTH_TICKS = 24;

/** Two digests of all callbacks of a book. */
class Witness implements BookListener {
  trades = 0;
  makersExpired = 0;
  tradeDigest = 0;
  expiryDigest = 0;

  onTrade(makerId: number, takerId: number, lots: number, ticks: number, makerLeftLots: number): void {
    this.trades++;
    this.tradeDigest = foldTrade(this.tradeDigest, makerId, takerId, lots, ticks);
    this.tradeDigest = foldTrade(this.tradeDigest, makerLeftLots, 0, 0, 0);
  }

  onMakerExpired(makerId: number): void {
    this.makersExpired++;
    this.expiryDigest = foldTrade(this.expiryDigest, makerId, this.trades, 0, 0);
  }
}

/**
 * Drives the fast and the naive book with the same random operations: limit orders of every time in force and
 * self-trade mode, near the touch and at the ends of the price range, cancels and reductions of live, closed and
 * unknown orders. Every result, every trade and, at intervals, every level and every order in priority must be equal.
 * Throws at the first difference and names seed and operation.
 */
export function compareBooks(spec: ComparisonSpec): ComparisonReport {
  const comparison = new Comparison(spec.seed);
  for (let i = 1; i <= spec.operations; i++) {
    try {
      comparison.step();
      if (i % spec.compareEvery === 0 || i === spec.operations) comparison.compareWhole();
    } catch (cause) {
      throw new Error(`books differ with seed ${spec.seed} at operation ${i}`, { cause });
    }
  }
  return comparison.report();
}

class Comparison {
  private readonly random: RandomSource;
  /** Draws of icebergs only, so that everything else stays as it was without them. */
  private readonly icebergs: RandomSource;
  private readonly fastWitness = new Witness();
  private readonly naiveWitness = new Witness();
  private readonly fast = new RuledBook(this.fastWitness);
  private readonly naive = new NaiveBook(this.naiveWitness);
  private middle = 50_000;
  private canceled = 0;
  private reduced = 0;
  private hidden = 0;
  private largestBook = 0;
  private readonly outcomes = Object.fromEntries(PLACE_OUTCOMES.map((name) => [name, 0])) as Record<
    PlaceOutcome,
    number
  >;

  constructor(seed: number) {
    this.random = mulberry32(seed);
    this.icebergs = mulberry32(seed + 1);
  }

  step(): void {
    const draw = this.random.fraction();
    const crowded = this.naive.orders.size > CROWDED;
    if (this.random.chance(0.02)) this.middle += this.random.below(3) - 1;
    if (draw < 0.1) this.reduce();
    else if (draw < (crowded ? 0.6 : 0.25)) this.cancel();
    else this.place();
    this.largestBook = Math.max(this.largestBook, this.naive.orders.size);
  }

  compareWhole(): void {
    const { fast, naive } = this;
    for (const side of [BUY, SELL]) {
      const levels: [number, number][] = [];
      fast.book.forEachLevel(side, Number.MAX_SAFE_INTEGER, (ticks, lots) => levels.push([ticks, lots]));
      same("levels", levels.flat(), naive.levels(side).flat());
      same(
        "level lots",
        levels.map(([ticks]) => fast.book.levelLots(side, ticks)),
        naive.levels(side).map(([, lots]) => lots),
      );
      same("best", [fast.book.best(side)], [naive.best(side) ?? -1]);
      const orders: number[] = [];
      const { slab } = fast;
      fast.book.forEachOrder(side, (slot) => {
        orders.push(
          slab.idOf(slot),
          slab.ints[slot + USER_ID] as number,
          slab.ints[slot + REMAINING_LOTS] as number,
          leftLotsOf(slab, slot),
        );
      });
      same(
        "orders",
        orders,
        naive
          .inPriority(side)
          .flatMap((order) => [order.id, order.userId, order.lots, order.lots + order.hidden]),
      );
    }
    const live = naive.orders.size;
    same("counts", [fast.book.orderCount, fast.directory.size, fast.slab.liveCount], [live, live, live]);
    same("level count", [fast.book.levelCount], [naive.levels(BUY).length + naive.levels(SELL).length]);
  }

  report(): ComparisonReport {
    const { trades, makersExpired } = this.naiveWitness;
    const { canceled, reduced, hidden, largestBook, outcomes } = this;
    return { trades, makersExpired, canceled, reduced, hidden, largestBook, outcomes };
  }

  private place(): void {
    const { random } = this;
    const userId = random.below(USERS);
    const side = random.below(2);
    const lots = 1 + random.below(MAX_LOTS);
    const ticks = this.drawPrice(side);
    const timeInForce = random.below(TIMES_IN_FORCE.length);
    const selfTrade = random.below(EXPIRING_MODES.length);
    const visible = this.drawVisible(lots);
    const fastOutcome = this.fast.place(userId, side, ticks, lots, timeInForce, selfTrade, visible);
    const naiveOutcome = this.naive.place(
      userId,
      side,
      ticks,
      lots,
      TIMES_IN_FORCE[timeInForce] ?? "gtc",
      EXPIRING_MODES[selfTrade] ?? "expire-taker",
      visible === 0 ? lots : visible,
    );
    if (naiveOutcome === "resting" && visible > 0 && visible < this.naive.leftLots) this.hidden++;
    this.outcomes[naiveOutcome]++;
    same(
      `outcome of an order that is ${naiveOutcome}`,
      [fastOutcome, this.fast.leftLots, this.fast.lastOrderId],
      [PLACE_OUTCOMES.indexOf(naiveOutcome), this.naive.leftLots, this.naive.lastOrderId],
    );
    same("trades", [this.fastWitness.trades], [this.naiveWitness.trades]);
    same("trade digest", [this.fastWitness.tradeDigest], [this.naiveWitness.tradeDigest]);
    same("expiry digest", [this.fastWitness.expiryDigest], [this.naiveWitness.expiryDigest]);
  }

  /** What an iceberg shows at a time; 0 for most orders. */
  private drawVisible(lots: number): number {
    return this.icebergs.chance(0.25) ? 1 + this.icebergs.below(lots) : 0;
  }

  /** Usually near the middle, sometimes anywhere on the own side, up to the ends of the range. */
  private drawPrice(side: number): number {
    const { random, middle } = this;
    if (!random.chance(0.05)) {
      const reach = random.below(INTO_OTHER_SIDE_TICKS + DEPTH_TICKS) - DEPTH_TICKS;
      return side === BUY ? middle + reach : middle - reach;
    }
    if (side === BUY) return 1 + random.below(middle);
    return random.chance(0.1)
      ? LIMITS.maxPriceTicks - random.below(3)
      : middle + random.below(LIMITS.maxPriceTicks - middle);
  }

  private cancel(): void {
    const id = this.drawId();
    const known = this.naive.cancel(id);
    same("answer to a cancel", [this.fast.cancel(id)], [known]);
    if (known) this.canceled++;
  }

  private reduce(): void {
    const id = this.drawId();
    const lots = this.random.below(MAX_LOTS / 2);
    const done = this.naive.reduce(id, lots);
    same("answer to a reduction", [this.fast.reduce(id, lots)], [done]);
    if (done) this.reduced++;
  }

  /** Half of the time the oldest live order, otherwise a recent id, live or not. */
  private drawId(): number {
    const [oldest] = this.naive.orders.keys();
    if (oldest !== undefined && this.random.chance(0.5)) return oldest;
    return this.naive.lastOrderId + 2 - this.random.below(RECENT_IDS);
  }
}

function same(what: string, fast: readonly unknown[], naive: readonly unknown[]): void {
  if (fast.length === naive.length && fast.every((value, index) => value === naive[index])) return;
  throw new Error(`${what}: fast [${fast.join(" ")}], naive [${naive.join(" ")}]`);
}
