import type { Side } from "@candor/domain/enumerations";
import { DEPTH_DIFF_LEVELS } from "@candor/wire/socket/channels";
import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { type WireLevel, wireDepth } from "../../../market/market-data/market-depth.ts";
import type { Channel } from "../channel.ts";
import type { ServerMessage } from "../server-message.ts";
import { paceTicksOf } from "../socket-limits.ts";
import { depthMessage } from "./depth-message.ts";

/**
 * `depth.<market>.<symbol>.diff`: a snapshot for each new listener, then changes. A level that changed several times
 * between two diffs is in the second one once, with its last total. `sequence` is the journal's number of the last
 * command that changed the book, so diffs form a chain through `prevSequence` at any pace.
 */
export class DepthDiffChannel implements Channel {
  readonly name: string;
  readonly paceTicks = paceTicksOf("depth-diff");
  private readonly market: MirroredMarket;
  private readonly mirror: MarketDataMirror;
  private readonly changedBids = new Map<number, number>();
  private readonly changedAsks = new Map<number, number>();
  /** `sequence` of the last diff. */
  private sequence = 0;

  constructor(name: string, market: MirroredMarket, mirror: MarketDataMirror) {
    this.name = name;
    this.market = market;
    this.mirror = mirror;
  }

  start(): void {
    this.sequence = this.market.book.sequence;
    this.market.levelListeners.add(this.changed);
  }

  stop(): void {
    this.market.levelListeners.delete(this.changed);
    this.changedBids.clear();
    this.changedAsks.clear();
  }

  /** The snapshot may be ahead of the last diff; the next diff then repeats some totals. */
  current(nowMs: number): readonly ServerMessage[] {
    const depth = wireDepth(this.market, DEPTH_DIFF_LEVELS);
    const snapshot = { kind: "snapshot", ...depth, prevSequence: null } as const;
    return [depthMessage(this.name, this.market, snapshot, nowMs, this.mirror.asOfSeq)];
  }

  collect(nowMs: number): readonly ServerMessage[] {
    if (this.changedBids.size === 0 && this.changedAsks.size === 0) return [];
    const diff = {
      kind: "diff",
      asks: this.take(this.changedAsks),
      bids: this.take(this.changedBids),
      sequence: this.market.book.sequence,
      prevSequence: this.sequence,
    } as const;
    this.sequence = diff.sequence;
    return [depthMessage(this.name, this.market, diff, nowMs, this.mirror.asOfSeq)];
  }

  private take(changes: Map<number, number>): WireLevel[] {
    const { format } = this.market.listed;
    const levels = [...changes].map(
      ([ticks, lots]): WireLevel => [format.price(ticks), format.quantity(lots)],
    );
    changes.clear();
    return levels;
  }

  private readonly changed = (side: Side, priceTicks: number, totalLots: number): void => {
    (side === "buy" ? this.changedBids : this.changedAsks).set(priceTicks, totalLots);
  };
}
