import type { Hex } from "@candor/server/kit/hex";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestNode } from "../support/chain/test-node.ts";
import { USDT } from "./chain-world.ts";
import { FalseReplyNode } from "./false-reply-node.ts";
import { CONFIRMATIONS, OutsideWorld } from "./outside-world.ts";

const ADA = 10_001;
const ONE = 1_000_000n;
const RECEIVER: Hex = "0x00000000000000000000000000000000000c0de1";

let node: TestNode;
let falseNode: FalseReplyNode;
let outside: OutsideWorld;
let tether: Hex;
let address: Hex;

beforeEach(async () => {
  node = await TestNode.start();
  tether = await node.deploy("TestTether");
  falseNode = await FalseReplyNode.start(node.process.url);
  outside = await OutsideWorld.open(node, { USDT: tether }, { rpcUrl: falseNode.url });
  await outside.world.openUsers(ADA);
  address = await outside.addressOf(ADA);
  await outside.caughtUp();
});
afterEach(async () => {
  await outside?.remove();
  falseNode?.stop();
  await node?.stop();
});

const hex = (value: number): Hex => `0x${value.toString(16)}`;

test("FUND-01 while the node is down the chain is paused; then it resumes where it stopped", async () => {
  falseNode.replyWith("down");
  await node.pay(tether, address, 11n * ONE);
  await node.mine(CONFIRMATIONS);
  await outside.world.until("paused", () => outside.service.chains[0]?.paused === "unreachable");
  expect(outside.fatesOf(ADA)).toEqual([]);
  falseNode.replyWith(undefined);
  await outside.caughtUp();
  expect(outside.fatesOf(ADA)).toEqual(["11000000 credited"]);
});

test("FUND-01 a node that claims a greater height confirms nothing with it", async () => {
  await node.pay(tether, address, 11n * ONE);
  await node.mine();
  falseNode.replyWith((method, _params, result) =>
    method === "eth_blockNumber" ? hex(Number(result) + 1_000) : undefined,
  );
  await outside.world.until("seen", () => outside.depositsOf(ADA).length === 1);
  await outside.rounds(5);
  expect(outside.depositsOf(ADA)).toMatchObject([{ status: "seen", confirmations: 1 }]);
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([0, 0]);
  falseNode.replyWith(undefined);
  await outside.settle();
  expect(outside.fatesOf(ADA)).toEqual(["11000000 credited"]);
});

test("FUND-01 a node that falls behind undoes nothing", async () => {
  await node.pay(tether, address, 11n * ONE);
  await node.mine(2);
  await outside.caughtUp();
  expect(outside.depositsOf(ADA)).toMatchObject([{ status: "seen", confirmations: 2 }]);
  falseNode.replyWith((method, _params, result) =>
    method === "eth_blockNumber" ? hex(Number(result) - 2) : undefined,
  );
  await outside.rounds(5);
  expect(outside.depositsOf(ADA)).toMatchObject([{ status: "seen", confirmations: 2 }]);
  falseNode.replyWith(undefined);
  await outside.settle();
  expect(outside.fatesOf(ADA)).toEqual(["11000000 credited"]);
});

test("FUND-01 a node of another chain is not read", async () => {
  falseNode.replyWith((method) => (method === "eth_chainId" ? hex(1) : undefined));
  await node.pay(tether, address, 11n * ONE);
  await node.mine(CONFIRMATIONS);
  await outside.world.until("paused", () => outside.service.chains[0]?.paused === "wrong-chain");
  await outside.rounds(3);
  expect(outside.fatesOf(ADA)).toEqual([]);
  falseNode.replyWith(undefined);
  await outside.caughtUp();
  expect(outside.fatesOf(ADA)).toEqual(["11000000 credited"]);
});

interface RawReceipt {
  readonly status: string;
  readonly logs: readonly Readonly<Record<string, unknown>>[];
}

test("FUND-01 duplicate logs count once", async () => {
  falseNode.replyWith((method, _params, result) => {
    if (method === "eth_getBlockReceipts")
      return (result as RawReceipt[]).map((receipt) => ({
        ...receipt,
        logs: [...receipt.logs, ...receipt.logs],
      }));
    if (method !== "eth_getTransactionReceipt" || result === null) return undefined;
    const receipt = result as RawReceipt;
    return { ...receipt, logs: [...receipt.logs, ...receipt.logs] };
  });
  await node.pay(tether, address, 11n * ONE);
  await outside.settle();
  expect(outside.fatesOf(ADA)).toEqual(["11000000 credited"]);
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([11_000_000, 0]);
});

test("FUND-01 logs of a failed transaction, and receipts of other blocks or of none, are ignored", async () => {
  await node.pay(tether, address, 11n * ONE);
  await node.mine(CONFIRMATIONS);
  falseNode.replyWith((method, _params, result) =>
    method === "eth_getBlockReceipts"
      ? (result as object[]).map((receipt) => ({ ...receipt, blockHash: `0x${"1".repeat(64)}` }))
      : undefined,
  );
  await outside.rounds(3);
  expect(outside.fatesOf(ADA)).toEqual([]);
  falseNode.replyWith((method) => (method === "eth_getBlockReceipts" ? [] : undefined));
  await outside.rounds(3);
  expect(outside.fatesOf(ADA)).toEqual([]);
  falseNode.replyWith((method, _params, result) =>
    method === "eth_getBlockReceipts"
      ? (result as RawReceipt[]).map((receipt) => ({ ...receipt, status: "0x0" }))
      : undefined,
  );
  await outside.caughtUp();
  expect(outside.fatesOf(ADA)).toEqual(["11000000 failed-transaction"]);
});

test("FUND-01 the receipt is requested again at the moment of credit: a node that contradicts itself credits nothing", async () => {
  falseNode.replyWith((method) => (method === "eth_getTransactionReceipt" ? null : undefined));
  await node.pay(tether, address, 11n * ONE);
  await outside.settle();
  expect(outside.depositsOf(ADA)).toMatchObject([{ status: "confirmed" }]);
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([0, 0]);
  falseNode.replyWith(undefined);
  await outside.rounds(2);
  expect(outside.fatesOf(ADA)).toEqual(["11000000 credited"]);
});

test("FUND-01 a node that has no receipts of whole blocks is asked for each", async () => {
  falseNode.replyWith((method) =>
    method === "eth_getBlockReceipts" ? new Error("the method does not exist") : undefined,
  );
  await node.pay(tether, address, 11n * ONE);
  await node.pay(tether, address, 12n * ONE);
  await outside.settle();
  expect(outside.fatesOf(ADA)).toEqual(["11000000 credited", "12000000 credited"]);
});

test("FUND-01 answers that make no sense are no answers", async () => {
  for (const nonsense of ["0xzz", 7, {}, [], "latest"]) {
    falseNode.replyWith((method) => (method === "eth_getBlockByNumber" ? nonsense : undefined));
    await node.mine();
    await outside.world.until("paused", () => outside.service.chains[0]?.paused === "unreachable");
  }
  falseNode.replyWith(undefined);
  await node.pay(tether, address, 11n * ONE);
  await outside.settle();
  expect(outside.fatesOf(ADA)).toEqual(["11000000 credited"]);
});

test("FUND-02 a payment whose receipt is gone when the settled block is known is not confirmed by it", async () => {
  const hotWallet = await outside.hotWallet();
  await node.pay(null, hotWallet, 10n ** 18n);
  for (const to of [hotWallet, address]) await node.pay(tether, to, 100n * ONE);
  await outside.settle();
  const id = await outside.world.withdraw(ADA, USDT, 40_000_000, 1_000_000, RECEIVER);
  const statusNow = () => outside.world.withdrawals.get(id)?.status;
  await outside.world.until("sent", () => statusNow() === "broadcast");
  // Simulates a node that restarts from an older chain in the middle of a round.
  let hasLooked = false;
  let lost = 0;
  falseNode.replyWith((method) => {
    if (method === "eth_getTransactionCount") hasLooked = true;
    if (method !== "eth_getTransactionReceipt" || !hasLooked) return undefined;
    hasLooked = false;
    lost++;
    return null;
  });
  await outside.settle();
  await outside.world.until("it was looked at again", () => lost > 1);
  expect(statusNow()).toBe("broadcast");
  falseNode.replyWith(undefined);
  await outside.world.until("paid", () => statusNow() === "confirmed");
});
