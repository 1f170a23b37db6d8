import type { Units } from "@candor/money/brand";
import { expect, test } from "vitest";
import { SECOND } from "../../support/scenario/exchange-world.ts";
import { DAY, MiningWorld, machineEvents, PLAN } from "../../support/scenario/mining-world.ts";

test("MINE-02 buying takes the price from the main wallet into the reserve and locks the whole output there", () => {
  const s = new MiningWorld("1000").saver("ana", "250");
  expect(s.reserve).toBe("0 + 1000");
  const bought = s.buy("ana", 2);
  expect(machineEvents(bought)).toEqual(["1 bought", "2 bought"]);
  expect(bought.events.filter(({ kind }) => kind === "funds-posted")).toMatchObject([
    { wallet: "main", amountUnits: -100_000_000, afterUnits: 150_000_000, record: "mining-price", refId: 1 },
    { wallet: "main", amountUnits: -100_000_000, afterUnits: 50_000_000, record: "mining-price", refId: 2 },
  ]);
  s.expectBalances({ ana: { "main USDT": "50 + 0" } });
  expect(s.reserve).toBe("202 + 998");
});

test("MINE-02 a purchase that the reserve cannot cover before its payment is rejected", () => {
  const s = new MiningWorld("201.999999").saver("ana", "500").saver("ben", "500");
  expect(s.buy("ana", 2).error).toBe("mining.soldOut");
  expect(s.buy("ana").error).toBeUndefined();
  expect(s.reserve).toBe("101 + 200.999999");
  expect(s.buy("ben").error).toBeUndefined();
  expect(s.buy("ben").error).toBeUndefined();
  expect(s.reserve).toBe("303 + 198.999999");
  const empty = new MiningWorld("0").saver("ana", "500");
  expect(empty.buy("ana").error).toBe("mining.soldOut");
  empty.expectBalances({ ana: { "main USDT": "500 + 0" } });
});

test("MINE-01 income accrues by the second, rounded down, and is paid to the main wallet when it is claimed", () => {
  const s = new MiningWorld("1000").saver("ana", "100");
  s.buy("ana");
  expect(s.claim("ana").error).toBe("mining.nothingToClaim");
  s.wait(SECOND - 1);
  expect(s.claim("ana", 1).error).toBe("mining.nothingToClaim");
  s.wait(1);
  // 101 ÷ 864,000 s = 0.000116898…
  expect(machineEvents(s.claim("ana", 1))).toEqual(["1 claimed 0.000116"]);
  s.wait(SECOND);
  expect(machineEvents(s.claim("ana"))).toEqual(["1 claimed 0.000117"]);
  expect(s.claim("ana").error).toBe("mining.nothingToClaim");
  s.wait(DAY - 2 * SECOND);
  expect(machineEvents(s.claim("ana"))).toEqual(["1 claimed 10.099767"]);
  s.expectBalances({ ana: { "main USDT": "10.1 + 0" } });
  expect(s.reserve).toBe("90.9 + 999");
});

test("MINE-01 after its term a machine has paid exactly its total output, once, and is released as completed", () => {
  const s = new MiningWorld("1000").saver("ana", "100");
  s.buy("ana");
  s.wait(3 * DAY + 12_345);
  s.claim("ana", 1);
  s.restart();
  s.wait(30 * DAY);
  const last = s.claim("ana", 1);
  expect(machineEvents(last)[0]).toMatch(/^1 released completed 70\.6\d+ \+ 0$/);
  s.expectBalances({ ana: { "main USDT": "101 + 0" } });
  expect(s.reserve).toBe("0 + 999");
  expect(s.claim("ana", 1).error).toBe("mining.alreadyReceived");
  expect(s.recycle("ana", 1).error).toBe("mining.alreadyReceived");
  expect(s.claim("ana").error).toBe("mining.nothingToClaim");
  s.restart();
  expect(s.claim("ana", 1).error).toBe("mining.alreadyReceived");
});

test("MINE-03 a release pays the accrued output and a share of the unused price, and frees the rest", () => {
  const s = new MiningWorld("1000").saver("ana", "200");
  s.buy("ana", 2);
  s.wait(2 * DAY);
  s.claim("ana", 1);
  s.wait(2 * DAY);
  // Four of ten days: 40.4 accrued, 20.2 of it claimed; 60 of the price is unused, and 90 % of it is 54.
  const released = s.recycle("ana", 1, "54");
  expect(machineEvents(released)).toEqual(["1 released recycled 20.2 + 54"]);
  expect(released.events.filter(({ kind }) => kind === "funds-posted")).toMatchObject([
    { record: "mining-income", amountUnits: 20_200_000, refId: 1 },
    { record: "mining-refund", amountUnits: 54_000_000, refId: 1 },
  ]);
  s.expectBalances({ ana: { "main USDT": "94.4 + 0" } });
  expect(s.reserve).toBe("101 + 1004.6");
  expect(s.recycle("ana", 1).error).toBe("mining.released");
  expect(s.claim("ana", 1).error).toBe("mining.released");
  s.wait(SECOND);
  const lower = s.recycle("ana", 2, "54");
  expect([lower.error, lower.params[0]]).toEqual(["request.parameterError", 53_999_895]);
  expect(machineEvents(s.recycle("ana", 2, "53.999895"))).toEqual([
    "2 released recycled 40.400116 + 53.999895",
  ]);
  expect(s.reserve).toBe("0 + 1011.199989");
});

test("MINE-03 a release at once refunds the rate of the whole price; one after the term pays only the remainder", () => {
  const s = new MiningWorld("1000").saver("ana", "200");
  s.buy("ana", 2);
  expect(machineEvents(s.recycle("ana", 1, "90"))).toEqual(["1 released recycled 0 + 90"]);
  s.wait(10 * DAY);
  expect(machineEvents(s.recycle("ana", 2))).toEqual(["2 released completed 101 + 0"]);
  expect(s.recycle("ana", 2).error).toBe("mining.alreadyReceived");
  s.expectBalances({ ana: { "main USDT": "191 + 0" } });
  expect(s.reserve).toBe("0 + 1009");
});

test("MINE-04 stock and limits hold for concurrent buyers, and released machines free their places", () => {
  const s = new MiningWorld("1000").saver("ana", "500").saver("ben", "500");
  const tries = [s.buy("ana", 2), s.buy("ben", 2), s.buy("ana"), s.buy("ben"), s.buy("ben")];
  expect(tries.map(({ error }) => error)).toEqual([
    undefined,
    "mining.soldOut",
    "mining.purchaseLimitReached",
    undefined,
    "mining.soldOut",
  ]);
  expect(tries[2]?.params).toEqual([2, 2, 0]);
  s.recycle("ana", 1);
  expect(s.buy("ben").error).toBeUndefined();
  expect(s.buy("ben").params).toEqual([2, 2, 0]);
  expect(s.exchange.miningView().plans[0]).toMatchObject({ running: 3, isCovered: true });
});

test("MINE-04 all machines or none, in the documented order of rejections", () => {
  const s = new MiningWorld(
    "300",
    {},
    { limitPerUser: 200, stock: 1_000, price: "0.01", totalOutput: "0.01" },
  );
  s.saver("ana", "199.99");
  for (const quantity of [0, -1, 1.5, 101])
    expect(s.buy("ana", quantity).error).toBe("request.parameterError");
  expect(s.buy("ana", 1, 7).error).toBe("mining.minerNotFound");
  expect(s.buy("ana", 3).error).toBe("mining.purchaseLimitReached");
  expect(s.buy("ana", 2).error).toBe("mining.insufficientBalance");
  s.plan(0, { totalOutput: "300" });
  expect(s.buy("ana", 2).error).toBe("mining.soldOut");
  s.expectBalances({ ana: { "main USDT": "199.99 + 0" } });
  expect(s.buy("ana", 100, 1).error).toBeUndefined();
  expect(s.buy("ana", 99, 1).error).toBeUndefined();
  expect(s.buy("ana", 2, 1).params).toEqual([200, 199, 0]);
  expect(s.claim("ana", 1_000).error).toBe("mining.minerNotFound");
  s.saver("ben", "1");
  expect(s.claim("ben", 1).error).toBe("mining.minerNotFound");
  expect(s.recycle("ben", 1).error).toBe("mining.minerNotFound");
});

test("MINE-05 a key makes a repeated purchase, claim or release one, and another request with it a conflict", () => {
  const s = new MiningWorld("1000").saver("ana", "500");
  const bought = s.buy("ana", 1, 0, "k1");
  expect(s.buy("ana", 1, 0, "k1").replayedSeq).toBe(bought.seq);
  expect(s.buy("ana", 2, 0, "k1").error).toBe("request.keyConflict");
  s.wait(DAY);
  const claimed = s.claim("ana", 0, "k2");
  expect(s.claim("ana", 0, "k2").replayedSeq).toBe(claimed.seq);
  expect(s.claim("ana", 1, "k2").error).toBe("request.keyConflict");
  const released = s.recycle("ana", 1, "1", "k3");
  s.restart();
  expect(s.recycle("ana", 1, "1", "k3").replayedSeq).toBe(released.seq);
  expect(s.recycle("ana", 1, "2", "k3").error).toBe("request.keyConflict");
  s.expectBalances({ ana: { "main USDT": "491.1 + 0" } });
});

test("MINE-05 a changed plan applies to later purchases; a plan without cover is rejected", () => {
  const s = new MiningWorld("1000").saver("ana", "500");
  s.buy("ana");
  expect(s.plan(0, { price: "50", totalOutput: "60", durationDays: 1 }).error).toBeUndefined();
  s.restart();
  s.buy("ana");
  s.wait(DAY);
  expect(machineEvents(s.claim("ana"))).toEqual(["1 claimed 10.1", "2 released completed 60 + 0"]);
  const refused: Partial<typeof PLAN>[] = [
    // An immediate release would refund 90, but only 89 is locked.
    { totalOutput: "89" },
    { price: "0" },
    { totalOutput: "1.0000001" },
    { durationDays: 0 },
    { limitPerUser: 201 },
    { refundPpm: 1_000_001 },
    { stock: -1 },
    { name: "" },
    { asset: "XYZ" },
    { asset: "BTC" },
  ];
  for (const plan of refused)
    expect(s.plan(0, plan).error, JSON.stringify(plan)).toBe("request.parameterError");
  expect(s.plan(2).error).toBe("request.parameterError");
  expect(s.plan(1, { asset: "BTC" }).error).toBeUndefined();
});

test("MINE-04 without an account nothing is bought, claimed or released, and plan numbers start at zero", () => {
  const s = new MiningWorld("1000").saver("ana", "500");
  s.buy("ana");
  const userId = s.id("ana") + 1;
  for (const command of [
    { kind: "buy-miners", planId: 0, quantity: 1 },
    { kind: "claim-mining", minerId: 0 },
    { kind: "claim-mining", minerId: 1 },
    { kind: "recycle-miner", minerId: 1, expectedRefundUnits: 0 as Units },
  ] as const)
    expect(s.execute({ ...command, userId, key: "" }).error, command.kind).toBe("request.parameterError");
  for (const planId of [-1, 0.5]) expect(s.plan(planId).error).toBe("request.parameterError");
  expect(s.exchange.miningView().plans).toHaveLength(1);
  s.expectBalances({ ana: { "main USDT": "400 + 0" } });
  expect(s.reserve).toBe("101 + 999");
});

test("MINE-06 a purchase on worse terms than shown moves nothing; better and equal terms are accepted", () => {
  const shown = {
    priceUnits: 100_000_000,
    totalOutputUnits: 101_000_000,
    durationDays: 10,
    refundPpm: 900_000,
  };
  for (const worse of [
    { price: "100.000001" },
    { price: "9999", totalOutput: "9000", refundPpm: 0 },
    { totalOutput: "100.999999" },
    { durationDays: 11 },
    { refundPpm: 899_999 },
  ]) {
    const s = new MiningWorld("20000").saver("ana", "10000");
    expect(s.plan(0, worse).error).toBeUndefined();
    expect(s.buy("ana", 1, 0, "k1", shown).error, JSON.stringify(worse)).toBe("mining.termsChanged");
    s.expectBalances({ ana: { "main USDT": "10000 + 0" } });
    expect(s.reserve).toBe("0 + 20000");
    // A rejected request does not use up its key.
    expect(s.plan(0).error).toBeUndefined();
    expect(machineEvents(s.buy("ana", 1, 0, "k1", shown))).toEqual(["1 bought"]);
    s.expectBalances({ ana: { "main USDT": "9900 + 0" } });
    expect(s.reserve).toBe("101 + 19999");
    // The repetition returns the first result, even if the terms have changed.
    expect(s.plan(0, worse).error).toBeUndefined();
    expect(s.buy("ana", 1, 0, "k1", shown).error).toBeUndefined();
    s.expectBalances({ ana: { "main USDT": "9900 + 0" } });
  }
  const better = new MiningWorld("20000").saver("ana", "10000");
  expect(better.plan(0, { price: "99", totalOutput: "102", durationDays: 9, refundPpm: 910_000 }).error).toBe(
    undefined,
  );
  expect(better.buy("ana", 1, 0, "", shown).error).toBeUndefined();
  better.expectBalances({ ana: { "main USDT": "9901 + 0" } });
  for (const odd of [{ priceUnits: -1 }, { refundPpm: 0.5 }, { durationDays: Number.NaN }])
    expect(better.buy("ana", 1, 0, "", odd).error).toBe("request.parameterError");
});
