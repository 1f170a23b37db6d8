import { EngineUnavailableError, OutcomeUnknownError } from "@candor/domain/engine-errors";
import type { MessageEndpoint } from "../../kit/link/message-endpoint.ts";
import type { EngineRequest } from "../runtime/engine-messages.ts";
import { MAX_WAITING, RequestQueue, type Waiting } from "../runtime/request-queue.ts";
import type { RelayedRequest, RelayedResult } from "./relay-messages.ts";
import type { RelayedOutcome } from "./relayed-requests.ts";
import { splitWaiting } from "./split-waiting.ts";

/** As in LinkedEngine. */
const MAX_REQUEST_COMMANDS = 512;
const MAX_COLLECTING_MS = 0.75;

const NO_BYTES = new Uint8Array(0);

interface Pending {
  readonly number: number;
  readonly request: EngineRequest;
  /** Whether a core may have received it. */
  isSent: boolean;
}

/** Numbers of a gateway's requests. */
export interface RequestNumbers {
  next: number;
  /** The highest that may have reached a core. */
  sent: number;
}

/** How a core that knows this engine's events continues with it. */
export interface Resumption {
  /** The core's last command; all batches up to here follow first. */
  readonly lastSeq: number;
  /** Of the requests in `unanswered`, in their order. */
  readonly outcomes: readonly RelayedOutcome[];
}

/**
 * The engine as a gateway in another process sees it. Without a link it holds the requests. With the next one it learns what
 * became of those that it had sent, sends the others, and continues its events without gap or duplicate: every request is
 * executed at most once, and answered once.
 */
export class RemoteEngine extends RequestQueue {
  private channel: MessageEndpoint | undefined;
  private pending: Pending[] = [];
  private readonly numbers: RequestNumbers;
  /** Batches up to here are those missed without a link; `executed` has the own commands in them. */
  private catchUpSeq = 0;
  private lastAnswered = 0;
  private executed: { readonly number: number; readonly firstSeq: number; readonly commands: number }[] = [];

  /**
   * @param lastSeq the core's last command; every batch after it follows
   * @param numbers of requests, which all engines of a gateway share
   */
  constructor(lastSeq: number, numbers: RequestNumbers, maxWaiting = MAX_WAITING) {
    super(lastSeq, maxWaiting, MAX_REQUEST_COMMANDS, MAX_COLLECTING_MS);
    this.numbers = numbers;
  }

  /** The last request whose result has arrived. */
  get answered(): number {
    return this.lastAnswered;
  }

  /** Requests with commands that a core may have executed without this gateway knowing. Call it without a link. */
  get unanswered(): readonly number[] {
    return this.pending
      .filter(({ isSent, request }) => isSent && request.commands > 0)
      .map(({ number }) => number);
  }

  /** The link is lost: calls are held. */
  pause(): void {
    this.channel = undefined;
  }

  /**
   * Rejects all calls that wait, and later ones until `resume`. Commands that a core may have executed are rejected with
   * OutcomeUnknownError.
   */
  giveUp(why: string): void {
    const error = new EngineUnavailableError(why);
    this.flush();
    const waiting = this.takeAllWaiting();
    const split = splitWaiting(
      waiting,
      this.pending.map(({ request }) => request),
    );
    for (const [at, { isSent }] of this.pending.entries()) {
      const { commands, queries } = split[at] as (typeof split)[number];
      for (const { reject } of commands) reject(isSent ? new OutcomeUnknownError(why) : error);
      for (const { reject } of queries) reject(error);
    }
    this.pending = [];
    this.executed = [];
    this.fail(error);
  }

  /**
   * Continues over a link whose core has found this engine's place. Throws RangeError if the outcomes cannot be those of this
   * gateway; then give up.
   */
  resume(channel: MessageEndpoint, { lastSeq, outcomes }: Resumption): void {
    this.takeAgain();
    this.flush();
    const asked = this.unanswered;
    if (outcomes.length !== asked.length) throw new RangeError(`outcomes of ${outcomes.length} requests`);
    const outcomeOf = new Map(asked.map((number, at) => [number, outcomes[at] as RelayedOutcome]));
    this.catchUpSeq = lastSeq;
    const waiting = this.takeAllWaiting();
    try {
      this.reorder(waiting, outcomeOf);
    } catch (error) {
      this.waitAgain(waiting);
      throw error;
    }
    this.channel = channel;
    channel.on("message", (message: RelayedResult) => {
      if (this.channel === channel) this.receive(message);
    });
    for (const each of this.pending) if (!each.isSent) this.post(each);
  }

  /** Begins with a core; the engine is new. */
  begin(channel: MessageEndpoint): void {
    this.resume(channel, { lastSeq: this.durableSeq, outcomes: [] });
  }

  /**
   * Puts the callers whose commands were executed first, in the order of the journal; then those whose commands are sent
   * now; then all queries, which are asked again.
   */
  private reorder(all: readonly Waiting[], outcomeOf: ReadonlyMap<number, RelayedOutcome>): void {
    const split = splitWaiting(
      all,
      this.pending.map(({ request }) => request),
    );
    const executed: { waiting: readonly Waiting[]; done: Pending }[] = [];
    const again: Pending[] = [];
    const waiting: Waiting[] = [];
    const asking: Waiting[] = [];
    const queries: EngineRequest["queries"][number]["query"][] = [];
    this.executed = [];
    for (const [at, each] of this.pending.entries()) {
      const { commands: callers, queries: askers } = split[at] as (typeof split)[number];
      asking.push(...askers);
      queries.push(...each.request.queries.map(({ query }) => query));
      if (each.request.commands === 0) continue;
      const outcome = outcomeOf.get(each.number) ?? "not-executed";
      if (outcome === "unknown") {
        const error = new OutcomeUnknownError("the core has restarted; repeat the call with its key");
        for (const { reject } of callers) reject(error);
      } else if (outcome === "not-executed") {
        again.push({ number: each.number, request: withoutQueries(each.request), isSent: false });
        waiting.push(...callers);
      } else {
        if (outcome.commands !== each.request.commands || outcome.firstSeq <= this.durableSeq)
          throw new RangeError(`request ${each.number} has another outcome`);
        this.executed.push({ number: each.number, ...outcome });
        executed.push({
          waiting: callers,
          done: { number: each.number, request: withoutQueries(each.request), isSent: true },
        });
      }
    }
    if (queries.length > 0) {
      const request = {
        bytes: NO_BYTES,
        commands: 0,
        queries: queries.map((query) => ({ after: 0, query })),
      };
      again.push({ number: this.numbers.next++, request, isSent: false });
    }
    this.pending = [...executed.map(({ done }) => done), ...again];
    this.waitAgain([...executed.flatMap((each) => each.waiting), ...waiting, ...asking]);
  }

  private receive({ result, answered }: RelayedResult): void {
    const { batch } = result;
    if (batch !== undefined && batch.firstSeq !== this.durableSeq + 1)
      throw new RangeError(`batch ${batch.firstSeq} does not follow ${this.durableSeq}`);
    if (batch !== undefined && batch.lastSeq <= this.catchUpSeq && answered === 0) {
      const own: number[] = [];
      let coveredSeq = batch.firstSeq;
      for (
        let next = this.executed[0];
        next !== undefined && next.firstSeq <= batch.lastSeq;
        next = this.executed[0]
      ) {
        own.push(next.firstSeq - coveredSeq, next.commands);
        coveredSeq = next.firstSeq + next.commands;
        this.executed.shift();
        this.pending = this.pending.filter(({ number }) => number !== next.number);
      }
      this.settle({ batch, answers: [], own });
      return;
    }
    this.settle(result);
    if (answered === 0) return;
    this.lastAnswered = answered;
    const left = this.pending.findIndex(({ number }) => number > answered);
    this.pending.splice(0, left < 0 ? this.pending.length : left);
  }

  protected override send(request: EngineRequest): void {
    const each = { number: this.numbers.next++, request, isSent: false };
    this.pending.push(each);
    this.post(each);
  }

  private post(each: Pending): void {
    if (this.channel === undefined) return;
    each.isSent = true;
    const { number, request } = each;
    this.numbers.sent = Math.max(this.numbers.sent, number);
    this.channel.postMessage({ kind: "request", number, request } satisfies RelayedRequest);
  }
}

/** Queries are asked again by a request of their own. */
const withoutQueries = (request: EngineRequest): EngineRequest => ({ ...request, queries: [] });
