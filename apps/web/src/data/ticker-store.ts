import type { CallReply } from "@candor/wire/calls";
import type { WireAsset, WireMarket } from "@candor/wire/objects";
import type { LegacyApi } from "./legacy-api.ts";
import { LiveStore } from "./live-store.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { Pulse } from "./pulse.ts";
import type { ChannelSource } from "./socket-client.ts";
import type { LunboMessage, TickerMessageRow } from "./socket-messages.ts";

export interface TickerView {
  readonly state: LoadState;
  /** By 24-hour turnover, in the server's order. */
  readonly markets: readonly WireMarket[];
  /** The same object as long as the assets and every market's steps are unchanged, so derived values can be cached. */
  readonly assets: readonly WireAsset[];
}

/** Refresh interval, while watched, for the fields that the ticker lacks (best prices, index, status). */
const REFRESH_MS = 30_000;
/** Refresh interval while there is no socket. */
const REFRESH_ALONE_MS = 5_000;

/** Saves the list and restores it when it cannot be fetched. */
export interface ListCache {
  readonly keep: (listing: Listing, atMs: number) => void;
  readonly kept: () => (Listing & { readonly atMs: number }) | undefined;
}

export type Listing = Pick<CallReply<"coinList">, "coinsList" | "assets">;

const CHANNEL = "lunbo";
const keyOf = (row: Pick<TickerMessageRow, "market" | "symbol">): string => `${row.market} ${row.symbol}`;

/** All markets: full objects from a call, the fast-changing fields from the socket. */
export class TickerStore extends LiveStore<TickerView> {
  private readonly client: ChannelSource;
  private readonly loader: Loader<CallReply<"coinList">>;
  private order: readonly string[] = [];
  private readonly markets = new Map<string, WireMarket>();
  private assets: readonly WireAsset[] = [];
  private listing = "";
  private requestedAtMs = 0;
  /** When the current list was requested. */
  listedAtMs = 0;
  /** Time of the list being shown; 0 if none. */
  asOfMs = 0;
  /** Rows received while the list is being fetched; at least as new as the reply. */
  private readonly pendingRows = new Map<string, TickerMessageRow>();
  private stops: (() => void)[] = [];

  private readonly cache: ListCache | undefined;

  /** @param cache saves every fetched list and supplies the last one while there is no connection */
  constructor(client: ChannelSource, api: LegacyApi, pulse: Pulse, cache?: ListCache) {
    super(pulse, { state: "loading", markets: [], assets: [] });
    this.client = client;
    this.cache = cache;
    this.loader = new Loader(
      (signal) => {
        this.requestedAtMs = Date.now();
        return api.call("coinList", {}, { signal });
      },
      ({ coinsList, assets }) => {
        this.listedAtMs = this.requestedAtMs;
        this.asOfMs = Date.now();
        this.order = coinsList.map(keyOf);
        this.markets.clear();
        for (const market of coinsList) this.markets.set(keyOf(market), market);
        for (const row of this.pendingRows.values()) this.merge(row);
        this.keepAssets(assets, coinsList);
        cache?.keep({ coinsList, assets }, this.asOfMs);
      },
      () => this.changed(),
    );
  }

  /** Why the last load failed. */
  get failure(): unknown {
    return this.loader.failure;
  }

  /** Fetches the list again, for example after a change of favorites. */
  reload(): void {
    this.pendingRows.clear();
    this.loader.load();
  }

  protected override start(): void {
    const refresh = setInterval(() => {
      const isFollowed = this.client.getSnapshot() === "live";
      if (!isFollowed || Date.now() - this.listedAtMs >= REFRESH_MS) this.reload();
    }, REFRESH_ALONE_MS);
    this.stops = [
      this.client.listen(CHANNEL, (message) => {
        if (message.type === "subscribed") this.reload();
        if (message.type === "lunbo") this.receive(message.data as LunboMessage);
      }),
      () => clearInterval(refresh),
    ];
    this.reload();
  }

  protected override stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.loader.stop();
  }

  protected override build(): TickerView {
    const { state } = this.loader;
    if (state === "failed" && this.client.getSnapshot() !== "live") this.restoreCached();
    const markets = this.order.flatMap((key) => this.markets.get(key) ?? []);
    return { state, markets, assets: this.assets };
  }

  /** Without a connection the last known prices are better than none; the page shows their age. */
  private restoreCached(): void {
    const cached = this.order.length === 0 ? this.cache?.kept() : undefined;
    if (cached === undefined) return;
    this.order = cached.coinsList.map(keyOf);
    for (const market of cached.coinsList) this.markets.set(keyOf(market), market);
    this.keepAssets(cached.assets, cached.coinsList);
    this.asOfMs = cached.atMs;
  }

  private receive({ list }: LunboMessage): void {
    for (const row of list) {
      if (this.loader.loading) this.pendingRows.set(keyOf(row), row);
      this.merge(row);
    }
    this.changed();
  }

  private keepAssets(assets: readonly WireAsset[], markets: readonly WireMarket[]): void {
    const steps = markets.map(({ market, symbol, tick, lot }) => `${market} ${symbol} ${tick} ${lot}`);
    const listing = JSON.stringify([assets, steps.sort()]);
    if (listing !== this.listing) this.assets = assets;
    this.listing = listing;
  }

  /** A market that is not in the list yet appears with the next refresh. */
  private merge(row: TickerMessageRow): void {
    const market = this.markets.get(keyOf(row));
    if (market === undefined) return;
    const { chPrice, updown, high, low, volume } = row;
    this.markets.set(keyOf(row), { ...market, chPrice, updown, high, low, volume });
  }
}
