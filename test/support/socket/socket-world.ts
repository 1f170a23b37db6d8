import http from "node:http";
import type { AddressInfo } from "node:net";
import type { EnginePort } from "@candor/domain/engine-port";
import type { Language, Period } from "@candor/domain/enumerations";
import { attachSocket, type SocketServer } from "@candor/server/edge/socket/attach-socket";
import type { EndedSession, SessionPort, SocketSession } from "@candor/server/edge/socket/session-port";
import type { SocketLimits } from "@candor/server/edge/socket/socket-limits";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import type { Bar } from "@candor/server/market/prices/kline-bar";
import type { DayStatistics, PriceHistory } from "@candor/server/market/prices/price-history-port";
import { liveLevers } from "@candor/server/market/wire-objects/live-levers";
import { livePositions } from "@candor/server/market/wire-objects/live-positions";
import type { SitePort, SiteState } from "@candor/server/operators/settings/site-switch";
import type { ScriptedEngine } from "./scripted-engine.ts";
import { TestClient } from "./socket-client.ts";

/** Sessions by token, as identity would return them. */
class ScriptedSessions implements SessionPort {
  readonly live = new Map<string, SocketSession>();
  readonly languages = new Map<number, Language>();
  private readonly listeners = new Set<(ended: EndedSession) => void>();
  /** Lookups wait for this; tests may delay them. */
  gate: Promise<void> = Promise.resolve();

  open(token: string, userId: number, expiresAtMs = Number.MAX_SAFE_INTEGER): void {
    this.live.set(token, { sessionId: `s-${token}`, userId, expiresAtMs });
  }

  end(token: string, banned = false): void {
    const session = this.live.get(token);
    if (session === undefined) throw new Error(`no session ${token}`);
    this.live.delete(token);
    for (const listener of this.listeners) listener({ ...session, banned });
  }

  async sessionByToken(token: string): Promise<SocketSession | undefined> {
    const session = this.live.get(token);
    await this.gate;
    return session;
  }

  language(userId: number): Language | null {
    return this.languages.get(userId) ?? null;
  }

  onSessionEnded(listener: (ended: EndedSession) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

class ScriptedSite implements SitePort {
  private state: SiteState = { open: true, message: null };
  private readonly listeners = new Set<(state: SiteState) => void>();

  current(): SiteState {
    return this.state;
  }

  onChange(listener: (state: SiteState) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  set(state: SiteState): void {
    this.state = state;
    for (const listener of this.listeners) listener(state);
  }
}

/** Bars and statistics set by the test. */
export class ScriptedHistory implements PriceHistory {
  day: DayStatistics | undefined;
  readonly bars = new Map<string, Bar[]>();

  dayStatistics(): DayStatistics | undefined {
    return this.day;
  }

  lastBars(marketId: number, period: Period, count: number): readonly Bar[] {
    return (this.bars.get(`${marketId} ${period}`) ?? []).slice(-count);
  }
}

/** Leverage of every contract order here. */
export const LEVERAGE = 20;

/** A socket server on loopback with scripted dependencies. */
export class SocketWorld<Engine extends EnginePort = ScriptedEngine> {
  readonly engine: Engine;
  readonly sessions = new ScriptedSessions();
  readonly site = new ScriptedSite();
  readonly history = new ScriptedHistory();
  readonly listings = new Listings(1_767_225_600_000);
  readonly mirror: MarketDataMirror;
  readonly failures: unknown[] = [];
  readonly http = http.createServer((_, response) => response.writeHead(404).end());
  /** Overrides a connection's apparent address; undefined for the real one. */
  addressOf: ((request: http.IncomingMessage) => string) | undefined;
  /** How far the server's clock was moved. */
  clockSetByMs = 0;
  private readonly clients: TestClient[] = [];
  private attached: SocketServer | undefined;
  private port = 0;

  constructor(engine: Engine) {
    this.engine = engine;
    this.mirror = new MarketDataMirror(engine, this.listings);
  }

  get socket(): SocketServer {
    if (this.attached === undefined) throw new Error("not started");
    return this.attached;
  }

  get url(): string {
    return `ws://127.0.0.1:${this.port}/ws`;
  }

  async start(limits: Partial<SocketLimits> = {}): Promise<this> {
    await this.mirror.start();
    this.attach(limits);
    await new Promise<void>((resolve) => {
      this.http.listen(this.port, "127.0.0.1", resolve);
    });
    this.port = (this.http.address() as AddressInfo).port;
    return this;
  }

  /** Starts a new socket server on the same port, as after a restart. */
  reattach(): void {
    this.attach({});
  }

  private attach(limits: Partial<SocketLimits>): void {
    this.attached = attachSocket(this.http, {
      engine: this.engine,
      listings: this.listings,
      mirror: this.mirror,
      history: this.history,
      priceSource: () => "simulated",
      sessions: this.sessions,
      site: this.site,
      positions: livePositions(this.engine, this.mirror),
      levers: liveLevers(this.engine, this.listings),
      orderLeverages: { of: ({ product }) => (product === "contract" ? LEVERAGE : null) },
      reportFailure: (error) => this.failures.push(error),
      limits,
      now: () => Date.now() + this.clockSetByMs,
      ...(this.addressOf === undefined ? {} : { addressOf: this.addressOf }),
    });
  }

  async client(): Promise<TestClient> {
    const client = await TestClient.connect(this.url);
    this.clients.push(client);
    return client;
  }

  /** Returns a client that has bound, with a token if it is a user. */
  async bound(data: Readonly<Record<string, unknown>>): Promise<TestClient> {
    const client = await this.client();
    client.send("bind", data);
    await client.first("bildUid");
    return client;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    await this.attached?.close();
    this.mirror.stop();
    this.http.closeAllConnections();
    await new Promise((resolve) => {
      this.http.close(resolve);
    });
  }
}
