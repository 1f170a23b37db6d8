import { timingSafeEqual } from "node:crypto";
import { connect } from "node:net";
import type { TLSSocket } from "node:tls";
import { parentPort, workerData } from "node:worker_threads";
import { RequestChecker } from "../../engine/relay/check-request.ts";
import { EngineRelay } from "../../engine/relay/engine-relay.ts";
import { TimeReader } from "../../engine/runtime/shared-time.ts";
import { BoundedMap } from "../../kit/bounded-map.ts";
import { encodeBeat } from "../../kit/heartbeat/beat.ts";
import { createLinkServer } from "../../kit/link/link-identity.ts";
import { type NoMethods, ThreadPeer } from "../../kit/threads/thread-peer.ts";
import {
  type FromLinkThread,
  type Hello,
  type Leading,
  type LinkMainMethods,
  type LinkThreadSettings,
  PROTOCOL,
  type Pulse,
  type TimeSample,
  type ToLinkThread,
} from "./link-messages.ts";
import { LinkedGateway, type LinkHost } from "./linked-gateway.ts";

/** What a gateway may leave unread; far more than it reads in a pause of its garbage collector. */
const MAX_UNREAD_BYTES = 128 * 1024 * 1024;
/** Gateways whose newest connection is remembered; each start of one is a new gateway. */
const MAX_REMEMBERED = 1_024;

/**
 * The link thread of a core: accepts gateway processes, checks what they send, and relays it to the engine and the main
 * thread, which therefore see only messages that a gateway thread could send. An error here ends the thread, and with it the
 * server; an error of a gateway ends its connection.
 */
if (parentPort === null) throw new Error("a link's thread must be started by LinkServer");
const owner = parentPort;
const settings = workerData as LinkThreadSettings;
const post = (message: FromLinkThread): void =>
  owner.postMessage(message, message.kind === "joined" ? [message.port] : []);
const log = (level: "info" | "warn" | "error", details: object, message: string): void =>
  post({ kind: "log", level, details, message });

const clock = new TimeReader(settings.time);
const main = new ThreadPeer<NoMethods, LinkMainMethods>(settings.main, {});
const gateways = new Map<number, LinkedGateway>();
/** The newest connection of each gateway, also while its lease lasts. */
const newest = new BoundedMap<string, LinkedGateway>(MAX_REMEMBERED);
/** Gateways that wait for this core to lead, or that would notice that another one does. */
const listeners = new Set<TLSSocket>();
let nextId = 1;
let faults = 0;
let leader: string | undefined;
let leading: { readonly as: Leading; readonly relay: EngineRelay } | undefined;

function timeSample(): TimeSample {
  const { isHeld, deviationMs } = clock.view;
  return { nowMs: clock.nowMs(), exchangeMs: clock.exchangeMs(), isHeld, deviationMs };
}

/** Returns why a greeting is refused, or `undefined`. */
function whyRefused({ secret, term }: Hello): string | undefined {
  if (!isSecret(secret)) return "the shared secret is wrong";
  if (leading === undefined) return "this core does not lead";
  if (term > leading.as.term) return `term ${leading.as.term} has ended: the gateway has seen term ${term}`;
  return undefined;
}

function isSecret(given: string | undefined): boolean {
  if (settings.secret === undefined) return true;
  const expected = Buffer.from(settings.secret);
  const actual = Buffer.from(given ?? "");
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const host: LinkHost = {
  maxUnreadBytes: MAX_UNREAD_BYTES,
  checker: new RequestChecker(),
  async greet(gateway: LinkedGateway, hello: Hello): Promise<void> {
    const why = whyRefused(hello);
    if (leading === undefined || why !== undefined) {
      gateway.send({ kind: "refusal", why: why ?? "", ...(leader !== undefined && { leader }) });
      if (leading !== undefined) fault(gateway, why ?? "");
      return;
    }
    const { gatewayId, node } = gateway;
    const earlier = newest.get(gatewayId);
    newest.set(gatewayId, gateway);
    earlier?.end("the gateway has connected again");
    // It has forgotten what it knew of sessions before it greeted.
    earlier?.endLease();
    await welcome(gateway, hello, leading.as, leading.relay);
    if (!gateway.hasEnded) log("info", { node, address: gateway.address }, "link: a gateway has joined");
  },
  pulse(gateway: LinkedGateway, { id, received }: Pulse): void {
    if (leading === undefined) return;
    const { as, relay } = leading;
    relay.memory.forget(gateway.gatewayId, received);
    gateway.send({ kind: "echo", id, term: as.term, lastSeq: relay.lastSeq, time: timeSample() });
  },
  ended(gateway: LinkedGateway, why: string): void {
    for (const [id, each] of gateways) {
      if (each !== gateway) continue;
      gateways.delete(id);
      post({ kind: "left", id });
    }
    // Gateways ask every core for the leader.
    if (leading === undefined) return;
    if (gateway.node === "") faults++;
    const { node, address } = gateway;
    log("warn", { node, address }, `link: the connection of a gateway has ended: ${why}`);
  },
};

function fault(gateway: LinkedGateway, why: string): void {
  faults++;
  log("warn", { node: gateway.node, address: gateway.address }, `link: a gateway was refused: ${why}`);
}

/** Finds the place from which the gateway continues, and accepts it there. */
async function welcome(gateway: LinkedGateway, hello: Hello, as: Leading, relay: EngineRelay): Promise<void> {
  const { lastSeq, resumed } = await relay.place(hello);
  if (gateway.hasEnded) return;
  const port = gateway.accept(relay, {
    kind: "welcome",
    term: as.term,
    node: settings.node,
    lastSeq,
    ...(resumed !== undefined && { outcomes: resumed.outcomes }),
    exchange: as.exchange,
    time: timeSample(),
  });
  for (const batch of resumed?.batches ?? [])
    gateway.receive({ kind: "result", result: { batch, answers: [], own: [] }, answered: 0 });
  relay.add(gateway);
  post({ kind: "joined", id: idOf(gateway), node: gateway.node, port });
}

function idOf(gateway: LinkedGateway): number {
  for (const [id, each] of gateways) if (each === gateway) return id;
  throw new Error("a gateway without a connection");
}

/** Passes a forwarded HTTP connection to the main thread's own listener. */
function forward(socket: TLSSocket): void {
  const end = (): void => void socket.destroy();
  socket.on("error", end);
  if (leading === undefined) return end();
  const server = connect(leading.as.socketPath);
  server.on("error", end);
  socket.once("close", () => server.destroySoon());
  server.once("close", () => socket.destroySoon());
  socket.pipe(server);
  server.pipe(socket);
}

/** Announces to a gateway when this core leads. */
function announceTo(socket: TLSSocket): void {
  listeners.add(socket);
  // The connection then closes too.
  socket.on("error", () => undefined);
  socket.once("close", () => listeners.delete(socket));
  socket.resume();
  if (leading !== undefined) socket.write(encodeBeat({ term: leading.as.term }));
}

const server = createLinkServer(
  settings.identity,
  {
    [PROTOCOL.messages]: {
      clients: "gateway",
      serve: (socket) => {
        gateways.set(nextId++, new LinkedGateway(socket, host));
      },
    },
    [PROTOCOL.forwarding]: { clients: "gateway", serve: forward },
    [PROTOCOL.leadership]: { clients: "gateway", serve: announceTo },
  },
  (why, address) => {
    faults++;
    log("warn", { address }, `link: a connection was refused: ${why}`);
  },
);
server.once("error", (error) => post({ kind: "cannot-listen", error }));
server.listen(settings.listen.port, settings.listen.host, () => {
  const address = server.address();
  post({
    kind: "listening",
    port: typeof address === "object" && address !== null ? address.port : settings.listen.port,
  });
});

async function lead(as: Leading): Promise<void> {
  const earlier = {
    find: main.other.findEarlier,
    batchesAfter: main.other.batchesEarlier,
  };
  const relay = await EngineRelay.join(as.engine, earlier, (error) => {
    throw error;
  });
  leading = { as, relay };
  for (const socket of listeners) socket.write(encodeBeat({ term: as.term }));
}

function close(): void {
  leading = undefined;
  server.close();
  for (const gateway of gateways.values()) gateway.end("this core stops");
  main.close();
  process.exit();
}

function postState(): void {
  post({
    kind: "state",
    state: {
      isLeading: leading !== undefined,
      term: leading?.as.term ?? 0,
      gateways: [...gateways.values()]
        .filter(({ isLinked }) => isLinked)
        .map(({ node, address, version, seq, unreadBytes }) => ({
          node,
          address,
          version,
          seq,
          unreadBytes,
        })),
      faults,
    },
  });
}

owner.on("message", (message: ToLinkThread) => {
  switch (message.kind) {
    case "lead":
      void lead(message.leading);
      return;
    case "follow":
      leader = message.leader;
      return;
    case "drop":
      gateways.get(message.id)?.end(message.why);
      return;
    case "state":
      postState();
      return;
    case "close":
      close();
      return;
    default:
  }
});
