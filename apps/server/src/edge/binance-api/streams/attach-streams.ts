import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type { EnginePort } from "@candor/domain/engine-port";
import type { MarketKind } from "@candor/domain/enumerations";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import type { ApiRevision } from "../../../config/api-settings.ts";
import type { Listings } from "../../../market/market-data/listings.ts";
import type { MarketDataMirror } from "../../../market/market-data/market-data-mirror.ts";
import { SYSTEM_TIMERS, type Timers } from "../../../market/prices/clock.ts";
import type { PriceHistory } from "../../../market/prices/price-history-port.ts";
import type { SitePort } from "../../../operators/settings/site-switch.ts";
import type { ReadModels } from "../../gateway/read-models.ts";
import { AddressGuard, type GuardOptions } from "../../socket/address-guard.ts";
import { SOCKET_LIMITS, type SocketLimits, TICK_MS } from "../../socket/socket-limits.ts";
import { heardAfter, Standstill } from "../../socket/standstill.ts";
import type { CancelIds } from "../cancel-ids.ts";
import type { FaultRules } from "../faults/fault-rules.ts";
import { ContractUserEvents } from "../futures/streams/contract-user-events.ts";
import { makeContractStream } from "../futures/streams/make-contract-stream.ts";
import type { LabelSource } from "../labels/order-label.ts";
import { isMicroseconds } from "../time-unit.ts";
import type { ApiKeyPort } from "../ws-api/api-key-port.ts";
import type { WsApis } from "../ws-api/ws-api-methods.ts";
import { WsApiSession } from "../ws-api/ws-api-session.ts";
import { makeMarketStream } from "./make-market-stream.ts";
import { OrderedSteps, runAfter } from "./ordered-steps.ts";
import { RECORDING_STREAM, RecordingStream, type ReplayedRecording } from "./recording-stream.ts";
import { SpotUserEvents } from "./spot-user-events.ts";
import { answerCommand, MAX_STREAMS, namesIn, readCommand } from "./stream-commands.ts";
import { StreamConnection } from "./stream-connection.ts";
import { StreamHub } from "./stream-hub.ts";
import { type StreamPlace, streamPlaceOf } from "./stream-place.ts";
import { type UserStreamPorts, UserStreams } from "./user-streams.ts";

/** Binance's WebSocket APIs, next to the streams. */
const API_PATHS: readonly (readonly [RegExp, MarketKind])[] = [
  [/^\/ws-api\/v3\/?$/, "spot"],
  [/^\/ws-fapi\/v1\/?$/, "contract"],
];
/** Ping interval, the same as Binance's. */
const PING_MS = 20_000;
const SILENT_MS = 60_000;
/** How often ended listen keys are looked for. */
const KEY_CHECK_MS = 500;
const RESTART_CLOSE = 1001;
/** Bytes of a message: a command may name all streams of a connection. */
const MAX_INBOUND_BYTES = 65_536;
/** Messages that a connection to the WebSocket API may send in a second; further ones are refused. Binance limits requests alike. */
const API_MESSAGES_PER_SECOND = 1_000;

export interface StreamDependencies extends UserStreamPorts, GuardOptions {
  /** Where conditional orders of futures are. */
  readonly revision: ApiRevision;
  readonly engine: Pick<EnginePort, "on" | "accountView">;
  readonly keys: ApiKeyPort;
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly history: PriceHistory;
  readonly readModels: ReadModels;
  /** What is replayed; undefined unless prices are recorded. */
  readonly recording?: ReplayedRecording | undefined;
  readonly site: SitePort;
  /** The calls of `/api/v3` and `/fapi`, for the WebSocket APIs. */
  readonly api: WsApis;
  /** Those of the calls. */
  readonly cancelIds: Pick<CancelIds, "of">;
  readonly orderLabels: LabelSource;
  readonly reportFailure: (error: unknown) => void;
  /** Faults that the owner of a sandbox asks for; absent in live mode. */
  readonly faults?: FaultRules | undefined;
  readonly limits?: Partial<SocketLimits>;
  /** Messages that a connection to the WebSocket API may send in a second. */
  readonly apiMessagesPerSecond?: number;
  /** The exchange's time. */
  readonly now?: () => number;
  /** What pings, silence and message rates are measured by; by default the exchange's time. */
  readonly wallMs?: () => number;
  /** Timers of the exchange's time. */
  readonly timers?: Timers;
  readonly addressOf?: (request: IncomingMessage) => string;
}

export interface StreamServer {
  /** Closes the connections with user data streams with 1001: they may have missed events, and connect again. */
  closePrivate(): void;
  /** Closes every connection with 1001 and unsubscribes from the engine; the HTTP server keeps running. */
  close(): Promise<void>;
}

/** Whether an upgrade is for Binance's streams or its WebSocket APIs. */
export const isStreamPath = (path: string): boolean =>
  apiAt(path) !== undefined || streamPlaceOf(path) !== undefined;

/** Returns the kind of markets of the WebSocket API at a path. */
const apiAt = (path: string): MarketKind | undefined => API_PATHS.find(([at]) => at.test(path))?.[1];

/** Serves Binance's streams on an HTTP server. */
export function attachStreams(httpServer: Server, dependencies: StreamDependencies): StreamServer {
  return new AttachedStreams(httpServer, dependencies);
}

interface Upgrade {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
  readonly address: string;
  /** Undefined for a WebSocket API. */
  readonly place: StreamPlace | undefined;
  /** Kind of markets. */
  readonly kind: MarketKind;
  readonly inMicroseconds: boolean;
}

interface OpenedSocket {
  readonly socket: WebSocket;
  readonly stream: Duplex;
  readonly address: string;
  readonly inMicroseconds: boolean;
}

class AttachedStreams implements StreamServer {
  private readonly httpServer: Server;
  private readonly dependencies: StreamDependencies;
  private readonly limits: SocketLimits;
  private readonly now: () => number;
  private readonly wallMs: () => number;
  private readonly standstill: Standstill;
  private readonly webSockets: WebSocketServer;
  private readonly connections = new Set<StreamConnection>();
  private readonly addresses: AddressGuard;
  private readonly hubs: Readonly<Record<MarketKind, StreamHub>>;
  private readonly users: readonly UserStreams[];
  private readonly stops: (() => void)[];

  constructor(httpServer: Server, dependencies: StreamDependencies) {
    this.httpServer = httpServer;
    this.dependencies = dependencies;
    this.limits = { ...SOCKET_LIMITS, ...dependencies.limits };
    this.addresses = new AddressGuard("streams", this.limits, dependencies);
    this.now = dependencies.now ?? Date.now;
    this.wallMs = dependencies.wallMs ?? this.now;
    this.standstill = new Standstill(PING_MS, this.wallMs());
    this.webSockets = new WebSocketServer({
      noServer: true,
      // Frames are shared between clients, so they cannot be compressed per client.
      perMessageDeflate: false,
      maxPayload: MAX_INBOUND_BYTES,
    });
    const spots = new UserStreams(
      dependencies,
      new SpotUserEvents(dependencies.listings, dependencies.cancelIds, dependencies.orderLabels),
    );
    const contracts = new UserStreams(dependencies, new ContractUserEvents(dependencies));
    this.users = [spots, contracts];
    const { recording } = dependencies;
    const common = (name: string) =>
      name === RECORDING_STREAM && recording !== undefined
        ? new RecordingStream(recording, () => this.now())
        : undefined;
    this.hubs = {
      spot: new StreamHub((name) => common(name) ?? makeMarketStream(name, dependencies), spots),
      contract: new StreamHub((name) => common(name) ?? makeContractStream(name, dependencies), contracts),
    };
    httpServer.on("upgrade", this.upgrade);
    const timers = dependencies.timers ?? SYSTEM_TIMERS;
    const clock = timers.every(TICK_MS, () => {
      for (const hub of [this.hubs.spot, this.hubs.contract]) hub.tick(this.now());
    });
    const keys = timers.every(KEY_CHECK_MS, () => {
      for (const users of this.users) users.checkAll();
    });
    const pings = setInterval(() => this.ping(this.wallMs()), PING_MS);
    this.stops = [
      spots.stop,
      contracts.stop,
      dependencies.site.onChange(({ open }) => {
        if (!open) for (const connection of this.connections) connection.close("site closed");
      }),
      () => clock.cancel(),
      () => keys.cancel(),
      () => clearInterval(pings),
      () => this.httpServer.off("upgrade", this.upgrade),
    ];
  }

  closePrivate(): void {
    for (const each of this.users) each.closeAll("events were missed", RESTART_CLOSE);
  }

  async close(): Promise<void> {
    for (const stop of this.stops) stop();
    const gone = [...this.connections].map(
      ({ socket }) => new Promise<void>((resolve) => socket.once("close", () => resolve())),
    );
    for (const connection of this.connections) {
      connection.shutDown(this.now());
      connection.close("restart", RESTART_CLOSE);
    }
    await Promise.all(gone);
    this.webSockets.close();
  }

  private readonly upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    const [path = "", query = ""] = (request.url ?? "").split("?", 2);
    const place = streamPlaceOf(path, query);
    const kind = place?.kind ?? apiAt(path);
    // Other handlers listen on the same server.
    if (kind === undefined) return;
    stream.on("error", () => stream.destroy());
    // As at Binance, unknown names are ignored; too many are not.
    if ((place?.names.length ?? 0) > MAX_STREAMS) return refuseUpgrade(stream, "400 Bad Request");
    const inMicroseconds = timeUnitIn(query);
    if (inMicroseconds === undefined) return refuseUpgrade(stream, "400 Bad Request");
    const { addressOf, site } = this.dependencies;
    if (!site.current().open || this.connections.size >= this.limits.maxConnections)
      return refuseUpgrade(stream, "503 Service Unavailable");
    const address = addressOf?.(request) ?? request.socket.remoteAddress ?? "";
    const enter = (): void => this.enter({ request, stream, head, address, place, kind, inMicroseconds });
    const preparing = this.addresses.prepare(address, this.wallMs());
    if (preparing === undefined) enter();
    else preparing.then(enter, () => refuseUpgrade(stream, "503 Service Unavailable"));
  };

  private enter({ request, stream, head, address, place, kind, inMicroseconds }: Upgrade): void {
    if (stream.destroyed) return;
    if (!this.addresses.enter(address, this.wallMs())) return refuseUpgrade(stream, "429 Too Many Requests");
    stream.once("close", () => this.addresses.leave(address));
    const accept = (): void =>
      this.webSockets.handleUpgrade(request, stream, head, (socket) => {
        const opened = { socket, stream, address, inMicroseconds: inMicroseconds && kind === "spot" };
        if (place === undefined) this.connectedToApi(opened, kind);
        else this.connectedToStreams(opened, place);
      });
    // A client that is connected has its streams.
    void runAfter(place === undefined ? undefined : this.prepare(place), accept);
  }

  private prepare({ kind, names }: StreamPlace): Promise<void> | undefined {
    return this.hubs[kind].prepare(names);
  }

  private connectedToStreams(
    { address, ...opened }: OpenedSocket,
    { kind, isCombined, names }: StreamPlace,
  ): void {
    const hub = this.hubs[kind];
    const steps = new OrderedSteps();
    const { faults } = this.dependencies;
    const connection = new StreamConnection({ ...opened, isCombined, faults }, this.limits, this.wallMs());
    this.follow(connection, address, (text, isAllowed) => {
      if (text === undefined || !isAllowed) return connection.close("too many requests");
      const command = readCommand(text);
      steps.add(() =>
        runAfter(hub.prepare(namesIn(command)), () => answerCommand(hub, connection, command, MAX_STREAMS)),
      );
    });
    opened.socket.on("close", () => {
      for (const name of connection.names) hub.unsubscribe(connection, name);
    });
    for (const name of names) hub.subscribe(connection, name);
  }

  private connectedToApi({ address, ...opened }: OpenedSocket, kind: MarketKind): void {
    const raw = { ...opened, isCombined: false, answersRequests: true };
    const { apiMessagesPerSecond = API_MESSAGES_PER_SECOND } = this.dependencies;
    const connection = new StreamConnection(raw, this.limits, this.wallMs(), apiMessagesPerSecond);
    const session = new WsApiSession(connection, address, {
      ...this.dependencies,
      api: this.dependencies.api[kind],
      hub: kind === "spot" ? this.hubs.spot : undefined,
    });
    // A message beyond the rate is answered, too: a client must know what became of its orders.
    this.follow(connection, address, (text = "", isAllowed) =>
      isAllowed ? session.heard(text) : session.refuseMessage(text),
    );
    opened.socket.on("close", () => session.end());
  }

  /** @param heard receives each message, `undefined` for a binary one, and whether it is within the rate */
  private follow(
    connection: StreamConnection,
    address: string,
    heard: (text: string | undefined, isAllowed: boolean) => void,
  ): void {
    const { socket } = connection;
    this.connections.add(connection);
    socket.on("message", (data: RawData, isBinary: boolean) => {
      connection.heardAtMs = this.wallMs();
      if (connection.isClosing) return;
      const isCounted = this.addresses.countMessages(address, connection.heardAtMs);
      const isAllowed = connection.countMessage(connection.heardAtMs) && isCounted;
      heard(isBinary ? undefined : textOf(data), isAllowed);
    });
    socket.on("pong", () => {
      connection.heardAtMs = this.wallMs();
    });
    // The library closes the connection after an error.
    socket.on("error", () => undefined);
    socket.on("close", () => this.connections.delete(connection));
  }

  private ping(nowMs: number): void {
    const skippedMs = this.standstill.look(nowMs);
    for (const connection of this.connections) {
      connection.heardAtMs = heardAfter(connection.heardAtMs, skippedMs, nowMs);
      if (nowMs - connection.heardAtMs > SILENT_MS) connection.close("silent");
      else connection.socket.ping();
    }
  }
}

/** Returns whether an address asks for times in microseconds; undefined for an unknown unit. */
function timeUnitIn(query: string): boolean | undefined {
  try {
    return isMicroseconds(new URLSearchParams(query).get("timeUnit") ?? undefined);
  } catch {
    return undefined;
  }
}

function refuseUpgrade(stream: Duplex, status: string): void {
  stream.end(`HTTP/1.1 ${status}\r\nRetry-After: 3\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function textOf(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return (data instanceof ArrayBuffer ? Buffer.from(data) : data).toString("utf8");
}
