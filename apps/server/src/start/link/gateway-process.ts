import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Logger } from "pino";
import type { Environment } from "../../config/environment.ts";
import { answerClientsUnavailable } from "../../edge/binance-api/answer-clients-unavailable.ts";
import { CallerCache } from "../../edge/follower/caller-cache.ts";
import { FollowerSockets } from "../../edge/follower/follower-sockets.ts";
import { Forwarder } from "../../edge/forwarding/forwarder.ts";
import { GatewayMetrics } from "../../edge/gateway/metrics.ts";
import { RemoteEngine, type Resumption } from "../../engine/relay/remote-engine.ts";
import { AddressCounts } from "../../kit/limits/address-counts.ts";
import { LeasedLimits } from "../../kit/limits/leased-limits.ts";
import { ownLimiter } from "../../kit/limits/network-limiter.ts";
import { SharedNetworks } from "../../kit/limits/shared-networks.ts";
import { connectLink, type LinkIdentity } from "../../kit/link/link-identity.ts";
import type { MessageEndpoint } from "../../kit/link/message-endpoint.ts";
import { ClosingGate } from "../../people/closing/closing-gate.ts";
import { SharedProgress } from "../../records/projections/shared-progress.ts";
import { type Gateway, openGateway } from "../gateways/gateway.ts";
import type { RunningServer } from "../server.ts";
import { VERSION } from "../version.ts";
import { CoreLink, type LinkChannels } from "./core-link.ts";
import { gatewayHealth, serveGatewayMetrics } from "./gateway-figures.ts";
import { GatewayFront } from "./gateway-front.ts";
import { HeldCalls } from "./held-calls.ts";
import { HOLD_MS, type LinkedExchange, PROTOCOL, type Welcome } from "./link-messages.ts";
import { RemoteClock } from "./remote-clock.ts";

const ID_BYTES = 16;
const CHECK_EVERY_MS = 250;
/** How long requests in progress may take when the process stops. */
const CLOSE_TIMEOUT_MS = 10_000;

const NO_SOCKETS = { connections: 0, messagesSent: 0 };

/** One gateway behind the front, as long as its events continue without a gap. */
interface Generation {
  readonly engine: RemoteEngine;
  exchange: LinkedExchange;
  gateway: Gateway | undefined;
  /** Whether a link was lost while the gateway was being opened. */
  hasMissed: boolean;
}

/**
 * A gateway in a process of its own: like a gateway thread, but over a link to the core that leads. Without a link it holds
 * calls for HOLD_MS, then answers 503. When a core cannot continue its events, a new gateway takes the place of the old one.
 */
export class GatewayProcess implements RunningServer {
  readonly links = [];
  readonly gatewayId = randomBytes(ID_BYTES).toString("hex");
  port = 0;
  readonly link: CoreLink;
  readonly progress = new SharedProgress();
  readonly metrics = new GatewayMetrics();
  private readonly environment: Environment;
  private readonly log: Logger;
  private readonly time = new RemoteClock();
  private readonly gate = new ClosingGate();
  private readonly calls: HeldCalls;
  private readonly callers: CallerCache;
  private readonly follower: FollowerSockets;
  private readonly leases: LeasedLimits;
  private readonly forwarder: Forwarder;
  private readonly front: GatewayFront;
  private readonly numbers = { next: 1, sent: 0 };
  private readonly timer: NodeJS.Timeout;
  private readonly ready = Promise.withResolvers<void>();
  private metricsEnd: () => void = () => undefined;
  private generation: Generation | undefined;

  /** Resolves once it serves clients, however long no core leads. */
  static async start(environment: Environment, log: Logger): Promise<GatewayProcess> {
    const { identity } = environment.link;
    if (identity === undefined) throw new Error("a gateway without certificates");
    const process = new GatewayProcess(environment, identity, log);
    process.link.start();
    process.port = await process.front.listen(environment.port, environment.host);
    process.metricsEnd = await serveGatewayMetrics(environment, process);
    await process.ready.promise;
    return process;
  }

  private constructor(environment: Environment, identity: LinkIdentity, log: Logger) {
    this.environment = environment;
    this.log = log;
    const { cores, node, secret } = environment.link;
    const nowMs = (): number => this.time.clock.nowMs();
    this.callers = new CallerCache(
      (token) => this.calls.main.caller(token),
      nowMs,
      () => this.link.isLeased,
    );
    this.follower = new FollowerSockets(() => this.calls.main, this.callers, nowMs);
    this.calls = new HeldCalls({
      ...this.follower.pushes,
      forget: (change) => {
        const { userId, tokenHashes } = change;
        if (userId !== undefined) this.callers.forgetUser(userId);
        if (tokenHashes !== undefined) this.callers.forgetSessions(tokenHashes);
        this.follower.forget(change);
      },
      shutGate: (userId) => this.gate.shutFor(userId),
      openGate: (userId) => this.gate.open(userId),
      progress: (reachedSeq, isOverloaded) => this.progress.publish(reachedSeq, isOverloaded),
    });
    const { main } = this.calls;
    this.link = new CoreLink({
      cores,
      identity,
      hello: () => ({ ...this.place(), gatewayId: this.gatewayId, node, version: VERSION, secret }),
      linked: (welcome, channels) => this.linked(welcome, channels),
      lost: () => this.lost(),
      time: (sample, roundTripMs) => this.time.accept(sample, roundTripMs),
      received: () => this.generation?.engine.answered ?? 0,
      seq: () => this.asOfSeq,
      log: (level, details, message) => log[level](details, message),
    });
    this.leases = new LeasedLimits((requests) => main.leases(requests));
    this.forwarder = new Forwarder(
      () => ({ secret: this.generation?.exchange.secret ?? "", trustProxy: environment.people.trustProxy }),
      () => connectLink(identity, this.link.address, PROTOCOL.forwarding, "core"),
      answerClientsUnavailable,
      () => this.link.up || this.calls.isLinked(HOLD_MS - this.link.downMs),
    );
    this.metrics.ofSockets(() => this.generation?.gateway?.sockets.statistics() ?? NO_SOCKETS);
    this.front = new GatewayFront(
      (response: ServerResponse) => gatewayHealth(this, response),
      (message) => log.warn(message),
    );
    this.timer = setInterval(() => this.checkLink(), CHECK_EVERY_MS);
  }

  /** Whether calls are answered or held. */
  get isReady(): boolean {
    return this.generation?.gateway !== undefined && this.link.downMs < HOLD_MS;
  }

  get asOfSeq(): number {
    return this.generation?.engine.durableSeq ?? 0;
  }

  get exchange(): LinkedExchange | undefined {
    return this.generation?.exchange;
  }

  get node(): string {
    return this.environment.link.node;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    const timeout = new Promise((resolve) => setTimeout(resolve, CLOSE_TIMEOUT_MS).unref());
    await Promise.race([
      Promise.all([this.front.close(), this.generation?.gateway?.sockets.close()]),
      timeout,
    ]);
    await this.generation?.gateway?.app.close();
    this.generation?.gateway?.stop();
    this.generation?.engine.giveUp("closed");
    this.forwarder.close();
    this.link.close();
    this.metricsEnd();
  }

  /** Where this gateway continues. */
  private place() {
    const engine = this.generation?.engine;
    return {
      afterSeq: engine?.durableSeq,
      sentUpTo: this.numbers.sent,
      unanswered: [...(engine?.unanswered ?? [])],
    };
  }

  private linked(welcome: Welcome, { engine: channel, main }: LinkChannels): void {
    // Changes that were announced in between are unknown here.
    this.callers.clear();
    this.follower.clear();
    this.calls.link(main);
    const { lastSeq, outcomes, exchange } = welcome;
    // The secret is of one start of a core, and so are the counts.
    if (this.generation?.exchange.secret !== exchange.secret) this.leases.clear();
    if (this.generation !== undefined && outcomes !== undefined) {
      this.generation.exchange = exchange;
      try {
        this.resume(this.generation, channel, { lastSeq, outcomes });
        return;
      } catch (error) {
        this.log.error({ err: error }, "link: the core's outcomes are not those of this gateway");
      }
    }
    const old = this.generation;
    // All of its sockets have missed events: their clients connect again.
    void old?.gateway?.sockets.close();
    old?.engine.giveUp("the core has no memory of this gateway's events");
    const engine = new RemoteEngine(lastSeq, this.numbers);
    const generation: Generation = { engine, exchange, gateway: undefined, hasMissed: false };
    this.generation = generation;
    engine.begin(channel);
    void this.open(generation, old);
  }

  /** Continues where the engine's events ended. Private sockets do not: other pushes were missed. */
  private resume(generation: Generation, channel: MessageEndpoint, resumption: Resumption): void {
    const { engine, gateway } = generation;
    // Before any event arrives: its sessions may have ended.
    gateway?.sockets.closePrivate();
    engine.resume(channel, resumption);
    if (gateway === undefined) generation.hasMissed = true;
    else this.reloadCharts(gateway);
  }

  /** Opens a gateway that follows a new engine, and puts it in the place of the old one. */
  private async open(generation: Generation, old: Generation | undefined): Promise<void> {
    const { exchange, engine } = generation;
    try {
      const gateway = await openGateway({
        engine,
        main: this.calls.main,
        callers: this.callers,
        follower: this.follower,
        shared: new SharedNetworks(exchange.sharedNetworks),
        counters: { make: this.leases.make, makeAtOnce: ownLimiter, openOf: () => new AddressCounts() },
        gate: this.gate,
        forwarder: this.forwarder,
        frames: { find: (seq) => this.calls.main.frame(seq) },
        metrics: this.metrics,
        clock: this.time.clock,
        progress: this.progress,
        isReady: () => this.isReady,
        createdAtMs: exchange.createdAtMs,
        options: {
          mode: exchange.mode,
          version: exchange.version,
          trustProxy: this.environment.people.trustProxy,
          ...(exchange.api !== undefined && { api: exchange.api }),
        },
        log: (level, details, message) => this.log[level](details, message),
      });
      if (this.generation !== generation) {
        gateway.stop();
        return;
      }
      generation.gateway = gateway;
      if (generation.hasMissed) this.reloadCharts(gateway);
      this.front.use(gateway.app);
      this.ready.resolve();
    } catch (error) {
      if (this.generation !== generation) return;
      this.log.warn({ err: error }, "link: the gateway could not be opened");
      this.generation = undefined;
      this.link.end("the gateway is opened again");
      return;
    } finally {
      await this.retire(old);
    }
  }

  private reloadCharts(gateway: Gateway): void {
    gateway.sockets.reloadCharts().catch((error: unknown) => {
      // The next link loads them.
      this.log.warn({ err: error }, "link: the charts could not be loaded again");
    });
  }

  private async retire(old: Generation | undefined): Promise<void> {
    if (old?.gateway === undefined) return;
    await old.gateway.sockets.close();
    old.gateway.stop();
    await old.gateway.app.close();
  }

  private lost(): void {
    this.time.restart();
    this.calls.unlink();
    this.generation?.engine.pause();
  }

  /** After HOLD_MS without a link, nobody waits any longer. */
  private checkLink(): void {
    if (this.link.downMs > HOLD_MS) this.generation?.engine.giveUp(`no core leads for ${HOLD_MS / 1_000} s`);
  }
}
