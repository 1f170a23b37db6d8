import type { SubscriptionError } from "@candor/wire/socket/server-messages";
import { Audience, audienceKey } from "./audience.ts";
import type { Channel } from "./channel.ts";
import { formatChannelName, parseChannelName } from "./channel-name.ts";
import type { Connection } from "./connection.ts";
import { joinMessages, type ServerMessage } from "./server-message.ts";
import { CLOSE, paceTicksOf, type SocketLimits } from "./socket-limits.ts";

/** All trades and levels have been sent at these ticks. */
const FLUSH_TICKS = paceTicksOf("depth-diff");

interface ActiveChannel {
  readonly channel: Channel;
  readonly audiences: Set<Audience>;
  /** First messages for new listeners, built once per tick: after a restart they all connect at once. */
  greeting: { readonly tick: number; readonly messages: readonly ServerMessage[] } | undefined;
}

export interface HubSources {
  readonly makeChannel: (name: string) => Channel | SubscriptionError;
  /** Returns the command that public data currently reflects. */
  readonly asOfSeq: () => number;
  readonly limits: SocketLimits;
}

/** Channels with at least one listener, their listeners, and the clock that sends their messages. */
export class ChannelHub {
  private readonly sources: HubSources;
  private readonly active = new Map<string, ActiveChannel>();
  private readonly audiences = new Map<string, Audience>();
  /** Audience of each connection. */
  private readonly places = new Map<Connection, Audience>();
  private readonly lagging = new Set<Connection>();
  private ticks = 0;
  /** Everything up to here was sent at the last tick that flushed all trades and levels. */
  private flushedSeq = 0;
  /** Messages sent to connections since the start; for the metrics. */
  messagesSent = 0;
  /** Writes used for them. */
  writes = 0;
  /** Times that a connection fell behind. */
  lags = 0;

  constructor(sources: HubSources) {
    this.sources = sources;
  }

  /** Adds a channel to a connection. `greet` sends its first messages. Returns why it was rejected. */
  subscribe(connection: Connection, name: string): SubscriptionError | undefined {
    const spelled = spell(name);
    if (connection.channels.has(spelled)) return undefined;
    if (connection.channels.size >= this.sources.limits.maxChannelsPerConnection) return "request.tooLarge";
    if (!this.active.has(spelled)) {
      const channel = this.sources.makeChannel(spelled);
      if (typeof channel === "string") return channel;
      channel.start();
      this.active.set(spelled, { channel, audiences: new Set(), greeting: undefined });
    }
    connection.channels.add(spelled);
    return undefined;
  }

  unsubscribe(connection: Connection, name: string): void {
    const spelled = spell(name);
    connection.channels.delete(spelled);
    connection.resyncedAtMs.delete(spelled);
  }

  /** Moves the connection to the audience for its channels and frame format; call after changing either. */
  regroup(connection: Connection): void {
    const channels = [...connection.channels].sort();
    const key = audienceKey(channels, connection.batch);
    const previous = this.places.get(connection);
    if (previous?.key === key) return;
    this.places.set(connection, this.join(connection, key, channels));
    if (previous !== undefined) this.leave(connection, previous);
  }

  remove(connection: Connection): void {
    connection.channels.clear();
    this.lagging.delete(connection);
    const audience = this.places.get(connection);
    if (audience !== undefined) this.leave(connection, audience);
    this.places.delete(connection);
  }

  /** Returns the messages `connection` needs to follow these channels from here on. */
  greeting(names: readonly string[], nowMs: number, missedSinceSeq?: number): ServerMessage[] {
    return names.flatMap((name) => {
      const active = this.active.get(spell(name));
      if (active === undefined) return [];
      if (missedSinceSeq !== undefined) return [...active.channel.current(nowMs, missedSinceSeq)];
      if (active.greeting?.tick !== this.ticks)
        active.greeting = { tick: this.ticks, messages: active.channel.current(nowMs, undefined) };
      return [...active.greeting.messages];
    });
  }

  /** Sends the messages of all channels due at this clock tick. */
  tick(nowMs: number): void {
    this.ticks += 1;
    const due = new Map<Audience, ServerMessage[]>();
    for (const { channel, audiences } of this.active.values()) {
      if (this.ticks % channel.paceTicks !== 0) continue;
      const messages = channel.collect(nowMs);
      if (messages.length === 0) continue;
      for (const audience of audiences) {
        const list = due.get(audience);
        if (list === undefined) due.set(audience, [...messages]);
        else list.push(...messages);
      }
    }
    for (const [audience, messages] of due) this.dispatch(audience, messages, nowMs);
    if (this.ticks % FLUSH_TICKS !== 0) return;
    this.flushedSeq = this.sources.asOfSeq();
    for (const connection of this.lagging) this.recover(connection, nowMs);
  }

  private dispatch(audience: Audience, messages: readonly ServerMessage[], nowMs: number): void {
    const bytes = joinMessages(messages, audience.batch);
    for (const member of audience.members) {
      if (member.offer(bytes)) {
        this.messagesSent += messages.length;
        this.writes += 1;
      } else if (member.lag === undefined) {
        member.lag = { sinceMs: nowMs, sinceSeq: this.flushedSeq };
        this.lagging.add(member);
        this.lags += 1;
      }
    }
  }

  /**
   * Sends fresh snapshots to a connection that has drained. Runs right after the channels were flushed, so that the
   * next messages continue from what is sent here.
   */
  private recover(connection: Connection, nowMs: number): void {
    const { lag } = connection;
    if (lag === undefined || !connection.open) {
      this.lagging.delete(connection);
    } else if (connection.backlogBytes <= this.sources.limits.drainedBacklogBytes) {
      connection.lag = undefined;
      this.lagging.delete(connection);
      connection.send(this.greeting([...connection.channels], nowMs, lag.sinceSeq));
    } else if (nowMs - lag.sinceMs > this.sources.limits.maxLagMs) {
      this.lagging.delete(connection);
      connection.close(CLOSE.slow, "too slow");
    }
  }

  private join(connection: Connection, key: string, channels: readonly string[]): Audience {
    let audience = this.audiences.get(key);
    if (audience === undefined) {
      audience = new Audience(key, channels, connection.batch);
      this.audiences.set(key, audience);
      for (const name of channels) this.active.get(name)?.audiences.add(audience);
    }
    audience.members.add(connection);
    return audience;
  }

  private leave(connection: Connection, audience: Audience): void {
    audience.members.delete(connection);
    if (audience.members.size > 0) return;
    this.audiences.delete(audience.key);
    for (const name of audience.channels) {
      const active = this.active.get(name);
      active?.audiences.delete(audience);
      if (active?.audiences.size !== 0) continue;
      active.channel.stop();
      this.active.delete(name);
    }
  }
}

/** Returns the canonical name; names that no channel can have are unchanged and get rejected. */
function spell(name: string): string {
  const parsed = parseChannelName(name);
  return parsed === undefined ? name : formatChannelName(parsed);
}
