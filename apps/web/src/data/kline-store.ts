import { type ChartPeriod, PERIOD_MS, SECOND_PERIOD_MS } from "@candor/domain/enumerations";
import type { WireBar } from "@candor/wire/objects";
import type { LegacyApi } from "./legacy-api.ts";
import { LiveStore } from "./live-store.ts";
import { Loader, type LoadState } from "./loader.ts";
import type { MarketKind } from "./market-kind.ts";
import type { Pulse } from "./pulse.ts";
import type { ChannelSource } from "./socket-client.ts";
import type { KlineMessage } from "./socket-messages.ts";

export interface KlineView {
  readonly state: LoadState;
  /** Oldest first; the last one may be unfinished. Decimal strings: convert to numbers only for drawing. */
  readonly bars: readonly WireBar[];
  /** There may be older bars to fetch. */
  readonly hasOlder: boolean;
}

const FIRST_SIZE = 300;
const OLDER_SIZE = 500;
/** A first page of fewer bars has all of them: the server joins at least this many bars of any period. */
const LEAST_PAGE = 96;
/** Enough for weeks of one-minute bars; scrolling further back stops fetching but drops nothing. */
const MAX_BARS = 10_000;

const HOUR_MS = 3_600_000;
/** The longest time from a bar to the next one; months differ. */
const MAX_BAR_MS: Readonly<Record<ChartPeriod, number>> = {
  ...PERIOD_MS,
  ...SECOND_PERIOD_MS,
  "3min": 180_000,
  "2hour": 2 * HOUR_MS,
  "6hour": 6 * HOUR_MS,
  "12hour": 12 * HOUR_MS,
  "1mon": 31 * 24 * HOUR_MS,
};

/** One market's chart in one period: history from calls, the open bar from the socket. */
export class KlineStore extends LiveStore<KlineView> {
  private readonly client: ChannelSource;
  private readonly api: LegacyApi;
  private readonly symbol: string;
  private readonly market: MarketKind;
  private readonly period: ChartPeriod;
  private readonly loader: Loader<WireBar[]>;
  private bars: readonly WireBar[] = [];
  /** Bars received while the history is being fetched; at least as new as the reply. */
  private readonly pendingBars = new Map<number, WireBar>();
  /** Opening time of the newest bar that the socket called complete. */
  private closedMs = 0;
  private hasOlder = true;
  private loadingOlder = false;
  private stops: (() => void)[] = [];

  constructor(
    symbol: string,
    period: ChartPeriod,
    client: ChannelSource,
    api: LegacyApi,
    pulse: Pulse,
    market: MarketKind = "spot",
  ) {
    super(pulse, { state: "loading", bars: [], hasOlder: true });
    this.client = client;
    this.api = api;
    this.symbol = symbol;
    this.market = market;
    this.period = period;
    this.loader = new Loader(
      async (signal) =>
        (await api.call("kline", { symbol, market, period, size: FIRST_SIZE }, { signal })).klines,
      (fetched) => this.mergeRecent(fetched),
      () => this.changed(),
    );
  }

  /** Fetches older bars; resolves when they are loaded or there are none. Rejects with ApiError. */
  async loadOlder(): Promise<void> {
    const [first] = this.bars;
    if (first === undefined || !this.hasOlder || this.loadingOlder) return;
    this.loadingOlder = true;
    try {
      const { symbol, market, period } = this;
      const request = { symbol, market, period, size: OLDER_SIZE, endMs: first.openTimeMs };
      const { klines } = await this.api.call("kline", request);
      const older = klines.filter((bar) => bar.openTimeMs < first.openTimeMs);
      // A reload may have replaced the bars that these were meant to precede.
      if (this.bars[0]?.openTimeMs === first.openTimeMs) this.bars = [...older, ...this.bars];
      this.hasOlder = older.length > 0 && this.bars.length < MAX_BARS;
    } finally {
      this.loadingOlder = false;
      this.changed();
    }
  }

  protected override start(): void {
    this.stops = [
      this.client.listen(`kline.${this.market}.${this.symbol}.${this.period}`, (message) => {
        if (message.type === "subscribed") this.reload();
        if (message.type === this.period) this.receive(message.data as KlineMessage);
      }),
    ];
    this.reload();
  }

  protected override stop(): void {
    for (const stop of this.stops) stop();
    this.stops = [];
    this.loader.stop();
  }

  protected override build(): KlineView {
    return { state: this.loader.state, bars: this.bars, hasOlder: this.hasOlder };
  }

  private reload(): void {
    this.pendingBars.clear();
    this.loader.load();
  }

  /** Merges the newest bars into the existing ones; replaces them if there is a gap. */
  private mergeRecent(fetched: readonly WireBar[]): void {
    const [first] = fetched;
    if (first === undefined) return;
    const before = this.bars.filter((bar) => bar.openTimeMs < first.openTimeMs);
    const newer = this.bars.filter((bar) => bar.openTimeMs > (fetched.at(-1)?.openTimeMs ?? 0));
    const joins = first.openTimeMs - (before.at(-1)?.openTimeMs ?? 0) <= MAX_BAR_MS[this.period];
    this.bars = [...(joins ? before : []), ...fetched, ...newer];
    if (!joins) this.hasOlder = fetched.length >= LEAST_PAGE;
    for (const bar of this.pendingBars.values()) this.merge(bar);
  }

  private receive(message: KlineMessage): void {
    const { openTimeMs, open, high, low, close, volume, quoteVolume, trades } = message;
    const bar: WireBar = { openTimeMs, open, high, low, close, volume, quoteVolume, trades };
    if (this.loader.loading) this.pendingBars.set(openTimeMs, bar);
    if (message.closed) this.closedMs = openTimeMs;
    // A bar before this one is missing or incomplete, which only a call can fill. One in progress will include this bar.
    const lastMs = this.bars.at(-1)?.openTimeMs ?? openTimeMs;
    const isIncomplete = openTimeMs > lastMs && lastMs > this.closedMs;
    const isMerged = this.merge(bar);
    if ((!isMerged || isIncomplete) && this.bars.length > 0 && !this.loader.loading) this.reload();
    this.changed();
  }

  /** Inserts one bar; returns false if it does not connect to the others. */
  private merge(bar: WireBar): boolean {
    const lastMs = this.bars.at(-1)?.openTimeMs;
    if (lastMs === undefined || bar.openTimeMs > lastMs + MAX_BAR_MS[this.period]) return false;
    const at = this.bars.findLastIndex((known) => known.openTimeMs === bar.openTimeMs);
    if (at >= 0) this.bars = this.bars.with(at, bar);
    else if (bar.openTimeMs > lastMs) this.bars = [...this.bars, bar];
    return true;
  }
}
