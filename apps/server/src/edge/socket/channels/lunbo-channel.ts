import type { MarketDataMirror } from "../../../market/market-data/market-data-mirror.ts";
import { type TickerRow, toTickerRow } from "../../../market/market-data/market-ticker.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";
import type { Channel } from "../channel.ts";
import { ServerMessage } from "../server-message.ts";
import { LUNBO_FULL_TICKS, PACE_TICKS } from "../socket-limits.ts";

/** `lunbo`: the ticker of all markets, in full at first and periodically, otherwise only changed rows. */
export class LunboChannel implements Channel {
  readonly name = "lunbo";
  readonly paceTicks = PACE_TICKS.lunbo;
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
    if (this.collections * this.paceTicks >= LUNBO_FULL_TICKS) {
      this.collections = 0;
      return [this.message("snapshot", rows, nowMs)];
    }
    return changed.length === 0 ? [] : [this.message("diff", changed, nowMs)];
  }

  private rows(): TickerRow[] {
    return this.mirror.markets.map((market) => toTickerRow(market, this.history));
  }

  /** Returns the rows that differ from those last sent, and remembers them. */
  private changed(rows: readonly TickerRow[]): TickerRow[] {
    return rows.filter((row) => {
      const json = JSON.stringify(row);
      const key = `${row.market} ${row.symbol}`;
      if (this.sent.get(key) === json) return false;
      this.sent.set(key, json);
      return true;
    });
  }

  private message(kind: "snapshot" | "diff", list: readonly TickerRow[], timeMs: number): ServerMessage {
    return new ServerMessage("lunbo", { channel: this.name, kind, list, timeMs });
  }
}
