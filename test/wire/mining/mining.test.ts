import { accruedUnitsOf, refundUnitsOf } from "@candor/formulas/mining/accrual";
import { parseDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DAY, PLAN } from "../../support/scenario/mining-world.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let ana: WireClient;
let ben: WireClient;
beforeAll(async () => {
  const second = { name: "Once", price: "20", totalOutput: "20.02", durationDays: 7, stock: 10_000 };
  exchange = await GatewayUnderTest.start({
    mining: { plans: [PLAN, { ...PLAN, ...second, limitPerUser: 150 }], reserve: "1000" },
  });
  ana = await exchange.trader("ana@example.org");
  ben = await exchange.trader("ben@example.org");
  for (const client of [ana, ben]) accepted(await client.call("faucet", { amount: "1000" }));
});
afterAll(async () => {
  await exchange.close();
});

const units = (text: string): number => parseDecimal(text, 6) as number;
const minSeq = () => ({ minSeq: exchange.engine.durableSeq });

test("MINE-10 the shop shows plans, owned and remaining machines, and the reserve, to visitors too", async () => {
  const visitor = accepted(await exchange.client().call("miningIndex"));
  expect(visitor.balance).toBeNull();
  expect(visitor.reserve).toEqual({ locked: "0.000000", free: "1000.000000" });
  expect(visitor.list[0]).toEqual({
    planId: "p0",
    name: "Ten",
    price: "100.000000",
    durationDays: 10,
    totalOutput: "101.000000",
    automaticIncome: "10.100000",
    computingPower: "40 TH/s",
    releaseRefundRate: "0.900000",
    stock: 3,
    limitPerUser: 2,
    owned: 0,
    soldOut: false,
    annualReturnRate: "0.365000",
    simulated: true,
  });
});

test("MINE-10 buying, claiming and releasing pay the stated amounts, in fund records and balances", async () => {
  const bought = accepted(await ana.call("miningBuy", { planId: "p0", quantity: 2 }));
  expect(bought).toMatchObject({ paid: "200.000000", balance: "800.000000" });
  expect(bought.miners[0]).toMatchObject({
    minerId: "m1",
    status: "in-production",
    releaseReason: null,
    accrued: "0.000000",
    recycleValue: { income: "0.000000", refund: "90.000000" },
  });
  const shop = accepted(await ana.call("miningIndex"));
  expect(shop.list[0]).toMatchObject({ owned: 2, stock: 1 });
  expect(shop).toMatchObject({
    balance: "800.000000",
    reserve: { locked: "202.000000", free: "998.000000" },
  });

  exchange.time.ms += 2 * DAY;
  const claimed = accepted(await ana.call("miningClaim", { minerId: "m1" }));
  expect(claimed).toMatchObject({ amount: "20.200000", balance: "820.200000" });
  expect(claimed.success).toBe("mining.incomeReceived");
  expect(claimed.miners).toMatchObject([{ minerId: "m1", claimed: "20.200000", claimable: "0.000000" }]);

  exchange.time.ms += 2 * DAY;
  const records = accepted(await ana.call("miningRecord", minSeq()));
  expect(records.list.map(({ minerId, claimable }) => [minerId, claimable])).toEqual([
    ["m2", "40.400000"],
    ["m1", "20.200000"],
  ]);
  expect(records.totals).toEqual({
    price: "200.000000",
    accrued: "80.800000",
    claimed: "20.200000",
    claimable: "60.600000",
    computingPower: "80 TH/s",
  });
  const released = accepted(await ana.call("miningRecycle", { minerId: "m1", expectedRefund: "54" }));
  expect(released).toMatchObject({ income: "20.200000", refund: "54.000000", balance: "894.400000" });
  expect(released.miner).toMatchObject({
    status: "released",
    releaseReason: "recycled",
    accrued: "40.400000",
  });
  const { list } = accepted(
    await ana.call("moneyLog", { ...minSeq(), kind: ["mining-income", "mining-refund"] }),
  );
  expect(list.map(({ kind, amount, refId }) => [kind, amount, refId])).toEqual([
    ["mining-refund", "54.000000", "m1"],
    ["mining-income", "20.200000", "m1"],
    ["mining-income", "20.200000", "m1"],
  ]);
  const wallet = accepted(await ana.call("walletIndex", minSeq()));
  expect(wallet.earnings).toMatchObject({ miningToday: "20.200000", miningTotal: "40.400000" });
});

test("MINE-10 a repeated request gets its first reply, and the same key for another request is rejected", async () => {
  const buy = () => ben.call("miningBuy", { planId: "p1", quantity: 2, requestId: "b1" });
  const bought = accepted(await buy());
  exchange.time.ms += 3_600_000;
  const claim = () => ben.call("miningClaim", { requestId: "c1" });
  const claimed = accepted(await claim());
  const release = () => ben.call("miningRecycle", { minerId: "m3", expectedRefund: "17", requestId: "r1" });
  const released = accepted(await release());
  accepted(await ben.call("miningRecycle", { minerId: "m4" }));
  expect(accepted(await buy())).toEqual({ ...bought, replayed: true });
  expect(accepted(await claim())).toEqual({ ...claimed, replayed: true });
  expect(accepted(await release())).toEqual({ ...released, replayed: true });
  expect(await ben.call("miningBuy", { planId: "p1", requestId: "b1" })).toMatchObject({ code: 300 });
});

test("MINE-11 the mining calls reject in the documented order, each with its number", async () => {
  const error = async (call: Promise<{ code: number; data: Record<string, unknown> }>) => {
    const { code, data } = await call;
    return [code, data["error"], data["params"] ?? data["fields"]];
  };
  const buy = (request: object) => error(ben.call("miningBuy", request));
  expect((await buy({ planId: "p0", quantity: 101 })).slice(0, 2)).toEqual([111, "request.parameterError"]);
  for (const [path, value, reason] of [
    ["cost", "1", "unknown"],
    ["price", "100.0000001", "range"],
    ["releaseRefundRate", "0.9000001", "range"],
    ["totalOutput", "lots", "format"],
    ["durationDays", 0, "range"],
  ] as const)
    expect(await buy({ planId: "p0", [path]: value })).toEqual([
      111,
      "request.parameterError",
      [{ path, reason }],
    ]);
  expect((await buy({ planId: "p9" })).slice(0, 2)).toEqual([100, "mining.minerNotFound"]);
  expect((await buy({ planId: "nothing" })).slice(0, 2)).toEqual([100, "mining.minerNotFound"]);
  expect(await buy({ planId: "p0", quantity: 3 })).toEqual([
    102,
    "mining.purchaseLimitReached",
    { limit: 2, owned: 0 },
  ]);
  expect((await buy({ planId: "p1", quantity: 100 })).slice(0, 2)).toEqual([102, "mining.soldOut"]);
  const poor = await exchange.registered("poor@example.org");
  expect((await error(poor.call("miningBuy", { planId: "p0" }))).slice(0, 2)).toEqual([
    101,
    "mining.insufficientBalance",
  ]);
  const claim = async (minerId: string) => (await error(ana.call("miningClaim", { minerId }))).slice(0, 2);
  expect(await claim("m77")).toEqual([100, "mining.minerNotFound"]);
  expect(await claim("m1")).toEqual([105, "mining.released"]);
  expect((await error(ben.call("miningClaim", { minerId: "m2" }))).slice(0, 2)).toEqual([
    100,
    "mining.minerNotFound",
  ]);
  expect((await error(ben.call("miningClaim", {}))).slice(0, 2)).toEqual([103, "mining.nothingToClaim"]);
  expect(await error(ana.call("miningRecycle", { minerId: "m2", expectedRefund: "54.1" }))).toEqual([
    111,
    "request.parameterError",
    [{ path: "expectedRefund", reason: "conflict" }],
  ]);
  exchange.time.ms += 20 * DAY;
  accepted(await ana.call("miningClaim", { minerId: "m2" }));
  expect(await claim("m2")).toEqual([104, "mining.alreadyReceived"]);
  expect((await error(ana.call("miningRecycle", { minerId: "m2" }))).slice(0, 2)).toEqual([
    104,
    "mining.alreadyReceived",
  ]);
  expect(await exchange.client().call("miningRecord")).toMatchObject({ code: 48 });
});

test("MINE-12 each payment has evidence, for its user only, from which anybody can recompute it", async () => {
  accepted(await ben.call("miningBuy", { planId: "p1" }));
  exchange.time.ms += DAY + 12_345;
  accepted(await ben.call("miningClaim"));
  exchange.time.ms += DAY;
  accepted(await ben.call("miningRecycle", { minerId: "m5" }));
  const { list } = accepted(
    await ben.call("moneyLog", {
      ...minSeq(),
      limit: 4,
      kind: ["mining-price", "mining-income", "mining-refund"],
    }),
  );
  expect(list.map(({ kind }) => kind)).toEqual([
    "mining-refund",
    "mining-income",
    "mining-income",
    "mining-price",
  ]);
  for (const { recordId, amount, kind } of list.slice(0, 3)) {
    const evidence = accepted(await ben.call("evidence", { kind: "mining", id: recordId }));
    const { inputs, result } = evidence as {
      inputs: Extract<CallReply<"evidence">["inputs"], { kind: "mining" }>;
      result: Extract<CallReply<"evidence">["result"], { kind: "mining" }>;
    };
    const terms = {
      priceUnits: units(inputs.price),
      totalOutputUnits: units(inputs.totalOutput),
      durationDays: inputs.durationDays,
      refundPpm: units(inputs.releaseRefundRate),
      boughtAtMs: inputs.boughtAtMs,
    };
    const accrued = accruedUnitsOf(terms, inputs.timeMs);
    expect(units(result.accrued)).toBe(accrued);
    expect(units(result.paid)).toBe(accrued - units(inputs.earlierClaims));
    expect(units(result.refund)).toBe(inputs.released ? refundUnitsOf(terms, inputs.timeMs) : 0);
    expect(amount).toBe(kind === "mining-income" ? result.paid : result.refund);
    expect(inputs.record).toBe(kind);
    expect(evidence.frame.seq).toBeLessThanOrEqual(evidence.seq);
    expect(await ana.call("evidence", { kind: "mining", id: recordId })).toMatchObject({ code: 320 });
  }
  const price = list[3]?.recordId ?? "";
  expect(await ben.call("evidence", { kind: "mining", id: price })).toMatchObject({ code: 320 });
});

test("MINE-13 machines are listed newest first in pages, by state, with sums over all of them", async () => {
  accepted(await ben.call("miningBuy", { planId: "p1", quantity: 3 }));
  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = accepted(
      await ben.call("miningRecord", { ...minSeq(), limit: 2, ...(cursor && { cursor }) }),
    );
    pages.push(...page.list.map(({ minerId }) => minerId));
    expect(page.totals.price).toBe("120.000000");
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  expect(pages).toEqual(["m8", "m7", "m6", "m5", "m4", "m3"]);
  const of = async (status: string) => accepted(await ben.call("miningRecord", { ...minSeq(), status }));
  const released = await of("released");
  expect(released.list.map(({ minerId }) => minerId)).toEqual(["m5", "m4", "m3"]);
  expect(released.totals).toMatchObject({ price: "60.000000", computingPower: "0 GH/s" });
  expect(released.totals.accrued).toBe(released.totals.claimed);
  expect((await of("in-production")).totals).toMatchObject({
    price: "60.000000",
    computingPower: "120 TH/s",
  });
  expect(await ben.call("miningRecord", { cursor: "AAAA" })).toMatchObject({ code: 111 });
});

test("MINE-06 the shown price is paid, or nothing is bought", async () => {
  const balance = async () => accepted(await ben.call("miningIndex")).balance;
  const before = await balance();
  const { list } = accepted(await ben.call("miningIndex"));
  const { planId, price, totalOutput, durationDays, releaseRefundRate } = list[1] as (typeof list)[number];
  const shown = { planId, price, totalOutput, durationDays, releaseRefundRate };
  for (const worse of [
    { price: "19.999999" },
    { totalOutput: "20.020001" },
    { durationDays: 6 },
    { releaseRefundRate: "0.900001" },
  ])
    expect(await ben.call("miningBuy", { ...shown, ...worse }), JSON.stringify(worse)).toMatchObject({
      code: 106,
      data: { error: "mining.termsChanged" },
    });
  expect(await balance()).toBe(before);
  const bought = accepted(await ben.call("miningBuy", shown));
  expect(bought.paid).toBe("20.000000");
  accepted(await ben.call("miningRecycle", { minerId: bought.miners[0]?.minerId ?? "" }));
});
