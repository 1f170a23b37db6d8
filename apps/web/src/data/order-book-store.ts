import { formatDecimal, parseDecimal } from "@candor/money/decimal";
import { DepthLadder } from "@candor/wire/depth-ladder";
import { type BookSum, sumLevels } from "./book-sum.ts";
import { LiveStore } from "./live-store.ts";
import type { MarketKind } from "./market-kind.ts";
import type { Pulse } from "./pulse.ts";
import type { ChannelSource } from "./socket-client.ts";
import type { DepthMessage, Level } from "./socket-messages.ts";

/** `stale`: the rows are the last known ones; a new snapshot has been requested. */
export type BookStatus = "loading" | "live" | "stale";

export interface BookRow {
  readonly price: string;
  readonly quantity: string;
  /** Quantity of this row and all better rows. */
  readonly total: string;
  /** `total` ÷ the larger of both sides' totals, 0 to 1: the length of the depth bar. */
  readonly share: number;
}

export interface OrderBookView {
  readonly status: BookStatus;
  /** Position of the level on its side, best first. */
  readonly asks: readonly BookRow[];
  readonly bids: readonly BookRow[];
  readonly bestAsk: string | null;
  readonly bestBid: string | null;
  readonly spread: string | null;
  readonly sequence: number;
}

/** A price level as numbers: for drawing only. */
export interface DepthLevel {
  readonly price: number;
  readonly quantity: number;
}

/** All known levels of a side, best first, as whole numbers of the last decimal. */
export interface ExactSide {
  readonly levels: readonly (readonly [price: number, quantity: number])[];
  readonly priceDecimals: number;
  readonly quantityDecimals: number;
}

export interface BookGrouping {
  /** Price span of one row, as a decimal; undefined for one row per price. */
  readonly size: string | undefined;
  /** Rows per side. */
  readonly rows: number;
}

/** Levels per side in the channel's snapshots; levels beyond a full snapshot are unknown. */
const SNAPSHOT_LEVELS = 500;
/** Maximum diffs kept while waiting for a snapshot. */
const MAX_COLLECTED = 1_000;
/** Slightly more than the server's minimum of one second between two snapshots. */
const RESYNC_GAP_MS = 1_100;
/** A snapshot not received within this time is requested again. */
const SNAPSHOT_TIMEOUT_MS = 3_000;
/** With fewer known levels than this on a side that has more, a new snapshot is requested. */
const MIN_KNOWN_LEVELS = 100;

const EMPTY: OrderBookView = {
  status: "loading",
  asks: [],
  bids: [],
  bestAsk: null,
  bestBid: null,
  spread: null,
  sequence: 0,
};

/** Returns the group sizes of a market: 1, 10, 100 and 1,000 ticks. */
export function groupSizes(tick: string): string[] {
  const decimals = decimalsOf(tick);
  const steps = parseDecimal(tick, decimals);
  if (typeof steps === "string") throw new RangeError(`not a tick: ${tick}`);
  return [1, 10, 100, 1_000].map((ticks) => formatDecimal(steps * ticks, decimals));
}

const decimalsOf = (text: string): number => {
  const dot = text.indexOf(".");
  return dot < 0 ? 0 : text.length - dot - 1;
};

/** One side of the book and the price beyond which it is unknown. */
interface Side {
  readonly ladder: DepthLadder;
  /** Worst price of the snapshot if there are worse ones outside it; undefined otherwise. */
  horizon: number | undefined;
}

/**
 * One market's order book, from the diff channel: a snapshot followed by a chain of diffs. A gap in the chain or a
 * crossed book discards the book; the last rows stay visible as stale until a new snapshot arrives.
 */
export class OrderBookStore extends LiveStore<OrderBookView> {
  private readonly client: ChannelSource;
  private readonly channel: string;
  private grouping: BookGrouping = { size: undefined, rows: 20 };
  private readonly bids: Side = { ladder: new DepthLadder("buy"), horizon: undefined };
  private readonly asks: Side = { ladder: new DepthLadder("sell"), horizon: undefined };
  private status: BookStatus = "loading";
  private sequence = 0;
  /** The next diff is the first after a snapshot, which may be newer than the diff's predecessor. */
  private fresh = false;
  private collected: DepthMessage[] = [];
  private priceDecimals = 0;
  private quantityDecimals = 0;
  private view: OrderBookView = EMPTY;
  private exact: Readonly<Record<"asks" | "bids", ExactSide>> | undefined;
  private requestedAtMs = 0;
  private resyncTimer: ReturnType<typeof setTimeout> | undefined;
  private stops: (() => void)[] = [];
  /** Number of snapshots requested; for tests and diagnostics. */
  resyncs = 0;

  constructor(symbol: string, client: ChannelSource, pulse: Pulse, market: MarketKind = "spot") {
    super(pulse, EMPTY);
    this.client = client;
    this.channel = `depth.${market}.${symbol}.diff`;
  }

  setGrouping(grouping: BookGrouping): void {
    if (grouping.size === this.grouping.size && grouping.rows === this.grouping.rows) return;
    this.grouping = grouping;
    this.changed();
  }

  /** Sums all levels of a side up to the row at this price; undefined if there are none. */
  sumUpTo(side: "asks" | "bids", rowPrice: string): BookSum | undefined {
    const last = parseDecimal(rowPrice, this.priceDecimals);
    if (typeof last === "string") return undefined;
    const { ladder } = this[side];
    const known = this.knownLevels(this[side], ladder.size);
    const sign = side === "asks" ? 1 : -1;
    const levels: [number, number][] = [];
    for (let rank = 0; rank < known && (ladder.priceAt(rank) - last) * sign <= 0; rank++)
      levels.push([ladder.priceAt(rank), ladder.quantityAt(rank)]);
    return sumLevels(levels, side === "asks" ? "sell" : "buy", this.priceDecimals, this.quantityDecimals);
  }

  /** Returns all known levels of both sides; the same object until the next published change. */
  exactSides(): Readonly<Record<"asks" | "bids", ExactSide>> {
    this.exact ??= { asks: this.exactSide(this.asks), bids: this.exactSide(this.bids) };
    return this.exact;
  }

  /** Returns all known levels of a side, best first, as numbers for drawing. */
  levels(side: "asks" | "bids"): readonly DepthLevel[] {
    const { ladder } = this[side];
    const known = this.knownLevels(this[side], ladder.size);
    return Array.from({ length: known }, (_, rank) => ({
      price: ladder.priceAt(rank) / 10 ** this.priceDecimals,
      quantity: ladder.quantityAt(rank) / 10 ** this.quantityDecimals,
    }));
  }

  /** Applies a message of the channel. */
  receive(message: DepthMessage): void {
    if (message.kind === "snapshot") this.takeSnapshot(message);
    else if (this.status === "live") this.takeDiff(message);
    else this.collect(message);
    this.changed();
  }

  protected override start(): void {
    this.stops = [
      this.client.listen(this.channel, (message) => {
        if (message.type === "depth") this.receive(message.data as DepthMessage);
      }),
      this.client.subscribe(() => {
        if (this.client.getSnapshot() === "reconnecting") this.discard();
      }),
    ];
  }

  protected override stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.discard();
  }

  protected override build(): OrderBookView {
    if (this.status === "live") {
      this.view = this.buildLive();
      this.exact = undefined;
    } else this.view = { ...this.view, status: this.status };
    return this.view;
  }

  private takeSnapshot(message: DepthMessage): void {
    this.stopAsking();
    const some = message.asks[0] ?? message.bids[0];
    if (some !== undefined) {
      this.priceDecimals = decimalsOf(some[0]);
      this.quantityDecimals = decimalsOf(some[1]);
    }
    this.fill(this.asks, message.asks);
    this.fill(this.bids, message.bids);
    this.sequence = message.sequence;
    this.fresh = true;
    this.status = "live";
    const { collected } = this;
    this.collected = [];
    for (const diff of collected) {
      if (this.status === "live") this.takeDiff(diff);
    }
  }

  private fill(side: Side, levels: readonly Level[]): void {
    side.ladder.clear();
    for (const level of [...levels].reverse()) this.set(side.ladder, level);
    const worst = levels.at(-1);
    side.horizon =
      worst !== undefined && levels.length >= SNAPSHOT_LEVELS
        ? readExact(worst[0], this.priceDecimals)
        : undefined;
  }

  private takeDiff(diff: DepthMessage): void {
    if (diff.sequence <= this.sequence) return;
    const previous = diff.prevSequence ?? Number.POSITIVE_INFINITY;
    const follows = this.fresh ? previous <= this.sequence : previous === this.sequence;
    if (!follows) {
      this.resetBook();
      return;
    }
    this.setDecimals(diff);
    for (const level of diff.asks) this.set(this.asks.ladder, level);
    for (const level of diff.bids) this.set(this.bids.ladder, level);
    this.sequence = diff.sequence;
    this.fresh = false;
    const { best: ask } = this.asks.ladder;
    const { best: bid } = this.bids.ladder;
    const crossed = ask > 0 && bid >= ask;
    if (crossed || this.isShallow(this.asks) || this.isShallow(this.bids)) this.resetBook();
  }

  /** An empty snapshot does not reveal the market's decimals. */
  private setDecimals(diff: DepthMessage): void {
    if (this.asks.ladder.size > 0 || this.bids.ladder.size > 0) return;
    const some = diff.asks[0] ?? diff.bids[0];
    if (some === undefined) return;
    this.priceDecimals = decimalsOf(some[0]);
    this.quantityDecimals = decimalsOf(some[1]);
  }

  private set(ladder: DepthLadder, [price, quantity]: Level): void {
    ladder.set(readExact(price, this.priceDecimals), readExact(quantity, this.quantityDecimals));
  }

  private isShallow(side: Side): boolean {
    return side.horizon !== undefined && this.knownLevels(side, MIN_KNOWN_LEVELS) < MIN_KNOWN_LEVELS;
  }

  /** Counts levels on the known side of the horizon, up to `enough`. */
  private knownLevels(side: Side, enough: number): number {
    const { ladder, horizon } = side;
    const count = Math.min(ladder.size, enough);
    if (horizon === undefined) return count;
    const sign = side === this.bids ? 1 : -1;
    for (let rank = 0; rank < count; rank++) if ((ladder.priceAt(rank) - horizon) * sign < 0) return rank;
    return count;
  }

  private exactSide(side: Side): ExactSide {
    const { ladder } = side;
    const known = this.knownLevels(side, ladder.size);
    return {
      levels: Array.from({ length: known }, (_, rank) => [ladder.priceAt(rank), ladder.quantityAt(rank)]),
      priceDecimals: this.priceDecimals,
      quantityDecimals: this.quantityDecimals,
    };
  }

  private collect(diff: DepthMessage): void {
    this.collected.push(diff);
    if (this.collected.length > MAX_COLLECTED) this.collected.shift();
    // A snapshot should arrive soon; otherwise it is requested.
    this.resyncTimer ??= setTimeout(() => this.requestSnapshot(), SNAPSHOT_TIMEOUT_MS);
  }

  /** The chain is broken: request a snapshot and start over. */
  private resetBook(): void {
    this.discard();
    this.requestSnapshot();
  }

  private discard(): void {
    this.stopAsking();
    this.collected = [];
    if (this.status === "live") this.status = "stale";
    this.changed();
  }

  private requestSnapshot(): void {
    const waitMs = Math.max(0, this.requestedAtMs + RESYNC_GAP_MS - Date.now());
    this.stopAsking();
    this.resyncTimer = setTimeout(() => {
      this.requestedAtMs = Date.now();
      this.resyncs += 1;
      // Without a connection nothing is requested: the next connection starts with a snapshot.
      if (this.client.resync(this.channel))
        this.resyncTimer = setTimeout(() => this.requestSnapshot(), SNAPSHOT_TIMEOUT_MS);
      else this.resyncTimer = undefined;
    }, waitMs);
  }

  private stopAsking(): void {
    clearTimeout(this.resyncTimer);
    this.resyncTimer = undefined;
  }

  private buildLive(): OrderBookView {
    const asks = this.rowsOf(this.asks);
    const bids = this.rowsOf(this.bids);
    const largest = Math.max(asks.at(-1)?.total ?? 0, bids.at(-1)?.total ?? 0, 1);
    const { best: ask } = this.asks.ladder;
    const { best: bid } = this.bids.ladder;
    const price = (steps: number) => formatDecimal(steps, this.priceDecimals);
    const row = ({ price: steps, quantity, total }: RawRow): BookRow => ({
      price: price(steps),
      quantity: formatDecimal(quantity, this.quantityDecimals),
      total: formatDecimal(total, this.quantityDecimals),
      share: total / largest,
    });
    return {
      status: "live",
      asks: asks.map(row),
      bids: bids.map(row),
      bestAsk: ask === 0 ? null : price(ask),
      bestBid: bid === 0 ? null : price(bid),
      spread: ask === 0 || bid === 0 ? null : price(ask - bid),
      sequence: this.sequence,
    };
  }

  /**
   * Rows of the known levels: bids are rounded down and asks up, so that no row shows a better price than its orders.
   */
  private rowsOf(side: Side): RawRow[] {
    const size = this.grouping.size === undefined ? 1 : groupSteps(this.grouping.size, this.priceDecimals);
    const known = this.knownLevels(side, side.ladder.size);
    const rows: RawRow[] = [];
    let total = 0;
    for (let rank = 0; rank < known; rank++) {
      const price = side.ladder.priceAt(rank);
      const grouped = side === this.bids ? price - (price % size) : Math.ceil(price / size) * size;
      const quantity = side.ladder.quantityAt(rank);
      const last = rows.at(-1);
      if (last?.price !== grouped && rows.length === this.grouping.rows) break;
      total += quantity;
      if (last?.price === grouped) {
        last.quantity += quantity;
        last.total = total;
      } else rows.push({ price: grouped, quantity, total });
    }
    return rows;
  }
}

interface RawRow {
  readonly price: number;
  quantity: number;
  total: number;
}

/** A group size below the market's price step disables grouping. */
function groupSteps(size: string, priceDecimals: number): number {
  const steps = parseDecimal(size, priceDecimals);
  return typeof steps === "string" || steps === 0 ? 1 : steps;
}

function readExact(text: string, decimals: number): number {
  const value = parseDecimal(text, decimals);
  if (typeof value === "string") throw new RangeError(`"${text}" is no decimal with ${decimals} places`);
  return value;
}
