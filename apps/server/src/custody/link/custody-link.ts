import { setTimeout as sleep } from "node:timers/promises";
import { placeText } from "../../config/link/link-settings.ts";
import type { LinkAddress, LinkIdentity } from "../../kit/link/link-identity.ts";
import type { ChainLog } from "../chain/chain-log.ts";
import type { Channel } from "../channel/channel.ts";
import { connectChannel } from "../channel/open-channel.ts";
import { CUSTODY_VERSION, type CustodyGreeting, greetingReply } from "./custody-messages.ts";
import { CustodyPeer, checked, decodeValue, encodeValue, MAX_MESSAGE_BYTES } from "./custody-peer.ts";

const GREETING_TIMEOUT_MS = 10_000;
const PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1_000;
/** A custody process that is silent for 3 s has lost its core; another one may be waiting. */
const MAX_MISSED_PULSES = 6;

/** Answers one custody process. */
interface PeerSession {
  answer(ask: unknown): Promise<unknown>;
  news(news: unknown): void;
}

export interface CustodyLinkOptions {
  /** Where custody processes listen. The first one that admits this core works for it; the others wait. */
  readonly places: readonly LinkAddress[];
  readonly identity: LinkIdentity;
  readonly greeting: Omit<CustodyGreeting, "version" | "session">;
  readonly newSession: () => PeerSession;
  /** Called with the process that works for this core now; undefined when it is lost. */
  readonly changed: (peer: CustodyPeer | undefined, place: LinkAddress) => void;
  readonly log: ChainLog;
}

/** A leading core's connection to its custody process. Each connection has a higher number than those before it. */
export class CustodyLink {
  private readonly options: CustodyLinkOptions;
  private readonly closing = new AbortController();
  private readonly running: Promise<void>;
  private peer: CustodyPeer | undefined;
  private sessions = 0;
  private readonly lastProblems = new Map<LinkAddress, string>();

  /** Starts connecting. */
  constructor(options: CustodyLinkOptions) {
    this.options = options;
    this.running = this.stayConnected();
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.peer?.end("the core stops");
    await this.running;
  }

  private async stayConnected(): Promise<void> {
    const { places, changed, log } = this.options;
    const { signal } = this.closing;
    let pauseMs = PAUSE_MS;
    for (let at = 0; !signal.aborted; at++) {
      const place = places[at % places.length] as LinkAddress;
      const startedMs = performance.now();
      try {
        this.peer = await this.open(place);
        if (signal.aborted) this.peer.end("the core stops");
        log.info({}, `connected to the custody process at ${placeText(place)}`);
        this.lastProblems.clear();
        changed(this.peer, place);
        const why = await this.peer.ended;
        changed(undefined, place);
        this.warn(place, why);
      } catch (error) {
        this.warn(place, error instanceof Error ? error.message : String(error));
      }
      if (performance.now() - startedMs > LONGEST_PAUSE_MS) pauseMs = PAUSE_MS;
      await sleep(pauseMs, undefined, { ref: false, signal }).catch(() => undefined);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  /** Connects, greets and begins to answer. Rejects if it was not admitted. */
  private async open(place: LinkAddress): Promise<CustodyPeer> {
    const { identity, greeting, newSession } = this.options;
    const channel = await connectChannel({
      place,
      identity,
      protocol: "candor-custody",
      maxMessageBytes: MAX_MESSAGE_BYTES,
    });
    this.sessions++;
    const session = newSession();
    const admitted = new Promise<CustodyPeer>((resolve, reject) => {
      channel.receive({
        message: (bytes) => {
          try {
            const reply = checked(greetingReply, decodeValue(bytes));
            if ("turnedAway" in reply)
              throw new Error(
                `it turned this core away: ${reply.turnedAway} (it has seen term ${reply.term})`,
              );
            // Takes over the channel in this turn: the next message may be its first request.
            resolve(peerOf(channel, session));
          } catch (error) {
            channel.close("not admitted");
            reject(error instanceof Error ? error : new Error(String(error)));
          }
        },
        closed: (why) => reject(new Error(why)),
      });
    });
    const timer = setTimeout(() => channel.close("no answer to the greeting"), GREETING_TIMEOUT_MS);
    channel.send(encodeValue({ version: CUSTODY_VERSION, ...greeting, session: this.sessions }));
    try {
      return await admitted;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Warns once for each problem of a place. */
  private warn(place: LinkAddress, why: string): void {
    if (this.closing.signal.aborted || why === this.lastProblems.get(place)) return;
    this.lastProblems.set(place, why);
    this.options.log.warn({}, `no custody process at ${placeText(place)}: ${why}`);
  }
}

const peerOf = (channel: Channel, session: PeerSession): CustodyPeer =>
  new CustodyPeer({
    channel,
    maxMissedPulses: MAX_MISSED_PULSES,
    unanswered: "reject",
    answer: (ask) => session.answer(ask),
    news: (news) => session.news(news),
  });
