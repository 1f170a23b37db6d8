import { withdrawalSeqOf } from "@candor/domain/fund-ids";
import { deposit as depositSchema, withdrawal as withdrawalSchema } from "@candor/wire/chain-objects";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../support/wire/gateway-under-test.ts";
import { CHAIN, CONFIRMATIONS, ScriptedChain } from "../support/wire/scripted-chain.ts";
import type { WireClient } from "../support/wire-client.ts";
import { type ExchangeSockets, openSockets } from "./support/exchange-sockets.ts";
import { type Received, TestClient } from "./support/socket-client.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const PAYMENT = "246810";

let chain: ScriptedChain;
let exchange: GatewayUnderTest;
let sockets: ExchangeSockets;
let owner: TestClient;
let stranger: TestClient;
let caller: WireClient;
let userId: number;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  sockets = await openSockets(exchange, { movements: exchange.funding.movements });
  caller = await exchange.registered("mover@example.org");
  await setPaymentPassword(caller, exchange, "mover@example.org");
  userId = Number(accepted(await caller.call("profile")).id);
  const other = await exchange.registered("stranger@example.org");
  owner = await bound(caller, userId);
  stranger = await bound(other, Number(accepted(await other.call("profile")).id));
});
afterAll(async () => {
  await sockets.server.close();
  await exchange.close();
});

async function bound(client: WireClient, uid: number): Promise<TestClient> {
  const socket = await TestClient.connect(sockets.url);
  socket.send("bind", { uid: String(uid), token: client.token, bare: true });
  expect(await socket.first("bildUid")).toMatchObject({ private: true });
  return socket;
}

const movementOf = ({ type, data }: Received) => data[type] as Record<string, unknown>;
const told = (client: TestClient, type: "deposit" | "withdrawal") =>
  client.received.filter((message) => message.type === type).map(movementOf);

test("WDRL-08 a deposit is told when it is seen, confirmed and credited, then the balance", async () => {
  const { depositId } = await chain.see(userId, 0, 500_000_000);
  await chain.credit(depositId);
  await owner.until(() => owner.of("deposit").length === 3 && owner.of("balance").length === 1);
  expect(told(owner, "deposit").map((each) => [each.status, each.confirmations, each.result])).toEqual([
    ["seen", 1, "in-progress"],
    ["confirmed", CONFIRMATIONS, "in-progress"],
    ["credited", CONFIRMATIONS, "success"],
  ]);
  for (const each of told(owner, "deposit")) depositSchema.parse(each);
  const [balance] = owner.of("balance");
  expect(balance).toMatchObject({
    kind: "deposit",
    list: [{ wallet: "main", asset: "USDT", available: "500.000000", frozen: "0.000000" }],
  });
  const seqs = owner.of("deposit").map(({ asOfSeq }) => Number(asOfSeq));
  expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
});

test("WDRL-08 a withdrawal is told at each step and confirmation, each before its balance", async () => {
  const from = owner.received.length;
  const { withdrawal } = accepted(
    await caller.call("withdraw", {
      asset: "USDT",
      chain: CHAIN,
      address: ADDRESS,
      amount: "100",
      paymentPassword: PAYMENT,
    }),
  );
  const seq = withdrawalSeqOf(withdrawal.withdrawalId) ?? 0;
  await owner.until(() => told(owner, "withdrawal").some(({ status }) => status === "approved"));
  const txHash = await chain.broadcast(seq);
  chain.confirmations(seq, txHash, 2);
  await exchange.engine.execute({
    kind: "settle-withdrawal",
    withdrawalId: seq,
    outcome: "confirmed",
    txHash,
    reason: "",
  });
  await owner.until(() => told(owner, "withdrawal").some(({ status }) => status === "confirmed"));
  await owner.settle();
  const news = owner.received.slice(from).filter(({ type }) => type === "withdrawal" || type === "balance");
  expect(
    news.map((message) =>
      message.type === "balance"
        ? ["balance", message.data.kind]
        : [movementOf(message).status, movementOf(message).confirmations],
    ),
  ).toEqual([
    ["frozen", 0],
    ["balance", "withdrawal"],
    ["approved", 0],
    ["signed", 0],
    ["broadcast", 0],
    ["broadcast", 1],
    ["broadcast", 2],
    ["confirmed", CONFIRMATIONS],
    ["balance", "withdrawal"],
  ]);
  for (const each of told(owner, "withdrawal")) withdrawalSchema.parse(each);
  const steps = told(owner, "withdrawal").map((each) => (each.steps as unknown[]).length);
  expect(steps).toEqual([1, 2, 3, 4, 4, 4, 5]);
  const [frozen] = told(owner, "withdrawal");
  expect(frozen).toEqual(withdrawal);
});

test("WDRL-08 a held withdrawal says why and until when from its first message on", async () => {
  const before = told(owner, "withdrawal").length;
  exchange.funding.withdrawals.book.apply({
    type: "requested",
    withdrawalId: 0,
    userId,
    chain: CHAIN,
    address: ADDRESS,
    cents: exchange.funding.rules().windowCents,
    atMs: exchange.time.ms,
    hold: null,
  });
  const { withdrawal } = accepted(
    await caller.call("withdraw", {
      asset: "USDT",
      chain: CHAIN,
      address: ADDRESS,
      amount: "10",
      paymentPassword: PAYMENT,
    }),
  );
  expect(withdrawal.holdReason).toBe("many-withdrawals");
  await owner.until(() => told(owner, "withdrawal").length === before + 2);
  for (const each of told(owner, "withdrawal").slice(before))
    expect(each).toMatchObject({
      status: expect.stringMatching(/frozen|reviewing/),
      holdReason: "many-withdrawals",
      holdUntilMs: withdrawal.holdUntilMs,
    });
  await exchange.funding.desk.refuse(withdrawal.withdrawalId, "ada", "Not today");
  await owner.until(() => told(owner, "withdrawal").length === before + 3);
  expect(told(owner, "withdrawal").at(-1)).toMatchObject({
    status: "returned",
    result: "failed",
    reason: "Not today",
  });
  await owner.until(() => owner.of("balance").at(-1)?.kind === "withdrawal-return");
});

test("WDRL-08 nobody else hears of it", async () => {
  await stranger.settle();
  expect(told(stranger, "deposit")).toEqual([]);
  expect(told(stranger, "withdrawal")).toEqual([]);
  expect(exchange.errors).toEqual([]);
});
