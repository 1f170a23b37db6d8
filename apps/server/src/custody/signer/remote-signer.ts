import { setTimeout as sleep } from "node:timers/promises";
import { placeText } from "../../config/link/link-settings.ts";
import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";
import type { Channel } from "../channel/channel.ts";
import { connectChannel } from "../channel/open-channel.ts";
import { OpenRequests } from "./open-requests.ts";
import type { SignerConnection } from "./signer-connection.ts";
import { SignerRefusedError, SignerUnavailableError } from "./signer-errors.ts";
import {
  SIGNER_VERSION,
  type SignerAnswers,
  type SignerGreeting,
  type SignerRefusal,
  type SignerReply,
  type SignerRequestInput,
} from "./signer-messages.ts";
import { decodeMessage, encodeMessage, MAX_REPLY_BYTES, type SignerMessage } from "./signer-wire.ts";

const ANSWER_TIMEOUT_MS = 15_000;
const GREETING_TIMEOUT_MS = 10_000;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** How long a request waits for an attempt to connect that is in progress. */
const WAIT_MS = 2_000;

export interface RemoteSignerOptions {
  readonly place: LinkAddress;
  readonly identity: LinkIdentity;
  readonly greeting: Omit<SignerGreeting, "version">;
  readonly info: (message: string) => void;
  readonly warn: (message: string) => void;
}

/** The signer turned this core away. */
class TurnedAwayError extends Error {
  readonly refusal: SignerRefusal;

  constructor(refusal: SignerRefusal, own: number, seen: number) {
    super(refusal === "lower-term" ? `it has seen term ${seen}, this core leads in term ${own}` : refusal);
    this.name = "TurnedAwayError";
    this.refusal = refusal;
  }
}

/**
 * A core's client of a signer on another machine. Stays connected, with growing pauses between attempts. Requests without
 * an answer fail when the connection is lost.
 */
export class RemoteSigner implements SignerConnection {
  /** The signer is not a child of this process. */
  readonly pid = undefined;
  private readonly options: RemoteSignerOptions;
  private readonly requests = new OpenRequests(ANSWER_TIMEOUT_MS);
  private readonly closing = new AbortController();
  private readonly running: Promise<void>;
  private channel: Channel | undefined;
  /** The last attempt to connect. It never rejects. */
  private attempt: Promise<unknown> = Promise.resolve();
  private lastProblem = "not connected yet";
  private turnedAway: SignerRefusal | undefined;

  /** Starts connecting. */
  constructor(options: RemoteSignerOptions) {
    this.options = options;
    this.running = this.stayConnected();
  }

  async ask<K extends SignerRequestInput["kind"]>(
    question: Extract<SignerRequestInput, { kind: K }>,
  ): Promise<SignerAnswers[K]> {
    const channel = await this.connected();
    const answer = await this.requests.begin(
      (id) => channel.send(encodeMessage({ id, request: question })),
      // It may have vanished without closing the connection.
      () => channel.close("no answer"),
    );
    // The request's kind determines the type of the answer; the signer's certificate is of the same exchange.
    return answer as SignerAnswers[K];
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.requests.failAll("closed");
    this.channel?.end("closed");
    await this.running;
  }

  private async connected(): Promise<Channel> {
    if (this.channel === undefined && !this.closing.signal.aborted)
      await Promise.race([this.attempt, sleep(WAIT_MS, undefined, { ref: false })]);
    if (this.closing.signal.aborted) throw new SignerUnavailableError("closed");
    if (this.channel !== undefined) return this.channel;
    if (this.turnedAway !== undefined) throw new SignerRefusedError(this.turnedAway);
    throw new SignerUnavailableError(this.lastProblem);
  }

  private async stayConnected(): Promise<void> {
    const { signal } = this.closing;
    for (let pauseMs = PAUSE_MS; !signal.aborted; ) {
      const attempt = this.tryOnce();
      this.attempt = attempt;
      const opened = await attempt;
      if (opened !== undefined) {
        pauseMs = PAUSE_MS;
        this.problem(await opened.ended, undefined);
      }
      await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  private async tryOnce(): Promise<{ readonly ended: Promise<string> } | undefined> {
    try {
      const { channel, ended } = await this.open();
      this.begin(channel);
      return { ended };
    } catch (error) {
      this.problem((error as Error).message, error instanceof TurnedAwayError ? error.refusal : undefined);
      return undefined;
    }
  }

  /** Connects and greets. @returns the channel, and why it ended once it has */
  private async open(): Promise<{ readonly channel: Channel; readonly ended: Promise<string> }> {
    const { place, identity, greeting } = this.options;
    const channel = await connectChannel({
      place,
      identity,
      protocol: "candor-signer",
      maxMessageBytes: MAX_REPLY_BYTES,
    });
    const ended = Promise.withResolvers<string>();
    const greeted = Promise.withResolvers<SignerMessage>();
    channel.receive({
      message: (bytes) => {
        const message = decodeMessage(bytes) as SignerMessage;
        if (channel === this.channel) this.requests.settle(message as SignerReply);
        else greeted.resolve(message);
      },
      closed: (why) => {
        greeted.reject(new Error(why));
        ended.resolve(why);
      },
    });
    channel.send(encodeMessage({ greeting: { version: SIGNER_VERSION, ...greeting } }));
    const timer = setTimeout(() => channel.close("no answer to the greeting"), GREETING_TIMEOUT_MS);
    try {
      const message = await greeted.promise;
      if ("turnedAway" in message) throw new TurnedAwayError(message.turnedAway, greeting.term, message.term);
      if (this.closing.signal.aborted) throw new Error("closed");
    } catch (error) {
      channel.close("not admitted");
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return { channel, ended: ended.promise };
  }

  private begin(channel: Channel): void {
    this.channel = channel;
    this.turnedAway = undefined;
    this.lastProblem = "";
    this.options.info(`connected to the signer at ${placeText(this.options.place)}`);
  }

  /** Notes a lost connection or a failed attempt. Warns once for each problem. */
  private problem(why: string, turnedAway: SignerRefusal | undefined): void {
    this.channel = undefined;
    this.turnedAway = turnedAway;
    this.requests.failAll(why);
    if (this.closing.signal.aborted || why === this.lastProblem) return;
    this.lastProblem = why;
    this.options.warn(`no connection to the signer at ${placeText(this.options.place)}: ${why}`);
  }
}
