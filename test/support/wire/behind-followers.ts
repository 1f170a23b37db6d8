import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import path from "node:path";
import { MessageChannel } from "node:worker_threads";
import { wsApisOf } from "@candor/server/edge/binance-api/ws-api/ws-api-methods";
import { answerSockets } from "@candor/server/edge/follower/answer-sockets";
import { askedCaller } from "@candor/server/edge/follower/asked-caller";
import { type AskedCaller, CallerCache } from "@candor/server/edge/follower/caller-cache";
import { FollowerSockets } from "@candor/server/edge/follower/follower-sockets";
import { pushToSockets } from "@candor/server/edge/follower/push-to-sockets";
import {
  type AskReadModels,
  answerReadModels,
  remoteReadModels,
} from "@candor/server/edge/follower/remote-read-models";
import type { SocketPushes, SocketQuestions } from "@candor/server/edge/follower/socket-methods";
import { Forwarder } from "@candor/server/edge/forwarding/forwarder";
import { admitGatewaysOnly } from "@candor/server/edge/forwarding/private-listener";
import { answerUnavailable } from "@candor/server/edge/gateway/answer-unavailable";
import { CallLimits } from "@candor/server/edge/gateway/call-limits";
import type { GatewayDependencies, GatewayOptions } from "@candor/server/edge/gateway/dependencies";
import { GatewayMetrics } from "@candor/server/edge/gateway/metrics";
import {
  createFollowerGateway,
  type FollowerGateway,
} from "@candor/server/edge/http/create-follower-gateway";
import type { ServerCalls } from "@candor/server/edge/http/server-calls";
import type { SharedLimits } from "@candor/server/kit/limits/shared-limits";
import { ThreadGoneError, ThreadPeer } from "@candor/server/kit/threads/thread-peer";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import { KlineStore } from "@candor/server/market/prices/kline-store";
import { ClosingGate } from "@candor/server/people/closing/closing-gate";
import { announcementPushes } from "@candor/server/people/content/announcement-pushes";
import type { IdentityChange } from "@candor/server/people/identity/identity-change";
import { chatPushes } from "@candor/server/people/support-chat/chat-pushes";
import type { FastifyInstance, InjectOptions } from "fastify";
import { MEMORY_DISK } from "../memory-disk.ts";

const MOST_TRADES = 1_000;

interface MainMethods extends SocketQuestions {
  readonly caller: (token: string) => AskedCaller;
  readonly klines: GatewayDependencies["klines"]["query"];
  readonly readModel: AskReadModels;
}

interface FollowerMethods extends SocketPushes {
  readonly forget: (change: IdentityChange) => void;
  readonly shutGate: (userId: number) => Promise<void>;
  readonly openGate: (userId: number) => void;
}

/** A gateway in front of the main one. */
export interface Follower extends FollowerGateway {
  readonly listings: Listings;
  readonly mirror: MarketDataMirror;
  readonly sockets: FollowerSockets;
  readonly main: ThreadPeer<MainMethods, FollowerMethods>;
  close(): Promise<void>;
}

export interface FollowerParts {
  readonly limits: SharedLimits;
  /** The calls of the main gateway. */
  readonly calls: ServerCalls;
  /** Time of the sessions. */
  readonly nowMs: () => number;
  readonly forwarder: Forwarder;
}

/** A gateway as in a thread of its own, but in this one: everything from the main gateway comes by a port, copied. */
async function openFollower(
  dependencies: GatewayDependencies,
  options: GatewayOptions,
  { answers, limits, nowMs, forwarder }: FollowerParts & { readonly answers: SocketQuestions },
): Promise<Follower> {
  const { engine, identity, klines, readModels } = dependencies;
  const { port1, port2 } = new MessageChannel();
  const main = new ThreadPeer<MainMethods, FollowerMethods>(port1, {
    ...answers,
    caller: (token) => askedCaller(identity, token),
    klines: (query) => klines.query(query),
    readModel: answerReadModels(readModels),
  });
  const gate = new ClosingGate();
  const callers = new CallerCache((token) => own.other.caller(token), nowMs);
  const sockets = new FollowerSockets(() => own.other, callers, nowMs);
  const own: ThreadPeer<FollowerMethods, MainMethods> = new ThreadPeer(port2, {
    ...sockets.pushes,
    forget: (change) => {
      const { userId, tokenHashes } = change;
      if (userId !== undefined) callers.forgetUser(userId);
      if (tokenHashes !== undefined) callers.forgetSessions(tokenHashes);
      sockets.forget(change);
    },
    shutGate: (userId) => gate.shutFor(userId),
    openGate: (userId) => gate.open(userId),
  });
  const listings = new Listings(dependencies.listings.markets[0]?.listedAtMs ?? 0);
  const mirror = new MarketDataMirror(engine, listings);
  await mirror.start();
  for (const { marketId } of listings.markets)
    mirror.seedTrades(
      marketId,
      dependencies.mirror.market(marketId)?.trades.newest(MOST_TRADES).toReversed() ?? [],
    );
  const gateway = createFollowerGateway(
    {
      ports: {
        ...dependencies,
        closing: { gate },
        listings,
        mirror,
        klines: { query: (query) => own.other.klines(query) },
        readModels: remoteReadModels((name, parameters) => own.other.readModel(name, parameters), readModels),
      },
      callers,
      limits: new CallLimits(options.rateLimitFactor ?? 1, undefined, limits.make, options.api?.limits),
      metrics: new GatewayMetrics(false),
      forwarder,
    },
    options,
  );
  const unfollow = await sockets.charts.follow(engine, (seq) => own.other.charts(seq));
  const close = async (): Promise<void> => {
    await gateway.app.close();
    unfollow();
    mirror.stop();
    main.close();
    own.close();
  };
  return { ...gateway, listings, mirror, sockets, main, close };
}

function chartsOf({ history }: GatewayDependencies): KlineStore {
  if (history instanceof KlineStore) return history;
  throw new Error("the exchange has no charts");
}

/** Returns what the main gateway answers to the sockets of all followers. */
function answersOf(
  dependencies: GatewayDependencies,
  { calls }: Omit<FollowerParts, "forwarder">,
): SocketQuestions {
  const { engine, funding, identity, priceSource } = dependencies;
  return answerSockets({
    engine,
    identity,
    listenKeys: calls.binancePorts.listenKeys,
    orderLabels: calls.binancePorts.orderLabels,
    api: wsApisOf(calls.binance),
    charts: chartsOf(dependencies),
    movements: funding.movements,
    // Clients sign with the machine's time.
    nowMs: Date.now,
    priceSource,
  });
}

/** Sends the followers what the main gateway's memory tells of, as the server does for its gateway threads. */
function pushToFollowers(
  dependencies: GatewayDependencies,
  { binancePorts }: ServerCalls,
  all: (ask: (other: Follower["main"]["other"]) => Promise<unknown>) => Promise<void>,
): () => void {
  const { chat, content, engine, funding, identity, notices, uploads } = dependencies;
  const sources = {
    engine,
    identity,
    movements: funding.movements,
    personal: [chatPushes(chat, uploads), notices.service],
    announcements: announcementPushes(content),
    charts: chartsOf(dependencies),
    listenKeys: binancePorts.listenKeys,
    cancelIds: binancePorts.cancelIds,
    orderLabels: binancePorts.orderLabels,
  };
  return pushToSockets(sources, all);
}

/**
 * Puts followers in front of a gateway that was made with `behindGateways`. Those of injected requests that a gateway
 * thread answers go to the followers in turn. Where the gateway is to listen, the followers do, and forward the rest.
 */
export function behindFollowers(
  app: FastifyInstance,
  count: number,
  dependencies: GatewayDependencies,
  options: GatewayOptions,
  parts: Omit<FollowerParts, "forwarder">,
): { readonly app: FastifyInstance; readonly followers: Promise<readonly Follower[]> } {
  const { closing, identity } = dependencies;
  const directory = mkdtempSync(path.join(MEMORY_DISK, "candor-place-"));
  const place = { socketPath: path.join(directory, "gateway.sock"), secret: randomUUID(), trustProxy: false };
  const forwarder = Forwarder.toPlace(
    { ...place, trustProxy: options.trustProxy === true },
    answerUnavailable,
  );
  const answers = answersOf(dependencies, parts);
  const opening = Promise.all(
    Array.from({ length: count }, () =>
      openFollower(dependencies, options, { ...parts, answers, forwarder }),
    ),
  );
  const all = async (ask: (other: Follower["main"]["other"]) => Promise<unknown>): Promise<void> => {
    const followers = await opening;
    await Promise.all(
      followers.map(async ({ main }) => {
        try {
          await ask(main.other);
        } catch (error) {
          // It is closed and has no clients any more.
          if (!(error instanceof ThreadGoneError)) throw error;
        }
      }),
    );
  };
  const stopPushes = pushToFollowers(dependencies, parts.calls, all);
  identity.announceChanges(async (change) => {
    await Promise.resolve();
    await all(({ forget }) => forget(change));
  });
  closing.gate.others = {
    shut: (userId) => all(({ shutGate }) => shutGate(userId)),
    open: (userId) => void all(({ openGate }) => openGate(userId)),
  };
  let turn = 0;
  const inject = async (request: InjectOptions) => {
    const followers = await opening;
    const follower = followers[turn++ % followers.length] as Follower;
    const method = request.method ?? "GET";
    const url = typeof request.url === "string" ? request.url : "";
    return await (follower.answers(method, url) ? follower.app : app).inject(request);
  };
  const listening: Server[] = [];
  const listen = async (wanted: { readonly port: number; readonly host: string }): Promise<string> => {
    admitGatewaysOnly(app.server, place.secret);
    await app.listen({ path: place.socketPath });
    let text = "";
    for (const follower of await opening) {
      const address = listening[0]?.address();
      const port = typeof address === "object" && address !== null ? address.port : wanted.port;
      const shared = { ...wanted, port, reusePort: true };
      text = await follower.app.listen(shared);
      listening.push(follower.app.server);
    }
    return text;
  };
  app.addHook("onClose", async () => {
    stopPushes();
    for (const follower of await opening) await follower.close();
    rmSync(directory, { recursive: true, force: true });
  });
  const close = async (): Promise<void> => {
    await app.close();
    forwarder.close();
  };
  const server = new Proxy(app.server, {
    get: (target, name) => {
      if (name === "on") return onServer;
      const source = name === "address" ? (listening[0] ?? target) : target;
      const own: unknown = Reflect.get(source, name, source);
      return typeof own === "function" ? own.bind(source) : own;
    },
  });
  const onServer = (event: string, listener: (...parameters: unknown[]) => void): void => {
    const servers = event === "connection" && listening.length > 0 ? listening : [app.server];
    for (const each of servers) each.on(event, listener);
  };
  const replaced: Readonly<Record<string | symbol, unknown>> = { inject, listen, close, server };
  const proxied = new Proxy(app, {
    get: (target, name) => {
      if (Object.hasOwn(replaced, name)) return replaced[name];
      const own: unknown = Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
  return { app: proxied, followers: opening };
}
