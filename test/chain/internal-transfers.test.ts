import type { Hex } from "@candor/server/kit/hex";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TestNode } from "../support/chain/test-node.ts";
import { ETH } from "./chain-world.ts";
import { FalseReplyNode } from "./false-reply-node.ts";
import { OutsideWorld } from "./outside-world.ts";

const COIN = 10n ** 18n;

let node: TestNode;
let caller: Hex;
let nextUser = 40_000;
beforeAll(async () => {
  node = await TestNode.start();
  caller = await node.deploy("Caller");
});
afterAll(() => node?.stop());

async function newUser(outside: OutsideWorld): Promise<{ readonly id: number; readonly address: Hex }> {
  const id = nextUser++;
  await outside.world.openUsers(id);
  return { id, address: await outside.addressOf(id) };
}

const inside = (functionName: string, args: readonly unknown[], value: bigint) =>
  node.send({ to: caller, value, data: node.call(functionName, args) });
const difference = async (outside: OutsideWorld) => (await outside.world.custodyOf(ETH)).difference;

/** Both trace dialects: geth's and the other clients'. */
describe.each(["trace_", "debug_trace"] as const)("a node that speaks %s…", (dialect) => {
  let falseNode: FalseReplyNode;
  let outside: OutsideWorld;
  beforeAll(async () => {
    falseNode = await FalseReplyNode.start(node.process.url);
    falseNode.replyWith((method) =>
      /^(debug_)?trace/.test(method) && !method.startsWith(dialect) ? new Error("no such method") : undefined,
    );
    outside = await OutsideWorld.open(node, {}, { rpcUrl: falseNode.url });
  });
  afterAll(async () => {
    await outside?.remove();
    falseNode?.stop();
  });

  test("CHAIN-08 coins that a contract sends on are credited like any others, and the custody explains them", async () => {
    const ada = await newUser(outside);
    await node.pay(null, ada.address, COIN);
    const { hash } = await inside("sendCoins", [ada.address], 3n * COIN);
    await outside.settle();
    expect(outside.fatesOf(ada.id)).toEqual(["100000000 credited", "300000000 credited"]);
    expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([400_000_000, 0]);
    expect(await difference(outside)).toBe("0");
    const finding = await outside.service.explainTransaction("evm-31337", hash, ada.id);
    expect(finding).toMatchObject({ kind: "deposit", deposit: { status: "credited" } });
  });

  test("CHAIN-08 several deposits in one transaction, and a contract's remainder, reach each user once", async () => {
    const ada = await newUser(outside);
    const bob = await newUser(outside);
    const to = [ada.address, bob.address, ada.address];
    await inside("payCoins", [to, [COIN, 2n * COIN, COIN]], 4n * COIN);
    await inside("die", [bob.address], COIN);
    await outside.settle();
    expect(outside.fatesOf(ada.id)).toEqual(["100000000 credited", "100000000 credited"]);
    expect(outside.fatesOf(bob.id)).toEqual(["200000000 credited", "100000000 credited"]);
    await outside.restart();
    await outside.settle();
    expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([200_000_000, 0]);
    expect(await outside.world.balanceOf(bob.id, ETH)).toEqual([300_000_000, 0]);
    expect(await difference(outside)).toBe("0");
  });

  test("CHAIN-08 a call undone inside its transaction pays nothing, nor do calls below it", async () => {
    const ada = await newUser(outside);
    await inside("tryCoinsAndFail", [ada.address], COIN);
    await inside("payCoins", [[ada.address], [90n * COIN]], COIN);
    await outside.settle();
    expect(outside.fatesOf(ada.id)).toEqual([]);
    expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([0, 0]);
  });

  test("CHAIN-08 dust that a contract spreads is explained and not credited, and disturbs no figure", async () => {
    const ada = await newUser(outside);
    await inside(
      "payCoins",
      [Array.from({ length: 30 }, () => ada.address), Array.from({ length: 30 }, () => 5n)],
      150n,
    );
    await outside.settle();
    expect(new Set(outside.fatesOf(ada.id))).toEqual(new Set(["0 below-minimum"]));
    expect(await difference(outside)).toBe("0");
  });

  test("CHAIN-08 a reorganisation takes it back before the credit, and brings it again", async () => {
    const ada = await newUser(outside);
    const { raw } = await inside("sendCoins", [ada.address], COIN);
    await node.mine();
    await outside.caughtUp();
    expect(outside.fatesOf(ada.id)).toEqual(["100000000 seen"]);
    await node.reorganise(1);
    await node.mine(1);
    await outside.caughtUp();
    expect(outside.fatesOf(ada.id)).toEqual(["100000000 reorganised"]);
    await node.hand(raw).catch(() => undefined);
    await node.mine();
    await outside.settle();
    expect(outside.fatesOf(ada.id)).toEqual(["100000000 credited"]);
    expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([100_000_000, 0]);
    expect(await difference(outside)).toBe("0");
  });
});

describe("a node that cannot trace", () => {
  let falseNode: FalseReplyNode;
  let outside: OutsideWorld;
  const blind = (method: string) =>
    /^(debug_)?trace/.test(method) ? new Error("no such method") : undefined;
  beforeAll(async () => {
    falseNode = await FalseReplyNode.start(node.process.url);
    falseNode.replyWith(blind);
    outside = await OutsideWorld.open(node, {}, { rpcUrl: falseNode.url });
  });
  afterAll(async () => {
    await outside?.remove();
    falseNode?.stop();
  });

  test("CHAIN-09 coins without a visible transfer are found by balance, reported to user and operator, and credited once an operator names them", async () => {
    const ada = await newUser(outside);
    const { hash } = await inside("sendCoins", [ada.address], 3n * COIN);
    await outside.settle();
    await node.mine(4);
    await outside.caughtUp();
    await outside.world.until("the coins are found", () => outside.service.unclaimedCoins().length > 0);
    expect(outside.service.unclaimedCoins()).toMatchObject([{ userId: ada.id, symbol: "ETH", amount: "3" }]);
    expect(outside.fatesOf(ada.id)).toEqual([]);
    const finding = await outside.service.explainTransaction("evm-31337", hash, ada.id);
    expect(finding.kind).toBe("internal-transfer");

    const find = (amount?: string, userId = ada.id) =>
      outside.service.findDeposits("evm-31337", hash, amount === undefined ? undefined : { userId, amount });
    expect(await find()).toContain("Specify the user and the amount");
    expect(await find("3.5")).toContain("lower than this amount");
    const bob = await newUser(outside);
    expect(await find("3", bob.id)).toContain("lower than this amount");
    expect(await outside.service.findDeposits("evm-31337", `0x${"ab".repeat(32)}`, undefined)).toContain(
      "not mined",
    );

    expect(await find("3")).toHaveLength(1);
    await outside.world.until("it is credited", () => outside.fatesOf(ada.id)[0] === "300000000 credited");
    expect(await find("3")).toContain("lower than this amount");
    await node.mine(1);
    await outside.caughtUp();
    expect(outside.service.unclaimedCoins()).toEqual([]);
    expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([300_000_000, 0]);
    expect(await difference(outside)).toBe("0");
    await outside.restart();
    await outside.settle();
    expect(await outside.world.balanceOf(ada.id, ETH)).toEqual([300_000_000, 0]);
  });

  test("CHAIN-09 once the node traces, the trace determines the received amount, whatever an operator claims", async () => {
    const ada = await newUser(outside);
    const { hash } = await inside(
      "payCoins",
      [
        [ada.address, ada.address],
        [COIN, 2n * COIN],
      ],
      3n * COIN,
    );
    await outside.settle();
    await outside.restart();
    falseNode.replyWith(undefined);
    await outside.settle();
    const found = await outside.service.findDeposits("evm-31337", hash, { userId: ada.id, amount: "3" });
    expect(found).toHaveLength(2);
    await outside.settle();
    expect(outside.fatesOf(ada.id)).toEqual(["100000000 credited", "200000000 credited"]);
    expect(await outside.service.findDeposits("evm-31337", hash, undefined)).toContain(
      "contains no further coins",
    );
    falseNode.replyWith(blind);
  });

  test("CHAIN-09 untraceable dust raises no alarm", async () => {
    const ada = await newUser(outside);
    await inside("payCoins", [[ada.address], [10n ** 14n]], 10n ** 14n);
    await outside.settle();
    await node.mine(5);
    await outside.caughtUp();
    expect(outside.service.unclaimedCoins().filter(({ userId }) => userId === ada.id)).toEqual([]);
  });
});
