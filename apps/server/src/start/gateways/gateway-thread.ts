import { parentPort, workerData } from "node:worker_threads";
import { FrameFinder } from "@candor/journal/frame-finder";
import { answerClientsUnavailable } from "../../edge/binance-api/answer-clients-unavailable.ts";
import { CallerCache } from "../../edge/follower/caller-cache.ts";
import { FollowerSockets } from "../../edge/follower/follower-sockets.ts";
import { Forwarder } from "../../edge/forwarding/forwarder.ts";
import { limitConnectionsByAddress } from "../../edge/gateway/bound-by-address.ts";
import { limitConnections } from "../../edge/gateway/bound-connections.ts";
import { GatewayMetrics } from "../../edge/gateway/metrics.ts";
import { LinkedEngine } from "../../engine/runtime/linked-engine.ts";
import { SharedAddressCounts } from "../../kit/limits/shared-address-counts.ts";
import { SharedLimits } from "../../kit/limits/shared-limits.ts";
import { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import { ThreadPeer } from "../../kit/threads/thread-peer.ts";
import { ExchangeClock } from "../../market/prices/clock.ts";
import { ClosingGate } from "../../people/closing/closing-gate.ts";
import { SharedProgress } from "../../records/projections/shared-progress.ts";
import { openGateway } from "./gateway.ts";
import type {
  FromGateway,
  GatewayMethods,
  GatewaySettings,
  MainMethods,
  ToGateway,
} from "./gateway-messages.ts";

const END_IDLE_EVERY_MS = 50;

/**
 * A gateway thread: accepts connections on the port that all gateway threads share, answers the calls that need only what
 * follows the engine, and forwards everything else to the main thread. An error here ends the thread, and with it the
 * server.
 */
if (parentPort === null) throw new Error("a gateway's thread must be started by GatewayThreads");
const owner = parentPort;
const settings = workerData as GatewaySettings;
const post = (message: FromGateway): void => owner.postMessage(message);
const log = (level: "warn" | "error", details: object, message: string): void =>
  post({ kind: "log", level, details, message });

const clock = new ExchangeClock(settings.time);
const nowMs = (): number => clock.nowMs();
const progress = new SharedProgress(settings.progress);
const metrics = new GatewayMetrics(false);
const gate = new ClosingGate();
const callers = new CallerCache((token) => peer.other.caller(token), nowMs);
const follower = new FollowerSockets(() => peer.other, callers, nowMs);
const peer: ThreadPeer<GatewayMethods, MainMethods> = new ThreadPeer(settings.main, {
  ...follower.pushes,
  forget: (change) => {
    const { userId, tokenHashes } = change;
    if (userId !== undefined) callers.forgetUser(userId);
    if (tokenHashes !== undefined) callers.forgetSessions(tokenHashes);
    follower.forget(change);
  },
  shutGate: (userId) => gate.shutFor(userId),
  openGate: (userId) => gate.open(userId),
  metrics: () => metrics.ofThread(),
});

const engine = await LinkedEngine.join(settings.engine, (error) => {
  throw error;
});
const forwarder = Forwarder.toPlace(settings.place, answerClientsUnavailable);
const gateway = await openGateway({
  engine,
  main: peer.other,
  callers,
  follower,
  shared: new SharedNetworks(settings.sharedNetworks),
  counters: new SharedLimits(settings.limits),
  gate,
  forwarder,
  frames: new FrameFinder(settings.journalDirectory),
  metrics,
  clock,
  progress,
  isReady: () => true,
  createdAtMs: settings.createdAtMs,
  options: {
    mode: settings.mode,
    version: settings.version,
    trustProxy: settings.place.trustProxy,
    api: settings.api,
  },
  log,
});
const { app, sockets } = gateway;
metrics.ofSockets(() => sockets.statistics());
const warn = (message: string): void => log("warn", {}, message);
limitConnections(app.server, settings.maxConnections, warn);
limitConnectionsByAddress(
  app.server,
  settings.maxConnectionsOfAddress,
  warn,
  ({ remoteAddress }) => remoteAddress ?? "",
  new SharedAddressCounts(settings.addresses),
);

async function listen(wanted: number): Promise<void> {
  const place = { port: wanted, host: settings.host, reusePort: true };
  try {
    await app.listen(place);
  } catch (error) {
    post({ kind: "cannot-listen", error: error instanceof Error ? error : new Error(String(error)) });
    return;
  }
  const address = app.server.address();
  post({ kind: "listening", port: typeof address === "object" && address !== null ? address.port : wanted });
}

/** Answers what is in progress; then nothing keeps the thread. */
async function close(): Promise<void> {
  await sockets.close();
  // A connection whose last call is answered now would be kept for another one.
  const ending = setInterval(() => app.server.closeIdleConnections(), END_IDLE_EVERY_MS);
  await app.close();
  clearInterval(ending);
  forwarder.close();
  gateway.stop();
  engine.close();
  peer.close();
  owner.close();
}

owner.on(
  "message",
  (message: ToGateway) => void (message.kind === "listen" ? listen(message.port) : close()),
);
post({ kind: "ready" });
