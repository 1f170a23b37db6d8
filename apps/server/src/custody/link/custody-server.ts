import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { writeDurably } from "../../kit/durable/write-durably.ts";
import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";
import type { ChainLog } from "../chain/chain-log.ts";
import type { Channel } from "../channel/channel.ts";
import { type Listening, listenForChannels } from "../channel/open-channel.ts";
import { isLower } from "../signer/signer-state.ts";
import {
  CUSTODY_VERSION,
  type CustodyGreeting,
  type CustodyRefusal,
  custodyGreeting,
  type GreetingReply,
} from "./custody-messages.ts";
import { decodeValue, encodeValue, MAX_MESSAGE_BYTES } from "./custody-peer.ts";
import { type CustodyProcessSettings, CustodySession, type SessionState } from "./custody-session.ts";

const GREETING_TIMEOUT_MS = 10_000;
/** Path in the home. */
const TERM_FILE = "custody/term.json";

const termFile = z.strictObject({
  exchange: z.string().min(1),
  term: z.int().min(0),
  session: z.int().min(0),
});
type SeenTerm = z.output<typeof termFile>;

export interface CustodyServerOptions extends CustodyProcessSettings {
  readonly place: LinkAddress;
  readonly identity: LinkIdentity;
  readonly log: ChainLog;
}

/**
 * Works for one core at a time: the one with the highest term that has greeted, which is stored before it is admitted.
 * Cores with lower terms are turned away, and a present one is dropped when a higher one greets.
 */
export class CustodyServer {
  private readonly options: CustodyServerOptions;
  private readonly channels = new Set<Channel>();
  private listening: Listening | undefined;
  private session: CustodySession | undefined;
  private seen: SeenTerm | undefined;
  /** Greetings are answered one after the other. */
  private turn: Promise<unknown> = Promise.resolve();
  private isClosing = false;

  /** Rejects when the place cannot be used, or with the error of a damaged file. */
  static async start(options: CustodyServerOptions): Promise<CustodyServer> {
    const server = new CustodyServer(options);
    const { place, identity, log } = options;
    server.listening = await listenForChannels({
      place,
      identity,
      protocol: "candor-custody",
      maxMessageBytes: MAX_MESSAGE_BYTES,
      connected: (channel) => server.connected(channel),
      refused: (why, address) => log.warn({ address, why }, "connection refused"),
    });
    return server;
  }

  private constructor(options: CustodyServerOptions) {
    this.options = options;
    const file = path.join(options.home, TERM_FILE);
    if (existsSync(file)) this.seen = termFile.parse(JSON.parse(readFileSync(file, "utf8")));
  }

  get port(): number {
    return this.listening?.port ?? 0;
  }

  /** Highest term of a core that was admitted; 0 before the first. */
  get term(): number {
    return this.seen?.term ?? 0;
  }

  /** The core that it works for; undefined while there is none. */
  get state(): SessionState | undefined {
    return this.session?.peer.hasEnded === false ? this.session.state : undefined;
  }

  async close(): Promise<void> {
    this.isClosing = true;
    const closed = this.listening?.close();
    for (const channel of this.channels) channel.end("the custody process stops");
    await this.turn;
    await this.session?.close("the custody process stops");
    await closed;
  }

  private connected(channel: Channel): void {
    const { log } = this.options;
    this.channels.add(channel);
    const timer = setTimeout(() => channel.close("it did not greet in time"), GREETING_TIMEOUT_MS);
    let isGreeted = false;
    const forget = (): void => {
      clearTimeout(timer);
      this.channels.delete(channel);
    };
    channel.receive({
      message: (bytes) => {
        // A second message before the answer to the greeting.
        if (isGreeted) return channel.close("malformed");
        isGreeted = true;
        clearTimeout(timer);
        this.turn = this.turn.then(() => this.greet(channel, bytes));
      },
      closed: (why) => {
        forget();
        log.info({ core: channel.peer, why }, "core disconnected before it was admitted");
      },
    });
  }

  private async greet(channel: Channel, bytes: Buffer): Promise<void> {
    const { log } = this.options;
    const greeting = parse(bytes);
    // Stored first: a restart of this process must not admit a lower one.
    const refusal =
      greeting === undefined ? "malformed" : (this.refusalOf(greeting) ?? this.problemOfStoring(greeting));
    if (greeting === undefined || refusal !== undefined) {
      log.warn({ core: channel.peer, refusal, highestTerm: this.term }, "core turned away");
      reply(channel, { turnedAway: refusal ?? "malformed", term: this.term });
      channel.end(refusal ?? "malformed");
      return;
    }
    // The earlier core's work ends before that of the new one begins.
    await this.session?.close("replaced by a newer core");
    this.session = undefined;
    if (this.isClosing || !this.channels.has(channel)) return;
    this.channels.delete(channel);
    reply(channel, { admitted: { term: greeting.term } });
    this.session = new CustodySession(this.options, channel, greeting, log);
  }

  /** Stores the term of a core. Returns why it cannot be admitted if that fails: another process may have a disk that works. */
  private problemOfStoring({ exchange, term, session }: CustodyGreeting): CustodyRefusal | undefined {
    const { home, log } = this.options;
    const seen = { exchange, term, session };
    try {
      writeDurably(path.join(home, TERM_FILE), JSON.stringify(seen));
    } catch (error) {
      log.error({ err: error }, "custody: the core's term cannot be stored");
      return "cannot-store";
    }
    this.seen = seen;
    return undefined;
  }

  private refusalOf({ version, mode, exchange, term, session }: CustodyGreeting): CustodyRefusal | undefined {
    const { seen } = this;
    if (version !== CUSTODY_VERSION) return "other-version";
    if (mode !== this.options.mode) return "other-mode";
    if (seen === undefined) return undefined;
    if (seen.exchange !== exchange) return "other-exchange";
    return isLower({ term, session }, seen) ? "lower-term" : undefined;
  }
}

const reply = (channel: Channel, message: GreetingReply): void => channel.send(encodeValue(message));

function parse(bytes: Buffer): CustodyGreeting | undefined {
  try {
    const parsed = custodyGreeting.safeParse(decodeValue(bytes));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
