import type { PriceSourceKind } from "@candor/domain/enumerations";
import type { MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { paceTicksOf } from "../socket-limits.ts";

interface IndexTick {
  readonly priceE8: number;
  readonly seq: number;
  readonly timeMs: number;
}

/** `index.<symbol>`: every tick of the index is a separate message, because a settlement may depend on any of them. */
export class IndexChannel implements Channel {
  readonly name: string;
  readonly paceTicks = paceTicksOf("index");
  private readonly market: MirroredMarket;
  private readonly priceSource: () => PriceSourceKind;
  private pending: IndexTick[] = [];

  constructor(name: string, market: MirroredMarket, priceSource: () => PriceSourceKind) {
    this.name = name;
    this.market = market;
    this.priceSource = priceSource;
  }

  start(): void {
    this.market.indexListeners.add(this.moved);
    this.market.statusListeners.add(this.statusChanged);
  }

  stop(): void {
    this.market.indexListeners.delete(this.moved);
    this.market.statusListeners.delete(this.statusChanged);
    this.pending = [];
  }

  current(): readonly ServerMessage[] {
    return [this.message(this.tick)];
  }

  /** A tick may be followed by a status change that it causes, so the status is read once both have arrived. */
  collect(): readonly ServerMessage[] {
    const messages = this.pending.map((tick) => this.message(tick));
    this.pending = [];
    return messages;
  }

  private get tick(): IndexTick {
    const { indexE8, indexSeq, indexTimeMs } = this.market;
    return { priceE8: indexE8, seq: indexSeq, timeMs: indexTimeMs };
  }

  private message({ priceE8, seq, timeMs }: IndexTick): ServerMessage {
    const { listed, status, statusReason } = this.market;
    return new ServerMessage("index", {
      channel: this.name,
      symbol: listed.spec.symbol,
      price: listed.format.indexPrice(priceE8),
      status,
      statusReason,
      priceSource: this.priceSource(),
      seq,
      timeMs,
    });
  }

  private readonly moved = (priceE8: number, seq: number, timeMs: number): void => {
    this.pending.push({ priceE8, seq, timeMs });
  };

  /** Without a new tick, a status change is pushed with the last one. */
  private readonly statusChanged = (): void => {
    if (this.pending.length === 0) this.pending.push(this.tick);
  };
}
