import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Duplex } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Channel } from "@candor/server/edge/socket/channel";
import { ChannelHub } from "@candor/server/edge/socket/channel-hub";
import { Connection } from "@candor/server/edge/socket/connection";
import { joinMessages, ServerMessage } from "@candor/server/edge/socket/server-message";
import { SOCKET_LIMITS } from "@candor/server/edge/socket/socket-limits";
import { TurnWrites } from "@candor/server/edge/socket/turn-writes";
import { type WebSocket, WebSocketServer } from "ws";
import { type BenchResult, runBench } from "./harness.ts";
import type { ClientsReply, ClientsRequest } from "./socket-fan-out-clients.ts";

const CLIENTS = 1_000;
const MARKETS = ["BTC", "ETH", "BNB", "SOL", "XRP", "DOGE", "LTC", "ADA", "TRX", "DOT"].map(
  (base) => `${base}USDT`,
);
/** Clock ticks per run; each has one message per channel. */
const TICKS = 10;

/**
 * Public data to 1,000 connections that each follow the trades of ten markets: ten messages of about 300 bytes per
 * connection and tick. Both sides deliver the same messages in the same order to the same number of clients, serialize
 * each message once, and finish when the last client has the last byte. The peer calls `ws.send` for each message and
 * client. Ours is the server's own hub: a tick's messages are joined for all connections with the same channels, framed
 * once, and written once per client. Conflation, which would send less, is not involved. Both without compression.
 */
export async function* socketFanOut(): AsyncGenerator<BenchResult> {
  for (const batch of [true, false]) {
    const ours = await Side.start(new HubDeliverer(batch));
    const theirs = await Side.start(new SendDeliverer());
    try {
      const result = await runBench({
        name: `fan-out to ${CLIENTS} sockets, ${batch ? "a frame a tick" : "a frame a message"}`,
        unit: "messages/s",
        better: "higher",
        measure: () => ours.measure(),
        peer: { name: "one ws.send for each message", measure: () => theirs.measure(), warmUps: 1 },
        ...(batch ? { bar: 5 } : {}),
        warmUps: 1,
      });
      if (ours.digest !== theirs.digest) throw new Error("the two sides did not deliver the same messages");
      yield result;
    } finally {
      await ours.stop();
      await theirs.stop();
    }
  }
}

/** Returns the data of one channel's message in one tick: one to three trades. */
function tapeData(channel: number, tick: number): ConstructorParameters<typeof ServerMessage<"tape">>[1] {
  const trades = 1 + ((tick + channel) % 3);
  return {
    channel: `tape.spot.${MARKETS[channel]}`,
    list: Array.from({ length: trades }, (_, i) => ({
      tradeId: String(90_000 + tick * 30 + channel * 3 + i),
      price: `${64_000 + channel}.${(tick + i) % 10}`,
      quantity: `0.00${100 + ((tick * 7 + i) % 900)}`,
      side: (tick + i) % 2 === 0 ? "buy" : "sell",
      labelled: false,
      timeMs: 1_767_225_600_000 + tick * 100,
    })),
    asOfSeq: 9_120_000 + tick,
  };
}

interface Deliverer {
  connected(socket: WebSocket, stream: Duplex): void;
  /** Sends one tick's messages to every connection. */
  deliver(tick: number): void;
  /** Returns the bytes on the wire per client and tick. */
  bytes(tick: number): number;
}

const TAPE = "tape";

/** The peer: the straightforward implementation. */
class SendDeliverer implements Deliverer {
  private readonly sockets: WebSocket[] = [];

  connected(socket: WebSocket): void {
    this.sockets.push(socket);
  }

  deliver(tick: number): void {
    for (let channel = 0; channel < MARKETS.length; channel++) {
      const text = JSON.stringify({ type: TAPE, data: tapeData(channel, tick) });
      for (const socket of this.sockets) socket.send(text);
    }
  }

  bytes(tick: number): number {
    return joinMessages(messagesOf(tick), false).length;
  }
}

/** Ours: the server's own hub and connections, on channels with the peer's messages. */
class HubDeliverer implements Deliverer {
  private readonly batch: boolean;
  private tick = 0;
  private nextId = 0;
  private readonly turn = new TurnWrites();
  private readonly hub = new ChannelHub({
    makeChannel: (name) => this.makeChannel(name),
    asOfSeq: () => this.tick,
    limits: SOCKET_LIMITS,
  });

  constructor(batch: boolean) {
    this.batch = batch;
  }

  connected(socket: WebSocket, stream: Duplex): void {
    this.nextId += 1;
    const connection = new Connection(
      {
        id: String(this.nextId),
        socket,
        stream,
        headers: { lang: undefined, acceptLanguage: undefined },
        address: "127.0.0.1",
        turn: this.turn,
      },
      SOCKET_LIMITS,
      0,
    );
    connection.batch = this.batch;
    for (const market of MARKETS) this.hub.subscribe(connection, `tape.spot.${market}`);
    this.hub.regroup(connection);
  }

  deliver(tick: number): void {
    this.tick = tick;
    this.hub.tick(0);
    // A connection that fell behind would have received less than the peer's.
    if (this.hub.lags > 0) throw new Error("a client was too slow for this bench");
  }

  bytes(tick: number): number {
    return joinMessages(messagesOf(tick), this.batch).length;
  }

  private makeChannel(name: string): Channel {
    const channel = MARKETS.findIndex((market) => name.endsWith(market));
    return {
      name,
      paceTicks: 1,
      start: () => undefined,
      stop: () => undefined,
      current: () => [],
      collect: () => [new ServerMessage(TAPE, tapeData(channel, this.tick))],
    };
  }
}

function messagesOf(tick: number): ServerMessage[] {
  return MARKETS.map((_, channel) => new ServerMessage(TAPE, tapeData(channel, tick)));
}

/** One server with its own thousand clients in another process. */
class Side {
  digest = "";
  private readonly deliverer: Deliverer;
  private readonly server = http.createServer();
  private readonly webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  private readonly clients: ChildProcess;

  private constructor(deliverer: Deliverer) {
    this.deliverer = deliverer;
    this.clients = fork(path.join(import.meta.dirname, "socket-fan-out-clients.ts"));
    this.server.on("upgrade", (request, stream: Duplex, head) => {
      this.webSockets.handleUpgrade(request, stream, head, (socket) => {
        this.deliverer.connected(socket, stream);
      });
    });
  }

  static async start(deliverer: Deliverer): Promise<Side> {
    const side = new Side(deliverer);
    side.server.listen(0, "127.0.0.1");
    await once(side.server, "listening");
    const { port } = side.server.address() as AddressInfo;
    await side.ask({ kind: "connect", port, clients: CLIENTS }, "connected");
    return side;
  }

  /** Messages delivered to clients per second. */
  async measure(): Promise<number> {
    let bytes = 0;
    for (let tick = 0; tick < TICKS; tick++) bytes += this.deliverer.bytes(tick);
    await this.ask({ kind: "await", bytes, messages: TICKS * MARKETS.length }, "waiting");
    const received = this.heard("received");
    const start = process.hrtime.bigint();
    for (let tick = 0; tick < TICKS; tick++) {
      this.deliverer.deliver(tick);
      await nextTurn();
    }
    const reply = await received;
    const seconds = Number(process.hrtime.bigint() - start) / 1e9;
    if (reply.kind === "received") this.digest = reply.digest;
    return (TICKS * MARKETS.length * CLIENTS) / seconds;
  }

  async stop(): Promise<void> {
    this.clients.send({ kind: "close" } satisfies ClientsRequest);
    this.clients.disconnect();
    await once(this.clients, "exit");
    this.server.closeAllConnections();
    this.server.close();
  }

  private ask(request: ClientsRequest, kind: ClientsReply["kind"]): Promise<ClientsReply> {
    const heard = this.heard(kind);
    this.clients.send(request);
    return heard;
  }

  private heard(kind: ClientsReply["kind"]): Promise<ClientsReply> {
    return new Promise((resolve, reject) => {
      const listen = (message: unknown) => {
        const reply = message as ClientsReply;
        if (reply.kind !== kind) return;
        this.clients.off("message", listen);
        this.clients.off("exit", exited);
        resolve(reply);
      };
      const exited = () => reject(new Error("the clients' process ended"));
      this.clients.on("message", listen);
      this.clients.once("exit", exited);
    });
  }
}
