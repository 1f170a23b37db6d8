import { ChainLedger } from "@candor/server/custody/chain/chain-ledger";
import type { BlockRecord, Move } from "@candor/server/custody/chain/watch-records";
import type { Hex } from "@candor/server/kit/hex";
import { afterEach, beforeEach, expect, test } from "vitest";
import { TestNode } from "../support/chain/test-node.ts";
import { USDT } from "./chain-world.ts";
import { CONFIRMATIONS, OutsideWorld } from "./outside-world.ts";

const ADA = 10_001;
const ONE = 1_000_000n;
const OUTSIDE = "0x52908400098527886E0F7030069857D2E4169EE7";

let node: TestNode;
let outside: OutsideWorld;
let tether: Hex;
let address: Hex;

beforeEach(async () => {
  node = await TestNode.start();
  tether = await node.deploy("TestTether");
  await node.mine(8);
  outside = await OutsideWorld.open(node, { USDT: tether });
  await outside.world.openUsers(ADA);
  address = await outside.addressOf(ADA);
  await outside.caughtUp();
});
afterEach(async () => {
  await outside?.remove();
  await node?.stop();
});

test("FUND-01 a deposit that a reorganization removes before its credit is explained, and credited once when it is mined again", async () => {
  const { raw } = await node.pay(tether, address, 30n * ONE);
  await node.mine(CONFIRMATIONS - 1);
  await outside.caughtUp();
  expect(outside.depositsOf(ADA)).toMatchObject([{ status: "seen", confirmations: 2 }]);
  await node.reorganise(CONFIRMATIONS - 1);
  await node.mine();
  await outside.caughtUp();
  expect(outside.fatesOf(ADA)).toEqual(["30000000 reorganised"]);
  await outside.settle();
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([0, 0]);
  await node.hand(raw);
  await outside.settle();
  expect(outside.fatesOf(ADA)).toEqual(["30000000 credited"]);
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([30_000_000, 0]);
});

test("FUND-01 a credited deposit that a reorganization removes stops the chain until it is mined again; it is never credited twice", async () => {
  const { raw } = await node.pay(tether, address, 30n * ONE);
  await outside.settle();
  expect(outside.fatesOf(ADA)).toEqual(["30000000 credited"]);
  await node.reorganise(CONFIRMATIONS + 1);
  await node.mine();
  await outside.world.until(
    "the chain is paused",
    () => outside.service.chains[0]?.paused === "credited-deposit-reorganised",
  );
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([30_000_000, 0]);
  // Nothing is paid while funds are missing.
  const id = await outside.world.withdraw(ADA, USDT, 5_000_000, 1_000_000, OUTSIDE);
  await outside.rounds(3);
  expect(outside.world.withdrawals.get(id)?.status).toBe("approved");
  // Also after a restart.
  await outside.restart();
  await outside.world.until(
    "the chain is still paused",
    () => outside.service.chains[0]?.paused === "credited-deposit-reorganised",
  );
  // Mined at another position, after another transaction.
  await node.readNonce();
  await node.hand(raw);
  await outside.settle();
  expect(outside.fatesOf(ADA)).toEqual(["30000000 credited"]);
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([25_000_000, 5_000_000]);
});

test("FUND-01 an operator may let the platform bear a deposit that is gone for good", async () => {
  await node.pay(tether, address, 30n * ONE);
  await outside.settle();
  const [deposit] = outside.depositsOf(ADA);
  await node.reorganise(CONFIRMATIONS + 1);
  await node.mine();
  await outside.world.until("the chain is paused", () => outside.service.chains[0]?.paused !== undefined);
  expect(await outside.service.acceptLoss("d0-nothing")).toBe(false);
  expect(await outside.service.acceptLoss(deposit?.depositId ?? "")).toBe(true);
  await outside.settle();
  expect(outside.service.chains[0]?.paused).toBeUndefined();
  expect(await outside.world.custodyOf(USDT)).toMatchObject({ difference: "-30000000" });
});

test("FUND-01 a watcher that restarts at any block credits each deposit once", async () => {
  for (let block = 1; block <= 5; block++) {
    await node.pay(tether, address, BigInt(block) * ONE);
    if (block % 2 === 0) await node.pay(tether, address, BigInt(100 + block) * ONE);
    await node.mine();
    // Some blocks arrive while nobody watches.
    if (block % 3 === 0) await outside.caughtUp();
    await outside.restart();
  }
  await outside.settle();
  const amounts = [1, 2, 102, 3, 4, 104, 5];
  expect(outside.fatesOf(ADA)).toEqual(amounts.map((amount) => `${amount}000000 credited`));
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  expect(await outside.world.balanceOf(ADA, USDT)).toEqual([sum * 1_000_000, 0]);
});

test("FUND-01 where the chain has a safe block, a deposit is credited when it has reached it", async () => {
  await outside.remove();
  outside = await OutsideWorld.open(node, { USDT: tether }, { network: { finality: "safe" } });
  await outside.world.openUsers(ADA);
  address = await outside.addressOf(ADA);
  await node.pay(tether, address, 30n * ONE);
  await outside.settle();
  expect(outside.depositsOf(ADA)).toMatchObject([{ status: "confirmed", confirmations: CONFIRMATIONS }]);
  // The node's safe block is one epoch of 32 behind.
  await node.mine(32);
  await outside.caughtUp();
  expect(outside.fatesOf(ADA)).toEqual(["30000000 credited"]);
});

test("FUND-01 a reorganization undoes its blocks' changes of custody, to the last unit", () => {
  const ledger = new ChainLedger(0);
  const users = new Map<number, Hex>([
    [1, "0x01"],
    [2, "0x02"],
  ]);
  const addressOf = (userId: number): Hex => users.get(userId) ?? "0x00";
  const txHash: Hex = "0xaa";
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const someMove = (): Move => {
    const amount = String(random(1_000) + 1);
    const assetId = random(2);
    switch (random(5)) {
      case 0:
        return {
          kind: "deposit",
          txHash,
          position: 0,
          assetId,
          amount,
          userId: 1 + random(2),
          reason: null,
          failed: random(4) === 0,
        };
      case 1:
        return { kind: "refill", txHash, assetId, amount, address: "0x0f" };
      case 2:
        return { kind: "payment", txHash, assetId, amount, address: "0x0f", to: "0x99" };
      case 3:
        return { kind: "sweep", txHash, assetId, amount, address: "0x01", to: "0x0f" };
      default:
        return { kind: "gas", txHash, assetId, amount, address: "0x0f" };
    }
  };
  const blockAt = (number: number): BlockRecord => ({
    number,
    hash: `0x${number.toString(16)}`,
    moves: Array.from({ length: random(4) }, someMove),
  });
  const states: string[] = [];
  const look = (): string => {
    const { totals, holdings } = ledger.record();
    const sorted = holdings.map((each) => JSON.stringify(each)).toSorted();
    return JSON.stringify([ledger.cursor?.hash, totals.toSorted((a, b) => a.assetId - b.assetId), sorted]);
  };
  for (const assetId of [0, 1]) ledger.totals(assetId);
  for (let number = 0; number < 100; number++) {
    ledger.advance(blockAt(number), addressOf);
    states.push(look());
  }
  for (const back of [98, 97, 80, 41, 40, 3]) {
    ledger.revert(back, addressOf);
    expect(look()).toBe(states[back]);
  }
  const copy = new ChainLedger(0);
  copy.restore(ledger.record());
  expect(copy.record()).toEqual(ledger.record());
});
