import { FrameFinder } from "@candor/journal/frame-finder";
import { placeText } from "../../config/link/link-settings.ts";
import { SettingError } from "../../config/setting-error.ts";
import type { GatewayMetrics } from "../../edge/gateway/metrics.ts";
import { NOTHING_EARLIER } from "../../engine/relay/relayed-requests.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { leaseCalls } from "../../kit/limits/lease-calls.ts";
import type { SharedLimits } from "../../kit/limits/shared-limits.ts";
import type { SharedProgress } from "../../records/projections/shared-progress.ts";
import type { LinkedNode } from "../core/linked-nodes.ts";
import type { LinkedMainMethods, MainMethods } from "../gateways/gateway-messages.ts";
import type { RunningExchange } from "../running-exchange.ts";
import type { LinkState } from "./link-messages.ts";
import { LinkServer } from "./link-server.ts";

/** The term of a core that cannot be replaced by another one. */
const ONLY_TERM = 0;

export interface LinkParts {
  readonly methods: MainMethods;
  readonly limits: SharedLimits;
  readonly progress: SharedProgress;
  /** Where the main thread's own listener is, and what proves that a gateway forwards. */
  readonly socketPath: string;
  readonly secret: string;
  readonly version: string;
  readonly metrics: GatewayMetrics;
  /** Called before any gateway can join: it must be notified of changes. */
  readonly opened: (server: LinkServer) => void;
}

/** A link whose core leads. */
export interface ServedLink {
  readonly server: LinkServer;
  /** As of about a second ago. */
  state(): LinkState;
}

const STATE_EVERY_MS = 1_000;
/** How often to look whether this core surely leads. */
const DOUBT_EVERY_MS = 250;

/** Listens for gateway processes where CANDOR_LINK says. @returns undefined if it says nothing */
export async function serveLink(
  exchange: RunningExchange,
  parts: LinkParts,
): Promise<ServedLink | undefined> {
  const { environment, instance, engine, clock, closers, log, onFatal } = exchange;
  const { listen, identity, node, secret } = environment.link;
  if (listen === undefined || identity === undefined) return undefined;
  const { leading } = exchange;
  const server =
    leading?.link ??
    new LinkServer({
      settings: { listen, identity, node, secret, time: exchange.time },
      earlier: leading?.earlier ?? NOTHING_EARLIER,
      log,
      onFatal,
    });
  closers.add("link", () => server.close());
  parts.opened(server);
  server.lead(
    {
      term: leading?.term ?? ONLY_TERM,
      exchange: {
        mode: environment.mode,
        version: parts.version,
        createdAtMs: instance.createdAtMs,
        sharedNetworks: environment.people.sharedNetworks,
        secret: parts.secret,
      },
      socketPath: parts.socketPath,
      engine: engine.link(),
    },
    linkedMethods(environment.home, parts, () => clock.nowMs()),
  );
  announceProgress(server, exchange, parts.progress);
  const port = await server.listen().catch((error: unknown) => {
    throw new SettingError(
      "CANDOR_LINK",
      `cannot be listened on: ${error instanceof Error ? error.message : ""}`,
    );
  });
  leading?.linked.add(async () => gatewayNodes(await server.state()));
  log.info(`link: gateways connect to ${placeText({ ...listen, port })}`);
  return { server, state: await watchState(server, exchange, parts.metrics) };
}

/** Gateways have no database, so the leader reports for them. */
function gatewayNodes({ gateways }: LinkState): readonly LinkedNode[] {
  return gateways.map(({ node: name, address, seq, version, unreadBytes }) => ({
    name,
    role: "gateway",
    // It listens for clients only; this is where it connects from.
    address: address.replace(/:[0-9]+$/, ""),
    seq,
    details: { version, unreadBytes },
  }));
}

/** Gateways answer "try again" while the read models are too far behind, and while another core may lead. */
function announceProgress(
  server: LinkServer,
  { leading, closers }: RunningExchange,
  progress: SharedProgress,
): void {
  let isDoubtful = false;
  const announce = (): void =>
    server.announceProgress(progress.reachedSeq, progress.isOverloaded || isDoubtful);
  progress.onPublished = announce;
  announce();
  if (leading === undefined) return;
  const timer = setInterval(() => {
    const was = isDoubtful;
    isDoubtful = leading.isDoubtful();
    if (isDoubtful !== was) announce();
  }, DOUBT_EVERY_MS);
  closers.add("doubts", () => clearInterval(timer));
}

function linkedMethods(home: string, { methods, limits }: LinkParts, nowMs: () => number): LinkedMainMethods {
  const frames = new FrameFinder(exchangeHome(home).journalDirectory);
  return {
    ...methods,
    frame: (seq) => frames.find(seq),
    leases: (requests) => Promise.resolve(leaseCalls(limits, requests, nowMs())),
  };
}

/** Keeps the link's figures, for health and metrics. */
async function watchState(
  server: LinkServer,
  { closers }: RunningExchange,
  metrics: GatewayMetrics,
): Promise<() => LinkState> {
  let state = await server.state();
  const timer = setInterval(() => {
    void server.state().then((next) => (state = next));
  }, STATE_EVERY_MS);
  closers.add("link's figures", () => clearInterval(timer));
  metrics.gauge(
    "candor_link_term",
    "Term in which this core leads; 0 if it cannot be replaced.",
    () => state.term,
  );
  metrics.gauge("candor_link_gateways", "Connected gateway processes.", () => state.gateways.length);
  metrics.gauge(
    "candor_link_faults",
    "Connections of gateways that were refused or ended for their fault, since the start.",
    () => state.faults,
  );
  metrics.gauge("candor_link_unread_bytes", "Largest backlog of a gateway that reads slowly.", () =>
    Math.max(0, ...state.gateways.map(({ unreadBytes }) => unreadBytes)),
  );
  return () => state;
}
