import { DEPTH_LEVELS } from "@candor/wire/socket/channels";
import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { wireDepth } from "../../../market/market-data/market-depth.ts";
import type { Channel } from "../channel.ts";
import type { ServerMessage } from "../server-message.ts";
import { paceTicksOf } from "../socket-limits.ts";
import { depthMessage } from "./depth-message.ts";

/** `depth.<market>.<symbol>`: all of the best 20 levels, whenever one of them changed. */
export class DepthChannel implements Channel {
  readonly name: string;
  readonly paceTicks = paceTicksOf("depth");
  private readonly market: MirroredMarket;
  private readonly mirror: MarketDataMirror;
  private seenSequence = 0;
  /** The levels last sent, as JSON. */
  private sent = "";

  constructor(name: string, market: MirroredMarket, mirror: MarketDataMirror) {
    this.name = name;
    this.market = market;
    this.mirror = mirror;
  }

  start(): void {
    this.remember(wireDepth(this.market, DEPTH_LEVELS));
  }

  stop(): void {
    this.sent = "";
  }

  current(nowMs: number): readonly ServerMessage[] {
    return [this.message(wireDepth(this.market, DEPTH_LEVELS), nowMs)];
  }

  /** A change outside the best 20 levels is ignored. */
  collect(nowMs: number): readonly ServerMessage[] {
    if (this.market.book.sequence === this.seenSequence) return [];
    const depth = wireDepth(this.market, DEPTH_LEVELS);
    return this.remember(depth) ? [this.message(depth, nowMs)] : [];
  }

  private remember(depth: ReturnType<typeof wireDepth>): boolean {
    this.seenSequence = depth.sequence;
    const levels = JSON.stringify([depth.asks, depth.bids]);
    if (levels === this.sent) return false;
    this.sent = levels;
    return true;
  }

  private message(depth: ReturnType<typeof wireDepth>, nowMs: number): ServerMessage {
    const snapshot = { kind: "snapshot", ...depth, prevSequence: null } as const;
    return depthMessage(this.name, this.market, snapshot, nowMs, this.mirror.asOfSeq);
  }
}
