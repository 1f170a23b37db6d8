import { z } from "zod";
import { ChainUnavailableError } from "../chain/evm-chain.ts";
import type { Channel } from "../channel/channel.ts";

const PULSE_MS = 500;
const ANSWER_TIMEOUT_MS = 60_000;
/** Requests of the other side without an answer. */
const MAX_OPEN_REQUESTS = 10_000;

/** A block, or a part of the watchers' state. */
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

const message = z.union([
  z.strictObject({ pulse: z.literal(true) }),
  z.strictObject({ news: z.unknown() }),
  z.strictObject({ id: z.int(), ask: z.unknown() }),
  z.strictObject({ id: z.int(), answer: z.unknown() }),
  z.strictObject({ id: z.int(), failure: z.string(), unavailable: z.boolean() }),
]);
type Message = z.output<typeof message>;

/** The other side sent what no correct program sends. */
export class WrongMessageError extends Error {
  constructor(what: string) {
    super(`a wrong message: ${what}`);
    this.name = "WrongMessageError";
  }
}

/** Checks a value with its schema. Throws WrongMessageError, which ends the connection. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new WrongMessageError(`${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trim());
}

/** Marks an amount, which JSON cannot write. */
const BIGINT = "$bigint";
const DIGITS = /^-?[0-9]{1,100}$/;

/** Returns a value as JSON, with bigint. A value is never larger than its text, unlike that of a structured clone. */
export const encodeValue = (value: unknown): Uint8Array =>
  Buffer.from(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each === "bigint" ? { [BIGINT]: String(each) } : each,
    ),
  );
/** Throws WrongMessageError. */
export function decodeValue(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString(), (_key, each: unknown) => {
      if (typeof each !== "object" || each === null || !Object.hasOwn(each, BIGINT)) return each;
      const digits = (each as { readonly [BIGINT]: unknown })[BIGINT];
      if (typeof digits !== "string" || !DIGITS.test(digits)) throw new Error("an amount without digits");
      return BigInt(digits);
    });
  } catch (error) {
    throw new WrongMessageError(`it cannot be read: ${String(error)}`);
  }
}

export interface PeerOptions {
  readonly channel: Pick<Channel, "receive" | "send" | "close">;
  /** Pulses of the other side that may be missing, each half a second after the other. */
  readonly maxMissedPulses: number;
  /**
   * What a request without an answer within a minute does: `end` ends the connection, for requests that change what both
   * sides know; `reject` leaves it, for readings that wait for a slow node.
   */
  readonly unanswered: "end" | "reject";
  /** Answers a request. WrongMessageError ends the connection; another error is sent to the one who asks. */
  readonly answer: (ask: unknown) => Promise<unknown>;
  readonly news: (news: unknown) => void;
}

interface Waiting {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/** One end of an admitted connection between a core and a custody process: both ask and answer. */
export class CustodyPeer {
  /** Resolves with the reason once the connection has ended. */
  readonly ended: Promise<string>;
  private readonly options: PeerOptions;
  private readonly waiting = new Map<number, Waiting>();
  /** Requests that nobody waits for any more. */
  private readonly late = new Set<number>();
  private readonly ending = Promise.withResolvers<string>();
  private readonly timer: NodeJS.Timeout;
  private lastId = 0;
  private open = 0;
  /** Ticks since a message arrived. A blocked event loop ticks once, however long it was blocked. */
  private missed = 0;
  private why: string | undefined;

  constructor(options: PeerOptions) {
    this.options = options;
    this.ended = this.ending.promise;
    this.timer = setInterval(() => this.tick(), PULSE_MS);
    // The channel has had another user until now.
    options.channel.receive({
      message: (bytes) => this.receive(bytes),
      closed: (why) => this.end(why),
    });
  }

  get hasEnded(): boolean {
    return this.why !== undefined;
  }

  /** Rejects with ChainUnavailableError if the connection ends or there is no answer: the outcome is unknown then. */
  ask(ask: unknown): Promise<unknown> {
    if (this.why !== undefined) return Promise.reject(new ChainUnavailableError(this.why));
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.giveUp(id), ANSWER_TIMEOUT_MS);
      this.waiting.set(id, { resolve, reject, timer });
      this.send({ id, ask });
    });
  }

  tell(news: unknown): void {
    this.send({ news });
  }

  /** Ends the connection at once. */
  end(why: string): void {
    if (this.why !== undefined) return;
    this.why = why;
    clearInterval(this.timer);
    this.options.channel.close(why);
    for (const { reject, timer } of this.waiting.values()) {
      clearTimeout(timer);
      reject(new ChainUnavailableError(why));
    }
    this.waiting.clear();
    this.ending.resolve(why);
  }

  private giveUp(id: number): void {
    const why = "no answer";
    if (this.options.unanswered === "end") return this.end(why);
    this.waiting.get(id)?.reject(new ChainUnavailableError(why));
    this.waiting.delete(id);
    this.late.add(id);
    if (this.late.size > MAX_OPEN_REQUESTS) this.end("too many requests without an answer");
  }

  private tick(): void {
    this.missed++;
    if (this.missed > this.options.maxMissedPulses) this.end("the other side is silent");
    else this.send({ pulse: true });
  }

  private send(sent: Message): void {
    if (this.why === undefined) this.options.channel.send(encodeValue(sent));
  }

  private receive(bytes: Buffer): void {
    if (this.why !== undefined) return;
    this.missed = 0;
    try {
      this.handle(checked(message, decodeValue(bytes)));
    } catch (error) {
      this.end(error instanceof Error ? error.message : String(error));
    }
  }

  private handle(received: Message): void {
    if ("pulse" in received) return;
    if ("news" in received) return this.options.news(received.news);
    if ("ask" in received) return void this.answer(received.id, received.ask);
    if (this.late.delete(received.id)) return;
    const waiting = this.waiting.get(received.id);
    if (waiting === undefined) throw new WrongMessageError("an answer that nobody waits for");
    this.waiting.delete(received.id);
    clearTimeout(waiting.timer);
    if ("answer" in received) return waiting.resolve(received.answer);
    const { failure, unavailable } = received;
    waiting.reject(unavailable ? new ChainUnavailableError(failure) : new Error(failure));
  }

  private async answer(id: number, ask: unknown): Promise<void> {
    if (this.open >= MAX_OPEN_REQUESTS) return this.end("too many requests");
    this.open++;
    try {
      const answer = await this.options.answer(ask);
      this.send({ id, answer });
    } catch (error) {
      if (error instanceof WrongMessageError) return this.end(error.message);
      const failure = error instanceof Error ? error.message : String(error);
      this.send({ id, failure, unavailable: error instanceof ChainUnavailableError });
    } finally {
      this.open--;
    }
  }
}
