import { afterAll, beforeAll, expect, test } from "vitest";
import { ContractWorld } from "../../support/wire/contract-world.ts";
import { accepted } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Faults of other programs' profit figures (docs/field-cases.md), with every figure by hand. */
const E16 = 10n ** 16n;
const MINUTE_MS = 60_000;
const BTC = { symbol: "BTCUSDT", type: "limit" } as const;

let world: ContractWorld;
let maker: WireClient;
beforeAll(async () => {
  world = await ContractWorld.start();
  maker = await world.exchange.trader("maker@example.org", { USDT: "10000", BTC: "0.1" });
  await move(maker, "USDT", "5000", "coin", "contract");
});
afterAll(async () => {
  expect(world.exchange.errors).toEqual([]);
  await world.exchange.close();
});

type Wallet = "main" | "coin" | "contract";
async function move(client: WireClient, asset: string, amount: string, from: Wallet, to: Wallet) {
  const request = { asset, amount, from, to, paymentPassword: "246810" };
  accepted(await client.call("transfer", request));
}

/** The maker's order rests, the client takes it. */
async function trade(
  call: "doOrder" | "contractOrder",
  client: WireClient,
  side: "buy" | "sell",
  price: string,
  quantity: string,
): Promise<void> {
  await world.observe(Number(price));
  const other = side === "buy" ? "sell" : "buy";
  accepted(await maker.call(call, { ...BTC, side: other, price, quantity }));
  accepted(await client.call(call, { ...BTC, side, price, quantity }));
}

const minSeq = () => ({ minSeq: world.exchange.engine.durableSeq });
const holdingsOf = async (client: WireClient) => accepted(await client.call("profitHoldings", minSeq()));
const realizedOf = async (client: WireClient) =>
  accepted(await client.call("profitDays", minSeq())).days.flatMap(({ realized }) => realized);

/** An exact decimal with 16 digits. */
function text(valueE16: bigint): string {
  const digits = String(valueE16 < 0n ? -valueE16 : valueE16).padStart(17, "0");
  return `${valueE16 < 0n ? "-" : ""}${digits.slice(0, -16)}.${digits.slice(-16)}`;
}

type File = "profit" | "positions" | "trades" | "tax";
/** Rows of a file by the names of its columns. */
async function rowsOf(client: WireClient, file: File): Promise<readonly Record<string, string>[]> {
  world.exchange.time.ms += 10 * MINUTE_MS;
  const { fullurl } = accepted(await client.call("profitExport", { file, ...minSeq() }));
  const { body } = await world.exchange.app.inject({ method: "GET", url: fullurl });
  const [header = [], ...rows] = body
    .split("\r\n")
    .slice(0, -1)
    .map((line) => line.split(","));
  return rows.map((row) => Object.fromEntries(row.map((value, at) => [header[at] ?? "", value])));
}

test("PNL-08 a lot's rest is carried over, and a move between own wallets is neither sale nor purchase", async () => {
  const ada = await world.exchange.trader("ada@example.org", { USDT: "5000" });
  // Two lots of 0.01998 BTC after fees of 0.1 %, for 1,200 and 1,240 USDT.
  await trade("doOrder", ada, "buy", "60000", "0.02");
  await trade("doOrder", ada, "buy", "62000", "0.02");
  const movedCost = (2_440n * E16 * 1_000_000n) / 3_996_000n;
  await move(ada, "BTC", "0.01", "coin", "main");
  const before = await holdingsOf(ada);
  expect(before.holdings.filter(({ asset }) => asset === "BTC")).toMatchObject([
    { wallet: "main", amount: "0.01000000", cost: text(movedCost), averagePrice: "61061.06106106" },
    {
      wallet: "coin",
      amount: "0.02996000",
      cost: text(2_440n * E16 - movedCost),
      averagePrice: "61061.06106106",
    },
  ]);
  expect(await realizedOf(ada)).toEqual([]);
  expect(await rowsOf(ada, "tax")).toEqual([]);

  await trade("doOrder", ada, "sell", "63000", "0.025");
  await move(ada, "BTC", "0.01", "main", "coin");
  await trade("doOrder", ada, "sell", "63000", "0.00496");
  // Proceeds after fees of 0.1 %: 1,573.425 for 0.025 (0.01998 of it is the first lot), and 312.16752 for 0.00496.
  const first = (1_573_425n * E16 * 1_998_000n) / (1_000n * 2_500_000n);
  const costTo = (units: bigint): bigint => (1_240n * E16 * units) / 1_998_000n;
  const tax = await rowsOf(ada, "tax");
  expect(
    tax.map(({ fact, amount, costUsdt, proceedsUsdt }) => [fact, amount, costUsdt, proceedsUsdt]),
  ).toEqual([
    ["disposal", "0.01998000", text(1_200n * E16), text(first)],
    ["disposal", "0.00502000", text(costTo(502_000n)), text((1_573_425n * E16) / 1_000n - first)],
    [
      "disposal",
      "0.00496000",
      text(costTo(998_000n) - costTo(502_000n)),
      text((31_216_752n * E16) / 100_000n),
    ],
  ]);
  // The second lot keeps its day of purchase.
  expect(tax[1]?.["acquiredAt"]).toBe(tax[2]?.["acquiredAt"]);
  expect(tax[0]?.["acquiredAt"]).not.toBe(tax[1]?.["acquiredAt"]);
  const { holdings, fifo } = await holdingsOf(ada);
  expect(fifo).toMatchObject([
    { asset: "BTC", amount: "0.01000000", lots: 1, cost: text(1_240n * E16 - costTo(998_000n)) },
  ]);
  // By average cost: what is left, and what was realized, are everything that was paid and received.
  const [left, ...others] = holdings.filter(({ asset }) => asset === "BTC");
  expect([left?.wallet, left?.amount, others]).toEqual(["coin", "0.01000000", []]);
  expect(left?.averagePrice).toBe("61061.06106106");
  const [spot] = await realizedOf(ada);
  const leftE16 = BigInt((left?.cost ?? "").replace(".", ""));
  const profitE16 = (188_559_252n * E16) / 100_000n - (2_440n * E16 - leftE16);
  expect(spot).toEqual({ source: "spot", symbol: "BTCUSDT", profit: text(profitE16) });
});

/** Waits for the next payment of funding, with the price at `price`. */
async function nextFunding(client: WireClient, price: number): Promise<void> {
  for (let minute = 0; minute < 3; minute++) await world.observe(price, MINUTE_MS);
  const { next } = accepted(await client.call("fundingRate", { symbol: "BTCUSDT" }));
  await world.observe(price, next.atMs - world.exchange.time.ms);
  await world.observe(price);
}

test("PNL-05 a closed position keeps its funding and the fees of both sides, and each file counts them once", async () => {
  const cora = await world.trader("cora@example.org", "2000");
  await trade("contractOrder", cora, "buy", "60000", "0.01");
  await nextFunding(cora, 60_000);
  await trade("contractOrder", cora, "sell", "61000", "0.004");
  await nextFunding(cora, 61_000);
  await trade("contractOrder", cora, "sell", "61000", "0.006");
  const closed = async () => accepted(await cora.call("profitPositions", minSeq())).list;
  const [position] = await closed();
  // 0.01 % of 600 and of 366; fees of 0.05 % of 600, 244 and 366; 10 of profit.
  expect(position).toMatchObject({
    quantity: "0.010",
    entryPrice: "60000.0",
    exitPrice: "61000.0",
    realizedProfit: "10.000000",
    fee: "0.605000",
    funding: "-0.096600",
    netProfit: "9.298400",
  });
  const paid = accepted(await cora.call("contractFunding", minSeq())).list;
  expect(paid.map(({ amount }) => amount)).toEqual(["-0.036600", "-0.060000"]);

  // Later payments and fees change nothing about it.
  await nextFunding(cora, 61_000);
  await trade("contractOrder", cora, "buy", "61000", "0.001");
  await trade("contractOrder", cora, "sell", "61000", "0.001");
  const [newer, older] = await closed();
  expect(older).toEqual(position);
  expect(newer).toMatchObject({ fee: "0.061000", funding: "0.000000", netProfit: "-0.061000" });

  const { holdings, positions } = await holdingsOf(cora);
  expect(positions).toEqual([]);
  expect(holdings).toMatchObject([{ wallet: "contract", asset: "USDT", amount: "2009.237400" }]);
  expect((await realizedOf(cora)).map(({ source }) => source)).toEqual(expect.arrayContaining(["contract"]));
  const sum = (rows: readonly Record<string, string>[], column: string): number =>
    rows.reduce((total, row) => total + Math.round(Number(row[column]) * 1e6), 0);
  expect(sum(await rowsOf(cora, "trades"), "fee")).toBe(666_000);
  const files = await rowsOf(cora, "positions");
  expect(["fee", "funding", "netProfit"].map((column) => sum(files, column))).toEqual([
    666_000, -96_600, 9_237_400,
  ]);
  const facts = (await rowsOf(cora, "profit")).filter(({ fact }) => fact === "realized");
  expect(sum(facts, "value")).toBe(9_237_400);
  expect(sum(await rowsOf(cora, "tax"), "gainUsdt")).toBe(9_237_400);
});

test("PNL-05 unrealized profit counts what was added to a position at its own price, and what was sold only once", async () => {
  const eve = await world.trader("eve@example.org", "2000");
  const unrealized = async () => (await holdingsOf(eve)).positions.map((each) => each.unrealized);
  await trade("contractOrder", eve, "buy", "60000", "0.01");
  await trade("contractOrder", eve, "buy", "62000", "0.01");
  await world.observe(62_000);
  // 0.02 BTC at 62,000 for 600 and 620.
  expect(await unrealized()).toEqual([text(20n * E16)]);
  const [held] = accepted(await eve.call("contractRecord", { view: "positions" })).list;
  expect(held).toMatchObject({ quantity: "0.020", averagePrice: "61000.0" });
  await trade("contractOrder", eve, "sell", "62000", "0.005");
  expect(await unrealized()).toEqual([text(15n * E16)]);
  // 5 of profit, fees of 0.3, 0.31 and 0.155.
  expect((await realizedOf(eve)).map(({ profit }) => profit)).toEqual([text((4_235n * E16) / 1_000n)]);
  await trade("contractOrder", eve, "sell", "62000", "0.015");
  expect(await unrealized()).toEqual([]);
  // Fees in all: 0.3 + 0.31 + 0.155 + 0.465.
  expect((await holdingsOf(eve)).holdings).toMatchObject([{ wallet: "contract", amount: "2018.770000" }]);
});
