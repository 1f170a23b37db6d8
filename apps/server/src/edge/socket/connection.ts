import type { Duplex } from "node:stream";
import type { Language } from "@candor/domain/enumerations";
import type { WebSocket } from "ws";
import { MessageWindow } from "../../kit/message-window.ts";
import { negotiateLanguage } from "../../kit/negotiate-language.ts";
import { joinMessages, type ServerMessage } from "./server-message.ts";
import type { SocketSession } from "./session-port.ts";
import { CLOSE, type SocketLimits } from "./socket-limits.ts";

/** A connection that is behind: public data is held back until it has drained. */
interface Lag {
  readonly sinceMs: number;
  /** Everything up to this sequence number was sent before. */
  readonly sinceSeq: number;
}

/** A session with the token that showed it, to look again when it seems to have run out: use prolongs it. */
export interface BoundSession extends SocketSession {
  readonly token: string;
}

/** What a connection begins with. */
export interface OpenedConnection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly headers: LanguageHeaders;
}

/** What the upgrade said of languages: programs have `lang`, browsers can only send their own Accept-Language. */
export interface LanguageHeaders {
  readonly lang: string | undefined;
  readonly acceptLanguage: string | undefined;
}

/**
 * One client. Frames are written to the raw socket beneath the WebSocket, so that a frame is built once for all
 * clients. This is sound because compression is off: the library then writes each of its own frames in one go, and
 * ours never come between its header and its payload.
 */
export class Connection {
  readonly id: string;
  readonly socket: WebSocket;
  readonly channels = new Set<string>();
  /** Those that the last bind switched on. */
  defaultChannels: readonly string[] = [];
  /** Frames carry arrays of messages. */
  batch = false;
  /** The session behind the private pushes; undefined: public data only. */
  session: BoundSession | undefined;
  /** As the client gave it; "" for a visitor. Says nothing about who it is. */
  uid = "";
  /** What it is spoken to in. */
  language: Language;
  private readonly headers: LanguageHeaders;
  /** Counts binds, so that the answer to an older one is told from the newest. */
  binds = 0;
  heardAtMs: number;
  lag: Lag | undefined;
  readonly resyncedAtMs = new Map<string, number>();
  private readonly stream: Duplex;
  private readonly limits: SocketLimits;
  private readonly messages: MessageWindow;

  constructor(opened: OpenedConnection, limits: SocketLimits, nowMs: number) {
    this.id = opened.id;
    this.socket = opened.socket;
    this.stream = opened.stream;
    this.headers = opened.headers;
    this.language = this.negotiate(undefined, null);
    this.limits = limits;
    this.messages = new MessageWindow(limits.maxMessagesPerSecond);
    this.heardAtMs = nowMs;
  }

  get open(): boolean {
    return this.socket.readyState === this.socket.OPEN && !this.stream.destroyed;
  }

  /** Bytes that the operating system has not taken yet. */
  get backlogBytes(): number {
    return this.stream.writableLength;
  }

  /** Settles the language: what a bind asks for, the upgrade's header, the profile's, or the browser's. */
  speak(asked: Language | undefined, profile: Language | null): void {
    this.language = this.negotiate(asked, profile);
  }

  private negotiate(asked: Language | undefined, profile: Language | null): Language {
    return negotiateLanguage(asked ?? this.headers.lang, profile, this.headers.acceptLanguage);
  }

  /** Notes an inbound message; false when there are too many of them in one second. */
  countMessage(nowMs: number): boolean {
    return this.messages.take(nowMs);
  }

  /** Sends what must arrive: answers, private messages, snapshots. */
  send(messages: readonly ServerMessage[]): void {
    if (messages.length > 0) this.write(joinMessages(messages, this.batch));
  }

  /** Sends public data; false when the connection is behind and does without it. */
  offer(bytes: Buffer): boolean {
    if (this.lag !== undefined || this.backlogBytes > this.limits.lagBacklogBytes) return false;
    this.write(bytes);
    return true;
  }

  /** Starts the closing handshake, and cuts the connection when that is not done in time. */
  close(code: number, reason: string): void {
    this.socket.close(code, reason);
    setTimeout(() => this.socket.terminate(), this.limits.closeTimeoutMs).unref();
  }

  private write(bytes: Buffer): void {
    if (!this.open) return;
    this.stream.write(bytes);
    if (this.backlogBytes > this.limits.maxBacklogBytes) this.close(CLOSE.slow, "too slow");
  }
}
