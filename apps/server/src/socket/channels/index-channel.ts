import type { PriceSourceKind } from "@candor/protocol/enumerations";
import type { MirroredMarket } from "../../market-data/market-data-mirror.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { PACE_TICKS } from "../socket-limits.ts";

/** `index.<symbol>`: every tick of the index is a message of its own; a settlement may hang on any of them. */
export class IndexChannel implements Channel {
  readonly name: string;
  readonly paceTicks = PACE_TICKS.index;
  private readonly market: MirroredMarket;
  private readonly priceSource: () => PriceSourceKind;
  private pending: ServerMessage[] = [];

  constructor(name: string, market: MirroredMarket, priceSource: () => PriceSourceKind) {
    this.name = name;
    this.market = market;
    this.priceSource = priceSource;
  }

  start(): void {
    this.market.indexListeners.add(this.moved);
  }

  stop(): void {
    this.market.indexListeners.delete(this.moved);
    this.pending = [];
  }

  current(): readonly ServerMessage[] {
    const { indexE8, indexSeq, indexTimeMs } = this.market;
    return [this.message(indexE8, indexSeq, indexTimeMs)];
  }

  collect(): readonly ServerMessage[] {
    const messages = this.pending;
    this.pending = [];
    return messages;
  }

  private message(priceE8: number, seq: number, timeMs: number): ServerMessage {
    const { listed, status } = this.market;
    return new ServerMessage("index", {
      channel: this.name,
      symbol: listed.spec.symbol,
      price: listed.format.indexPrice(priceE8),
      status,
      priceSource: this.priceSource(),
      seq,
      timeMs,
    });
  }

  private readonly moved = (priceE8: number, seq: number, timeMs: number): void => {
    this.pending.push(this.message(priceE8, seq, timeMs));
  };
}
