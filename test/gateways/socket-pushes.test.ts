import { announcementPushes } from "@candor/server/people/content/announcement-pushes";
import { chatPushes } from "@candor/server/people/support-chat/chat-pushes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ExchangeSockets, openSocketsAtEach } from "../support/socket/exchange-sockets.ts";
import { TestClient } from "../support/socket/socket-client.ts";
import { accepted, GatewayUnderTest } from "../support/wire/gateway-under-test.ts";
import { CHAIN, ScriptedChain } from "../support/wire/scripted-chain.ts";
import type { WireClient } from "../support/wire-client.ts";

/** Two gateways, each with sockets at an address of its own. */
const GATEWAYS = 2;
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";

let exchange: GatewayUnderTest;
let chain: ScriptedChain;
let gateways: readonly ExchangeSockets[];
const clients: TestClient[] = [];

beforeAll(async () => {
  exchange = await GatewayUnderTest.start(
    {
      gateway: { rateLimitFactor: 1_000 },
      chains: (engine, nowMs) => {
        chain = new ScriptedChain(engine, nowMs);
        return chain;
      },
    },
    GATEWAYS,
  );
  gateways = await openSocketsAtEach(exchange, {
    movements: exchange.funding.movements,
    personal: [chatPushes(exchange.documents.chat, exchange.documents.uploads)],
    announcements: announcementPushes(exchange.content),
  });
});
afterAll(async () => {
  for (const client of clients) client.close();
  for (const { server } of gateways) await server.close();
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const idOf = (user: WireClient): number => exchange.identity.session(user.token)?.userId ?? 0;

/** Binds a user's session at each gateway. */
async function boundAtEach(user: WireClient, extra: object = {}): Promise<TestClient[]> {
  return await Promise.all(
    gateways.map(async ({ url }) => {
      const client = await TestClient.connect(url);
      clients.push(client);
      client.send("bind", { uid: String(idOf(user)), token: user.token, bare: true, ...extra });
      expect(await client.first("bildUid")).toMatchObject({ private: true });
      return client;
    }),
  );
}

test("GW-22 messages from people's stores and chains reach the user's sockets at every gateway, once, in order", async () => {
  const ana = await exchange.registered("pushed@example.org");
  const stranger = await exchange.registered("stranger@example.org");
  const own = await boundAtEach(ana);
  const others = await boundAtEach(stranger);
  await exchange.documents.chat.reply(idOf(ana), "anna", "It has 2 of 3 confirmations.");
  const { depositId } = await chain.see(idOf(ana), 0, 500_000_000);
  await chain.credit(depositId);
  for (const client of own) {
    await client.until(() => client.of("balance").length === 1 && client.of("deposit").length === 3);
    await client.settle();
    const types = client.received.map(({ type }) => type).filter((type) => type !== "pong");
    expect(types.slice(0, 2)).toEqual(["bind", "bildUid"]);
    expect(types.slice(2).toSorted()).toEqual(["balance", "chat", "deposit", "deposit", "deposit", "notice"]);
    expect(types.indexOf("chat")).toBeLessThan(types.indexOf("deposit"));
    const seqs = client.received.flatMap(({ data }) =>
      data.asOfSeq === undefined ? [] : [Number(data.asOfSeq)],
    );
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  }
  for (const client of others) {
    await client.settle();
    expect(client.received.map(({ type }) => type)).toEqual(["bind", "bildUid", "pong"]);
  }
});

test("GW-22 every gateway pushes a withdrawal's steps before their balances, each as it was then", async () => {
  const ana = await exchange.trader("mover@example.org");
  await chain.credit((await chain.see(idOf(ana), 0, 500_000_000)).depositId);
  const own = await boundAtEach(ana);
  accepted(
    await ana.call("withdraw", {
      asset: "USDT",
      chain: CHAIN,
      address: ADDRESS,
      amount: "100",
      paymentPassword: "246810",
    }),
  );
  const told = [];
  for (const client of own) {
    await client.until(() =>
      client
        .of("withdrawal")
        .some(({ withdrawal }) => (withdrawal as { status: string }).status === "approved"),
    );
    await client.settle();
    const news = client.received.filter(({ type }) => type === "withdrawal" || type === "balance");
    told.push(
      news.map(({ type, data }) =>
        type === "balance" ? type : (data.withdrawal as { status: string }).status,
      ),
    );
  }
  expect(told[0]?.slice(0, 3)).toEqual(["frozen", "balance", "approved"]);
  expect(told[1]).toEqual(told[0]);
});
