import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { EnginePort } from "@candor/domain/engine-port";
import type { Language, PriceSourceKind } from "@candor/domain/enumerations";
import { CLIENT_PING_MS, CLIENT_RECONNECT_MS } from "@candor/wire/socket/terms";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import type { Listings } from "../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../market/market-data/market-data-mirror.ts";
import type { LeveragePort } from "../../market/market-data/order-leverages.ts";
import { SYSTEM_TIMERS, type Timers } from "../../market/prices/clock.ts";
import type { PriceHistory } from "../../market/prices/price-history-port.ts";
import type { LeverPort } from "../../market/wire-objects/live-levers.ts";
import type { PositionPort } from "../../market/wire-objects/live-positions.ts";
import type { SitePort, SiteState } from "../../operators/settings/site-switch.ts";
import type { Announcement, AnnouncementPort } from "../../people/content/announcement-port.ts";
import type { PersonalPort } from "../../people/personal-port.ts";
import { AddressGuard, type GuardOptions } from "./address-guard.ts";
import { makeChannel } from "./channel-factory.ts";
import { ChannelHub } from "./channel-hub.ts";
import { ClientAnswers } from "./client-answers.ts";
import { Connection, type LanguageHeaders } from "./connection.ts";
import { OwnReplacementClaims, type ReplacementClaims } from "./orders/replacement-claims.ts";
import { type OrderCalls, SocketOrders } from "./orders/socket-orders.ts";
import { PrivatePushes } from "./private-pushes.ts";
import { ServerMessage } from "./server-message.ts";
import type { SessionPort } from "./session-port.ts";
import { CLOSE, SOCKET_LIMITS, type SocketLimits, TICK_MS } from "./socket-limits.ts";
import type { SocketMovements } from "./socket-movements.ts";
import { heardAfter, Standstill } from "./standstill.ts";
import { TurnWrites } from "./turn-writes.ts";
import { UserConnections } from "./user-connections.ts";

/** In any letter case, with or without a trailing slash, like all paths of the wire. */
const SOCKET_PATH = /^\/ws\/?$/i;
/** Sent to a client whose address has too many connections. */
const RETRY_AFTER_SECONDS = 3;

/** Interval of checks for silent connections and expired sessions. */
const SWEEP_MS = 1_000;

export interface SocketDependencies extends GuardOptions {
  readonly engine: Pick<EnginePort, "on" | "durableSeq">;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly history: PriceHistory;
  readonly priceSource: () => PriceSourceKind;
  readonly sessions: SessionPort;
  readonly site: SitePort;
  /** Absent if there are no deposits and withdrawals to push. */
  readonly movements?: SocketMovements;
  /** Absent if there are no contracts. */
  readonly positions?: PositionPort;
  readonly levers?: LeverPort;
  readonly orderLeverages?: LeveragePort;
  /** Announcements for everybody; absent if there are none. */
  readonly announcements?: AnnouncementPort;
  /** Messages and notices for single users; absent if there are none. */
  readonly personal?: readonly PersonalPort[];
  /** The calls that take orders; absent if there are none on the socket. */
  readonly door?: OrderCalls;
  /** Memory of replacements, to answer repeated ones; by default it is this socket's own. */
  readonly claims?: ReplacementClaims;
  /** Reports a failure that is not the client's fault; the connection stays open. */
  readonly reportFailure: (error: unknown) => void;
  /** Returns whether another handler on the same server takes the upgrade. */
  readonly leaves?: (path: string) => boolean;
  readonly limits?: Partial<SocketLimits>;
  /** The exchange's time. */
  readonly now?: () => number;
  /** What pings, silence and message rates are measured by; by default the exchange's time. */
  readonly wallMs?: () => number;
  /** Timers of the exchange's time. */
  readonly timers?: Timers;
  /** Returns a connection's address; by default the remote end of the socket. */
  readonly addressOf?: (request: IncomingMessage) => string;
}

interface SocketStatistics {
  readonly connections: number;
  /** Users with at least one connection that receives private messages. */
  readonly boundUsers: number;
  /** Public messages sent to connections since the start. */
  readonly messagesSent: number;
  /** Writes used for them. */
  readonly writes: number;
  /** Times a slow connection was throttled. */
  readonly lags: number;
}

export interface SocketServer {
  statistics(): SocketStatistics;
  /** Closes the connections of logged-in users with 1001: they may have missed private messages, and connect again. */
  closePrivate(): void;
  /** Closes every connection with 1001 and unsubscribes from the engine; the HTTP server keeps running. */
  close(): Promise<void>;
}

/** Codes the library closes with: message too big, bad frame, bad UTF-8. The wire uses one code for all. */
const PROTOCOL_CLOSES: ReadonlySet<number | undefined> = new Set([1002, 1003, 1007, 1008, 1009]);

class ClientSocket extends WebSocket {
  override close(code?: number, data?: string | Buffer): void {
    super.close(PROTOCOL_CLOSES.has(code) ? CLOSE.protocol : code, data);
  }
}

/** Serves `/ws` on an HTTP server that may not be listening yet. */
export function attachSocket(httpServer: Server, dependencies: SocketDependencies): SocketServer {
  return new AttachedSocket(httpServer, dependencies);
}

class AttachedSocket implements SocketServer {
  private readonly httpServer: Server;
  private readonly dependencies: SocketDependencies;
  private readonly limits: SocketLimits;
  private readonly now: () => number;
  private readonly wallMs: () => number;
  private readonly webSockets: WebSocketServer;
  private readonly connections = new Set<Connection>();
  private readonly addresses: AddressGuard;
  private readonly addressOf: (request: IncomingMessage) => string;
  private readonly users = new UserConnections();
  private readonly hub: ChannelHub;
  private readonly pushes: PrivatePushes;
  private readonly answers: ClientAnswers;
  private readonly turn = new TurnWrites();
  private readonly stops: (() => void)[] = [];
  private readonly standstill: Standstill;
  private nextId = 1;

  constructor(httpServer: Server, dependencies: SocketDependencies) {
    const {
      engine,
      levers,
      listings,
      mirror,
      movements,
      orderLeverages,
      positions,
      sessions,
      site,
      reportFailure,
    } = dependencies;
    this.httpServer = httpServer;
    this.dependencies = dependencies;
    this.limits = { ...SOCKET_LIMITS, ...dependencies.limits };
    this.addresses = new AddressGuard("sockets", this.limits, dependencies);
    this.now = dependencies.now ?? Date.now;
    this.wallMs = dependencies.wallMs ?? this.now;
    this.standstill = new Standstill(SWEEP_MS, this.wallMs());
    this.addressOf = dependencies.addressOf ?? (({ socket }) => socket.remoteAddress ?? "");
    this.webSockets = new WebSocketServer({
      noServer: true,
      // Frames are shared between clients, so they cannot be compressed per client.
      perMessageDeflate: false,
      maxPayload: this.limits.maxArrayBytes,
      WebSocket: ClientSocket,
    });
    this.hub = new ChannelHub({
      makeChannel: (name) => makeChannel(name, dependencies),
      asOfSeq: () => mirror.asOfSeq,
      limits: this.limits,
    });
    this.pushes = new PrivatePushes(listings, this.users, engine.durableSeq, {
      movements,
      positions,
      indexOf: (marketId) => mirror.market(marketId)?.indexE8 ?? 0,
      levers,
      orderLeverages,
      reportFailure,
    });
    this.answers = new ClientAnswers({
      hub: this.hub,
      pushes: this.pushes,
      users: this.users,
      sessions,
      addresses: this.addresses,
      orders: this.ordersOf(dependencies),
      limits: this.limits,
      now: this.now,
      wallMs: this.wallMs,
      reportFailure,
    });
    httpServer.on("upgrade", this.upgrade);
    const clock = (dependencies.timers ?? SYSTEM_TIMERS).every(TICK_MS, () => this.hub.tick(this.now()));
    const sweep = setInterval(() => this.sweep(), SWEEP_MS);
    this.stops.push(
      engine.on(this.pushes.listener),
      movements?.subscribe((movement) => this.pushes.tell(movement, this.now())) ?? (() => undefined),
      ...(dependencies.personal ?? []).map((port) =>
        port.subscribe((push) => this.pushes.tellPersonal(push)),
      ),
      dependencies.announcements?.subscribe((announcement) => this.announce(announcement)) ??
        (() => undefined),
      sessions.onSessionEnded((ended) => this.sessionEnded(ended.sessionId, ended.userId, ended.banned)),
      site.onChange((state) => this.siteChanged(state)),
      () => clock.cancel(),
      () => clearInterval(sweep),
      () => httpServer.off("upgrade", this.upgrade),
    );
  }

  private ordersOf({
    claims,
    door,
    listings,
    reportFailure,
    sessions,
  }: SocketDependencies): SocketOrders | undefined {
    if (door === undefined) return undefined;
    return new SocketOrders({
      door,
      listings,
      claims: claims ?? new OwnReplacementClaims(this.now),
      refresh: (token) => sessions.refresh?.(token),
      now: this.now,
      maxUnanswered: this.limits.maxUnansweredOrders,
      useSession: (connection, session) => void this.answers.recheck(connection, session),
      reportFailure,
    });
  }

  statistics(): SocketStatistics {
    return {
      connections: this.connections.size,
      boundUsers: this.users.userCount,
      messagesSent: this.hub.messagesSent,
      writes: this.hub.writes,
      lags: this.hub.lags,
    };
  }

  closePrivate(): void {
    for (const connection of this.connections)
      if (connection.session !== undefined) connection.close(CLOSE.restart, "private messages were missed");
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    const gone = [...this.connections].map(
      (connection) => new Promise<void>((resolve) => connection.socket.once("close", () => resolve())),
    );
    for (const connection of this.connections) connection.close(CLOSE.restart, "restart");
    await Promise.all(gone);
    this.webSockets.close();
  }

  private readonly upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const [path = ""] = (request.url ?? "").split("?", 1);
    if (this.dependencies.leaves?.(path) === true) return;
    stream.on("error", () => stream.destroy());
    if (!SOCKET_PATH.test(path)) return refuseUpgrade(stream, "404 Not Found");
    if (this.connections.size >= this.limits.maxConnections)
      return refuseUpgrade(stream, "503 Service Unavailable");
    const address = this.addressOf(request);
    const accept = (): void => this.accept(request, stream, head, address);
    const preparing = this.addresses.prepare(address, this.wallMs());
    if (preparing === undefined) accept();
    else preparing.then(accept, () => refuseUpgrade(stream, "503 Service Unavailable"));
  };

  private accept(request: IncomingMessage, stream: Duplex, head: Buffer, address: string): void {
    if (stream.destroyed) return;
    if (!this.addresses.enter(address, this.wallMs()))
      return refuseUpgrade(stream, "429 Too Many Requests", `Retry-After: ${RETRY_AFTER_SECONDS}\r\n`);
    // Counted from the handshake on, so that bursts are counted too.
    stream.once("close", () => this.addresses.leave(address));
    this.webSockets.handleUpgrade(request, stream, head, (socket) => {
      this.connected(socket, stream, address, languageHeadersOf(request));
    });
  }

  private connected(socket: WebSocket, stream: Duplex, address: string, headers: LanguageHeaders): void {
    const opened = { id: `c${this.nextId}`, socket, stream, headers, address, turn: this.turn };
    const connection = new Connection(opened, this.limits, this.wallMs());
    this.nextId += 1;
    this.connections.add(connection);
    socket.on("message", (data: RawData, isBinary: boolean) => {
      if (!connection.open) return;
      if (isBinary) connection.close(CLOSE.protocol, "binary frame");
      else this.answers.receive(connection, bytesOf(data));
    });
    const heard = () => {
      connection.heardAtMs = this.wallMs();
    };
    socket.on("ping", heard);
    socket.on("pong", heard);
    // The library itself closes the connection after an error.
    socket.on("error", () => undefined);
    socket.on("close", () => this.disconnected(connection));
    connection.send([
      new ServerMessage("bind", {
        clientId: connection.id,
        serverTimeMs: this.now(),
        pingMs: CLIENT_PING_MS,
        reconnectMs: CLIENT_RECONNECT_MS,
      }),
    ]);
    const site = this.dependencies.site.current();
    if (!site.open) this.turnAway(connection, site);
  }

  private disconnected(connection: Connection): void {
    this.connections.delete(connection);
    this.answers.release(connection);
    this.hub.remove(connection);
  }

  private sweep(): void {
    const nowMs = this.wallMs();
    const skippedMs = this.standstill.look(nowMs);
    for (const connection of this.connections) {
      if (!connection.open) continue;
      connection.heardAtMs = heardAfter(connection.heardAtMs, skippedMs, nowMs);
      if (nowMs - connection.heardAtMs >= this.limits.silentAfterMs) {
        connection.close(CLOSE.silent, "silent");
        continue;
      }
      const { session } = connection;
      if (session !== undefined && session.expiresAtMs <= this.now())
        void this.answers.recheck(connection, session);
    }
  }

  private sessionEnded(sessionId: string, userId: number, banned: boolean): void {
    if (banned) {
      for (const connection of this.users.of(userId) ?? []) connection.close(CLOSE.closedOrBanned, "banned");
    }
    this.answers.endSession(sessionId, userId);
  }

  private announce({ data }: Announcement): void {
    const asOfSeq = this.dependencies.mirror.asOfSeq;
    const messages = new Map<Language, ServerMessage>();
    for (const connection of this.connections) {
      const { language } = connection;
      const message = messages.get(language) ?? new ServerMessage("notice", { ...data(language), asOfSeq });
      messages.set(language, message);
      connection.send([message]);
    }
  }

  private siteChanged(state: SiteState): void {
    if (!state.open) {
      for (const connection of this.connections) this.turnAway(connection, state);
      return;
    }
    for (const connection of this.connections) connection.send([siteMessage(state)]);
  }

  private turnAway(connection: Connection, state: SiteState): void {
    connection.send([siteMessage(state)]);
    connection.close(CLOSE.closedOrBanned, "site closed");
  }
}

function siteMessage(state: SiteState): ServerMessage {
  return new ServerMessage("site", { open_site: state.open ? 1 : 0, message: state.message });
}

function refuseUpgrade(stream: Duplex, status: string, headers = ""): void {
  stream.end(`HTTP/1.1 ${status}\r\n${headers}Connection: close\r\nContent-Length: 0\r\n\r\n`);
}

function languageHeadersOf({ headers }: IncomingMessage): LanguageHeaders {
  const { lang } = headers;
  return {
    lang: typeof lang === "string" ? lang : undefined,
    acceptLanguage: headers["accept-language"],
  };
}

function bytesOf(data: RawData): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return data instanceof ArrayBuffer ? Buffer.from(data) : data;
}
