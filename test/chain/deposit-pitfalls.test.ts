import type { Hex } from "@candor/server/kit/hex";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FALSE_WORD, TestNode, TRUE_WORD } from "../support/chain/test-node.ts";
import { ETH, USDT } from "./chain-world.ts";
import { OutsideWorld } from "./outside-world.ts";

const XRP = 5;
const ADA_COIN = 8;
const TRX = 9;
const COIN = 10n ** 18n;
const ONE = 1_000_000n;

let node: TestNode;
let outside: OutsideWorld;
let tether: Hex;
let honestFee: Hex;
let lyingFee: Hex;
let falseToken: Hex;
let caller: Hex;
let lookAlike: Hex;
let nextUser = 20_000;

beforeAll(async () => {
  node = await TestNode.start();
  tether = await node.deploy("TestTether");
  honestFee = await node.deploy("FeeToken", TRUE_WORD);
  lyingFee = await node.deploy("FeeToken", FALSE_WORD);
  falseToken = await node.deploy("FalseToken");
  caller = await node.deploy("Caller");
  lookAlike = await node.deploy("LookAlike");
  outside = await OutsideWorld.open(node, { USDT: tether, TRX: honestFee, ADA: lyingFee, XRP: falseToken });
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

test("FUND-01 a token that returns nothing, and the chain's own coin, are credited with exactly the received amount", async () => {
  const ada = await newUser();
  await node.pay(tether, ada.address, 25n * ONE);
  await node.pay(null, ada.address, 2n * COIN);
  await outside.settle();
  expect(outside.fatesOf(ada.id)).toEqual(["25000000 credited", "200000000 credited"]);
  expect(await outside.world.balanceOf(ada.id, USDT)).toEqual([25_000_000, 0]);
  expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([200_000_000, 0]);
});

test("FUND-01 a fake Transfer event of a look-alike token credits nothing and is explained", async () => {
  const ada = await newUser();
  const { hash } = await node.send({ to: lookAlike, data: node.call("pretend", [ada.address, 900n * ONE]) });
  await outside.settle();
  expect(outside.fatesOf(ada.id)).toEqual([]);
  expect(await outside.world.balanceOf(ada.id, USDT)).toEqual([0, 0]);
  const finding = await outside.service.explainTransaction("evm-31337", hash, ada.id);
  expect(finding).toEqual({ kind: "unknown-token", deposit: undefined });
});

test("FUND-01 fee on transfer: the received amount is credited; a token that claims more is not", async () => {
  const ada = await newUser();
  await node.pay(honestFee, ada.address, 100n * ONE);
  await node.pay(lyingFee, ada.address, 100n * ONE);
  await outside.settle();
  expect(outside.fatesOf(ada.id)).toEqual(["90000000 credited", "100000000 unknown-token"]);
  expect(await outside.world.balanceOf(ada.id, TRX)).toEqual([90_000_000, 0]);
  expect(await outside.world.balanceOf(ada.id, ADA_COIN)).toEqual([0, 0]);
});

test("FUND-01 a token that returns false moved nothing and credits nothing", async () => {
  const ada = await newUser();
  await node.send({ to: falseToken, data: node.call("setStubborn", [true]) });
  await node.pay(falseToken, ada.address, 5n * ONE);
  await outside.settle();
  expect(outside.fatesOf(ada.id)).toEqual([]);
  expect(await outside.world.balanceOf(ada.id, XRP)).toEqual([0, 0]);
  await node.send({ to: falseToken, data: node.call("setStubborn", [false]) });
});

test("FUND-01 a reverted inner call credits nothing though its transaction succeeded", async () => {
  const ada = await newUser();
  await node.pay(tether, caller, 50n * ONE);
  await node.send({ to: caller, data: node.call("tryAndFail", [tether, ada.address, 50n * ONE]) });
  await outside.settle();
  expect(outside.fatesOf(ada.id)).toEqual([]);
  expect(await outside.world.balanceOf(ada.id, USDT)).toEqual([0, 0]);
});

test("FUND-01 a failed transaction is shown with its reason and credits nothing", async () => {
  const ada = await newUser();
  // More than the sender has: the token reverts it.
  const { hash } = await node.pay(tether, ada.address, 10n ** 19n);
  // A contract that forwards the payment and then reverts everything.
  await node.pay(tether, caller, 50n * ONE);
  await node.send({ to: caller, data: node.call("payThenRevert", [tether, ada.address, 50n * ONE]) });
  await outside.settle();
  expect(outside.depositsOf(ada.id)).toMatchObject([{ status: "ignored", reason: "failed-transaction" }]);
  expect((await outside.service.explainTransaction("evm-31337", hash, ada.id)).kind).toBe(
    "failed-transaction",
  );
  expect(await outside.world.balanceOf(ada.id, USDT)).toEqual([0, 0]);
});

test("FUND-01 several transfers in one transaction are as many deposits, each to its own user", async () => {
  const ada = await newUser();
  const bob = await newUser();
  await node.pay(tether, caller, 60n * ONE);
  const to = [ada.address, bob.address, ada.address];
  await node.send({
    to: caller,
    data: node.call("payMany", [tether, to, [10n * ONE, 20n * ONE, 30n * ONE]]),
  });
  await outside.settle();
  expect(outside.fatesOf(ada.id)).toEqual(["10000000 credited", "30000000 credited"]);
  expect(outside.fatesOf(bob.id)).toEqual(["20000000 credited"]);
  expect(new Set(outside.depositsOf(ada.id).map(({ depositId }) => depositId)).size).toBe(2);
});

test("FUND-01 dust is explained, an amount of zero is not shown, and fractions of a unit are rounded down", async () => {
  const ada = await newUser();
  await node.pay(tether, ada.address, ONE - 1n);
  await node.pay(tether, ada.address, 0n);
  await node.pay(null, ada.address, COIN + 9_999_999_999n);
  await outside.settle();
  expect(outside.fatesOf(ada.id)).toEqual(["999999 below-minimum", "100000000 credited"]);
  expect(await outside.world.balanceOf(ada.id, USDT)).toEqual([0, 0]);
  expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([100_000_000, 0]);
});

test("FUND-01 a replaced transaction: only the one that was mined is credited", async () => {
  const ada = await newUser();
  const nonce = node.nextNonce;
  const first = await node.pay(tether, ada.address, 40n * ONE);
  const second = await node.send({
    to: tether,
    data: `0xa9059cbb${ada.address.slice(2).padStart(64, "0")}${(41n * ONE).toString(16).padStart(64, "0")}`,
    nonce,
    gwei: 20n,
  });
  await outside.settle();
  expect(outside.fatesOf(ada.id)).toEqual(["41000000 credited"]);
  expect((await outside.service.explainTransaction("evm-31337", first.hash, ada.id)).kind).toBe("not-found");
  const finding = await outside.service.explainTransaction("evm-31337", second.hash, ada.id);
  expect(finding).toMatchObject({ kind: "deposit", deposit: { status: "credited" } });
});

test("FUND-01 the platform's own payments to a deposit address are not deposits, and other users' addresses are recognized", async () => {
  const ada = await newUser();
  const bob = await newUser();
  const { hash } = await node.pay(tether, ada.address, 7n * ONE);
  await outside.settle();
  expect((await outside.service.explainTransaction("evm-31337", hash, bob.id)).kind).toBe("other-address");
  expect(outside.service.isOwnAddress(ada.address)).toBe(true);
  expect(outside.service.isOwnAddress(node.richAddress)).toBe(false);
  for (const asset of [USDT, TRX, XRP])
    expect(await outside.world.custodyOf(asset)).toMatchObject({ difference: "0" });
});

test("FUND-01 addresses: form and checksum are verified, one letter case has no checksum", () => {
  const valid = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
  const isValid = (address: string): boolean => outside.service.isValidAddress("evm-31337", address);
  expect(isValid(valid)).toBe(true);
  expect(isValid(valid.toLowerCase())).toBe(true);
  expect(isValid(valid.replace("aA", "Aa"))).toBe(false);
  expect(isValid(valid.slice(0, -1))).toBe(false);
  expect(isValid(`${valid} `)).toBe(false);
  expect(outside.service.isValidAddress("evm-1", valid)).toBe(false);
  // Anything sent there is lost.
  expect(isValid(`0x${"0".repeat(40)}`)).toBe(false);
  expect(isValid(tether)).toBe(false);
});
