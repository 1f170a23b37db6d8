import { attachStreams } from "@candor/server/edge/binance-api/streams/attach-streams";
import type { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import { afterAll, afterEach, expect } from "vitest";
import { WebSocket } from "ws";
import type { GatewayUnderTest } from "./gateway-under-test.ts";

export type Json = Record<string, unknown>;
type Level = readonly [price: string, quantity: string];

/** Serves Binance's streams and WebSocket API on a gateway under test. */
export function streamsOf(
  exchange: GatewayUnderTest,
  listenKeys: ListenKeys,
): ReturnType<typeof attachStreams> {
  const { app, engine, history, identity, listings, mirror, site } = exchange;
  return attachStreams(app.server, {
    engine,
    history,
    identity,
    listings,
    mirror,
    site,
    listenKeys,
    ...exchange.addressing,
    api: exchange.calls.binance["/api/v3"],
    cancelIds: exchange.calls.binancePorts.cancelIds,
    reportFailure: (error: unknown) => exchange.errors.push(error),
  });
}

/** Closes connections after each test and their server after the last one; fails if the exchange had an error. */
export function endAfterwards(
  open: WebSocket[],
  served: () => { readonly exchange: GatewayUnderTest; readonly streams: ReturnType<typeof attachStreams> },
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
