import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  attachStreams,
  type StreamDependencies,
} from "@candor/server/edge/binance-api/streams/attach-streams";
import type { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { ownStreamKeys } from "@candor/server/edge/binance-api/streams/stream-keys";
import { OwnApiKeys } from "@candor/server/edge/binance-api/ws-api/own-api-keys";
import { wsApisOf } from "@candor/server/edge/binance-api/ws-api/ws-api-methods";
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
export async function streamsOf(
  exchange: GatewayUnderTest,
  listenKeys: ListenKeys,
  limits: Pick<StreamDependencies, "apiMessagesPerSecond"> = {},
): Promise<ServedStreams> {
  const { app, calls, history, identity, listings, mirror } = exchange;
  const followers = await exchange.followers;
  const served =
    followers.length === 0
      ? [
          attachStreams(app.server, {
            ...commonOf(exchange),
            ...limits,
            history,
            listings,
            mirror,
            streamKeys: ownStreamKeys(identity, listenKeys),
            keys: new OwnApiKeys(identity, listenKeys, Date.now),
            api: wsApisOf(calls.binance),
            cancelIds: calls.binancePorts.cancelIds,
            orderLabels: calls.binancePorts.orderLabels,
            faults: calls.binancePorts.faults,
          }),
        ]
      : followers.map((follower) =>
          attachStreams(follower.app.server, { ...inFollower(exchange, follower), ...limits }),
        );
  return {
    close: async () => {
      await Promise.all(served.map((each) => each.close()));
    },
  };
}

/** Serves the same on each gateway in front of an exchange, at an address of its own. @returns their hosts */
export async function streamsAtEach(
  exchange: GatewayUnderTest,
): Promise<readonly (ServedStreams & { readonly host: string })[]> {
  const opening = (await exchange.followers).map(async (follower) => {
    const http = createServer();
    const attached = attachStreams(http, inFollower(exchange, follower));
    await once(http.listen(0, "127.0.0.1"), "listening");
    const close = async (): Promise<void> => {
      await attached.close();
      http.close();
    };
    return { host: `127.0.0.1:${(http.address() as AddressInfo).port}`, close };
  });
  return await Promise.all(opening);
}

function commonOf({ calls, engine, errors, readModels, site }: GatewayUnderTest) {
  const { revision } = calls.binancePorts;
  return {
    engine,
    readModels,
    site,
    revision,
    reportFailure: (error: unknown): void => void errors.push(error),
  };
}

/** A gateway has its own market data, calls and copies of listen keys. */
function inFollower(exchange: GatewayUnderTest, { door, listings, mirror, sockets }: Follower) {
  const { klines, log, nowMs, reading, site } = exchange.calls.binancePorts;
  const history = sockets.charts;
  return {
    ...commonOf(exchange),
    history,
    listings,
    mirror,
    ...sockets.forStreams({ door, history, klines, log, mirror, nowMs, reading, site }),
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
