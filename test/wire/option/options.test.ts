import { NEWEST_RULES } from "@candor/domain/rules";
import { indexE8Of } from "@candor/formulas/timed-option/index-price";
import { endOf, incomeOf, isInWindow, medianE8, payoutOf } from "@candor/formulas/timed-option/settlement";
import type { Units } from "@candor/money/brand";
import { parseDecimal } from "@candor/money/decimal";
import type { CallReply } from "@candor/wire/calls";
import type { WireOption } from "@candor/wire/option-objects";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TERMS } from "../../support/scenario/option-world.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

const OPTION = { product: "option", symbol: "BTCUSDT", direction: "up", durationSeconds: 60 } as const;

let exchange: GatewayUnderTest;
let ana: WireClient;
let ben: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({ gateway: { rateLimitFactor: 1_000 } });
  const { engine } = exchange;
  const totalUnits = 1_000_000_000 as Units;
  await engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
  await engine.execute({ kind: "endow-pool", pool: "option-pool", assetId: 0, totalUnits });
  await engine.execute({ kind: "set-option-terms", terms: TERMS });
  ana = await trader("ana@example.org", "300");
  ben = await trader("ben@example.org", "300");
});
afterAll(async () => {
  await exchange.close();
});

/** Creates a user with funds in the option wallet. */
async function trader(email: string, usdt: string): Promise<WireClient> {
  const client = await exchange.trader(email, { USDT: usdt });
  const move = { asset: "USDT", amount: usdt, from: "coin", to: "option", paymentPassword: "246810" };
  accepted(await client.call("transfer", move));
  return client;
}

async function buy(client: WireClient, fields: object): Promise<WireOption> {
  const reply = accepted(await client.call("doOrder", { ...OPTION, ...fields }));
  if (!("option" in reply)) throw new Error("no timed option was sold");
  expect([reply.success, reply.prompt]).toEqual(["trade.success", "trade.checkNow"]);
  return reply.option;
}

async function records(client: WireClient, fields: object = {}): Promise<readonly WireOption[]> {
  const minSeq = exchange.engine.durableSeq;
  const reply = accepted(await client.call("record", { product: "option", minSeq, ...fields }));
  return reply.list as readonly WireOption[];
}

async function funds(client: WireClient): Promise<string> {
  const { wallets } = accepted(await client.call("marketBalance"));
  return wallets.option.available;
}

const units = (text: string): number => parseDecimal(text, 6) as number;
const e8 = (text: string): number => parseDecimal(text, 8) as number;

test("OPT-20 the payout table, the pool and its free cover are public; a login adds the caller's maximum stake", async () => {
  await exchange.observeBitcoin(0, 60_000);
  const { list, pool, userRemaining } = accepted(await exchange.client().call("optionInfo"));
  expect(pool).toEqual({ asset: "USDT", size: "1000.000000", free: "1000.000000", escrow: "0.000000" });
  expect(userRemaining).toBeNull();
  expect(list).toEqual([
    {
      symbol: "BTCUSDT",
      name: "BTC/USDT",
      minAmount: "5.000000",
      maxAmount: "1000.000000",
      open: true,
      indexPrice: "60000.0",
      durations: [
        { durationSeconds: 60, payoutRate: "0.850000", houseEdge: "0.075000", remaining: "1000.000000" },
        { durationSeconds: 120, payoutRate: "0.880000", houseEdge: "0.060000", remaining: "1000.000000" },
      ],
    },
  ]);
  expect(accepted(await ana.call("optionInfo", { symbol: "ETHUSDT" }))).toMatchObject({
    list: [],
    userRemaining: "1500.000000",
  });
  const { coinsList } = accepted(await ana.call("coinList"));
  expect(coinsList.filter(({ option }) => option).map(({ symbol }) => symbol)).toEqual(["BTCUSDT"]);
});

test("OPT-24 the last ticks of an index are public, oldest first, as they were pushed", async () => {
  const visitor = exchange.client();
  const before = accepted(await visitor.call("indexTicks")).ticks.length;
  const fromMs = exchange.time.ms;
  await exchange.observeBitcoin(500, 60_000.1);
  await exchange.observeBitcoin(500, 60_000.25);
  await exchange.observeBitcoin(500, 60_000.1);
  const { symbol, ticks, asOfSeq } = accepted(await visitor.call("indexTicks", { symbol: "btcusdt" }));
  expect([symbol, asOfSeq]).toEqual(["BTCUSDT", exchange.engine.durableSeq]);
  expect(ticks.slice(before)).toEqual([
    { timeMs: fromMs + 500, price: "60000.1" },
    { timeMs: fromMs + 1_000, price: "60000.2" },
    { timeMs: fromMs + 1_500, price: "60000.1" },
  ]);
  const ether = accepted(await visitor.call("indexTicks", { symbol: "ETHUSDT" })).ticks;
  expect(ether.at(-1)?.price).toBe("3000.00");
  expect((await visitor.call("indexTicks", { symbol: "NOPEUSDT" })).code).toBe(320);
});

test("OPT-20 an option over the wire: bought, struck, settled, with its money, its records and its evidence", async () => {
  await exchange.observeBitcoin(0, 60_000);
  const orderTimeMs = exchange.time.ms;
  const bought = await buy(ana, { amount: "20", payoutRate: "0.85", clientOrderId: "web-1" });
  expect(bought).toMatchObject({
    optionId: "o-1",
    clientOrderId: "web-1",
    symbol: "BTCUSDT",
    name: "BTC/USDT",
    direction: "up",
    amount: "20.000000",
    payoutRate: "0.850000",
    expectedIncome: "17.000000",
    houseEdge: "0.075000",
    durationSeconds: 60,
    orderTimeMs,
    strikePrice: null,
    strikeTimeMs: null,
    currentPrice: "60000.0",
    sellPrice: null,
    sellTimeMs: orderTimeMs + 60_000,
    status: "accepted",
    payout: null,
    profit: null,
  });
  const again = accepted(
    await ana.call("doOrder", { ...OPTION, amount: "20", payoutRate: "0.85", clientOrderId: "web-1" }),
  );
  expect(again).toMatchObject({ replayed: true, option: bought });
  expect((await ana.call("doOrder", { ...OPTION, amount: "21", clientOrderId: "web-1" })).code).toBe(300);
  expect(await funds(ana)).toBe("280.000000");
  const lost = await buy(ben, { amount: "10", direction: "down" });
  expect((await ana.call("evidence", { kind: "option", id: bought.optionId })).code).toBe(381);

  await exchange.observeBitcoin(400, 60_000.58, 60_001);
  expect(await records(ana)).toMatchObject([
    { status: "running", strikePrice: "60000.58", strikeTimeMs: orderTimeMs + 400, currentPrice: "60000.79" },
  ]);
  await exchange.observeBitcoin(58_000, 60_010.07, 60_030.2);
  await exchange.observeBitcoin(1_000, 60_020.135);
  await exchange.observeBitcoin(600, 60_040);
  expect(await records(ana)).toEqual([]);
  const [won] = await records(ana, { view: "history" });
  expect(won).toMatchObject({
    status: "won",
    sellPrice: "60020.135",
    currentPrice: null,
    payout: "37.000000",
    profit: "17.000000",
  });
  expect(await funds(ana)).toBe("317.000000");
  expect(await records(ben, { view: "history" })).toMatchObject([
    { optionId: lost.optionId, status: "lost", payout: "0.000000", profit: "-10.000000" },
  ]);
  const summary = accepted(await ana.call("record", { product: "option", view: "history" })).summary;
  expect(summary).toEqual({ count: 1, volume: "20.000000", profit: "17.000000" });
  const log = accepted(
    await ana.call("moneyLog", { wallet: "option", kind: ["option-stake", "option-payout"] }),
  );
  expect(
    log.list.map(({ kind, amount, balanceAfter, refId }) => [kind, amount, balanceAfter, refId]),
  ).toEqual([
    ["option-payout", "37.000000", "317.000000", "o-1"],
    ["option-stake", "-20.000000", "280.000000", "o-1"],
  ]);
});

test("OPT-21 the evidence of an option has its ticks with all sources: index, strike, median, end and payout can be recomputed", async () => {
  const [won] = await records(ana, { view: "history" });
  const id = won?.optionId ?? "";
  const { inputs, result, frame, seq } = accepted(await ana.call("evidence", { kind: "option", id }));
  expect(frame.seq).toBeLessThanOrEqual(seq);
  if (inputs.kind !== "option" || result.kind !== "option") throw new Error("evidence of something else");
  const { strikeTick, ticks, direction } = inputs;
  if (strikeTick === null) throw new Error("no strike");
  expect(ticks.length).toBe(3);
  for (const each of [strikeTick, ...ticks]) {
    const used = each.sources.filter((source) => source.used).map((source) => e8(source.price));
    expect(indexE8Of(used)).toBe(e8(each.price));
  }
  expect(strikeTick.sources.map(({ name }) => name)).toEqual(["binance"]);
  expect(ticks.every(({ timeMs }) => isInWindow(timeMs, inputs.orderTimeMs + 60_000))).toBe(true);
  const sell = medianE8(ticks.map(({ price }) => e8(price)));
  const end = endOf(direction, e8(strikeTick.price), sell);
  expect(sell).toBe(e8(result.sellPrice ?? "0"));
  expect(end).toBe(result.status);
  const income = incomeOf(units(inputs.amount), parseDecimal(inputs.payoutRate, 6) as number);
  expect(units(result.payout)).toBe(payoutOf(end, units(inputs.amount), income));
  expect(result.option).toEqual(won);
  // The list has every decimal that decides, so that two prices only look equal if they are.
  expect(e8(won?.strikePrice ?? "0")).toBe(e8(strikeTick.price));
  expect(e8(won?.sellPrice ?? "0")).toBe(sell);
  // It is hidden from others.
  for (const other of [id, "o-999", "x", "1"])
    expect((await ben.call("evidence", { kind: "option", id: other })).code, other).toBe(320);
});

test("OPT-22 the calls reject in the documented order, each with its number and parameters", async () => {
  await exchange.observeBitcoin(1_000, 60_000);
  const refusal = async (fields: object, client = ana) => {
    const answer = await client.call("doOrder", { ...OPTION, amount: "20", ...fields });
    return [answer.code, answer.data.error, answer.data.params];
  };
  const bounds = { min: "5.000000", max: "1000.000000" };
  expect((await refusal({ extra: 1 }))[0]).toBe(100);
  expect((await refusal({ direction: "sideways" }))[0]).toBe(100);
  expect((await refusal({ symbol: "ETHUSDT" }))[0]).toBe(100);
  expect(await refusal({ durationSeconds: undefined, amount: "x" })).toEqual([
    101,
    "trade.chooseTime",
    undefined,
  ]);
  for (const amount of [undefined, "x", "0", "4.99", "5.001", "1000.01", "-1"])
    expect(await refusal({ amount, durationSeconds: 61 }), amount).toEqual([
      102,
      "trade.amountError",
      bounds,
    ]);
  const errorText = async (amount: string, lang: string) => {
    const client = exchange.client(ana.token);
    client.headers = { lang };
    return (await client.call("doOrder", { ...OPTION, amount })).msg;
  };
  for (const amount of ["1000.01", "1".repeat(17)]) {
    expect(await errorText(amount, "en")).toBe("Invalid amount, at most 1,000");
    expect(await errorText(amount, "de")).toBe("Betrag ungültig, höchstens 1.000");
  }
  for (const amount of ["4.99", "5.001", "x"])
    expect(await errorText(amount, "en"), amount).toBe("Amount error, minimum amount 5");
  expect(await refusal({ durationSeconds: 61, amount: "900" })).toEqual([106, "trade.timeError", undefined]);
  expect(await refusal({ payoutRate: "0.86", amount: "900" })).toEqual([
    106,
    "option.rateChanged",
    { payoutRate: "0.850000" },
  ]);
  expect((await refusal({ amount: "900" }))[1]).toBe("trade.insufficientBalance");
  const rich = await trader("rich@example.org", "5000");
  await buy(rich, { amount: "1000" });
  expect(await refusal({ amount: "500.01", durationSeconds: 120 }, rich)).toEqual([
    102,
    "option.capReached",
    { max: "500.000000", asset: "USDT" },
  ]);
  const uncovered = await refusal({ amount: "300", durationSeconds: 120 });
  expect(uncovered.slice(0, 2)).toEqual([102, "option.noCover"]);
  for (const [view, more] of [
    ["trades", {}],
    ["open", { status: "won" }],
    ["history", { status: "filled" }],
    ["open", { side: "buy" }],
    ["open", { cursor: "abc" }],
  ] as const)
    expect((await ana.call("record", { product: "option", view, ...more })).code, view).toBe(100);
  expect((await ana.call("record", { status: "won" })).code).toBe(100);
  expect((await exchange.client().call("doOrder", OPTION)).code).toBe(48);
});

test("OPT-22 records are paged by cursor, and filtered by symbol, direction and end", async () => {
  const list = async (fields: object): Promise<CallReply<"record">> =>
    accepted(await ana.call("record", { product: "option", view: "history", ...fields }));
  expect((await list({ direction: "down" })).list).toEqual([]);
  expect((await list({ status: "won" })).list).toHaveLength(1);
  expect((await list({ symbol: "NOPEUSDT" })).list).toEqual([]);
  await exchange.observeBitcoin(0, 60_000);
  await buy(ana, { amount: "5" });
  await buy(ana, { amount: "6", direction: "down" });
  const first = accepted(await ana.call("record", { product: "option", limit: 1 }));
  const second = accepted(
    await ana.call("record", { product: "option", limit: 1, cursor: first.nextCursor }),
  );
  const amounts = [first, second].map(({ list: [row] }) => (row as WireOption).amount);
  expect([amounts, second.nextCursor]).toEqual([["6.000000", "5.000000"], null]);
});
