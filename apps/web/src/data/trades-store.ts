import type { WirePublicTrade } from "@candor/wire/objects";
import type { LegacyApi } from "./legacy-api.ts";
import { LiveStore } from "./live-store.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { MarketKind } from "./market-kind.ts";
import type { Pulse } from "./pulse.ts";
import type { ChannelSource } from "./socket-client.ts";
import type { TapeMessage } from "./socket-messages.ts";

export interface TradesView {
  readonly state: LoadState;
  /** Newest first. */
  readonly trades: readonly WirePublicTrade[];
}

const MAX_TRADES = 100;

/** One market's recent public trades: fetched once per connection, then updated from the trade stream. */
export class TradesStore extends LiveStore<TradesView> {
  private readonly client: ChannelSource;
  private readonly channel: string;
  private readonly loader: Loader<WirePublicTrade[]>;
  /** Newest first. */
  private trades: readonly WirePublicTrade[] = [];
  /** Trades received while the list is being fetched, newest first. */
  private pendingTrades: readonly WirePublicTrade[] = [];
  private stops: (() => void)[] = [];

  constructor(
    symbol: string,
    client: ChannelSource,
    api: LegacyApi,
    pulse: Pulse,
    market: MarketKind = "spot",
  ) {
    super(pulse, { state: "loading", trades: [] });
    this.client = client;
    this.channel = `tape.${market}.${symbol}`;
    this.loader = new Loader(
      async (signal) =>
        (await api.call("entrusOrder", { symbol, market, limit: MAX_TRADES }, { signal })).trades,
      (fetched) => {
        // Trades streamed on the current connection are at least as new as the reply.
        const known = new Set(fetched.map((trade) => trade.tradeId));
        this.show([...this.pendingTrades.filter((trade) => !known.has(trade.tradeId)), ...fetched]);
      },
      () => this.changed(),
    );
  }

  protected override start(): void {
    this.stops = [
      this.client.listen(this.channel, (message) => {
        if (message.type === "subscribed") this.reload();
        if (message.type === "tape") this.receive(message.data as TapeMessage);
      }),
    ];
    this.reload();
  }

  protected override stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.loader.stop();
  }

  protected override build(): TradesView {
    return { state: this.loader.state, trades: this.trades };
  }

  private reload(): void {
    this.pendingTrades = [];
    this.loader.load();
  }

  private receive({ list }: TapeMessage): void {
    const known = new Set(this.trades.map((trade) => trade.tradeId));
    const fresh = list.filter((trade) => !known.has(trade.tradeId));
    if (this.loader.loading) this.pendingTrades = [...fresh, ...this.pendingTrades].slice(0, MAX_TRADES);
    this.show([...fresh, ...this.trades]);
  }

  private show(trades: readonly WirePublicTrade[]): void {
    this.trades = trades.slice(0, MAX_TRADES);
    this.changed();
  }
}
