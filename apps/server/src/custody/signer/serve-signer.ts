import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";
import type { Channel } from "../channel/channel.ts";
import { listenForChannels } from "../channel/open-channel.ts";
import { type Signer, SignerRefused } from "./signer.ts";
import {
  type SignerRefusal,
  type SignerRequest,
  signerEnvelope,
  signerGreeting,
  signerRequest,
} from "./signer-messages.ts";
import { isLower, type Rank } from "./signer-state.ts";
import { decodeMessage, encodeMessage, MAX_REQUEST_BYTES, type SignerMessage } from "./signer-wire.ts";

const GREETING_TIMEOUT_MS = 10_000;
/** Requests without an answer on one connection; a core sends one at a time or few. */
const MAX_OPEN_REQUESTS = 1_000;

export interface SignerServerOptions {
  readonly signer: Signer;
  readonly place: LinkAddress;
  readonly identity: LinkIdentity;
  readonly log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  /** Called when the journal could not be written; the process must exit. */
  readonly onFailure: (error: Error) => void;
}

interface Core {
  readonly channel: Channel;
  /** Undefined for a core that only asks for the wallets. */
  readonly exchange: string | undefined;
  readonly rank: Rank;
  open: number;
}

/** Answers cores on other machines. A core must greet first; one with a higher term disconnects those with lower ones. */
export class SignerServer {
  private readonly options: SignerServerOptions;
  private readonly cores = new Set<Core>();
  private readonly channels = new Set<Channel>();
  private readonly counts = new Map<SignerRequest["kind"], number>();
  private readonly refusals = new Map<SignerRefusal, number>();
  private listening: Awaited<ReturnType<typeof listenForChannels>> | undefined;

  private constructor(options: SignerServerOptions) {
    this.options = options;
  }

  /** Rejects when the place cannot be used. */
  static async start(options: SignerServerOptions): Promise<SignerServer> {
    const server = new SignerServer(options);
    const { place, identity, log } = options;
    server.listening = await listenForChannels({
      place,
      identity,
      protocol: "candor-signer",
      maxMessageBytes: MAX_REQUEST_BYTES,
      connected: (channel) => server.connected(channel),
      refused: (why, address) => log.warn({ address, why }, "connection refused"),
    });
    return server;
  }

  get port(): number {
    return this.listening?.port ?? 0;
  }

  /** Names of the cores that are connected. */
  get connectedCores(): readonly string[] {
    return [...this.cores].map(({ channel }) => channel.peer);
  }

  /** Number of answered requests since the start, by kind. */
  get answered(): ReadonlyMap<SignerRequest["kind"], number> {
    return this.counts;
  }

  /** Number of refused requests and greetings since the start, by reason. */
  get refused(): ReadonlyMap<SignerRefusal, number> {
    return this.refusals;
  }

  async close(): Promise<void> {
    const closed = this.listening?.close();
    for (const channel of this.channels) channel.end("the signer stops");
    await closed;
  }

  private connected(channel: Channel): void {
    this.channels.add(channel);
    let core: Core | undefined;
    let isGreeted = false;
    const timer = setTimeout(() => channel.close("it did not greet in time"), GREETING_TIMEOUT_MS);
    channel.receive({
      message: (bytes) => {
        if (core !== undefined) return this.request(core, bytes);
        // A second message before the answer to the greeting.
        if (isGreeted) return this.malformed(channel);
        isGreeted = true;
        clearTimeout(timer);
        void (async () => {
          core = await this.greet(channel, bytes);
        })();
      },
      closed: (why) => {
        clearTimeout(timer);
        this.channels.delete(channel);
        if (core === undefined) return;
        this.cores.delete(core);
        this.options.log.info({ core: channel.peer, why }, "core disconnected");
      },
    });
  }

  private async greet(channel: Channel, bytes: Buffer): Promise<Core | undefined> {
    const { signer, log } = this.options;
    const parsed = signerGreeting.safeParse((parse(bytes) as { greeting?: unknown } | undefined)?.greeting);
    if (!parsed.success) return this.malformed(channel);
    const { exchange, term, session = 0 } = parsed.data;
    try {
      await signer.greet(channel.peer, parsed.data);
    } catch (error) {
      if (!(error instanceof SignerRefused)) return this.fail(error);
      const { refusal } = error;
      this.countRefusal(refusal);
      log.warn({ core: channel.peer, term, highestTerm: signer.term, refusal }, "core turned away");
      send(channel, { turnedAway: refusal, term: signer.term });
      channel.end(refusal);
      return undefined;
    }
    if (!this.channels.has(channel)) return undefined;
    const core: Core = { channel, exchange: exchange ?? undefined, rank: { term, session }, open: 0 };
    this.cores.add(core);
    for (const each of this.cores)
      if (each.exchange !== undefined && isLower(each.rank, signer.rank)) each.channel.end("lower-term");
    log.info({ core: channel.peer, term }, "core connected");
    send(channel, { admitted: { term: signer.term } });
    return core;
  }

  private request(core: Core, bytes: Buffer): void {
    const envelope = signerEnvelope.safeParse(parse(bytes));
    if (!envelope.success || core.open >= MAX_OPEN_REQUESTS) return this.malformed(core.channel);
    const { id, request } = envelope.data;
    void this.reply(core, id, request);
  }

  private async reply(core: Core, id: number, request: unknown): Promise<void> {
    core.open++;
    const reply = await this.answer(core, request);
    core.open--;
    if (reply !== undefined) send(core.channel, { id, ...reply });
  }

  private async answer({ exchange, rank }: Core, request: unknown) {
    const parsed = signerRequest.safeParse(request);
    if (!parsed.success) return this.refusal("malformed");
    const { kind } = parsed.data;
    if (exchange === undefined && kind !== "describe") return this.refusal("unknown-exchange");
    try {
      const answer = await this.options.signer.answer(parsed.data, exchange === undefined ? undefined : rank);
      this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
      return { answer };
    } catch (error) {
      if (!(error instanceof SignerRefused)) return this.fail(error);
      return this.refusal(error.refusal);
    }
  }

  private refusal(refusal: SignerRefusal): { readonly refusal: SignerRefusal } {
    this.countRefusal(refusal);
    return { refusal };
  }

  private countRefusal(refusal: SignerRefusal): void {
    this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
  }

  private malformed(channel: Channel): undefined {
    this.options.log.warn({ core: channel.peer }, "malformed message; closing the connection");
    channel.close("malformed message");
  }

  private fail(error: unknown): undefined {
    this.options.onFailure(error instanceof Error ? error : new Error(String(error)));
  }
}

const send = (channel: Channel, message: SignerMessage): void => channel.send(encodeMessage(message));

/** Returns undefined for bytes that are not JSON. */
function parse(bytes: Buffer): unknown {
  try {
    return decodeMessage(bytes);
  } catch {
    return undefined;
  }
}
