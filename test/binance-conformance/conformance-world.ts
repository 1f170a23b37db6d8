import { ListenKeys } from "@candor/server/edge/binance-api/streams/listen-keys";
import type { WebSocket } from "ws";
import { type ApiKey, askSigned, listenFor, makeApiKey } from "../support/wire/binance-bot.ts";
import { ContractWorld } from "../support/wire/contract-world.ts";
import { accepted } from "../support/wire/gateway-under-test.ts";
import { type Json, listenAt, type ServedStreams, streamsOf } from "../support/wire/streams.ts";
import type { WireClient } from "../support/wire-client.ts";
import { faultsOf, type Shape } from "./shape.ts";

type Fields = Readonly<Record<string, string | number>>;

/** A running exchange whose replies and events are compared with Binance's. */
export class ConformanceWorld {
  readonly world: ContractWorld;
  readonly url: string;
  readonly ana: ApiKey;
  readonly maker: ApiKey;
  /** The user of `ana`. */
  private readonly client: WireClient;
  /** Faults by payload; a payload without any has an empty list. */
  readonly faults = new Map<string, string[]>();
  readonly open: WebSocket[] = [];
  private readonly streams: ServedStreams;

  private constructor(
    world: ContractWorld,
    { streams, url, keys, client }: Pick<ConformanceWorld, "url"> & ConformanceParts,
  ) {
    this.world = world;
    this.client = client;
    this.streams = streams;
    this.url = url;
    [this.ana, this.maker] = keys as [ApiKey, ApiKey];
  }

  static async start(): Promise<ConformanceWorld> {
    const listenKeys = new ListenKeys(Date.now);
    const world = await ContractWorld.start({ nowMs: Date.now }, { listenKeys });
    const { exchange } = world;
    const streams = await streamsOf(exchange, listenKeys);
    const url = await listenFor(exchange);
    const keys: ApiKey[] = [];
    const clients: WireClient[] = [];
    for (const name of ["ana", "maker"]) {
      const client = await exchange.trader(`${name}@example.org`, { USDT: "9000", BTC: "0.1" });
      await fundContracts(client);
      keys.push(await makeApiKey(client));
      clients.push(client);
    }
    const [client] = clients as [WireClient];
    await world.observe(60_000);
    return new ConformanceWorld(world, { streams, url, keys, client });
  }

  /** Moves money from the spot wallet to another. */
  async transfer(): Promise<void> {
    const request = { asset: "USDT", amount: "1", from: "coin", to: "main", paymentPassword: "246810" };
    accepted(await this.client.call("transfer", request));
  }

  async close(): Promise<void> {
    for (const socket of this.open) socket.terminate();
    await this.streams.close();
    await this.world.exchange.close();
  }

  /** Sends a signed request. A refusal is a fault, and returns `undefined`. */
  async ask(key: ApiKey, call: string, fields: Fields = {}): Promise<unknown> {
    const [method = "", path = ""] = call.split(" ");
    const { status, body } = await askSigned(key, method, `${this.url}${path}`, fields);
    return this.accepted(call, status, body);
  }

  private accepted(call: string, status: number, body: unknown): unknown {
    if (status === 200) return body;
    this.note(call, [`is refused: ${status} ${JSON.stringify(body)}`]);
    return undefined;
  }

  /** Sends a request without a signature; otherwise like `ask`. */
  async read(path: string, fields: Fields = {}, key?: ApiKey): Promise<unknown> {
    const query = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const headers: Record<string, string> = key === undefined ? {} : { "x-mbx-apikey": key.apiKey };
    const response = await fetch(`${this.url}${path}?${query.toString()}`, { headers });
    return this.accepted(`GET ${path}`, response.status, await response.json());
  }

  /** Compares a payload with its shape. An empty list shows nothing, and is a fault unless it is expected. */
  check(name: string, value: unknown, shape: Shape | undefined, mayBeEmpty = false): void {
    if (shape === undefined) throw new Error(`${name} has no shape`);
    const isEmpty = Array.isArray(value) && value.length === 0 && !mayBeEmpty;
    this.note(name, isEmpty ? ["is empty"] : faultsOf(value, shape));
  }

  note(name: string, faults: readonly string[]): void {
    this.faults.set(name, [...new Set([...(this.faults.get(name) ?? []), ...faults])]);
  }

  async listen(path: string): Promise<Json[]> {
    const host = new URL(this.url).host;
    return (await listenAt(`ws://${host}${path}`, this.open)).received;
  }
}

interface ConformanceParts {
  readonly streams: ServedStreams;
  readonly keys: readonly ApiKey[];
  readonly client: WireClient;
}

async function fundContracts(client: WireClient): Promise<void> {
  const request = { asset: "USDT", amount: "4000", from: "coin", to: "contract", paymentPassword: "246810" };
  accepted(await client.call("transfer", request));
}
