import type { Hex } from "@candor/server/kit/hex";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TEST_CHAIN_ID, TestNode } from "../support/chain/test-node.ts";
import { ETH, USDT } from "./chain-world.ts";
import { CONFIRMATIONS, OutsideWorld } from "./outside-world.ts";

const ADA = 10_001;
const XRP = 5;
const ONE = 1_000_000n;
const COIN = 10n ** 18n;
const FEE = 1_000_000;
const RECEIVER: Hex = "0x00000000000000000000000000000000000c0de1";

let node: TestNode;
let outside: OutsideWorld;
let tether: Hex;
let falseToken: Hex;
let hotWallet: Hex;
let address: Hex;

beforeEach(async () => {
  node = await TestNode.start();
  tether = await node.deploy("TestTether");
  falseToken = await node.deploy("FalseToken");
  outside = await OutsideWorld.open(node, { USDT: tether, XRP: falseToken }, { stuckAfterMs: 400 });
  await outside.world.openUsers(ADA);
  address = await outside.addressOf(ADA);
  hotWallet = await outside.hotWallet();
  await node.pay(null, hotWallet, 5n * COIN);
  for (const token of [tether, falseToken]) {
    await node.pay(token, hotWallet, 500n * ONE);
    await node.pay(token, address, 100n * ONE);
  }
  await outside.settle();
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([100_000_000, 0]);
});
afterEach(async () => {
  await outside?.remove();
  await node?.stop();
});

const statusOf = (id: number): string | undefined => outside.world.withdrawals.get(id)?.status;
const received = async (token: Hex): Promise<bigint> =>
  BigInt(
    (await node.request("eth_call", [
      { to: token, data: `0x70a08231${RECEIVER.slice(2).padStart(64, "0")}` },
      "latest",
    ])) as string,
  );
const hotNonce = async (): Promise<number> =>
  Number(await node.request("eth_getTransactionCount", [hotWallet, "latest"]));

test("FUND-02 a withdrawal is signed, sent, confirmed after its blocks, and its net amount arrives", async () => {
  const id = await outside.world.withdraw(ADA, USDT, 40_000_000, FEE, RECEIVER);
  await outside.world.until("sent", () => statusOf(id) === "broadcast");
  expect(outside.service.withdrawalProgress(id)).toMatchObject({
    confirmations: 0,
    confirmationsRequired: 3,
  });
  await node.mine(CONFIRMATIONS - 1);
  await outside.caughtUp();
  expect(outside.service.withdrawalProgress(id)).toMatchObject({ confirmations: 2 });
  expect(statusOf(id)).toBe("broadcast");
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([60_000_000, 40_000_000]);
  await node.mine();
  await outside.world.until("confirmed", () => statusOf(id) === "confirmed");
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([60_000_000, 0]);
  expect(await received(tether)).toBe(39n * ONE);
  expect(await outside.world.custodyOf(USDT)).toMatchObject({ difference: "0" });
  expect(await outside.world.custodyOf(ETH)).toMatchObject({ difference: "0" });
});

test("FUND-02 a stuck transaction gets a higher fee under the same nonce, and pays once", async () => {
  const id = await outside.world.withdraw(ADA, USDT, 40_000_000, FEE, RECEIVER);
  await outside.world.until("sent", () => statusOf(id) === "broadcast");
  const first = outside.world.withdrawals.get(id)?.txHash;
  // Gas becomes much more expensive than offered.
  await node.request("anvil_setNextBlockBaseFeePerGas", [`0x${(60n * 10n ** 9n).toString(16)}`]);
  await node.mine();
  expect(await received(tether)).toBe(0n);
  await outside.world.until("another transaction", () => outside.world.withdrawals.get(id)?.txHash !== first);
  await outside.world.until("paid", async () => {
    await node.mine();
    return statusOf(id) === "confirmed";
  });
  expect(await received(tether)).toBe(39n * ONE);
  expect(await hotNonce()).toBe(1);
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([60_000_000, 0]);
});

test("FUND-02 a payment that a reorganization removes is sent again, and pays once", async () => {
  const id = await outside.world.withdraw(ADA, USDT, 40_000_000, FEE, RECEIVER);
  await outside.world.until("sent", () => statusOf(id) === "broadcast");
  await node.mine(2);
  await outside.caughtUp();
  expect(await received(tether)).toBe(39n * ONE);
  await node.reorganise(2);
  await node.mine();
  expect(await received(tether)).toBe(0n);
  await outside.world.until("paid", async () => {
    await node.mine();
    return statusOf(id) === "confirmed";
  });
  expect(await received(tether)).toBe(39n * ONE);
  expect(await hotNonce()).toBe(1);
  expect(await outside.world.custodyOf(USDT)).toMatchObject({ difference: "0" });
});

test("CLUS-04 a number that a restored exchange had given before: the lost payment is not broadcast, the new one returned", async () => {
  const { chains, engine } = outside.world;
  const symbol = "USDT";
  const lost: Hex = "0x00000000000000000000000000000000000c0de9";
  const fees = { maxFeePerGas: "100000000000", maxPriorityFeePerGas: "1000000000" } as const;
  // Any of these is the number of the next withdrawal.
  const next = engine.durableSeq + 1;
  for (let withdrawalId = next; withdrawalId < next + 20; withdrawalId++)
    await chains.signer.ask<"pay">({
      kind: "pay",
      withdrawalId,
      chainId: TEST_CHAIN_ID,
      symbol,
      to: lost,
      amount: String(10n * ONE),
      minedNonce: 0,
      gasLimit: 100_000,
      ...fees,
    });
  const id = await outside.world.withdraw(ADA, USDT, 40_000_000, FEE, RECEIVER);
  expect(id).toBeLessThan(next + 20);
  await outside.world.until("returned", async () => {
    await node.mine();
    return statusOf(id) === "returned";
  });
  await outside.settle();
  expect(await hotNonce()).toBe(0);
  expect(await received(tether)).toBe(0n);
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([100_000_000, 0]);
});

test("FUND-02 a receiver that rejects coins: returned at once, and nothing was ever signed for it", async () => {
  const refuser = await node.deploy("Refuser");
  await node.pay(null, address, COIN);
  await outside.settle();
  const id = await outside.world.withdraw(ADA, ETH, 50_000_000, 100_000, refuser);
  await outside.world.until("returned", () => statusOf(id) === "returned");
  expect(outside.world.withdrawals.get(id)).toMatchObject({ reason: "recipient-refused", txHash: "" });
  expect(await outside.world.balanceOf(ADA, ETH)).toEqual([100_000_000, 0]);
  const states = await outside.world.chains.signer.ask<"look-up">({ kind: "look-up", withdrawalIds: [id] });
  expect(states).toEqual([{ kind: "cancelled" }]);
  expect(await hotNonce()).toBe(0);
});

test("FUND-02 a token that silently pays nothing: the transaction is mined, and the withdrawal returned", async () => {
  const id = await outside.world.withdraw(ADA, XRP, 40_000_000, FEE, RECEIVER);
  await outside.world.until("sent", () => statusOf(id) === "broadcast");
  // The contract changes its behavior before the payment is mined.
  await node.send({ to: falseToken, data: node.call("setStubborn", [true]), gwei: 500n });
  await outside.world.until("ended", async () => {
    await node.mine();
    return ["returned", "confirmed"].includes(statusOf(id) ?? "");
  });
  expect(outside.world.withdrawals.get(id)).toMatchObject({
    status: "returned",
    reason: "transaction-failed",
  });
  expect(await received(falseToken)).toBe(0n);
  expect(await outside.world.balanceOf(ADA, XRP)).toEqual([100_000_000, 0]);
  expect(await outside.world.custodyOf(XRP)).toMatchObject({ difference: "0" });
  expect(await outside.world.custodyOf(ETH)).toMatchObject({ difference: "0" });
});

test("CHAIN-03 when the hot wallet holds too little, deposits are swept with gas of the platform's, and then it pays", async () => {
  const { gasAccount } = await outside.world.chains.signer.ask<"describe">({ kind: "describe" });
  const gas = async () => (await outside.world.service.gas())[0];
  expect(await gas()).toMatchObject({ balance: "0", sweeps: 0, isLow: true });
  await node.pay(null, gasAccount, COIN);
  await node.pay(tether, address, 700n * ONE);
  await outside.settle();
  const before = await gas();
  expect(before).toMatchObject({ balance: String(COIN), isLow: false });
  expect(before?.address.toLowerCase()).toBe(gasAccount.toLowerCase());
  const id = await outside.world.withdraw(ADA, USDT, 790_000_000, FEE, RECEIVER);
  await outside.world.until("paid", async () => {
    await node.mine();
    return statusOf(id) === "confirmed";
  });
  expect(await received(tether)).toBe(789n * ONE);
  const custody = await outside.world.custodyOf(USDT);
  expect(custody).toMatchObject({ difference: "0", depositAddresses: "0" });
  const coins = await outside.world.custodyOf(ETH);
  expect(coins).toMatchObject({ difference: "0" });
  // The gas account has paid for a sweep.
  const after = await gas();
  expect(BigInt(after?.balance ?? 0)).toBeLessThan(COIN);
  expect(before?.sweeps).toBeGreaterThan(20);
  // Coins sent for gas and not burned belong to the platform.
  expect(BigInt(coins.platform)).toBeGreaterThan(5n * COIN - COIN / 100n);
});

test("SIGN-02 an amount above the signer's limit is returned with its reason", async () => {
  await node.pay(tether, hotWallet, 100_000n * ONE);
  await node.pay(tether, address, 60_000n * ONE);
  await outside.settle();
  const id = await outside.world.withdraw(ADA, USDT, 60_000_000_000, FEE, RECEIVER);
  await outside.world.until("returned", () => statusOf(id) === "returned");
  expect(outside.world.withdrawals.get(id)?.reason).toBe("over-limit");
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([60_100_000_000, 0]);
});

test("SIGN-01 after the loss of the signer's journal, no possibly paid withdrawal is signed again", async () => {
  const paid = await outside.world.withdraw(ADA, USDT, 40_000_000, FEE, RECEIVER);
  await outside.world.until("sent", () => statusOf(paid) === "broadcast");
  await outside.loseSignerJournal();
  const next = await outside.world.withdraw(ADA, USDT, 20_000_000, FEE, RECEIVER);
  await node.mine(CONFIRMATIONS);
  await outside.caughtUp();
  await outside.rounds(3);
  // The first one's outcome must be decided by an operator, and the chain has a nonce missing from the new journal.
  expect([await outside.statusOf(paid), await outside.statusOf(next)]).toEqual(["broadcast", "approved"]);
  expect(await received(tether)).toBe(39n * ONE);
  expect(outside.world.log.lines.join("\n")).toContain("journal-behind");
});
