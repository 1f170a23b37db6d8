import { EventWriter } from "@candor/codec/event-writer";
import { COMMAND_KINDS } from "@candor/domain/commands/commands";
import type { EventBatch } from "@candor/domain/engine-port";
import { SIDES, type Side } from "@candor/domain/enumerations";

interface MadeTrade {
  readonly marketId: number;
  readonly priceTicks: number;
  readonly quantityLots: number;
  readonly quoteUnits: number;
  /** Default: buy. */
  readonly takerSide?: Side;
  readonly makerLabelled?: boolean;
  readonly takerLabelled?: boolean;
}

export interface MadeCommand {
  readonly timeMs: number;
  readonly trades?: readonly MadeTrade[];
  /** [market, price in 1e-8]. */
  readonly index?: readonly (readonly [number, number])[];
}

/** Builds durable batches like the engine's. Trades have the ids 1, 2, … */
export class BatchMaker {
  private seq: number;
  private tradeId = 0;

  constructor(afterSeq = 0) {
    this.seq = afterSeq;
  }

  batch(...commands: readonly MadeCommand[]): EventBatch {
    const writer = new EventWriter();
    const firstSeq = this.seq + 1;
    for (const { timeMs, trades = [], index = [] } of commands) {
      writer.executed(++this.seq, timeMs, COMMAND_KINDS.indexOf("advance-time"), 0);
      for (const trade of trades) {
        const labels = [trade.makerLabelled === true ? 1 : 0, trade.takerLabelled === true ? 1 : 0] as const;
        writer.tradeMade(
          ++this.tradeId,
          trade.marketId,
          trade.priceTicks,
          trade.quantityLots,
          trade.quoteUnits,
          SIDES.indexOf(trade.takerSide ?? "buy"),
          1,
          2,
          3,
          4,
          0,
          0,
          ...labels,
          0,
          0,
          0,
          0,
        );
      }
      for (const [marketId, priceE8] of index) writer.indexChanged(marketId, priceE8, priceE8 > 0 ? 1 : 0);
    }
    const timeMs = commands.at(-1)?.timeMs ?? 0;
    return { firstSeq, lastSeq: this.seq, timeMs, words: writer.take() };
  }
}
