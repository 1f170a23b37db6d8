import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { ExchangeEvent } from "@candor/domain/events/events";
import { Auditor } from "@candor/simulator/auditor";

/** The core on the test's clock. The independent auditor checks every command. */
export class AuditedExchange {
  exchange = new Exchange();
  timeMs: number;
  /** Whether to compare everything after each command; tests with thousands of orders compare only at the end. */
  comparesEach = true;
  private readonly auditor = new Auditor();
  private readonly out = new EventWriter();

  constructor(startMs: number) {
    this.timeMs = startMs;
  }

  /** Executes a command; returns its events. */
  run(command: Command): readonly ExchangeEvent[] {
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    const events = readEvents(this.out.words, 0, this.out.length);
    this.auditor.command(events);
    if (this.comparesEach) this.compare();
    return events;
  }

  /** Compares the auditor's results with the exchange's views. */
  compare(): void {
    this.auditor.compare(this.exchange);
  }

  /** Continues from a snapshot, which must contain everything. */
  restart(): void {
    const before = this.exchange.snapshot();
    this.exchange = Exchange.restore(before);
    if (Buffer.compare(before, this.exchange.snapshot()) !== 0)
      throw new Error("the restored exchange writes a different snapshot");
  }
}
