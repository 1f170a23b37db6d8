import type { MessagePort } from "node:worker_threads";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import type { EventBatch } from "@candor/domain/engine-port";
import type { Answer, ClientResult } from "../runtime/engine-messages.ts";
import { UnreadBatches } from "../runtime/unread-batches.ts";
import type { FromClient, ToClient } from "../runtime/worker-messages.ts";
import type { RelayedRequest, RelayedResult } from "./relay-messages.ts";
import { RelayedMemory } from "./relayed-memory.ts";
import type { RelayedOutcome, RelayedRequests } from "./relayed-requests.ts";
import { RetainedBatches } from "./retained-batches.ts";

/** A gateway process, as the relay sees it. */
export interface RelayClient {
  readonly gatewayId: string;
  receive(message: RelayedResult): void;
}

/** Where a gateway was when it lost its link. */
export interface KnownPlace {
  readonly gatewayId: string;
  /** It has all batches up to here; undefined: it needs none from before. */
  readonly afterSeq: number | undefined;
  /** Number of the last request that it has sent to any core. */
  readonly sentUpTo: number;
  /** Requests with commands whose results it has not received. */
  readonly unanswered: readonly number[];
}

/** Where it continues. */
interface Place {
  readonly lastSeq: number;
  /** Absent if the batches that it has missed are not retained. */
  readonly resumed?: {
    /** Of the unanswered requests, in their order. */
    readonly outcomes: readonly RelayedOutcome[];
    /** Those after `afterSeq`, up to `lastSeq`. */
    readonly batches: readonly EventBatch[];
  };
}

/** A request on its way through the engine. */
interface Forwarded {
  readonly client: RelayClient;
  readonly number: number;
  readonly commands: number;
  readonly queries: number;
}

/** A client's part of one result. */
interface Part {
  readonly own: number[];
  readonly answers: Answer[];
  /** Commands of the batch that its `own` covers. */
  covered: number;
  answered: number;
}

/**
 * Relays between the engine and all gateway processes over one port: the engine has one client more, however many there are.
 * Every gateway receives every batch, with the answers to its own requests only.
 */
export class EngineRelay {
  readonly memory: RelayedMemory;
  private readonly port: MessagePort;
  private readonly retained: RetainedBatches;
  private readonly clients = new Set<RelayClient>();
  private forwarded: Forwarded[] = [];
  private firstForwarded = 0;
  private readonly drains: { readonly gatewayId: string; readonly resolve: () => void }[] = [];

  /**
   * Resolves once the engine has added this client.
   * @param earlier what is known of the time before this core led
   * @param onDown called once if the engine ends the link
   */
  static join(
    port: MessagePort,
    earlier: RelayedRequests,
    onDown: (error: Error) => void,
  ): Promise<EngineRelay> {
    return new Promise((resolve, reject) => {
      let relay: EngineRelay | undefined;
      let unread: UnreadBatches | undefined;
      port.on("message", (message: ToClient) => {
        if (message.kind === "joined") {
          unread = new UnreadBatches(message.unread);
          relay = new EngineRelay(port, message.lastSeq, earlier);
          resolve(relay);
          return;
        }
        if (message.result.batch !== undefined) unread?.receive(message.result.batch);
        relay?.receive(message.result);
      });
      port.once("close", () => {
        const error = new EngineUnavailableError("the link to the engine is closed");
        if (relay === undefined) reject(error);
        else onDown(error);
      });
    });
  }

  private constructor(port: MessagePort, lastSeq: number, earlier: RelayedRequests) {
    this.port = port;
    this.retained = new RetainedBatches(lastSeq);
    this.memory = new RelayedMemory(this.retained, earlier);
  }

  /** Sequence number of the last batch that was received from the engine. */
  get lastSeq(): number {
    return this.retained.lastSeq;
  }

  /**
   * Finds where a gateway continues. None of its requests may be sent meanwhile; use the result, with `add`, in the turn of
   * the event loop in which the promise resolves.
   */
  async place({ gatewayId, afterSeq, sentUpTo, unanswered }: KnownPlace): Promise<Place> {
    await this.drained(gatewayId);
    this.memory.admit(gatewayId, sentUpTo);
    const outcomes = await this.memory.find(gatewayId, unanswered, afterSeq);
    if (afterSeq === undefined) return { lastSeq: this.lastSeq };
    const batches: EventBatch[] = [];
    for (let seq = afterSeq; seq !== this.lastSeq; seq = batches.at(-1)?.lastSeq ?? seq) {
      // While older batches are fetched, others become durable.
      const more = await this.memory.batchesAfter(seq, this.lastSeq);
      if (more === "too-old") return { lastSeq: this.lastSeq };
      batches.push(...more);
    }
    return { lastSeq: this.lastSeq, resumed: { outcomes, batches } };
  }

  /** Passes on every later batch. */
  add(client: RelayClient): void {
    this.clients.add(client);
  }

  /** What the client has sent is executed and remembered; it gets no answers. */
  remove(client: RelayClient): void {
    this.clients.delete(client);
  }

  /** @param message a checked one: the engine must be able to execute it */
  send(client: RelayClient, { number, request }: RelayedRequest): void {
    const { commands, queries } = request;
    this.forwarded.push({ client, number, commands, queries: queries.length });
    const origin = [client.gatewayId, number] as const;
    const message: FromClient = { kind: "request", request: { ...request, origin } };
    this.port.postMessage(message, [request.bytes.buffer]);
  }

  /** Resolves once none of the gateway's requests is on its way any more. */
  private drained(gatewayId: string): Promise<void> {
    return new Promise((resolve) => {
      this.drains.push({ gatewayId, resolve });
      this.resolveDrained();
    });
  }

  private receive({ batch, answers, own }: ClientResult): void {
    if (batch !== undefined) this.retained.add(batch);
    const parts = this.partsOf(batch, answers, own ?? []);
    // One object for all, so that it is encoded once.
    const others: RelayedResult = { kind: "result", result: { batch, answers: [], own: [] }, answered: 0 };
    for (const client of this.clients) {
      const part = parts.get(client);
      if (part === undefined) {
        if (batch !== undefined) client.receive(others);
        continue;
      }
      const result = { batch, answers: part.answers, own: part.own };
      client.receive({ kind: "result", result, answered: part.answered });
    }
    if (this.drains.length > 0) this.resolveDrained();
  }

  /** Divides a result among the requests that it answers, which are the oldest ones. */
  private partsOf(
    batch: EventBatch | undefined,
    answers: readonly Answer[],
    own: readonly number[],
  ): ReadonlyMap<RelayClient, Part> {
    const parts = new Map<RelayClient, Part>();
    let pair = 0;
    let seen = 0;
    let answered = 0;
    while (pair < own.length || answered < answers.length) {
      const { client, number, commands, queries } = this.takeForwarded();
      const part = parts.get(client) ?? { own: [], answers: [], covered: 0, answered: 0 };
      parts.set(client, part);
      part.answered = number;
      part.answers.push(...answers.slice(answered, answered + queries));
      answered += queries;
      if (commands === 0) continue;
      const start = seen + (own[pair] as number);
      if (own[pair + 1] !== commands || batch === undefined)
        throw new Error("the engine's results do not match the relayed requests");
      part.own.push(start - part.covered, commands);
      seen = start + commands;
      part.covered = seen;
      pair += 2;
      this.memory.note(client.gatewayId, number, batch.firstSeq + start, commands);
    }
    return parts;
  }

  private takeForwarded(): Forwarded {
    const next = this.forwarded[this.firstForwarded];
    if (next === undefined) throw new Error("the engine has answered a request that nobody has sent");
    this.firstForwarded++;
    if (this.firstForwarded * 2 > this.forwarded.length) {
      this.forwarded = this.forwarded.slice(this.firstForwarded);
      this.firstForwarded = 0;
    }
    return next;
  }

  private resolveDrained(): void {
    const busy = new Set(this.forwarded.slice(this.firstForwarded).map(({ client }) => client.gatewayId));
    for (const drain of this.drains.splice(0))
      if (busy.has(drain.gatewayId)) this.drains.push(drain);
      else drain.resolve();
  }
}
