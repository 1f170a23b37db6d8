import { readEvents } from "@candor/codec/event-reader";
import { EventWriter } from "@candor/codec/event-writer";
import { Exchange } from "@candor/core/exchange/exchange";
import type { Command } from "@candor/domain/commands/commands";
import type { ExchangeEvent } from "@candor/domain/events/events";
import { Auditor } from "./auditor.ts";
import { HedgeTerms } from "./hedge-terms.ts";
import { NewerTerms } from "./newer-terms.ts";
import { PriceChanges } from "./price-changes.ts";
import { Workload } from "./workload.ts";

const START_MS = 1_767_225_600_000;
/** How far requests are ahead of the exchange's clock. */
const LEAD_MS = 1_000;
/** Commands between two full comparisons. */
const COMPARE_EVERY = 2_000;

/** A command in the form of a journal entry. */
export interface JournaledCommand {
  readonly command: Command;
  readonly timeMs: number;
}

/** A human-readable report of a run. */
export interface RunReport {
  readonly commands: number;
  readonly accepted: number;
  readonly rejected: number;
  readonly replayed: number;
  readonly trades: number;
  /** Number of occurrences of each cause and reason of order changes, kind of event and error. */
  readonly seen: ReadonlyMap<string, number>;
}

/** Drives an exchange with a workload and audits every command. */
export class AuditedRun {
  readonly exchange = new Exchange();
  readonly auditor = new Auditor();
  readonly journal: JournaledCommand[] = [];
  private readonly workload: Workload;
  private readonly out = new EventWriter();
  private readonly seen = new Map<string, number>();
  private timeMs = START_MS;
  private readonly seed: number;

  private readonly newer: NewerTerms | undefined;
  private readonly hedge: HedgeTerms | undefined;
  private readonly changes: PriceChanges | undefined;

  /**
   * `keepsJournal`: whether `journal` is filled. `isPlain`: whether commands keep the terms that they have in the
   * workload. `settings`: executed before the first account is opened.
   */
  constructor(seed: number, keepsJournal = false, isPlain = false, settings: readonly Command[] = []) {
    this.seed = seed;
    this.newer = isPlain ? undefined : new NewerTerms(seed);
    this.hedge = isPlain ? undefined : new HedgeTerms(seed);
    this.changes = isPlain ? undefined : new PriceChanges(seed);
    this.workload = new Workload(seed, START_MS);
    this.keepsJournal = keepsJournal;
    const left = [...settings];
    for (const { command, passesMs } of this.workload.opening()) {
      if (command.kind === "open-account") for (const setting of left.splice(0)) this.execute(setting, 0);
      this.execute(command, passesMs);
    }
  }

  private readonly keepsJournal: boolean;

  /** Executes `count` commands. On the first inconsistency, throws an error that names the seed. */
  run(count: number): void {
    try {
      this.runUnnamed(count);
    } catch (error) {
      throw new Error(`CORE_SEED=${this.seed}: ${String(error)}`, { cause: error });
    }
  }

  private runUnnamed(count: number): void {
    for (let n = 1; n <= count; n++) {
      const { command, passesMs } = this.workload.next();
      const hedged = this.hedge?.of(command) ?? command;
      const newer = this.newer?.of(hedged, this.timeMs + LEAD_MS) ?? hedged;
      const events = this.execute(this.changes?.of(newer) ?? newer, passesMs);
      this.changes?.observe(events);
      this.workload.observeEvents(events);
      if (n % COMPARE_EVERY === 0) this.auditor.compare(this.exchange);
    }
    this.auditor.compare(this.exchange);
  }

  report(): RunReport {
    const { seen } = this;
    const count = (name: string): number => seen.get(name) ?? 0;
    return {
      commands: this.exchange.lastSeq,
      accepted: count("command accepted"),
      rejected: count("rejected"),
      replayed: count("replayed"),
      trades: this.auditor.trades,
      seen,
    };
  }

  private execute(command: Command, passesMs: number): readonly ExchangeEvent[] {
    this.timeMs += passesMs;
    if (this.keepsJournal) this.journal.push({ command, timeMs: this.timeMs });
    this.out.reset();
    this.exchange.execute(command, this.exchange.lastSeq + 1, this.timeMs, this.out);
    const events = readEvents(this.out.words, 0, this.out.length);
    this.auditor.command(events);
    for (const event of events) this.count(event);
    const isReplaced = events.some((event) => event.kind === "order-changed" && event.cause === "accepted");
    if (command.kind === "replace-order" && isReplaced) this.note("order replaced");
    if (command.kind === "change-price" && isReplaced) this.note("price changed");
    if (command.kind === "modify-order") this.noteModified(command.orderId, events);
    return events;
  }

  private noteModified(orderId: number, events: readonly ExchangeEvent[]): void {
    const takes = (event: ExchangeEvent) => event.kind === "trade-made" && event.takerOrderId === orderId;
    const isModified = events.some(({ kind }) => kind === "order-modified");
    if (events.some(takes)) this.note("modified order traded");
    if (!isModified && events.length > 1) this.note("order ended by its modification");
  }

  private note(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1);
  }

  private count(event: ExchangeEvent): void {
    const note = (name: string): void => this.note(name);
    if (event.kind === "executed") {
      note(event.error !== undefined ? "rejected" : event.replayedSeq > 0 ? "replayed" : "command accepted");
      if (event.error !== undefined) note(event.error);
    } else if (event.kind === "order-changed") {
      if (event.leg !== undefined) note(`${event.leg} ${event.reduceOnly ? "reduced" : "opened"}`);
      if (event.cause === "triggered") note(`${event.type} triggered`);
      if (event.cause === "reduced" && event.reason === "self-trade") note("self-trade reduced");
      if (event.groupId !== 0 && event.trailingPpm > 0) note(`trailing leg ${event.cause}`);
      if (event.product === "contract" && event.cause === "moved") note("contract order moved");
      if (event.product === "spot" && event.quantityLots > 0 && event.quoteUnits > 0)
        note(`iceberg ${event.cause}`);
      note(event.cause === "closed" ? `${event.status} ${event.reason}` : `order ${event.cause}`);
    } else if (event.kind === "withdrawal-changed") {
      note(`withdrawal ${event.status}`);
    } else if (event.kind === "option-changed") {
      note(`option ${event.cause === "settled" ? event.status : event.cause}`);
    } else if (event.kind === "liquidation-step") {
      note(`liquidation ${event.method}`);
      if (event.leg !== undefined) note(`liquidation of a ${event.leg} position`);
    } else if (event.kind === "lever-liquidated") {
      note(`lever liquidation ${event.method}`);
    } else if (event.kind === "loan-changed") {
      note(`loan ${event.loanKind}`);
    } else if (event.kind === "lever-changed") {
      note(`lever ${event.status} by ${event.cause}`);
    } else {
      note(event.kind);
    }
  }
}
