import type { MarketDataMirror, MirroredMarket } from "../../../market/market-data/market-data-mirror.ts";
import { formatRate } from "../../../market/market-data/market-format.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { paceTicksOf } from "../socket-limits.ts";

/** `mark.<symbol>`: mark, index, next funding and open interest of a contract, every second while they change. */
export class MarkChannel implements Channel {
  readonly name: string;
  readonly paceTicks = paceTicksOf("mark");
  private readonly market: MirroredMarket;
  private readonly mirror: MarketDataMirror;
  /** The data last sent, as JSON. */
  private sent = "";

  constructor(name: string, market: MirroredMarket, mirror: MarketDataMirror) {
    this.name = name;
    this.market = market;
    this.mirror = mirror;
  }

  start(): void {
    this.sent = JSON.stringify(this.figures());
  }

  stop(): void {
    this.sent = "";
  }

  current(): readonly ServerMessage[] {
    return [this.message()];
  }

  collect(): readonly ServerMessage[] {
    const json = JSON.stringify(this.figures());
    if (json === this.sent) return [];
    this.sent = json;
    return [this.message()];
  }

  private figures() {
    const { figures, indexE8, listed } = this.market;
    if (figures === undefined) throw new Error(`${this.name} is no contract's`);
    const { format } = listed;
    return {
      markPrice: format.priceOrNull(figures.markTicks),
      indexPrice: format.indexPrice(indexE8),
      fundingRate: formatRate(figures.expectedFundingPpm),
      nextFundingAtMs: figures.nextFundingAtMs,
      openInterest: format.quantity(figures.openInterestLots),
    };
  }

  private message(): ServerMessage {
    return new ServerMessage("mark", {
      channel: this.name,
      symbol: this.market.listed.spec.symbol,
      ...this.figures(),
      asOfSeq: this.mirror.asOfSeq,
    });
  }
}
