import { ServerClock } from "./server-clock.ts";
import {
  type BoundMessage,
  isPrivateMessage,
  type NoticeMessage,
  type PrivateMessage,
  readFrame,
  type SiteMessage,
  type SocketMessage,
  type TimeMessage,
} from "./socket-messages.ts";

/** State shown by the badge: data is arriving; data is overdue; no connection. */
export type ConnectionState = "live" | "delayed" | "reconnecting";

export const PING_MS = 10_000;
export const RECONNECT_MS = 3_000;
/** A ping unanswered for this long marks the data as "delayed". */
const DELAYED_AFTER_MS = 5_000;
/** After this long without any data the connection is dead, whatever the browser reports. */
export const DEAD_AFTER_MS = 25_000;
/** How long a connection being probed has to respond. */
export const PROBE_MS = 3_000;
/** Pings are answered more often than this: after a longer silence the data may be stale. */
const MAX_SILENCE_MS = 12_000;
/** Subscription changes within this span are sent in one message. */
const GATHER_MS = 20;
/** Minimum time between two such messages: the server accepts 20 a second. */
const FLUSH_GAP_MS = 200;
/** Close code for a closed site or a banned user. */
const CLOSED_OR_BANNED = 4_002;
/** Keeps a message far below the server's limit of 4 KiB. */
const CHANNELS_PER_MESSAGE = 50;

export interface SocketSession {
  readonly uid: string;
  readonly token: string;
}

export type ChannelListener = (message: SocketMessage) => void;

/** The part of the connection that stores of public data use. */
export type ChannelSource = Pick<SocketClient, "listen" | "subscribe" | "getSnapshot" | "resync">;

export interface SocketClientOptions {
  readonly url: string;
  readonly makeSocket?: (url: string) => WebSocket;
}

/** A set of listeners that may change while listeners are being called. */
class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  readonly listen = (listener: (value: T) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  emit(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
}

/**
 * The connection to `/ws`: binds, pings, reconnects after a close, and resubscribes to all channels with listeners. The
 * stores interpret the data of each channel.
 */
export class SocketClient {
  readonly clock = new ServerClock();
  private readonly options: SocketClientOptions;
  private readonly channels = new Map<string, Set<ChannelListener>>();
  /** Channels requested on the current connection. */
  private subscribed = new Set<string>();
  /** Channels confirmed by the server. */
  private confirmed = new Set<string>();
  private socket: WebSocket | undefined;
  /** Removes our listeners from `socket`, so that an abandoned connection is ignored. */
  private attached: AbortController | undefined;
  private session: SocketSession | undefined;
  /** User whose private messages are arriving; undefined until the current session's bind is confirmed. */
  private boundUid: string | undefined;
  private stateNow: ConnectionState = "reconnecting";
  private running = false;
  /** When the current or most recent connection was requested. */
  connectedAtMs = 0;
  receivedAtMs = 0;
  private probedAtMs = 0;
  private flushedAtMs = 0;
  private pingTimer: ReturnType<typeof setInterval> | undefined;
  private delayTimer: ReturnType<typeof setTimeout> | undefined;
  private reconnectTimer: ReturnType<typeof setTimeout> | undefined;
  private flushTimer: ReturnType<typeof setTimeout> | undefined;
  private probeTimer: ReturnType<typeof setTimeout> | undefined;
  private readonly stateChanges = new Signal<void>();
  private readonly privateMessages = new Signal<PrivateMessage>();
  private readonly siteMessages = new Signal<SiteMessage>();
  private readonly noticeMessages = new Signal<NoticeMessage>();
  private readonly binds = new Signal<BoundMessage>();
  private readonly expiries = new Signal<void>();

  constructor(options: SocketClientOptions) {
    this.options = options;
  }

  /** For `useSyncExternalStore`: the connection's state. */
  readonly subscribe = (watcher: () => void): (() => void) => this.stateChanges.listen(watcher);
  readonly getSnapshot = (): ConnectionState => this.stateNow;

  /** Whether the connection's data is complete up to now; subscribers are notified of changes. */
  get isComplete(): boolean {
    const isRecent = Date.now() - this.receivedAtMs < MAX_SILENCE_MS;
    return this.stateNow === "live" && this.probeTimer === undefined && isRecent;
  }

  /** Private messages of the bound user. */
  readonly onPrivate = this.privateMessages.listen;
  /** Fires when the site is opened or closed. */
  readonly onSite = this.siteMessages.listen;
  /** Fires for each new bulletin, notice or personal message. */
  readonly onNotice = this.noticeMessages.listen;
  /** Fires after each confirmed bind: changes missed while disconnected must be fetched now. */
  readonly onBound = this.binds.listen;
  /** Fires when the session behind the private messages has ended. The socket gives no reason; the next call does. */
  readonly onSessionExpired = this.expiries.listen;

  start(): void {
    if (this.running) return;
    this.running = true;
    this.connect();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.reconnectTimer);
    this.dropConnection();
  }

  /** Sets the user of the private messages; undefined for a visitor. */
  setSession(session: SocketSession | undefined): void {
    if (session?.token === this.session?.token && session?.uid === this.session?.uid) return;
    this.session = session;
    this.boundUid = undefined;
    if (this.isOpen) this.bind();
  }

  /**
   * Listens to a channel. When the server confirms the subscription, the listener receives a `subscribed` message:
   * nothing is missed after it, so fetch earlier data now. Channels with a snapshot send it next.
   */
  listen(channel: string, listener: ChannelListener): () => void {
    const listeners = this.channels.get(channel);
    if (listeners === undefined) this.channels.set(channel, new Set([listener]));
    else listeners.add(listener);
    this.scheduleFlush();
    return () => {
      const left = this.channels.get(channel);
      left?.delete(listener);
      if (left?.size === 0) this.channels.delete(channel);
      this.scheduleFlush();
    };
  }

  /** Requests a new snapshot; returns false if not subscribed. The server sends at most one per second and channel. */
  resync(channel: string): boolean {
    if (!this.subscribed.has(channel)) return false;
    return this.send("resync", { channel });
  }

  /** The browser reports that the network is down; the client retries as after any close. */
  dropConnection(): void {
    if (this.socket === undefined) return;
    this.socket.close();
    this.dropped();
  }

  /**
   * Call it after an event that may have broken the connection: the network is back, or the device was asleep. The
   * connection has a moment to respond. Without a connection, or after too long a silence, the client reconnects at
   * once.
   */
  checkNow(): void {
    if (!this.running) return;
    const sinceMs = Math.max(this.receivedAtMs, this.connectedAtMs);
    if (this.socket === undefined || Date.now() - sinceMs > DEAD_AFTER_MS) {
      this.connectAnew();
      return;
    }
    this.probedAtMs = Date.now();
    this.send("ping", { t: this.probedAtMs });
    if (this.probeTimer !== undefined) return;
    this.startProbe();
    this.stateChanges.emit();
  }

  private connectAnew(): void {
    this.dropConnection();
    clearTimeout(this.reconnectTimer);
    this.connect();
  }

  private get isOpen(): boolean {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  private connect(): void {
    const make = this.options.makeSocket ?? ((url: string) => new WebSocket(url));
    this.connectedAtMs = Date.now();
    const socket = make(this.options.url);
    this.socket = socket;
    this.attached = new AbortController();
    const { signal } = this.attached;
    socket.addEventListener("open", () => this.opened(), { signal });
    socket.addEventListener(
      "message",
      ({ data }: { readonly data?: unknown }) => {
        if (typeof data === "string") this.receive(data);
      },
      { signal },
    );
    socket.addEventListener(
      "close",
      ({ code }: { readonly code?: number }) => {
        this.dropped();
        if (code === CLOSED_OR_BANNED && this.session !== undefined) this.expiries.emit();
      },
      { signal },
    );
  }

  private opened(): void {
    this.receivedAtMs = Date.now();
    this.pingTimer = setInterval(() => this.ping(), PING_MS);
    this.bind();
    this.flush();
  }

  /** Connection lost: reset its state and reconnect. */
  private dropped(): void {
    this.attached?.abort();
    this.socket = undefined;
    this.boundUid = undefined;
    this.subscribed = new Set();
    this.confirmed = new Set();
    clearInterval(this.pingTimer);
    clearTimeout(this.delayTimer);
    clearTimeout(this.flushTimer);
    this.delayTimer = undefined;
    this.flushTimer = undefined;
    this.endProbe();
    this.setState("reconnecting");
    if (this.running) this.reconnectTimer = setTimeout(() => this.connect(), RECONNECT_MS);
  }

  private bind(): void {
    const { uid, token } = this.session ?? { uid: "", token: "" };
    this.send("bind", { uid, ...(token === "" ? {} : { token }), batch: true, bare: true });
  }

  private ping(): void {
    if (Date.now() - this.receivedAtMs > DEAD_AFTER_MS) {
      this.dropConnection();
      return;
    }
    this.send("ping", { t: Date.now() });
    this.delayTimer ??= setTimeout(() => this.setState("delayed"), DELAYED_AFTER_MS);
  }

  private receive(text: string): void {
    this.receivedAtMs = Date.now();
    clearTimeout(this.delayTimer);
    this.delayTimer = undefined;
    if (this.stateNow === "delayed") this.setState("live");
    // The connection is alive, although the pong is still missing.
    if (this.probeTimer !== undefined) this.startProbe();
    for (const message of readFrame(text)) this.dispatch(message);
  }

  private dispatch(message: SocketMessage): void {
    if (message.type === "bind" || message.type === "pong") {
      const time = message.data as TimeMessage;
      // Everything sent before the pong has arrived, so nothing is missing.
      if ((time.t ?? 0) >= this.probedAtMs) this.endProbe();
      this.measureClock(time);
      return;
    }
    // Bulletins are public, so they are independent of the bound user.
    if (message.type === "notice") this.noticeMessages.emit(message.data as NoticeMessage);
    if (isPrivateMessage(message)) {
      // Late messages for the previous user must not reach the next one.
      if (this.boundUid !== undefined) this.privateMessages.emit(message);
      return;
    }
    if (message.type === "bildUid") {
      this.bound(message.data as BoundMessage);
      return;
    }
    if (message.type === "site") {
      this.siteMessages.emit(message.data as SiteMessage);
      return;
    }
    if (message.type === "subscribed") {
      this.confirm((message.data as { readonly channels: readonly string[] }).channels);
      return;
    }
    const { channel } = (message.data ?? {}) as { readonly channel?: unknown };
    if (typeof channel !== "string") return;
    for (const listener of this.channels.get(channel) ?? []) listener(message);
  }

  private startProbe(): void {
    clearTimeout(this.probeTimer);
    this.probeTimer = setTimeout(() => this.connectAnew(), PROBE_MS);
  }

  private endProbe(): void {
    if (this.probeTimer === undefined) return;
    clearTimeout(this.probeTimer);
    this.probeTimer = undefined;
    this.stateChanges.emit();
  }

  /** Measures the server's clock: a greeting is sent after the connection was requested, a pong after its ping. */
  private measureClock({ serverTimeMs, t = this.connectedAtMs }: TimeMessage): void {
    if (typeof serverTimeMs === "number") this.clock.measure(t, serverTimeMs);
  }

  private confirm(channels: readonly string[]): void {
    const fresh = channels.filter((channel) => !this.confirmed.has(channel));
    this.confirmed = new Set(channels);
    for (const channel of fresh)
      for (const listener of this.channels.get(channel) ?? [])
        listener({ type: "subscribed", data: { channel } });
  }

  /** Ignore a reply that belongs to an earlier session. */
  private bound(answer: BoundMessage): void {
    if (answer.uid !== (this.session?.uid ?? "")) return;
    this.boundUid = answer.private ? answer.uid : undefined;
    this.setState("live");
    if (answer.error === "session.expired") this.expiries.emit();
    this.binds.emit(answer);
  }

  private scheduleFlush(): void {
    if (!this.isOpen || this.flushTimer !== undefined) return;
    const waitMs = Math.max(GATHER_MS, this.flushedAtMs + FLUSH_GAP_MS - Date.now());
    this.flushTimer = setTimeout(() => this.flush(), waitMs);
  }

  /** Sends the pending subscription changes to the server. */
  private flush(): void {
    clearTimeout(this.flushTimer);
    this.flushTimer = undefined;
    if (!this.isOpen) return;
    this.flushedAtMs = Date.now();
    const added = [...this.channels.keys()].filter((channel) => !this.subscribed.has(channel));
    const removed = [...this.subscribed].filter((channel) => !this.channels.has(channel));
    this.subscribed = new Set(this.channels.keys());
    this.sendChannels("unsubscribe", removed);
    this.sendChannels("subscribe", added);
  }

  private sendChannels(type: "subscribe" | "unsubscribe", channels: readonly string[]): void {
    for (let at = 0; at < channels.length; at += CHANNELS_PER_MESSAGE)
      this.send(type, { channels: channels.slice(at, at + CHANNELS_PER_MESSAGE) });
  }

  private send(type: string, data: object): boolean {
    if (!this.isOpen) return false;
    this.socket?.send(JSON.stringify({ type, data }));
    return true;
  }

  private setState(state: ConnectionState): void {
    if (state === this.stateNow) return;
    this.stateNow = state;
    this.stateChanges.emit();
  }
}

/** Returns the socket's address on the page's own host. */
export function socketUrl(location: { readonly protocol: string; readonly host: string }): string {
  return `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`;
}
