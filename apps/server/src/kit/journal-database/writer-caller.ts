import { receiveMessageOnPort } from "node:worker_threads";
import { DatabaseUnusableError, FencedError } from "./database-errors.ts";
import {
  BEATS,
  END,
  ENDED_FENCED,
  REPLIES,
  type SentError,
  type StoredEnd,
  type WriterPort,
  type WriterReply,
  type WriterRequest,
} from "./writer-messages.ts";

const LOOK_EVERY_MS = 1_000;
/** A writer's thread that does not beat for so long has ended: a thread that waits receives no event about that. */
const WRITER_SILENCE_MS = 4_000;
/** On a busy machine, a new thread may take seconds until its first beat. */
const WRITER_START_MS = 30_000;

/**
 * The end of a link whose thread waits: `call` blocks it until the writer's thread has replied. The reply is read from the
 * port without the event loop, so frames of any size pass.
 */
export class WriterCaller {
  private readonly link: WriterPort;
  private readonly signal: Int32Array;
  private readonly onFailure: (error: Error) => void;
  private failure: Error | undefined;

  /** @param onFailure called once, with the first error */
  constructor(link: WriterPort, onFailure: (error: Error) => void = () => {}) {
    this.link = link;
    this.onFailure = onFailure;
    this.signal = new Int32Array(link.signal);
  }

  /** Throws FencedError and DatabaseUnusableError, again at each later call. */
  call(request: WriterRequest): StoredEnd | undefined {
    if (this.failure !== undefined) throw this.failure;
    const replies = Atomics.load(this.signal, REPLIES);
    try {
      if (Atomics.load(this.signal, END) !== 0) throw this.ended();
      this.link.port.postMessage(request);
      this.waitFor(replies);
      const received: { readonly message: WriterReply } | undefined = receiveMessageOnPort(this.link.port);
      if (received === undefined) throw this.ended();
      if (received.message.kind === "failed") throw errorOf(received.message.error);
      return received.message.end;
    } catch (error) {
      this.failure = error as Error;
      this.onFailure(this.failure);
      throw error;
    }
  }

  close(): void {
    this.link.port.close();
  }

  private ended(): Error {
    return Atomics.load(this.signal, END) === ENDED_FENCED
      ? new FencedError("its term has ended")
      : new DatabaseUnusableError("its writer ended");
  }

  private waitFor(replies: number): void {
    let beats = Atomics.load(this.signal, BEATS);
    let silentMs = 0;
    // The writer counts a reply before it wakes the caller. A caller that has seen the count already is woken in its next
    // wait, before the reply to that one.
    while (Atomics.load(this.signal, REPLIES) === replies) {
      if (Atomics.wait(this.signal, REPLIES, replies, LOOK_EVERY_MS) !== "timed-out") continue;
      const now = Atomics.load(this.signal, BEATS);
      silentMs = now === beats ? silentMs + LOOK_EVERY_MS : 0;
      beats = now;
      if (silentMs >= (now === 0 ? WRITER_START_MS : WRITER_SILENCE_MS))
        throw new DatabaseUnusableError("its writer does not respond");
    }
  }
}

function errorOf({ name, message }: SentError): Error {
  const error = name === "FencedError" ? new FencedError("") : new DatabaseUnusableError("");
  error.message = message;
  return error;
}
