import { readFileSync } from "node:fs";
import type { CallReply } from "@candor/wire/calls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

const DAY_MS = 86_400_000;
const E16 = 10n ** 16n;
const BTC = { symbol: "BTCUSDT", type: "limit" } as const;

let world: ContractWorld;
let ada: WireClient;
let ben: WireClient;
let cora: WireClient;
beforeAll(async () => {
  world = await ContractWorld.start();
  ada = await world.exchange.trader("ada@example.org", { USDT: "10000" });
  ben = await world.exchange.trader("ben@example.org", { USDT: "10000", BTC: "0.1" });
  cora = await world.exchange.trader("cora@example.org", { USDT: "100" });
  for (const client of [ada, ben])
    accepted(
      await client.call("transfer", {
        asset: "USDT",
        amount: "2000",
        from: "coin",
        to: "contract",
        paymentPassword: "246810",
      }),
    );
  await world.observe(60_000);
  await firstDay();
});
afterAll(async () => {
  expect(world.exchange.errors).toEqual([]);
  await world.exchange.close();
});

const minSeq = () => ({ minSeq: world.exchange.engine.durableSeq });
/** An exact decimal with 16 digits. */
const text = (valueE16: bigint): string => {
  const digits = String(valueE16 < 0n ? -valueE16 : valueE16).padStart(17, "0");
  return `${valueE16 < 0n ? "-" : ""}${digits.slice(0, -16)}.${digits.slice(-16)}`;
};

const FILES_PAGE = readFileSync(new URL("../../../docs/api/files.md", import.meta.url), "utf8");

/** The columns of a file in docs/api/files.md, in order. */
function documentedColumns(file: string): readonly string[] {
  const [, section = ""] = FILES_PAGE.split(new RegExp(`^## \`${file}\`.*$`, "m"));
  const [table = ""] = section.split(/^## /m);
  return [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name ?? "");
}

/** A decimal in 1e-16. */
function e16(decimal: string): bigint {
  const [whole = "", fraction = ""] = decimal.replace("-", "").split(".");
  const size = BigInt(whole + fraction.padEnd(16, "0"));
  return decimal.startsWith("-") ? 0n - size : size;
}

/** Ben's order rests, Ada takes it. */
async function spot(side: "buy" | "sell", price: string, quantity: string): Promise<void> {
  const other = side === "buy" ? "sell" : "buy";
  accepted(await ben.call("doOrder", { ...BTC, side: other, price, quantity }));
  accepted(await ada.call("doOrder", { ...BTC, side, price, quantity }));
}

async function contract(side: "buy" | "sell", price: string, quantity: string): Promise<void> {
  const other = side === "buy" ? "sell" : "buy";
  accepted(await ben.call("contractOrder", { ...BTC, side: other, price, quantity, leverage: 10 }));
  accepted(await ada.call("contractOrder", { ...BTC, side, price, quantity, leverage: 10 }));
}

async function firstDay(): Promise<void> {
  await spot("buy", "60000", "0.1");
  await world.observe(63_000);
  await spot("sell", "63000", "0.04");
  await contract("buy", "63000", "0.01");
  await world.observe(64_000);
  await contract("sell", "64000", "0.01");
}

/** 0.1 BTC for 6,000 USDT; a fee of 0.1 % leaves 0.0999 BTC. 0.04 of it are sold for 2,520 − 2.52 USDT. */
const SOLD_COST = (6_000n * E16 * 4_000_000n) / 9_990_000n;
const SPOT_PROFIT = (251_748n * E16) / 100n - SOLD_COST;
const LEFT_COST = 6_000n * E16 - SOLD_COST;
/** 0.0599 BTC. */
const LEFT_VALUE = (price: bigint): bigint => (599n * price * E16) / 10_000n;
/** 10 USDT on 0.01 BTC, minus fees of 0.05 % of 630 and of 640. */
const CONTRACT_PROFIT = (9_365n * E16) / 1_000n;

const days = async (client: WireClient): Promise<CallReply<"profitDays">["days"]> => {
  const reply = accepted(await client.call("profitDays", minSeq()));
  const withEquity = reply.days.filter(({ equity }) => equity.total !== "0.0000000000000000");
  expect(reply.days).toHaveLength(30);
  return withEquity;
};

test("PNL-05 average cost, FIFO and unrealized profit of what a trader holds", async () => {
  const { holdings, fifo, positions, equity } = accepted(await ada.call("profitHoldings", minSeq()));
  expect(positions).toEqual([]);
  const [usdt, btc, margin] = holdings;
  expect(usdt).toMatchObject({ wallet: "coin", asset: "USDT", amount: "4517.480000", averagePrice: null });
  expect(btc).toEqual({
    wallet: "coin",
    symbol: null,
    asset: "BTC",
    amount: "0.05990000",
    cost: text(LEFT_COST),
    averagePrice: "60060.06006006",
    price: "64000.00000000",
    value: text(LEFT_VALUE(64_000n)),
    unrealized: text(LEFT_VALUE(64_000n) - LEFT_COST),
  });
  expect(margin).toMatchObject({ wallet: "contract", asset: "USDT", amount: "2009.365000" });
  expect(fifo).toMatchObject([{ asset: "BTC", amount: "0.05990000", lots: 1, cost: text(LEFT_COST) }]);
  expect(equity).toBe(text(LEFT_VALUE(64_000n) + (6_526_845n * E16) / 1_000n));
});

test("PNL-05 profit by day, product and market; deposits and transfers are not profit", async () => {
  const [today, ...more] = await days(ada);
  expect(more).toEqual([]);
  expect(today?.flow.total).toBe(text(10_000n * E16));
  expect(today?.transfer).toMatchObject({ contract: text(2_000n * E16), total: text(0n) });
  expect(today?.realized).toEqual([
    { source: "spot", symbol: "BTCUSDT", profit: text(SPOT_PROFIT) },
    { source: "contract", symbol: "BTCUSDT", profit: text(CONTRACT_PROFIT) },
  ]);
  const unrealized = LEFT_VALUE(64_000n) - LEFT_COST;
  expect(today?.unrealized).toBe(text(unrealized));
  expect(today?.profit).toMatchObject({
    contract: text(CONTRACT_PROFIT),
    coin: text(SPOT_PROFIT + unrealized),
    main: text(0n),
    total: text(CONTRACT_PROFIT + SPOT_PROFIT + unrealized),
  });
});

test("PNL-05 a number of days ends today; with a first day it is a contradiction", async () => {
  const { days: all } = accepted(await ada.call("profitDays", minSeq()));
  for (const count of [1, 30]) {
    const { days: last } = accepted(await ada.call("profitDays", { days: count }));
    expect(last).toEqual(all.slice(-count));
  }
  const from = all.at(-1)?.date ?? "";
  expect(await ada.call("profitDays", { days: 2, from })).toMatchObject({
    data: { error: "request.parameterError", fields: [{ path: "days", reason: "conflict" }] },
  });
  expect((await ada.call("profitDays", { days: 367 })).code).not.toBe(1);
});

test("PNL-05 a closed position has its prices, fees, net result and return, and how it ended", async () => {
  const { list } = accepted(await ada.call("profitPositions", minSeq()));
  expect(list).toMatchObject([
    {
      symbol: "BTCUSDT",
      side: "long",
      hedged: false,
      leverage: 10,
      endedBy: "order",
      quantity: "0.010",
      maxQuantity: "0.010",
      entryPrice: "63000.0",
      exitPrice: "64000.0",
      entryValue: "630.000000",
      exitValue: "640.000000",
      realizedProfit: "10.000000",
      fee: "0.635000",
      funding: "0.000000",
      netProfit: "9.365000",
      margin: "63.000000",
      roe: "0.148650",
    },
  ]);
  const [other] = accepted(await ben.call("profitPositions")).list;
  expect(other).toMatchObject({ side: "short", realizedProfit: "-10.000000", fee: "0.254000" });
  expect(accepted(await cora.call("profitPositions")).list).toEqual([]);
  expect(accepted(await ada.call("profitPositions", { symbol: "ETHUSDT" })).list).toEqual([]);
});

test("PNL-03 the files have the figures of the calls, one row for each fact, with ISO times", async () => {
  const download = async (
    file: "profit" | "positions" | "trades" | "orders" | "tax",
  ): Promise<string[][]> => {
    world.exchange.time.ms += 600_000;
    const { fullurl, fileName } = accepted(await ada.call("profitExport", { file, ...minSeq() }));
    expect(fileName).toMatch(/^candor-[a-z]+-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
    const reply = await world.exchange.app.inject({ method: "GET", url: fullurl });
    expect(reply.body.split("\r\n", 1)[0], file).toBe(documentedColumns(file).join());
    expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"]);
    return reply.body
      .split("\r\n")
      .slice(0, -1)
      .map((line) => line.split(","));
  };
  const [header, ...facts] = await download("profit");
  expect(header).toEqual(["date", "fact", "wallet", "source", "symbol", "value", "asset"]);
  const [today] = await days(ada);
  const realized = facts.filter(([, fact]) => fact === "realized");
  expect(realized.map(([date, , , source, symbol, value]) => [date, source, symbol, value])).toEqual(
    today?.realized.map(({ source, symbol, profit }) => [today.date, source, symbol, profit]),
  );
  expect(new Set(facts.map((row) => row.slice(0, 5).join())).size).toBe(facts.length);
  const [columns, ...positions] = await download("positions");
  expect(positions).toHaveLength(1);
  expect(positions[0]?.[columns?.indexOf("netProfit") ?? -1]).toBe("9.365000");
  expect(positions[0]?.[columns?.indexOf("closedAt") ?? -1]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const [names, ...trades] = await download("trades");
  const column = (name: string) => trades.map((row) => row[names?.indexOf(name) ?? -1]);
  expect(column("realizedProfit")).toEqual(["10.000000", "0.000000", text(SPOT_PROFIT), text(0n)]);
  expect(column("fee")).toEqual(["0.320000", "0.315000", "2.520000", "0.00010000"]);
  expect(new Set(column("tradeId")).size).toBe(4);
  const [of, ...orders] = await download("orders");
  const sum = (name: string) =>
    orders.map((row) => Number(row[of?.indexOf(name) ?? -1])).reduce((total, value) => total + value, 0);
  expect(orders.map((row) => row[of?.indexOf("createdAt") ?? -1]).every((at) => at?.endsWith("Z"))).toBe(
    true,
  );
  expect([orders.length, sum("executedQuote")]).toEqual([4, 9_790]);
  expect(orders.map((row) => row[of?.indexOf("status") ?? -1])).toEqual(Array(4).fill("filled"));
  const [taxColumns, ...tax] = await download("tax");
  const taxed = (name: string) => tax.map((row) => row[taxColumns?.indexOf(name) ?? -1]);
  expect(taxed("fact")).toEqual(["disposal", "result"]);
  expect(taxed("asset")).toEqual(["BTC", "USDT"]);
  expect(taxed("amount")).toEqual(["0.04000000", ""]);
  expect(taxed("proceedsUsdt")).toEqual([text((251_748n * E16) / 100n), ""]);
  expect(taxed("gainUsdt")).toEqual([text(SPOT_PROFIT), text(CONTRACT_PROFIT)]);
});

type Statement = CallReply<"profitStatement">;
const statementOf = async (client: WireClient, month?: string): Promise<Statement> =>
  accepted(await client.call("profitStatement", { ...(month && { month }), ...minSeq() }));

test("PNL-09 a month's statement names every balance and what changed it, as records, days and holdings do", async () => {
  const month = await statementOf(ada);
  expect(month).toMatchObject({
    month: "2026-01",
    from: "2026-01-01",
    complete: false,
    openingPositions: [],
  });
  const account = (wallet: string, asset: string) =>
    month.accounts.find((each) => each.wallet === wallet && each.asset === asset);
  expect(account("coin", "BTC")).toEqual({
    wallet: "coin",
    symbol: null,
    asset: "BTC",
    opening: { amount: "0.00000000", price: "0.00000000", value: text(0n) },
    closing: { amount: "0.05990000", price: "64000.00000000", value: text(LEFT_VALUE(64_000n)) },
    entries: [
      { kind: "trade", received: "0.10000000", paid: "0.04000000" },
      { kind: "trade-fee", received: "0.00000000", paid: "0.00010000" },
    ],
  });
  expect(account("contract", "USDT")).toMatchObject({
    closing: { amount: "2009.365000" },
    entries: expect.arrayContaining([
      { kind: "transfer", received: "2000.000000", paid: "0.000000" },
      { kind: "trade-fee", received: "0.000000", paid: "0.635000" },
      { kind: "realized-profit", received: "10.000000", paid: "0.000000" },
    ]),
  });
  const [today] = await days(ada);
  const { equity } = month;
  expect([equity.closing, equity.flow, equity.profit]).toEqual([today?.equity, today?.flow, today?.profit]);
  expect([month.realized, month.unrealized]).toEqual([today?.realized, today?.unrealized]);
  expect(month.flows.reduce((sum, { value }) => sum + e16(value), 0n)).toBe(e16(equity.flow.total));
  const { holdings } = accepted(await ada.call("profitHoldings", minSeq()));
  expect(
    month.accounts
      .filter(({ closing }) => e16(closing.value) !== 0n)
      .map(({ wallet, asset, closing }) => [wallet, asset, closing.amount, closing.value]),
  ).toEqual(holdings.map(({ wallet, asset, amount, value }) => [wallet, asset, amount, value]));
});

test("PNL-09 the balances of a statement are the sums of the fund records' file", async () => {
  const { fullurl } = accepted(await ada.call("exportRecords", minSeq()));
  const { body } = await world.exchange.app.inject({ method: "GET", url: fullurl });
  expect(body.split("\r\n", 1)[0]).toBe(documentedColumns("funds").join());
  const [header = [], ...rows] = body
    .split("\r\n")
    .slice(0, -1)
    .map((line) => line.split(","));
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const [wallet, asset, amount] = ["wallet", "asset", "amount"].map((name) => row[header.indexOf(name)]);
    const name = `${wallet} ${asset}`;
    sums.set(name, (sums.get(name) ?? 0n) + e16(amount ?? ""));
  }
  const { accounts } = await statementOf(ada);
  expect(
    new Map(accounts.map(({ wallet, asset, closing }) => [`${wallet} ${asset}`, e16(closing.amount)])),
  ).toEqual(sums);
});

test("PNL-07 rates of fiat currencies say where they are from; a sandbox's are fixed and say so", async () => {
  const { kind, source, asOfMs, rates } = accepted(await world.exchange.client().call("displayRates"));
  expect([kind, source, asOfMs]).toEqual(["fixed", null, Date.UTC(2026, 0, 1)]);
  const currencies = ["USD", "EUR", "GBP", "JPY", "CNY", "KRW", "RUB", "TRY", "BRL", "INR"];
  expect(rates.map(({ currency }) => currency)).toEqual(expect.arrayContaining(currencies));
  expect(rates[0]).toEqual({ currency: "USD", perUsdt: "1" });
});

test("PNL-05 the next day earns only the change of the price", async () => {
  await world.observe(65_000, DAY_MS);
  const [first, second] = await days(ada);
  expect(second).toMatchObject({ realized: [], unrealized: text((599n * E16) / 10n) });
  expect(second?.profit.total).toBe(text((599n * E16) / 10n));
  expect(first?.equity.total).toBe(text(LEFT_VALUE(64_000n) + (6_526_845n * E16) / 1_000n));
});

test("PNL-09 a month that has not begun or does not exist is rejected; one before the account is empty", async () => {
  for (const month of ["2026-02", "1969-12", "2026-13", "2026-1", "January"])
    expect((await ada.call("profitStatement", { month })).data, month).toMatchObject({
      error: "request.parameterError",
      fields: [{ path: "month" }],
    });
  const before = await statementOf(ada, "2025-12");
  expect(before).toMatchObject({ from: "2025-12-01", to: "2025-12-31", complete: true, accounts: [] });
  expect(before.equity.closing.total).toBe(text(0n));
});

test("PNL-10 the margin of a closed position is that of the leverage shown, and a return is rounded down", async () => {
  const dan = await world.exchange.trader("dan@example.org", { USDT: "10000" });
  await world.observe(60_000);
  const moved = { asset: "USDT", amount: "5000", from: "coin", to: "contract", paymentPassword: "246810" };
  accepted(await dan.call("transfer", moved));
  const trade = async (side: "buy" | "sell") => {
    const other = side === "buy" ? "sell" : "buy";
    const order = { ...BTC, price: side === "buy" ? "60000" : "59990", quantity: "0.01" };
    accepted(await ben.call("contractOrder", { ...order, side: other }));
    accepted(await dan.call("contractOrder", { ...order, side }));
  };
  const setLeverage = async (leverage: number) =>
    accepted(await dan.call("contractLeverage", { symbol: "BTCUSDT", leverage }));
  await setLeverage(20);
  await trade("buy");
  await setLeverage(2);
  await trade("sell");
  // Lost: 0.1, and fees of 0.05 % of 600 and of 599.9.
  const loss = { realizedProfit: "-0.100000", fee: "0.599950", netProfit: "-0.699950" };
  const first = accepted(await dan.call("profitPositions", minSeq())).list;
  expect(first).toMatchObject([{ leverage: 2, margin: "300.000000", ...loss, roe: "-0.002334" }]);
  await setLeverage(5);
  await trade("buy");
  await setLeverage(50);
  await trade("sell");
  const [second] = accepted(await dan.call("profitPositions", minSeq())).list;
  expect(second).toMatchObject({ leverage: 50, margin: "12.000000", ...loss, roe: "-0.058330" });
});

test("PNL-05 days that do not exist, too many of them, and a foreign cursor are rejected", async () => {
  const error = async (request: object) => (await ada.call("profitDays", request)).data;
  expect(await error({ from: "2026-02-30" })).toMatchObject({ error: "request.parameterError" });
  expect(await error({ from: "2025-01-01", to: "2026-01-02" })).toMatchObject({
    error: "request.parameterError",
  });
  expect(await error({ from: "2026-01-03", to: "2026-01-02" })).toMatchObject({
    error: "request.parameterError",
  });
  const year = accepted(await ada.call("profitDays", { from: "2025-01-02", to: "2026-01-02" }));
  expect(year.days).toHaveLength(366);
});
