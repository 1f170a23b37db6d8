import { attachStreams } from "@candor/server/edge/binance-api/streams/attach-streams";
import type { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { ownStreamKeys } from "@candor/server/edge/binance-api/streams/stream-keys";
import { OwnApiKeys } from "@candor/server/edge/binance-api/ws-api/own-api-keys";
import { wsApiOf } from "@candor/server/edge/binance-api/ws-api/ws-api-methods";
import { afterAll, afterEach, expect } from "vitest";
import { WebSocket } from "ws";
import type { Follower } from "./behind-followers.ts";
import type { GatewayUnderTest } from "./gateway-under-test.ts";

export type Json = Record<string, unknown>;
type Level = readonly [price: string, quantity: string];

/** Binance's streams and WebSocket API of an exchange. */
export interface ServedStreams {
  close(): Promise<void>;
}

/** Serves Binance's streams and WebSocket API on a gateway under test, or on each gateway in front of it. */
export async function streamsOf(exchange: GatewayUnderTest, listenKeys: ListenKeys): Promise<ServedStreams> {
  const { app, calls, engine, history, identity, listings, mirror, site } = exchange;
  const reportFailure = (error: unknown): void => void exchange.errors.push(error);
  const common = { engine, history, listings, mirror, site, reportFailure };
  const followers = await exchange.followers;
  const served =
    followers.length === 0
      ? [
          attachStreams(app.server, {
            ...common,
            streamKeys: ownStreamKeys(identity, listenKeys),
            keys: new OwnApiKeys(identity, listenKeys),
            api: wsApiOf(calls.binance["/api/v3"]),
            cancelIds: calls.binancePorts.cancelIds,
          }),
        ]
      : followers.map((follower) =>
          attachStreams(follower.app.server, { ...common, ...inFollower(exchange, follower) }),
        );
  return {
    close: async () => {
      await Promise.all(served.map((each) => each.close()));
    },
  };
}

/** Returns what a gateway has instead of the exchange's own. */
function inFollower(exchange: GatewayUnderTest, { door, listings, mirror, sockets }: Follower) {
  const { klines, log, nowMs, site } = exchange.calls.binancePorts;
  const history = sockets.charts;
  return {
    history,
    listings,
    mirror,
    ...sockets.forStreams({ door, history, klines, log, mirror, nowMs, site }),
  };
}

/** Closes connections after each test and their server after the last one; fails if the exchange had an error. */
export function endAfterwards(
  open: WebSocket[],
  served: () => { readonly exchange: GatewayUnderTest; readonly streams: ServedStreams },
): void {
  afterEach(() => {
    for (const socket of open.splice(0)) socket.terminate();
  });
  afterAll(async () => {
    const { exchange, streams } = served();
    expect(exchange.errors).toEqual([]);
    await streams.close();
    await exchange.close();
  });
}

/** A connection and everything it received. */
export interface Listener {
  readonly socket: WebSocket;
  readonly received: Json[];
}

/** Connects, and adds the connection to `open` for closing. */
export async function listenAt(url: string, open: WebSocket[]): Promise<Listener> {
  const socket = new WebSocket(url);
  open.push(socket);
  const received: Json[] = [];
  socket.on("message", (data: Buffer) => received.push(JSON.parse(data.toString("utf8")) as Json));
  await new Promise((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  return { socket, received };
}

export interface Book {
  readonly lastUpdateId: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export async function bookAt(url: string): Promise<Book> {
  return (await (await fetch(url)).json()) as Book;
}

const sorted = (levels: Iterable<Level>): readonly Level[] =>
  [...levels].sort(([one], [other]) => Number(one) - Number(other));

/** Returns both sides by price, lowest first: of a snapshot, after applying events. */
export function levelsAfter({ bids, asks }: Book, events: readonly Json[] = []) {
  const book = { b: new Map(bids), a: new Map(asks) };
  for (const event of events)
    for (const side of ["b", "a"] as const)
      for (const [price, quantity] of event[side] as readonly Level[])
        if (Number(quantity) === 0) book[side].delete(price);
        else book[side].set(price, quantity);
  return { bids: sorted(book.b), asks: sorted(book.a) };
}
