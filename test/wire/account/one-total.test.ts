import { NEWEST_RULES } from "@candor/domain/rules";
import type { Units } from "@candor/money/brand";
import { totalEquity as equityOf } from "@candor/server/market/wire-objects/total-equity";
import { addDecimals, cutDecimals, multiplyDecimals } from "@candor/ui/decimal-math";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PLAN } from "../../support/scenario/mining-world.ts";
import { TERMS } from "../../support/scenario/option-world.ts";
import { BTC_CONTRACT } from "../../support/wire/contract-world.ts";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { LEVER } from "../../support/wire/lever-world.ts";
import type { WireClient } from "../../support/wire-client.ts";

const BTC = { symbol: "BTCUSDT", type: "limit" } as const;
/** Values of coins have more digits than USDT at it. */
const PRICE = 60_000.37;

let exchange: GatewayUnderTest;
let ana: WireClient;
let ben: WireClient;
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    contracts: [BTC_CONTRACT],
    lever: LEVER,
    mining: { plans: [PLAN], reserve: "1000" },
  });
  const { engine } = exchange;
  await engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
  await engine.execute({
    kind: "endow-pool",
    pool: "option-pool",
    assetId: 0,
    totalUnits: 1_000_000_000 as Units,
  });
  await engine.execute({ kind: "set-option-terms", terms: TERMS });
  ana = await exchange.trader("ana@example.org", { USDT: "8000.000007", BTC: "0.08345679" });
  ben = await exchange.trader("ben@example.org", { USDT: "5000", BTC: "0.1" });
  await exchange.observeBitcoin(1_000, PRICE);
  for (const client of [ana, ben]) await move(client, "contract", "1000");
  await move(ana, "option", "300");
  await move(ana, "main", "1500");
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

const minSeq = () => ({ minSeq: exchange.engine.durableSeq });

async function move(client: WireClient, to: string, amount: string): Promise<void> {
  const transfer = { asset: "USDT", amount, from: "coin", to, paymentPassword: "246810" };
  accepted(await client.call("transfer", transfer));
}

/** Something in every product: what no wallet holds, and what wallets hold frozen. */
async function everyProduct(): Promise<void> {
  accepted(await ana.call("miningBuy", { planId: "p0", quantity: 2 }));
  const option = { product: "option", symbol: "BTCUSDT", direction: "up", durationSeconds: 60 };
  accepted(await ana.call("doOrder", { ...option, amount: "25" }));
  const loan = { ...BTC, side: "buy", price: "60000", quantity: "0.01" };
  accepted(
    await ana.call("leverTransfer", { symbol: "BTCUSDT", asset: "USDT", direction: "in", amount: "500" }),
  );
  accepted(await ana.call("leverOrder", loan));
  const contract = { ...BTC, price: "60000", quantity: "0.013", leverage: 10 };
  accepted(await ben.call("contractOrder", { ...contract, side: "sell" }));
  accepted(await ana.call("contractOrder", { ...contract, side: "buy" }));
  accepted(await ana.call("doOrder", { ...BTC, side: "buy", price: "55000", quantity: "0.02" }));
  accepted(await ana.call("doOrder", { ...BTC, side: "sell", price: "66000", quantity: "0.03" }));
}

/** The total of each view, in its own digits. */
async function totals(client: WireClient): Promise<Record<string, string>> {
  const { totalEquity } = accepted(await client.call("walletIndex", minSeq()));
  const held = accepted(await client.call("profitHoldings", minSeq()));
  const { days } = accepted(await client.call("profitDays", { days: 1, ...minSeq() }));
  const { equity, accounts, closingPositions } = accepted(await client.call("profitStatement", minSeq()));
  const { fullurl } = accepted(await client.call("profitExport", { file: "profit", ...minSeq() }));
  const { body } = await exchange.app.inject({ method: "GET", url: fullurl });
  const rows = body.split("\r\n").map((line) => line.split(","));
  const lastDay = rows.filter(([, fact]) => fact === "equity").at(-1)?.[0];
  const inFile = rows.filter(([date, fact]) => date === lastDay && fact === "equity");
  return {
    wallets: totalEquity.amount,
    holdings: held.equity,
    curve: days.at(-1)?.equity.total ?? "",
    statement: equity.closing.total,
    accounts: addDecimals(
      ...accounts.map(({ closing }) => closing.value),
      ...closingPositions.map(({ unrealized }) => unrealized),
    ),
    file: addDecimals(...inFile.map(([, , , , , value]) => value ?? "")),
  };
}

test("PNL-03 every view gives one total: wallets, profit, curve, statement and file, to the unit", async () => {
  const before = Number((await totals(ana))["wallets"]);
  await everyProduct();
  for (const [afterMs, price] of [
    [2_000, PRICE],
    [3_000, 61_234.56],
    [3_600_000, 58_765.43],
  ] as const) {
    await exchange.observeBitcoin(afterMs, price);
    const found = await totals(ana);
    for (const [view, total] of Object.entries(found))
      expect(cutDecimals(total, 6), `${view} at ${price}`).toBe(found["wallets"]);
    // No product took more than fees, interest and what the price changed.
    expect(Math.abs(Number(found["wallets"]) - before)).toBeLessThan(500);
  }
});

test("PNL-03 machines and open stakes are in the total until they end, and obstacles of closing as before", async () => {
  const { totalEquity } = accepted(await ana.call("walletIndex", minSeq()));
  expect(totalEquity).toMatchObject({ mining: "200.000000", options: "0.000000" });
  const { amount } = accepted(await ana.call("miningClaim", {}));
  const after = accepted(await ana.call("walletIndex", minSeq())).totalEquity;
  expect(Number(after.mining)).toBeLessThan(200);
  expect(Number(amount)).toBeGreaterThan(0);
  const { obstacles } = accepted(await ana.call("closeAccount", { action: "look" }));
  expect(obstacles).toContainEqual({ kind: "miner", count: 2 });
});

test("PNL-03 figures that several calls give are the same in all of them", async () => {
  const index = accepted(await ana.call("walletIndex", minSeq()));
  const { wallets: movable } = accepted(await ana.call("marketBalance", minSeq()));
  for (const wallet of ["main", "coin", "contract", "option"] as const) {
    const held = index.wallets[wallet].find(({ asset }) => asset === "USDT");
    const { available, frozen, transferable } = movable[wallet];
    expect([available, frozen], wallet).toEqual([held?.available, held?.frozen]);
    expect(Number(transferable), wallet).toBeLessThanOrEqual(Number(available));
  }
  const { account, list } = accepted(await ana.call("contractRecord", minSeq()));
  const positions = list as readonly { readonly unrealizedProfit: string }[];
  const { positions: inProfit } = accepted(await ana.call("profitHoldings", minSeq()));
  const { unrealizedProfit } = index.totalEquity;
  expect(Number(unrealizedProfit)).toBeLessThan(0);
  expect(account.unrealizedProfit).toBe(unrealizedProfit);
  expect(addDecimals("0", ...positions.map((each) => each.unrealizedProfit))).toBe(unrealizedProfit);
  expect(cutDecimals(addDecimals("0", ...inProfit.map((each) => each.unrealized)), 6)).toBe(unrealizedProfit);
  const contractWallet = addDecimals(movable.contract.available, movable.contract.frozen);
  expect(account.equity).toBe(addDecimals(contractWallet, unrealizedProfit));

  const { account: margin, indexPrice } = accepted(
    await ana.call("leverCurrency", { symbol: "BTCUSDT", ...minSeq() }),
  );
  const net = ({ available, frozen, debt, interest }: typeof margin.base): string =>
    addDecimals(available, frozen, `-${debt}`, `-${interest}`);
  const base = multiplyDecimals(net(margin.base), indexPrice ?? "0", 16);
  expect(index.totalEquity.leverage).toBe(cutDecimals(addDecimals(net(margin.quote), base), 6));
});

test("PNL-03 what open orders of spot freeze is what the wallet has frozen", async () => {
  const { list } = accepted(await ana.call("record", { product: "spot", state: "open", ...minSeq() }));
  const { wallets } = accepted(await ana.call("walletIndex", minSeq()));
  const frozen = (asset: string) => wallets.coin.find((balance) => balance.asset === asset)?.frozen;
  const of = (side: "buy" | "sell") =>
    (list as readonly { side: string; price: string; quantity: string }[]).filter(
      (order) => order.side === side,
    );
  const quote = of("buy").map(({ price, quantity }) => multiplyDecimals(price, quantity, 6));
  expect(quote).toHaveLength(1);
  expect(addDecimals(...quote)).toBe(frozen("USDT"));
  expect(addDecimals("0.00000000", ...of("sell").map(({ quantity }) => quantity))).toBe(frozen("BTC"));
});

test("PNL-03 a market's day has the same volume in list, ticker, chart and stream's interface", async () => {
  const spot = { symbol: "BTCUSDT", type: "limit", price: "58765.4", quantity: "0.0017" };
  accepted(await ben.call("doOrder", { ...spot, side: "sell" }));
  accepted(await ana.call("doOrder", { ...spot, side: "buy" }));
  const { coinsList } = accepted(await ana.call("coinList", {}));
  for (const market of ["spot", "contract"] as const) {
    const { ticker } = accepted(await ana.call("merged", { symbol: "BTCUSDT", market }));
    const listed = coinsList.find((each) => each.symbol === "BTCUSDT" && each.market === market);
    const figures = ({ volume, quoteVolume, high, low }: typeof ticker) => ({
      volume,
      quoteVolume,
      high,
      low,
    });
    expect(listed === undefined ? undefined : figures(listed), market).toEqual(figures(ticker));
    const url = market === "spot" ? "/api/v3/ticker/24hr" : "/fapi/v1/ticker/24hr";
    const { body } = await exchange.app.inject({ method: "GET", url: `${url}?symbol=BTCUSDT` });
    const day = JSON.parse(body) as Record<string, string>;
    expect([Number(day["volume"]), Number(day["quoteVolume"])], body).toEqual([
      Number(ticker.volume),
      Number(ticker.quoteVolume),
    ]);
    expect(Number(ticker.volume), market).toBeGreaterThan(0);
  }
});

/** The total of the console's page of a user, which reads the account itself. */
async function consoleTotal(client: WireClient): Promise<string> {
  const userId = Number(accepted(await client.call("profile")).id);
  return equityOf(await exchange.engine.accountView(userId), exchange.listings, exchange.mirror).amount;
}

test("PNL-03 a long and a short position of one contract are in every total, at a loss too", async () => {
  const cleo = await exchange.trader("cleo@example.org", { USDT: "3000" });
  await exchange.observeBitcoin(1_000, PRICE);
  await move(cleo, "contract", "2500");
  accepted(await cleo.call("contractMode", { positionMode: "hedge" }));
  const order = { ...BTC, price: "60000", quantity: "0.013", leverage: 10 };
  for (const side of ["buy", "sell"] as const) {
    accepted(await ben.call("contractOrder", { ...order, side: side === "buy" ? "sell" : "buy" }));
    accepted(await cleo.call("contractOrder", { ...order, side }));
  }
  accepted(await cleo.call("contractOrder", { ...order, side: "buy", price: "55000" }));
  const { list } = accepted(await cleo.call("contractRecord", minSeq()));
  expect(list).toHaveLength(2);
  for (const price of [57_000.01, 62_000.5]) {
    await exchange.observeBitcoin(2_000, price);
    const found = await totals(cleo);
    expect(found["wallets"]).toBe(await consoleTotal(cleo));
    for (const [view, total] of Object.entries(found))
      expect(cutDecimals(total, 6), `${view} at ${price}`).toBe(found["wallets"]);
  }
  const { obstacles } = accepted(await cleo.call("closeAccount", { action: "look" }));
  expect(obstacles.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    "order 1",
    "position 2",
    "balance 1",
  ]);
});

test("PNL-03 a coin without an index counts as nothing and is named; profit keeps its last price; closing is prevented", async () => {
  await exchange.observeBitcoin(1_000, PRICE);
  const before = await totals(ana);
  await exchange.observeBitcoin(1_000, PRICE, PRICE / 2);
  const { totalEquity } = accepted(await ana.call("walletIndex", minSeq()));
  expect(totalEquity.unpriced).toEqual(["BTC"]);
  expect(totalEquity.prices.map(({ asset }) => asset)).not.toContain("BTC");
  const disputed = await totals(ana);
  expect(Number(disputed["wallets"])).toBeLessThan(Number(before["wallets"]));
  expect(await consoleTotal(ana)).toBe(disputed["wallets"]);
  for (const view of ["holdings", "curve", "statement", "accounts", "file"])
    expect(cutDecimals(disputed[view] ?? "", 6), view).toBe(before["wallets"]);
  const { obstacles } = accepted(await ana.call("closeAccount", { action: "look" }));
  expect(obstacles).toContainEqual({ kind: "balance", count: 1 });
  await exchange.observeBitcoin(1_000, PRICE, PRICE);
  expect((await totals(ana))["wallets"]).toBe(before["wallets"]);
});
