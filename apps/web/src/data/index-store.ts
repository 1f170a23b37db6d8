import type { MarketStatus, PriceSourceKind, StatusReason } from "@candor/domain/enumerations";
import { LiveStore } from "./live-store.ts";
import type { Pulse } from "./pulse.ts";
import type { ChannelSource } from "./socket-client.ts";
import type { IndexMessage } from "./socket-messages.ts";

export interface IndexView {
  /** null if unknown. */
  readonly price: string | null;
  readonly status: MarketStatus | null;
  /** null if trading, or unknown. */
  readonly statusReason: StatusReason | null;
  readonly priceSource: PriceSourceKind | null;
  /** 0 before the first tick. */
  readonly timeMs: number;
}

const UNKNOWN: IndexView = { price: null, status: null, statusReason: null, priceSource: null, timeMs: 0 };

/** One market's index price and trading status. */
export class IndexStore extends LiveStore<IndexView> {
  private readonly client: ChannelSource;
  private readonly channel: string;
  private view: IndexView = UNKNOWN;
  private unlisten: (() => void) | undefined;

  constructor(symbol: string, client: ChannelSource, pulse: Pulse) {
    super(pulse, UNKNOWN);
    this.client = client;
    this.channel = `index.${symbol}`;
  }

  protected override start(): void {
    this.unlisten = this.client.listen(this.channel, (message) => {
      if (message.type !== "index") return;
      const { price, status, statusReason, priceSource, timeMs } = message.data as IndexMessage;
      this.view = { price, status, statusReason, priceSource, timeMs };
      this.changed();
    });
  }

  protected override stop(): void {
    this.unlisten?.();
    this.unlisten = undefined;
    this.view = UNKNOWN;
  }

  protected override build(): IndexView {
    return this.view;
  }
}
