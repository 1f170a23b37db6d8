import { placeText } from "../../config/link/link-settings.ts";
import { LinkConnection } from "../../kit/link/link-connection.ts";
import { connectLink, type LinkAddress, type LinkIdentity } from "../../kit/link/link-identity.ts";
import type { MessageEndpoint } from "../../kit/link/message-endpoint.ts";
import { LeaderNews } from "./leader-news.ts";
import {
  CHANNEL,
  type Echo,
  type Hello,
  LEASE_MS,
  MAX_TO_GATEWAY_BYTES,
  PROTOCOL,
  PULSE_EVERY_MS,
  type Pulse,
  SILENCE_MS,
  type TimeSample,
  type ToGateway,
  type Welcome,
} from "./link-messages.ts";

/** What a core may leave unread. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
/** How long a connection may take until it is encrypted. A frozen core does not get that far, and another one may lead. */
const HANDSHAKE_MS = 1_500;
/** How long the core's welcome may then take: it looks up what became of the requests. */
const GREETING_MS = 10_000;
/** A take-over may take this long without a warning. */
const QUIET_MS = 2_000;
/** Time between two attempts to reach one of the cores. */
const RETRY_MS = 200;

export type LinkChannels = Readonly<Record<"engine" | "main", MessageEndpoint>>;

export interface CoreLinkOptions {
  readonly cores: readonly LinkAddress[];
  readonly identity: LinkIdentity;
  /** Called for each connection: what the gateway says first, apart from the term. */
  readonly hello: () => Omit<Hello, "kind" | "term">;
  /** The core has welcomed the gateway. Register listeners of the channels at once; an error ends the connection. */
  readonly linked: (welcome: Welcome, channels: LinkChannels) => void;
  /** The core that had welcomed the gateway is gone. */
  readonly lost: (why: string) => void;
  /** A time of the core, with the age that it has at most, and at least 0. */
  readonly time: (sample: TimeSample, roundTripMs: number) => void;
  /** The last of this gateway's requests whose result has arrived. */
  readonly received: () => number;
  /** This gateway's last command. */
  readonly seq: () => number;
  readonly log: (level: "info" | "warn", details: object, message: string) => void;
}

/**
 * A gateway's link to the core that leads: tries the cores until one welcomes it, and again whenever that is gone or another
 * one announces that it leads. It never accepts a core of an earlier term than it has seen.
 */
export class CoreLink {
  private readonly options: CoreLinkOptions;
  private connection: LinkConnection | undefined;
  private news: LeaderNews | undefined;
  private next = 0;
  /** The core to try next. */
  private hint: LinkAddress | undefined;
  /** Set between two attempts. */
  private retry: NodeJS.Timeout | undefined;
  /** Why each core did not accept this gateway, since it lost its link. */
  private readonly problems = new Map<string, string>();
  private hasWarned = false;
  private isClosed = false;
  private isUp = false;
  private highestTerm = 0;
  private leaseEndsMs = 0;
  private downSinceMs = performance.now();
  private current: LinkAddress;
  private coreSeq = 0;
  private tripMs = 0;

  constructor(options: CoreLinkOptions) {
    this.options = options;
    this.current = options.cores[0] as LinkAddress;
  }

  start(): void {
    const { cores, identity } = this.options;
    const onLeads = (core: LinkAddress, term: number): void => this.announced(core, term);
    this.news = new LeaderNews({ cores, identity, onLeads });
    this.attempt();
  }

  get up(): boolean {
    return this.isUp;
  }

  /** How long there has been no link; 0 with one. */
  get downMs(): number {
    return this.isUp ? 0 : performance.now() - this.downSinceMs;
  }

  /** Whether this gateway has forgotten everything that was announced before any acknowledgement so far. */
  get isLeased(): boolean {
    return this.isUp && performance.now() < this.leaseEndsMs;
  }

  get term(): number {
    return this.highestTerm;
  }

  /** The core of the link, or of the last attempt. */
  get address(): LinkAddress {
    return this.current;
  }

  get roundTripMs(): number {
    return this.tripMs;
  }

  /** The core's last command, as of the last pulse. */
  get lastSeq(): number {
    return this.coreSeq;
  }

  /** Ends the connection; another one is attempted. */
  end(why: string): void {
    this.connection?.end(why);
  }

  close(): void {
    this.isClosed = true;
    this.news?.close();
    clearTimeout(this.retry);
    this.connection?.end("this gateway stops");
  }

  /** A core leads. One that does not answer any more has been replaced, whatever its connection looks like. */
  private announced(core: LinkAddress, term: number): void {
    if (term <= this.highestTerm) return;
    this.hint = core;
    if (this.retry !== undefined) this.attempt();
    else if (this.current !== core) this.end(`${placeText(core)} leads in term ${term}`);
  }

  private attempt(): void {
    const { cores, identity, hello } = this.options;
    clearTimeout(this.retry);
    this.retry = undefined;
    this.current = this.hint ?? (cores[this.next++ % cores.length] as LinkAddress);
    this.hint = undefined;
    const socket = connectLink(identity, this.current, PROTOCOL.messages, "core");
    const connection = new LinkConnection(socket, {
      maxMessageBytes: MAX_TO_GATEWAY_BYTES,
      maxUnreadBytes: MAX_UNREAD_BYTES,
      onEnd: (why) => this.onEnd(connection, pulses, why),
    });
    this.connection = connection;
    const sentMs = performance.now();
    const pulses = new Pulses(connection, this.options);
    pulses.allowedMs = HANDSHAKE_MS;
    const control = connection.channel(CHANNEL.control);
    control.on("message", (message: ToGateway) => {
      pulses.heard();
      if (message.kind === "refusal") {
        this.hint ??= this.addressOf(message.leader);
        connection.end(`the core refused this gateway: ${message.why}`);
      } else if (message.kind === "welcome") this.welcomed(message, connection, pulses, sentMs);
      else this.echoed(message, connection, pulses);
    });
    socket.once("secureConnect", () => {
      pulses.heard();
      pulses.allowedMs = GREETING_MS;
      control.postMessage({ kind: "hello", term: this.highestTerm, ...hello() } satisfies Hello);
    });
  }

  private welcomed(welcome: Welcome, connection: LinkConnection, pulses: Pulses, sentMs: number): void {
    if (welcome.term < this.highestTerm)
      return connection.end(`the core leads in term ${welcome.term}, which has ended`);
    this.highestTerm = welcome.term;
    this.hint = undefined;
    this.coreSeq = welcome.lastSeq;
    this.leaseEndsMs = sentMs + LEASE_MS;
    this.options.time(welcome.time, performance.now() - sentMs);
    const { downMs } = this;
    this.isUp = true;
    pulses.start();
    this.options.linked(welcome, {
      engine: connection.channel(CHANNEL.engine),
      main: connection.channel(CHANNEL.main),
    });
    const { host, port } = this.current;
    this.options.log(
      "info",
      { core: welcome.node, host, port, term: welcome.term, downMs: Math.round(downMs) },
      "link: connected to the core",
    );
    this.problems.clear();
    this.hasWarned = false;
  }

  private echoed(echo: Echo, connection: LinkConnection, pulses: Pulses): void {
    const sentMs = pulses.sentMs(echo.id);
    if (sentMs === undefined) return;
    if (echo.term !== this.highestTerm) return connection.end("the core's term has changed");
    this.leaseEndsMs = Math.max(this.leaseEndsMs, sentMs + LEASE_MS);
    this.tripMs = performance.now() - sentMs;
    this.coreSeq = echo.lastSeq;
    this.options.time(echo.time, this.tripMs);
  }

  private onEnd(connection: LinkConnection, pulses: Pulses, why: string): void {
    pulses.stop();
    if (this.connection !== connection) return;
    const wasUp = this.isUp;
    this.isUp = false;
    if (wasUp) this.downSinceMs = performance.now();
    if (this.isClosed) return;
    this.logOnce(wasUp, why);
    if (wasUp) this.options.lost(why);
    this.retry = setTimeout(() => this.attempt(), wasUp || this.hint !== undefined ? 0 : RETRY_MS);
  }

  /** Once when the link is lost, and once more, with every core's answer, if there is none for some time. */
  private logOnce(wasUp: boolean, why: string): void {
    const { host, port } = this.current;
    if (wasUp) {
      this.options.log("warn", { host, port }, `link: lost: ${why}`);
      return;
    }
    this.problems.set(placeText(this.current), why);
    if (this.hasWarned || this.downMs < QUIET_MS) return;
    this.hasWarned = true;
    this.options.log(
      "warn",
      { cores: Object.fromEntries(this.problems), downMs: Math.round(this.downMs) },
      "link: no core accepts this gateway; it keeps trying",
    );
  }

  /** A leader is only believed if it is in the settings of this gateway. */
  private addressOf(leader: string | undefined): LinkAddress | undefined {
    return this.options.cores.find((core) => leader === placeText(core));
  }
}

/** The pulses of one connection, which prove to both sides that the other one is there. */
class Pulses {
  allowedMs = SILENCE_MS;
  private readonly connection: LinkConnection;
  private readonly position: Pick<CoreLinkOptions, "received" | "seq">;
  private readonly sent = new Map<number, number>();
  private readonly silence: NodeJS.Timeout;
  private timer: NodeJS.Timeout | undefined;
  private heardMs = performance.now();
  private nextId = 1;

  constructor(connection: LinkConnection, position: Pick<CoreLinkOptions, "received" | "seq">) {
    this.connection = connection;
    this.position = position;
    this.silence = setInterval(() => {
      if (performance.now() - this.heardMs > this.allowedMs)
        connection.end(`the core was silent for ${this.allowedMs / 1_000} s`);
    }, PULSE_EVERY_MS);
  }

  start(): void {
    this.allowedMs = SILENCE_MS;
    this.pulse();
    this.timer = setInterval(() => this.pulse(), PULSE_EVERY_MS);
  }

  stop(): void {
    clearInterval(this.silence);
    clearInterval(this.timer);
  }

  heard(): void {
    this.heardMs = performance.now();
  }

  /** Returns when the pulse was sent; undefined if it was answered before. */
  sentMs(id: number): number | undefined {
    const sentMs = this.sent.get(id);
    this.sent.delete(id);
    return sentMs;
  }

  private pulse(): void {
    const id = this.nextId++;
    this.sent.set(id, performance.now());
    const { received, seq } = this.position;
    const pulse: Pulse = { kind: "pulse", id, received: received(), seq: seq() };
    this.connection.channel(CHANNEL.control).postMessage(pulse);
  }
}
