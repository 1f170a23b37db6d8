import { toWireDeposit } from "@candor/server/custody/wallet-movements/wire-deposit";
import type { Hex } from "@candor/server/kit/hex";
import { Listings } from "@candor/server/market/market-data/listings";
import { MarketDataMirror } from "@candor/server/market/market-data/market-data-mirror";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestNode } from "../support/chain/test-node.ts";
import { ETH, USDT } from "./chain-world.ts";
import { CLOSED, OutsideWorld } from "./outside-world.ts";

const COIN = 10n ** 18n;
const ONE = 1_000_000n;
/** 2^53 of USDT's smallest unit, plus 4. */
const TOO_MUCH = 9_007_199_254_740_996n;

let node: TestNode;
let outside: OutsideWorld;
let tether: Hex;
let nextUser = 50_000;
beforeAll(async () => {
  node = await TestNode.start();
  tether = await node.deploy("TestTether");
  outside = await OutsideWorld.open(node, { USDT: tether });
});
afterAll(async () => {
  await outside?.remove();
  await node?.stop();
});

async function newUser(): Promise<{ readonly id: number; readonly address: Hex }> {
  const id = nextUser++;
  await outside.world.openUsers(id);
  return { id, address: await outside.addressOf(id) };
}

const only = (userId: number) => {
  const [deposit, ...others] = outside.depositsOf(userId);
  if (deposit === undefined || others.length > 0) throw new Error("not one deposit");
  return deposit;
};

/** Deposits as their user sees them. */
async function wireOf(userId: number) {
  const listings = new Listings(0);
  const mirror = new MarketDataMirror(outside.world.engine, listings);
  await mirror.start();
  mirror.stop();
  const deposit = only(userId);
  return toWireDeposit(deposit, listings.asset(deposit.assetId), outside.service.chainOfIndex(0));
}

test("CHAIN-10 a deposit larger than the exchange can count is held with its real amount, reported to the operator, and settled with a notice to its user", async () => {
  const ada = await newUser();
  await node.pay(tether, ada.address, TOO_MUCH);
  await outside.settle();
  expect(only(ada.id)).toMatchObject({
    status: "held",
    reason: "over-limit",
    amountUnits: undefined,
    amountWei: String(TOO_MUCH),
  });
  expect(await wireOf(ada.id)).toMatchObject({
    amount: "9007199254.740996",
    status: "held",
    result: "in-progress",
    note: null,
  });
  const { depositId } = only(ada.id);
  expect(outside.service.uncreditedDeposits().map((each) => each.depositId)).toContain(depositId);
  expect(await outside.world.balanceOf(ada.id, USDT)).toEqual([0, 0]);
  // A retry is held again: the amount is not capped to fit.
  expect(await outside.service.creditDeposit(depositId)).toBe(true);
  await node.mine();
  await outside.world.until("it is held again", () => only(ada.id).status === "held");
  expect(await outside.service.settleDeposit(depositId, "sent back to its sender by hand")).toBe(true);
  expect(await outside.service.settleDeposit(depositId, "twice")).toBe(false);
  await outside.restart();
  await outside.caughtUp();
  expect(await wireOf(ada.id)).toMatchObject({
    status: "ignored",
    amount: "9007199254.740996",
    note: "sent back to its sender by hand",
  });
  expect((await outside.world.custodyOf(USDT)).difference).toBe("0");
});

test("CHAIN-10 more than may still exist of an asset is held, not tried for ever", async () => {
  const ada = await newUser();
  await node.pay(tether, ada.address, 9_007_199_254_740_991n);
  await outside.settle();
  expect(only(ada.id)).toMatchObject({ status: "held", reason: "over-limit" });
  expect(outside.world.service.isBusy).toBe(false);
});

test("CHAIN-10 a deposit below the minimum shows its real amount, and is credited once an operator decides so", async () => {
  const ada = await newUser();
  await node.pay(null, ada.address, COIN / 2_000n + 7n);
  await outside.settle();
  expect(await wireOf(ada.id)).toMatchObject({
    status: "ignored",
    reason: "below-minimum",
    amount: "0.000500000000000007",
  });
  const { depositId } = only(ada.id);
  expect(await outside.service.settleDeposit(depositId, "no")).toBe(false);
  expect(await outside.service.creditDeposit(depositId)).toBe(true);
  await node.mine();
  await outside.world.until("it is credited", () => only(ada.id).status === "credited");
  expect(await outside.service.creditDeposit(depositId)).toBe(false);
  expect(await wireOf(ada.id)).toMatchObject({ amount: "0.00050000", status: "credited" });
  expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([50_000, 0]);
  expect((await outside.world.custodyOf(ETH)).difference).toBe("0");
});

test("CHAIN-10 a deposit of an asset missing from the chain file is held, shown, and credited when the asset is back", async () => {
  const ada = await newUser();
  await node.pay(tether, ada.address, 25n * ONE);
  await node.mine();
  await outside.caughtUp();
  await outside.restart(outside.assets.filter(({ symbol }) => symbol !== "USDT"));
  await outside.settle();
  expect(only(ada.id)).toMatchObject({ status: "held", reason: "not-offered" });
  expect(await wireOf(ada.id)).toMatchObject({ amount: "25.000000", asset: "USDT" });
  await outside.restart();
  await outside.settle();
  expect(only(ada.id)).toMatchObject({ status: "credited", reason: null });
  expect(await outside.world.balanceOf(ada.id, USDT)).toEqual([25_000_000, 0]);
});

test("CHAIN-10 a deposit to a closed account is held, and credited to nobody", async () => {
  const ada = await newUser();
  CLOSED.add(ada.id);
  await node.pay(tether, ada.address, 25n * ONE);
  await outside.settle();
  expect(only(ada.id)).toMatchObject({ status: "held", reason: "account-closed" });
  expect(outside.world.service.isBusy).toBe(false);
});
