import type { RejectionParams } from "@candor/wire/rejection";
import type { ServerMessageData, SubscriptionError } from "@candor/wire/socket/server-messages";
import { messageOf } from "@candor/wire/translations/messages";
import type { AddressGuard } from "./address-guard.ts";
import type { ChannelHub } from "./channel-hub.ts";
import { formatChannelName, parseChannelName } from "./channel-name.ts";
import type { BoundSession, Connection } from "./connection.ts";
import type { SocketOrders } from "./orders/socket-orders.ts";
import type { PrivatePushes } from "./private-pushes.ts";
import {
  type Bind,
  type ClientMessage,
  isOrderMessage,
  type Ping,
  type Resync,
  readClientMessages,
  type Subscription,
} from "./read-client-message.ts";
import { ServerMessage } from "./server-message.ts";
import type { SessionPort } from "./session-port.ts";
import { CLOSE, type SocketLimits } from "./socket-limits.ts";
import type { UserConnections } from "./user-connections.ts";

export interface ClientAnswerSources {
  readonly hub: ChannelHub;
  readonly pushes: PrivatePushes;
  readonly users: UserConnections;
  readonly sessions: SessionPort;
  readonly addresses: Pick<AddressGuard, "countMessages">;
  /** Absent if orders are taken over HTTP only. */
  readonly orders: SocketOrders | undefined;
  readonly limits: SocketLimits;
  readonly now: () => number;
  /** What silence and message rates are measured by. */
  readonly wallMs: () => number;
  readonly reportFailure: (error: unknown) => void;
}

type BindError = ServerMessageData<"bildUid">["error"];

/** Handles messages from clients. */
export class ClientAnswers {
  private readonly sources: ClientAnswerSources;
  /** Sessions that ended while a bind's session lookup was in progress. */
  private readonly endedDuringLookup = new Set<string>();
  private lookups = 0;

  constructor(sources: ClientAnswerSources) {
    this.sources = sources;
  }

  receive(connection: Connection, data: Buffer): void {
    const { addresses, limits, wallMs } = this.sources;
    const nowMs = wallMs();
    connection.heardAtMs = nowMs;
    const isLarge = data.length > limits.maxInboundBytes;
    if (!addresses.countMessages(connection.origin.address, nowMs))
      return connection.close(CLOSE.tooMany, "too many messages from this address");
    if (isLarge && connection.session === undefined)
      return connection.close(CLOSE.protocol, "message too large");
    const received = readClientMessages(data.toString("utf8"));
    if (received === undefined) connection.close(CLOSE.protocol, "neither a JSON object nor an array");
    else if (Array.isArray(received)) this.receiveAll(connection, received, nowMs);
    else if (isLarge) connection.close(CLOSE.protocol, "message too large");
    else if (this.count(connection, received, nowMs)) this.answer(connection, received);
  }

  /** Counts all messages of an array before it answers one, so that a connection is never closed in between. */
  private receiveAll(connection: Connection, messages: readonly ClientMessage[], nowMs: number): void {
    const { addresses, limits } = this.sources;
    if (messages.length === 0 || messages.length > limits.maxArrayLength) {
      if (!this.count(connection, { type: "invalid", of: null }, nowMs)) return;
      if (messages.length === 0) this.refuse(connection, "request.parameterError", null);
      else this.refuse(connection, "request.tooLarge", null, { max: limits.maxArrayLength });
      return;
    }
    if (!addresses.countMessages(connection.origin.address, nowMs, messages.length - 1))
      return connection.close(CLOSE.tooMany, "too many messages from this address");
    for (const message of messages) if (!this.count(connection, message, nowMs)) return;
    for (const message of messages) this.answer(connection, message);
  }

  /** Counts a message. Closes the connection and returns false if there are too many. */
  private count(connection: Connection, message: ClientMessage, nowMs: number): boolean {
    const isTaken =
      isOrderMessage(message) && connection.session !== undefined
        ? connection.countOrder(nowMs)
        : connection.countMessage(nowMs);
    if (!isTaken) connection.close(CLOSE.tooMany, "too many messages");
    return isTaken;
  }

  private answer(connection: Connection, message: ClientMessage): void {
    if (isOrderMessage(message)) {
      this.sources.orders?.receive(connection, message);
      return;
    }
    switch (message.type) {
      case "bind":
        void this.bind(connection, message);
        break;
      case "ping":
        this.pong(connection, message);
        break;
      case "subscribe":
        this.subscribe(connection, message);
        break;
      case "unsubscribe":
        this.unsubscribe(connection, message);
        break;
      case "resync":
        this.resync(connection, message);
        break;
      case "invalid":
        this.refuse(connection, "request.parameterError", message.of);
        break;
      case "unknown":
        break;
    }
  }

  /** Ends a session: its connections keep only public channels and get the reason. */
  endSession(sessionId: string, userId: number): void {
    if (this.lookups > 0) this.endedDuringLookup.add(sessionId);
    for (const connection of this.sources.users.of(userId) ?? []) {
      if (connection.session?.sessionId !== sessionId) continue;
      this.release(connection);
      connection.sessionLost = true;
      connection.send([this.bound(connection, "session.expired")]);
    }
  }

  /** Rechecks a connection's session after its expiry, in case it has been used elsewhere since. */
  async recheck(connection: Connection, bound: BoundSession): Promise<void> {
    try {
      const session = await this.sessionOf(String(bound.userId), bound.token);
      if (connection.session !== bound) return;
      if (session === undefined) this.endSession(bound.sessionId, bound.userId);
      else connection.session = session;
    } catch (error) {
      this.sources.reportFailure(error);
    }
  }

  /** Stops private messages to a connection. */
  release(connection: Connection): void {
    const { session } = connection;
    if (session === undefined) return;
    this.sources.users.remove(session.userId, connection);
    connection.session = undefined;
  }

  private async bind(connection: Connection, bind: Bind): Promise<void> {
    connection.binds += 1;
    const { binds } = connection;
    let session: BoundSession | undefined;
    try {
      session = await this.sessionOf(bind.uid, bind.token);
    } catch (error) {
      this.sources.reportFailure(error);
      this.refuse(connection, "system.failure", "bind");
      return;
    }
    // A newer bind has replaced this one, or the client has disconnected.
    if (binds !== connection.binds || !connection.open) return;
    this.release(connection);
    connection.uid = bind.uid;
    connection.batch = bind.batch;
    connection.speak(
      bind.lang,
      session === undefined ? null : this.sources.sessions.language(session.userId),
    );
    if (session !== undefined) {
      const others = this.sources.users.of(session.userId)?.size ?? 0;
      if (others >= this.sources.limits.maxConnectionsPerUser) {
        connection.close(CLOSE.tooMany, "too many connections for this user");
        return;
      }
      connection.session = session;
      this.sources.users.add(session.userId, connection);
    }
    const refused = bind.token !== undefined && session === undefined;
    connection.sessionLost = refused;
    this.answerBind(connection, bind, refused ? "session.expired" : null);
  }

  /** A token is valid only together with its own user's id, and while its session is live. */
  private async sessionOf(uid: string, token: string | undefined): Promise<BoundSession | undefined> {
    if (token === undefined) return undefined;
    this.lookups += 1;
    try {
      const session = await this.sources.sessions.sessionByToken(token);
      if (session === undefined || String(session.userId) !== uid) return undefined;
      if (session.expiresAtMs <= this.sources.now()) return undefined;
      return this.endedDuringLookup.has(session.sessionId) ? undefined : { ...session, token };
    } finally {
      this.lookups -= 1;
      if (this.lookups === 0) this.endedDuringLookup.clear();
    }
  }

  private answerBind(connection: Connection, bind: Bind, error: BindError): void {
    const { hub } = this.sources;
    for (const name of connection.defaultChannels) hub.unsubscribe(connection, name);
    const wanted = bind.bare ? [] : defaultChannels(bind.symbol);
    connection.defaultChannels = wanted.filter((name) => hub.subscribe(connection, name) === undefined);
    hub.regroup(connection);
    connection.send([
      this.bound(connection, error),
      ...hub.greeting(connection.defaultChannels, this.sources.now()),
    ]);
  }

  private bound(connection: Connection, error: BindError): ServerMessage {
    return new ServerMessage("bildUid", {
      uid: connection.uid,
      private: connection.session !== undefined,
      error,
      channels: [...connection.channels],
      asOfSeq: this.sources.pushes.asOfSeq,
      serverTimeMs: this.sources.now(),
    });
  }

  private pong(connection: Connection, { t }: Ping): void {
    const data = { ...(t === undefined ? {} : { t }), serverTimeMs: this.sources.now() };
    connection.send([new ServerMessage("pong", data)]);
  }

  private subscribe(connection: Connection, { channels, id }: Subscription): void {
    const { hub } = this.sources;
    const before = new Set(connection.channels);
    const refused: { channel: string; error: SubscriptionError }[] = [];
    for (const channel of channels) {
      const error = hub.subscribe(connection, channel);
      if (error !== undefined) refused.push({ channel, error });
    }
    hub.regroup(connection);
    const added = [...connection.channels].filter((name) => !before.has(name));
    connection.send([
      new ServerMessage("subscribed", { id: id ?? null, channels: [...connection.channels], refused }),
      ...hub.greeting(added, this.sources.now()),
    ]);
  }

  private unsubscribe(connection: Connection, { channels, id }: Subscription): void {
    const { hub } = this.sources;
    const refused: { channel: string; error: SubscriptionError }[] = [];
    for (const channel of channels) {
      if (parseChannelName(channel) === undefined) refused.push({ channel, error: "request.parameterError" });
      hub.unsubscribe(connection, channel);
    }
    hub.regroup(connection);
    connection.send([
      new ServerMessage("unsubscribed", { id: id ?? null, channels: [...connection.channels], refused }),
    ]);
  }

  private resync(connection: Connection, { channel }: Resync): void {
    const name = parseChannelName(channel);
    const spelled = name === undefined ? channel : formatChannelName(name);
    if (!connection.channels.has(spelled)) {
      this.refuse(connection, "request.unknownId", "resync");
      return;
    }
    const nowMs = this.sources.now();
    const lastMs = connection.resyncedAtMs.get(spelled) ?? 0;
    if (nowMs - lastMs < this.sources.limits.resyncIntervalMs) {
      this.refuse(connection, "request.tooFast", "resync");
      return;
    }
    connection.resyncedAtMs.set(spelled, nowMs);
    connection.send(this.sources.hub.greeting([spelled], nowMs));
  }

  private refuse(
    connection: Connection,
    error: ServerMessageData<"error">["error"],
    type: string | null,
    params?: RejectionParams,
  ): void {
    const msg = messageOf(error, connection.language, params);
    connection.send([new ServerMessage("error", { error, msg, type })]);
  }
}

/** Returns the channels for old clients, which never subscribe. */
function defaultChannels(symbol: string): string[] {
  return ["lunbo", `kline.spot.${symbol}.1min`, `depth.spot.${symbol}`];
}
