import type { Duplex } from "node:stream";
import type { Language } from "@candor/domain/enumerations";
import type { WebSocket } from "ws";
import { MessageWindow } from "../../kit/limits/message-window.ts";
import { negotiateLanguage } from "../../kit/negotiate-language.ts";
import type { CallOrigin } from "../gateway/call-context.ts";
import { joinMessages, joinTexts, type ServerMessage } from "./server-message.ts";
import type { SocketSession } from "./session-port.ts";
import { CLOSE, type SocketLimits } from "./socket-limits.ts";
import type { TurnWrites } from "./turn-writes.ts";

/** State of a lagging connection: public data is held back until it has drained. */
interface Lag {
  readonly sinceMs: number;
  /** Everything up to this sequence number was sent before. */
  readonly sinceSeq: number;
}

/** A session with its token, to look it up again when it seems to have expired: use extends it. */
export interface BoundSession extends SocketSession {
  readonly token: string;
}

/** Parameters of a new connection. */
export interface OpenedConnection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly headers: LanguageHeaders;
  /** The client's address, also behind a proxy. */
  readonly address: string;
  readonly turn: TurnWrites;
}

/** Language headers of the upgrade: programs send `lang`, browsers can only send Accept-Language. */
export interface LanguageHeaders {
  readonly lang: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/**
 * One client. Frames are written to the raw socket below the WebSocket, so that a frame is built once for all clients.
 * This is safe because compression is off: the library then writes each of its own frames in one call, and ours never
 * get between its header and its payload.
 */
export class Connection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly channels = new Set<string>();
  /** Channels enabled by the last bind. */
  defaultChannels: readonly string[] = [];
  /** Whether frames contain arrays of messages. */
  batch = false;
  /** Session for private pushes; `undefined` for public data only. */
  session: BoundSession | undefined;
  /** When an order last counted as use of the session. */
  sessionUsedAtMs = 0;
  /** Whether the session of the last bind has ended. */
  sessionLost = false;
  /** Orders whose replies have not been queued yet. */
  unanswered = 0;
  /** As sent by the client; "" for a visitor. Not verified. */
  uid = "";
  /** Address and language, as the calls take them. */
  origin: CallOrigin;
  private readonly headers: LanguageHeaders;
  /** Counts binds, to detect an outdated lookup. */
  binds = 0;
  heardAtMs: number;
  lag: Lag | undefined;
  readonly resyncedAtMs = new Map<string, number>();
  private readonly stream: Duplex;
  private readonly limits: SocketLimits;
  private readonly messages: MessageWindow;
  private readonly orders: MessageWindow;
  private readonly turn: TurnWrites;
  /** JSON of messages that wait for the end of this turn of the event loop. */
  private queued: string[] = [];

  constructor(opened: OpenedConnection, limits: SocketLimits, nowMs: number) {
    this.id = opened.id;
    this.socket = opened.socket;
    this.stream = opened.stream;
    this.headers = opened.headers;
    this.turn = opened.turn;
    this.origin = { address: opened.address, language: this.negotiate(undefined, null) };
    this.limits = limits;
    this.messages = new MessageWindow(limits.maxMessagesPerSecond);
    this.orders = new MessageWindow(limits.maxOrdersPerSecond);
    this.heardAtMs = nowMs;
  }

  /** Language of messages to the client. */
  get language(): Language {
    return this.origin.language;
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN && !this.stream.destroyed;
  }

  /** Bytes not yet accepted by the operating system. */
  get backlogBytes(): number {
    return this.stream.writableLength;
  }

  /** Sets the language: from the bind, the upgrade's header, the profile, or the browser, in this order. */
  speak(asked: Language | undefined, profile: Language | null): void {
    this.origin = { address: this.origin.address, language: this.negotiate(asked, profile) };
  }

  private negotiate(asked: Language | undefined, profile: Language | null): Language {
    return negotiateLanguage(asked ?? this.headers.lang, profile, this.headers.acceptLanguage);
  }

  /** Counts an inbound message; returns false if there are too many in one second. */
  countMessage(nowMs: number): boolean {
    return this.messages.take(nowMs);
  }

  /** Counts an order message of a logged-in client; returns false if there are too many in one second. */
  countOrder(nowMs: number): boolean {
    return this.orders.take(nowMs);
  }

  /** Sends messages that must arrive: answers, snapshots. */
  send(messages: readonly ServerMessage[]): void {
    if (messages.length > 0) this.write(joinMessages(messages, this.batch));
  }

  /** Sends a message that must arrive with the others of this turn: a reply to an order, a private message. */
  queue(json: string): void {
    if (this.queued.push(json) === 1) this.turn.add(this);
  }

  /** Writes what is queued. */
  flush(): void {
    if (this.queued.length === 0) return;
    const texts = this.queued;
    this.queued = [];
    this.writeBytes(joinTexts(texts, this.batch));
  }

  /** Sends public data; returns false if the connection lags and skips it. */
  offer(bytes: Buffer): boolean {
    if (this.lag !== undefined || this.backlogBytes > this.limits.lagBacklogBytes) return false;
    this.write(bytes);
    return true;
  }

  /** Starts the closing handshake, and cuts the connection if that takes too long. */
  close(code: number, reason: string): void {
    this.flush();
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), this.limits.closeTimeoutMs).unref();
  }

  /** What is queued was sent before. */
  private write(bytes: Buffer): void {
    this.flush();
    this.writeBytes(bytes);
  }

  private writeBytes(bytes: Buffer): void {
    if (!this.open) return;
    this.stream.write(bytes);
    if (this.backlogBytes > this.limits.maxBacklogBytes) this.close(CLOSE.slow, "too slow");
  }
}
