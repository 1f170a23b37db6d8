import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { EventBatch, ExecutedCommand } from "@candor/domain/engine-port";
import type { Executed } from "@candor/domain/events/events";
import { DEFAULT_ASSETS, DEFAULT_MARKETS } from "@candor/server/config/default-listing";
import type { Clock } from "@candor/server/market/prices/clock";

/**
 * The exchange itself behind the engine's interface, without a journal, on the test's clock. Lists BTCUSDT as market 0.
 */
export class ExchangeEngine {
  readonly exchange = new Exchange();
  readonly batches: EventBatch[] = [];
  private readonly clock: Clock;
  private seq = 0;

  constructor(clock: Clock, minSources: number) {
    this.clock = clock;
    for (const asset of DEFAULT_ASSETS) this.run({ kind: "list-asset", asset });
    const [market] = DEFAULT_MARKETS;
    if (market === undefined) throw new Error("no market");
    this.run({ kind: "list-market", market, minSources });
  }

  execute(command: Command): Promise<ExecutedCommand> {
    return Promise.resolve(this.run(command));
  }

  /** Market 0: its index in 1e-8 and its status. */
  get market(): { readonly indexE8: number; readonly status: string } {
    const [first] = this.exchange.exchangeView().markets;
    if (first === undefined) throw new Error("no market");
    return { indexE8: first.indexE8, status: first.status };
  }

  private run(command: Command): ExecutedCommand {
    const writer = new EventWriter();
    const timeMs = this.clock.nowMs();
    this.exchange.execute(command, ++this.seq, timeMs, writer);
    const words = writer.take();
    this.batches.push({ firstSeq: this.seq, lastSeq: this.seq, timeMs, words });
    const [executed, ...events] = readEvents(words);
    return { executed: executed as Executed, events };
  }
}
