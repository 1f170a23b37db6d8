import { CALLS } from "@candor/wire/calls";
import { type OrderMessageType, orderReply, SOCKET_ORDERS } from "@candor/wire/socket-orders";
import { expect } from "vitest";
import type { WireClient } from "../../support/wire-client.ts";
import { TestClient } from "./socket-client.ts";

type Json = Readonly<Record<string, unknown>>;

export interface OrderReply {
  readonly id: string | number | null;
  readonly code: number;
  readonly msg: string;
  readonly data: Json;
}

/** A message to send, as a client writes it. */
export interface OrderToSend {
  readonly type: OrderMessageType;
  readonly id?: unknown;
  readonly data: unknown;
}

/** A logged-in client that sends orders over `/ws`. */
export class OrderClient {
  readonly socket: TestClient;
  private nextId = 1;
  private readonly parsed: OrderReply[] = [];
  private parsedMessages = 0;

  private constructor(socket: TestClient) {
    this.socket = socket;
  }

  /** Connects and binds a user's session. */
  static async of(url: string, user: WireClient, userId: number, extra: Json = {}): Promise<OrderClient> {
    const socket = await TestClient.connect(url);
    socket.send("bind", { uid: String(userId), token: user.token, bare: true, ...extra });
    expect(await socket.first("bildUid")).toMatchObject({ private: true });
    return new OrderClient(socket);
  }

  /** Sends a message and returns its reply. */
  async ask(type: OrderMessageType, data: unknown): Promise<OrderReply> {
    const [reply] = await this.askAll([{ type, data }]);
    if (reply === undefined) throw new Error("no reply");
    return reply;
  }

  /** Sends messages, several in one frame, and returns their replies in the same order. */
  async askAll(messages: readonly OrderToSend[]): Promise<readonly OrderReply[]> {
    const ids = this.sendAll(messages);
    return await this.replies(ids);
  }

  /** @returns the messages' ids */
  sendAll(messages: readonly OrderToSend[]): readonly (string | number)[] {
    const numbered = messages.map((message) => ({ id: this.nextId++, ...message }));
    this.socket.socket.send(JSON.stringify(numbered.length === 1 ? numbered[0] : numbered));
    return numbered.map(({ id }) => id as string | number);
  }

  async replies(ids: readonly (string | number)[]): Promise<readonly OrderReply[]> {
    const found = (id: string | number) => this.all().find((reply) => reply.id === id);
    return await Promise.all(
      ids.map((id) => this.socket.until(() => found(id), `the reply to ${String(id)}`)),
    );
  }

  /** Returns all replies so far, each checked against its schema. */
  all(): readonly OrderReply[] {
    const { received } = this.socket;
    for (const message of received.slice(this.parsedMessages))
      if (message.type === "order.reply") this.parsed.push(orderReply.parse(message));
    this.parsedMessages = received.length;
    return this.parsed;
  }

  close(): void {
    this.socket.close();
  }
}

/** Returns an accepted reply's data, checked against the schema of its message; fails the test otherwise. */
export function accepted(type: OrderMessageType, reply: OrderReply): Json {
  expect(reply).toMatchObject({ code: 1, msg: "" });
  return SOCKET_ORDERS[type].reply.parse(reply.data);
}

/** Returns a user's balances as `wallet asset available + frozen`, without empty ones. */
export async function balancesOf(user: WireClient): Promise<readonly string[]> {
  const { data } = await user.call("walletIndex");
  const { wallets } = CALLS.walletIndex.reply.parse(data);
  return Object.values(wallets)
    .flat()
    .map(({ wallet, asset, available, frozen }) => `${wallet} ${asset} ${available} + ${frozen}`)
    .filter((text) => !/ 0\.0+ \+ 0\.0+$/.test(text))
    .toSorted();
}
