import { LiveStore } from "./live-store.ts";
import type { Pulse } from "./pulse.ts";
import type { ChannelSource } from "./socket-client.ts";
import type { MarkMessage } from "./socket-messages.ts";

/** A contract's mark price and derived values. null if unknown. */
export interface MarkView {
  readonly markPrice: string | null;
  readonly indexPrice: string | null;
  readonly fundingRate: string | null;
  readonly nextFundingAtMs: number | null;
  readonly openInterest: string | null;
}

const UNKNOWN: MarkView = {
  markPrice: null,
  indexPrice: null,
  fundingRate: null,
  nextFundingAtMs: null,
  openInterest: null,
};

/** One contract's mark price, updated at most once a second. */
export class MarkStore extends LiveStore<MarkView> {
  private readonly client: ChannelSource;
  private readonly channel: string;
  private view: MarkView = UNKNOWN;
  private unlisten: (() => void) | undefined;

  constructor(symbol: string, client: ChannelSource, pulse: Pulse) {
    super(pulse, UNKNOWN);
    this.client = client;
    this.channel = `mark.${symbol}`;
  }

  protected override start(): void {
    this.unlisten = this.client.listen(this.channel, (message) => {
      if (message.type !== "mark") return;
      const { markPrice, indexPrice, fundingRate, nextFundingAtMs, openInterest } =
        message.data as MarkMessage;
      this.view = { markPrice, indexPrice, fundingRate, nextFundingAtMs, openInterest };
      this.changed();
    });
  }

  protected override stop(): void {
    this.unlisten?.();
    this.unlisten = undefined;
    this.view = UNKNOWN;
  }

  protected override build(): MarkView {
    return this.view;
  }
}
