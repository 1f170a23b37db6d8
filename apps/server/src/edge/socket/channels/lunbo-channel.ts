import { LUNBO_FULL_MS } from "@candor/wire/socket/channels";
import type { WireTickerRow } from "@candor/wire/socket/server-messages";
import type { MarketDataMirror } from "../../../market/market-data/market-data-mirror.ts";
import { toTickerRow } from "../../../market/market-data/market-ticker.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { paceTicksOf, TICK_MS } from "../socket-limits.ts";

/** `lunbo`: the ticker of all markets, in full at first and periodically, otherwise only changed rows. */
export class LunboChannel implements Channel {
  readonly name = "lunbo";
  readonly paceTicks = paceTicksOf("lunbo");
  private readonly mirror: MarketDataMirror;
  private readonly history: PriceHistory;
  /** Each market's row as last sent, as JSON. */
  private readonly sent = new Map<string, string>();
  private collections = 0;

  constructor(mirror: MarketDataMirror, history: PriceHistory) {
    this.mirror = mirror;
    this.history = history;
  }

  start(): void {
    this.changed(this.rows());
  }

  stop(): void {
    this.sent.clear();
    this.collections = 0;
  }

  current(nowMs: number): readonly ServerMessage[] {
    return [this.message("snapshot", this.rows(), nowMs)];
  }

  collect(nowMs: number): readonly ServerMessage[] {
    this.collections += 1;
    const rows = this.rows();
    const changed = this.changed(rows);
    if (this.collections * this.paceTicks * TICK_MS >= LUNBO_FULL_MS) {
      this.collections = 0;
      return [this.message("snapshot", rows, nowMs)];
    }
    return changed.length === 0 ? [] : [this.message("diff", changed, nowMs)];
  }

  private rows(): WireTickerRow[] {
    return this.mirror.markets.map((market) => toTickerRow(market, this.history));
  }

  /** Returns the rows that differ from those last sent, and remembers them. */
  private changed(rows: readonly WireTickerRow[]): WireTickerRow[] {
    return rows.filter((row) => {
      const json = JSON.stringify(row);
      const key = `${row.market} ${row.symbol}`;
      if (this.sent.get(key) === json) return false;
      this.sent.set(key, json);
      return true;
    });
  }

  private message(kind: "snapshot" | "diff", list: readonly WireTickerRow[], timeMs: number): ServerMessage {
    return new ServerMessage("lunbo", { channel: this.name, kind, list, timeMs });
  }
}
