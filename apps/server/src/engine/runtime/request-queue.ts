import { CommandWriter } from "@candor/codec/command-writer";
import type { Command } from "@candor/domain/commands/commands";
import { EngineUnavailableError, OutcomeUnknownError } from "@candor/domain/engine-errors";
import {
  type EnginePort,
  type EngineQueries,
  type EventBatch,
  type EventListener,
  type ExecutedCommand,
  QUERIES,
  type QueryName,
} from "@candor/domain/engine-port";
import { DurableCommands, OwnCommands } from "./durable-command.ts";
import type { Answer, ClientResult, EngineRequest, Query, StateHash } from "./engine-messages.ts";
import { EventDispatcher } from "./event-dispatcher.ts";
import { queryMethods } from "./query-methods.ts";

/** Maximum number of commands and queries waiting for the engine. */
export const MAX_WAITING = 65_536;

const NO_WORDS = new Float64Array(0);

/** What a caller waits for, and whether the listeners come first. */
type Wait = "submitted" | "executed" | "query";

export interface Waiting {
  readonly wait: Wait;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const AskingQueue = queryMethods(QUERIES, (queue, name, parameters) =>
  (queue as RequestQueue).ask({ name: name as QueryName, parameters }),
) as abstract new () => EngineQueries;

/**
 * The caller's side of an engine. Collects the commands and queries of one turn of the event loop into requests, and
 * returns the durable results in order. A batch settles the callers of `submit` first, so that their replies leave before
 * anything else is done. Its events reach the listeners in the same turn of the event loop. After that, the callers of
 * `execute` and of queries get their answers: what they read from a listener is never older than their answer.
 */
export abstract class RequestQueue extends AskingQueue implements EnginePort {
  durableSeq: number;
  private readonly maxWaiting: number;
  private readonly maxRequestCommands: number;
  private readonly maxCollectingMs: number;
  private readonly writer = new CommandWriter();
  private queries: { after: number; query: Query }[] = [];
  private waiting: (Waiting | undefined)[] = [];
  private firstWaiting = 0;
  private scheduled = false;
  /** When the first collected command or query arrived. */
  private collectingSinceMs = 0;
  /** Why nothing more is accepted. */
  private refusal: EngineUnavailableError | undefined;
  private readonly events = new EventDispatcher();
  /** Durable batches whose events have not been delivered yet, and the answers that wait for that. */
  private undelivered: (EventBatch | (() => void))[] = [];

  /**
   * @param maxWaiting commands and queries that may wait
   * @param maxRequestCommands commands per request; more start another one at once
   * @param maxCollectingMs how long one turn of the event loop may collect before it sends
   */
  protected constructor(
    durableSeq: number,
    maxWaiting: number,
    maxRequestCommands: number,
    maxCollectingMs = Number.POSITIVE_INFINITY,
  ) {
    super();
    this.durableSeq = durableSeq;
    this.maxWaiting = maxWaiting;
    this.maxRequestCommands = maxRequestCommands;
    this.maxCollectingMs = maxCollectingMs;
  }

  /** Sends a request to the engine. Results return through `settle`, in the order of the requests. */
  protected abstract send(request: EngineRequest): void;

  execute(command: Command): Promise<ExecutedCommand> {
    return this.enqueue("executed", () => this.writer.write(command)) as Promise<ExecutedCommand>;
  }

  submit(command: Command): Promise<ExecutedCommand> {
    return this.enqueue("submitted", () => this.writer.write(command)) as Promise<ExecutedCommand>;
  }

  stateHash(): Promise<StateHash> {
    return this.ask({ name: "stateHash", parameters: [] }) as Promise<StateHash>;
  }

  subscribe(listener: (batch: EventBatch) => void): () => void {
    return this.events.onBatch(listener);
  }

  on(listener: EventListener): () => void {
    return this.events.on(listener);
  }

  /** Whether everything is answered and all listeners have received all events. */
  get isIdle(): boolean {
    return this.waitingCount === 0 && this.undelivered.length === 0;
  }

  /** Number of unanswered commands and queries. */
  get waitingCount(): number {
    return this.waiting.length - this.firstWaiting;
  }

  /** Sends the collected requests. */
  protected flush(): void {
    this.scheduled = false;
    const { writer, queries } = this;
    if (this.refusal !== undefined || (writer.count === 0 && queries.length === 0)) return;
    const request = { bytes: writer.take(), commands: writer.count, queries };
    writer.reset();
    this.queries = [];
    this.send(request);
  }

  protected settle({ batch, answers, own }: ClientResult): void {
    if (batch !== undefined) {
      this.durableSeq = batch.lastSeq;
      this.deliverLater(batch);
    }
    const words = batch?.words ?? NO_WORDS;
    const commands = own === undefined ? new DurableCommands(words) : new OwnCommands(words, own);
    let answered = 0;
    while (!commands.done || answered < answers.length) {
      const waiter = this.takeWaiting();
      if (waiter.wait === "query") this.answerLater(waiter, expectDefined(answers[answered++]));
      else if (waiter.wait === "executed") this.answerLater(waiter, { value: commands.next() });
      else waiter.resolve(commands.next());
    }
  }

  private answerLater(waiter: Waiting, answer: Answer): void {
    if (this.undelivered.length === 0) giveAnswer(waiter, answer);
    else this.deliverLater(() => giveAnswer(waiter, answer));
  }

  private deliverLater(next: EventBatch | (() => void)): void {
    if (this.undelivered.push(next) === 1) setImmediate(() => this.deliver());
  }

  /** Hands out what is durable and gives the answers behind it. */
  protected deliver(): void {
    const parts = this.undelivered;
    this.undelivered = [];
    for (const next of parts)
      if (typeof next === "function") next();
      else this.events.deliver(next);
  }

  /** Rejects new calls; pending ones are still answered. */
  protected stopTaking(because: EngineUnavailableError): void {
    this.flush();
    this.refusal ??= because;
  }

  /** The engine is lost: rejects all pending and later calls. Pending commands may have been executed. */
  protected fail(because: EngineUnavailableError): void {
    this.refusal ??= because;
    while (this.waitingCount > 0) {
      const { wait, reject } = this.takeWaiting();
      reject(wait === "query" ? because : OutcomeUnknownError.of(because));
    }
  }

  /** After `fail`: accepts calls again, because another engine continues. */
  protected takeAgain(): void {
    this.refusal = undefined;
  }

  /** Takes everybody who waits, in order; give them back with `waitAgain`. */
  protected takeAllWaiting(): Waiting[] {
    const all = this.waiting.slice(this.firstWaiting) as Waiting[];
    this.waiting = [];
    this.firstWaiting = 0;
    return all;
  }

  /** Waits for results in this order, which may differ from the order of the calls. */
  protected waitAgain(waiting: readonly Waiting[]): void {
    this.waiting = [...waiting];
    this.firstWaiting = 0;
  }

  /** Answers a query of the table, or for the state's hash. */
  ask(query: Query): Promise<unknown> {
    return this.enqueue("query", () => this.queries.push({ after: this.writer.count, query }));
  }

  private enqueue(wait: Wait, write: () => void): Promise<unknown> {
    if (this.refusal !== undefined) return Promise.reject(this.refusal);
    if (this.waitingCount >= this.maxWaiting)
      return Promise.reject(
        new EngineUnavailableError(`queue full: ${this.maxWaiting} requests are waiting`),
      );
    return new Promise((resolve, reject) => {
      // A command that cannot be encoded throws here: its caller's promise rejects, and nothing else is affected.
      write();
      this.waiting.push({ wait, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.writer.count >= this.maxRequestCommands) {
      this.flush();
      return;
    }
    if (!this.scheduled) {
      this.scheduled = true;
      this.collectingSinceMs = performance.now();
      setImmediate(() => this.flush());
    } else if (performance.now() - this.collectingSinceMs > this.maxCollectingMs) this.flush();
  }

  private takeWaiting(): Waiting {
    const waiter = expectDefined(this.waiting[this.firstWaiting]);
    this.waiting[this.firstWaiting++] = undefined;
    if (this.firstWaiting === this.waiting.length || this.firstWaiting > this.maxWaiting) {
      this.waiting.splice(0, this.firstWaiting);
      this.firstWaiting = 0;
    }
    return waiter;
  }
}

function giveAnswer(waiter: Waiting, answer: Answer): void {
  if ("error" in answer) waiter.reject(new Error(answer.error));
  else waiter.resolve(answer.value);
}

function expectDefined<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the engine's results do not match the requests");
  return value;
}
