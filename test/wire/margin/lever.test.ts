import { NEWEST_RULES } from "@candor/domain/rules";
import { interestOf } from "@candor/formulas/leverage/interest";
import { marginLevelE4 } from "@candor/formulas/leverage/margin-level";
import type { WireLeverLiquidation, WireLoan } from "@candor/wire/lever-objects";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, type GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { startLeverExchange } from "../../support/wire/lever-world.ts";
import type { WireClient } from "../../support/wire-client.ts";

const BTC = { symbol: "BTCUSDT" } as const;
const HOUR = 3_600_000;
let exchange: GatewayUnderTest;
let trader: WireClient;
let maker: WireClient;

beforeAll(async () => {
  exchange = await startLeverExchange();
  await exchange.engine.execute({ kind: "adopt-rules", version: NEWEST_RULES });
  trader = await exchange.trader("trader@example.org", { USDT: "5000" });
  maker = await exchange.trader("maker@example.org", { USDT: "9000", BTC: "0.1" });
  await exchange.observeBitcoin(1_000, 60_000);
});
afterAll(async () => {
  expect(exchange.errors).toEqual([]);
  await exchange.close();
});

/** Includes everything that has happened. */
const records = async (client: WireClient, view: string, more: object = {}) =>
  accepted(await client.call("orderLRecord", { view, minSeq: exchange.engine.durableSeq, ...more }));
const accountOf = async (client: WireClient) => accepted(await client.call("leverCurrency", BTC)).account;
const resting = async (side: "buy" | "sell", price: string, quantity: string) =>
  accepted(await maker.call("doOrder", { ...BTC, side, type: "limit", price, quantity }));

test("LEV-10 pairs with margin trading are public, with their steps; an account that was never opened has nothing", async () => {
  const types = accepted(await exchange.client().call("leverType"));
  expect(types.leftList.map(({ symbol, lever }) => [symbol, lever])).toEqual([["BTCUSDT", true]]);
  expect(types.leftList1).toEqual([{ symbol: "BTCUSDT", leverages: [2, 3, 5, 10], maxLeverage: 10 }]);
  expect(types.ptCoin).toBe("USDT");
  const { features } = accepted(await exchange.client().call("publicIndex"));
  expect(features.lever).toBe(true);
  const { account, maxLeverage, indexPrice } = accepted(await trader.call("leverCurrency", BTC));
  expect([maxLeverage, indexPrice]).toEqual([10, "60000.0"]);
  expect(account).toMatchObject({
    status: "normal",
    quote: { asset: "USDT", available: "0.000000", borrowable: "0.000000" },
    hourlyRate: { base: "0.000100", quote: "0.000200" },
    marginLevel: null,
    liquidationPrice: null,
  });
  expect((await trader.call("leverCurrency", { symbol: "ETHUSDT" })).data.error).toBe("request.unknownId");
});

test("LEV-10 transfer, borrow, trade, repay and transfer back, with balances at each step and each request once", async () => {
  const moved = { ...BTC, asset: "USDT", direction: "in", amount: "1000", requestId: "in-1" };
  const first = accepted(await trader.call("leverTransfer", moved));
  expect([first.available, first.account.quote.available]).toEqual(["4000.000000", "1000.000000"]);
  const again = accepted(await trader.call("leverTransfer", moved));
  expect(again).toMatchObject({ replayed: true, available: "4000.000000", asOfSeq: first.asOfSeq });
  await resting("sell", "60000", "0.05");
  const ticket = { ...BTC, side: "buy", type: "limit", price: "60000", quantity: "0.05", leverage: 5 };
  const bought = accepted(await trader.call("leverOrder", { ...ticket, clientOrderId: "buy-1" }));
  expect(bought).toMatchObject({
    order: { product: "lever", status: "filled", leverage: null, fee: "0.00005000", feeAsset: "BTC" },
    borrowed: { asset: "USDT", amount: "2000.000000" },
    repaid: null,
    account: {
      base: { available: "0.04995000" },
      // 0.02 % of it for the first hour.
      quote: { available: "0.000000", debt: "2000.000000", interest: "0.400000" },
      marginLevel: "1.4982",
      status: "normal",
    },
  });
  expect(bought.fills[0]).toMatchObject({ product: "lever", role: "taker", quantity: "0.05000" });
  const replay = accepted(await trader.call("leverOrder", { ...ticket, clientOrderId: "buy-1" }));
  expect(replay).toMatchObject({ replayed: true, borrowed: bought.borrowed, asOfSeq: bought.asOfSeq });
  expect(replay.order).toEqual(bought.order);
  expect(replay.fills).toEqual(bought.fills);
  await resting("buy", "60000", "0.02");
  const sold = accepted(
    await trader.call("leverOrder", {
      ...BTC,
      side: "sell",
      type: "market",
      quantity: "0.02",
      effect: "repay",
    }),
  );
  // 1,200 less 0.1 %: pays interest, then principal.
  expect(sold).toMatchObject({ borrowed: null, repaid: { asset: "USDT", amount: "1198.800000" } });
  expect(sold.account.quote).toMatchObject({ debt: "801.600000", interest: "0.000000" });
  accepted(await trader.call("leverTransfer", { ...moved, amount: "500", requestId: "in-2" }));
  const repaid = accepted(await trader.call("leverRepay", { ...BTC, asset: "USDT", requestId: "pay-1" }));
  expect(repaid.repaid).toEqual({ interest: "0.000000", principal: "500.000000" });
  expect(
    accepted(await trader.call("leverRepay", { ...BTC, asset: "USDT", requestId: "pay-1" })),
  ).toMatchObject({
    replayed: true,
    repaid: repaid.repaid,
  });
  const out = { ...BTC, asset: "BTC", direction: "out" };
  // 0.02995 at 60,000 less twice 301.6 leaves 0.01989666.
  expect(repaid.account.base.maxTransferOut).toBe("0.01989666");
  expect((await trader.call("leverTransfer", { ...out, amount: "0.01989667" })).data).toMatchObject({
    error: "lever.marginLevel",
    params: { max: "0.01989666", asset: "BTC" },
  });
  expect(accepted(await trader.call("leverTransfer", { ...out, amount: "0.01" })).available).toBe(
    "0.01000000",
  );
});

test("LEV-10 an insufficient margin balance is not reported as a low level", async () => {
  const poor = await exchange.trader("bare@example.org", { USDT: "100" });
  const out = { ...BTC, asset: "USDT", direction: "out", amount: "50.01" };
  const nothing = await poor.call("leverTransfer", out);
  expect([nothing.code, nothing.data.error, nothing.data.params]).toEqual([
    348,
    "lever.marginLevel",
    { max: "0.000000", asset: "USDT" },
  ]);
  expect(nothing.msg).toBe("Insufficient balance, 0 USDT can be moved out");
  accepted(await poor.call("leverTransfer", { ...out, direction: "in", amount: "50" }));
  expect((await poor.call("leverTransfer", out)).msg).toBe("Insufficient balance, 50 USDT can be moved out");
  const indebted = await trader.call("leverTransfer", { ...out, asset: "BTC", amount: "0.01989667" });
  expect(indebted.msg).toBe("Margin level too low to transfer out");
});

test("LEV-10 records list orders, trades, loans and accounts; fund records add up by account", async () => {
  const view = async (name: string) => await records(trader, name);
  const history = await view("history");
  expect(history.list).toHaveLength(2);
  expect(history.accounts.map(({ symbol }) => symbol)).toEqual(["BTCUSDT"]);
  expect((await view("trades")).list.map((trade) => "role" in trade && trade.product)).toEqual([
    "lever",
    "lever",
  ]);
  const sideOf = async (side: "buy" | "sell") => {
    const { list } = accepted(await trader.call("orderLRecord", { view: "trades", side }));
    return list.map((trade) => "side" in trade && trade.side);
  };
  const [buys, sells] = [await sideOf("buy"), await sideOf("sell")];
  expect(buys.length + sells.length).toBe((await view("trades")).list.length);
  expect(new Set(buys)).toEqual(new Set(["buy"]));
  expect(new Set(sells)).toEqual(new Set(["sell"]));
  const loans = (await view("loans")).list as WireLoan[];
  expect(loans.map(({ kind, amount, interest }) => `${kind} ${amount} ${interest}`)).toEqual([
    "repay 500.000000 0.000000",
    "repay 1198.400000 0.400000",
    "borrow 2000.000000 0.400000",
  ]);
  const page = accepted(await trader.call("orderLRecord", { view: "loans", limit: 2 }));
  const rest = accepted(await trader.call("orderLRecord", { view: "loans", cursor: page.nextCursor }));
  expect([...page.list, ...rest.list]).toEqual(loans);
  expect(accepted(await trader.call("record", { view: "trades" })).list).toEqual([]);
  const money = accepted(await trader.call("moneyLog", { wallet: "coin", limit: 100 })).list;
  const sum = (asset: string): number =>
    money.filter((record) => record.asset === asset).reduce((total, { amount }) => total + Number(amount), 0);
  const { base, quote } = await accountOf(trader);
  const { wallets } = accepted(await trader.call("walletIndex"));
  const held = (asset: string): number =>
    Number(wallets.coin.find((row) => row.asset === asset)?.available ?? 0);
  expect(sum("USDT")).toBeCloseTo(held("USDT") + Number(quote.available), 6);
  expect(sum("BTC")).toBeCloseTo(held("BTC") + Number(base.available), 8);
  expect(new Set(money.map(({ kind }) => kind))).toEqual(
    new Set(["transfer-in", "transfer-out", "loan", "interest", "repay", "trade", "trade-fee"]),
  );
  // The margin account's own entries are marked, and each side adds up separately.
  const listOf = async (request: object) =>
    accepted(await trader.call("moneyLog", { limit: 100, ...request })).list;
  const sumOf = (list: readonly { asset: string; amount: string }[]): number =>
    list.filter(({ asset }) => asset === "USDT").reduce((total, { amount }) => total + Number(amount), 0);
  const [margin, spot] = [await listOf({ margin: true }), await listOf({ wallet: "coin", margin: false })];
  expect(sumOf(margin)).toBeCloseTo(Number(quote.available), 6);
  expect(sumOf(spot)).toBeCloseTo(held("USDT"), 6);
  expect(new Set(margin.map(({ marginSymbol }) => marginSymbol))).toEqual(new Set(["BTCUSDT"]));
  expect(spot.filter(({ marginSymbol }) => marginSymbol !== undefined)).toEqual([]);
  expect(margin.length + spot.length).toBe(money.length);
  expect(await listOf({ wallet: "main", margin: true })).toEqual([]);
  const file = accepted(await trader.call("exportRecords", { margin: true }));
  expect(file.rows).toBe(margin.length);
  const { totalEquity } = accepted(await trader.call("walletIndex"));
  // 3,500 + 0.01 BTC, plus 0.01995 BTC less 301.6.
  expect(Number(totalEquity.amount)).toBeCloseTo(3_500 + 0.02995 * 60_000 - 301.6, 3);
  // The part of it outside the wallets.
  const inWallets = held("USDT") + held("BTC") * 60_000 + Number(wallets.main[0]?.available ?? 0);
  expect(Number(totalEquity.leverage)).toBeCloseTo(Number(totalEquity.amount) - inWallets, 3);
  expect(Number(totalEquity.leverage)).toBeGreaterThan(0);
});

test("LEV-11 an hour's interest has evidence, for its user only, that the shared formula recomputes", async () => {
  await exchange.observeBitcoin(HOUR, 60_000);
  const [charged] = (await records(trader, "loans")).list as WireLoan[];
  expect(charged).toMatchObject({ kind: "interest", amount: "0.000000", interest: "0.060320" });
  const asked = { kind: "lever-interest", id: charged?.loanId };
  const evidence = accepted(await trader.call("evidence", asked));
  if (evidence.inputs.kind !== "lever-interest" || evidence.result.kind !== "lever-interest")
    throw new Error(evidence.kind);
  const { debt, decimals, hourlyRate, hours } = evidence.inputs;
  const units = interestOf(
    Math.round(Number(debt) * 10 ** decimals),
    Math.round(Number(hourlyRate) * 1e6),
    hours,
  );
  expect(units).toBe(Math.round(Number(evidence.result.interest) * 10 ** decimals));
  expect((await maker.call("evidence", asked)).data.error).toBe("request.unknownId");
  const repay = { kind: "lever-interest", id: "3" };
  expect((await trader.call("evidence", repay)).data.error).toBe("request.unknownId");
});

test("LEV-11 a liquidation has evidence of level and payments", async () => {
  const victim = await exchange.trader("victim@example.org", { USDT: "1000" });
  await exchange.observeBitcoin(1_000, 60_000);
  accepted(await maker.call("cancelAll"));
  await resting("sell", "60000", "0.03");
  accepted(await victim.call("leverTransfer", { ...BTC, asset: "USDT", direction: "in", amount: "200" }));
  const ticket = { ...BTC, side: "buy", type: "limit", price: "60000", quantity: "0.03" };
  accepted(await victim.call("leverOrder", ticket));
  await resting("buy", "58500", "0.05");
  await exchange.observeBitcoin(1_000, 58_500);
  const account = await accountOf(victim);
  expect(account).toMatchObject({ quote: { debt: "0.000000" }, marginLevel: null, status: "normal" });
  const { list } = await records(victim, "liquidations");
  const [row] = list as WireLeverLiquidation[];
  expect(row).toMatchObject({ method: "book", markPrice: "58500.0", price: "58500.0" });
  const evidence = accepted(await victim.call("evidence", { kind: "liquidation", id: row?.liquidationId }));
  if (evidence.inputs.kind !== "lever-liquidation" || evidence.result.kind !== "lever-liquidation")
    throw new Error(evidence.inputs.kind);
  const base = (text: string): number => Math.round(Number(text) * 1e8);
  const quote = (text: string): number => Math.round(Number(text) * 1e6);
  const level = marginLevelE4(
    {
      baseUnits: base(evidence.inputs.baseAssets),
      quoteUnits: quote(evidence.inputs.quoteAssets),
      baseOwedUnits: base(evidence.inputs.baseOwed),
      quoteOwedUnits: quote(evidence.inputs.quoteOwed),
    },
    { lotUnits: 1_000, quoteFactor: 1 },
    Math.floor(Number(evidence.inputs.indexPrice) * 10),
  );
  expect(level).toBe(Math.round(Number(evidence.result.marginLevel) * 1e4));
  expect(level).toBeLessThanOrEqual(11_000);
  expect(quote(evidence.result.repaid.quote)).toBe(quote(evidence.inputs.quoteOwed));
  expect(evidence.inputs.fills).toHaveLength(1);
});

test("LEV-12 margin calls of the API reject in the documented order, each with its number and parameters", async () => {
  await exchange.observeBitcoin(1_000, 60_000);
  const order = { ...BTC, side: "buy", type: "limit", price: "60000", quantity: "0.01" };
  const poor = await exchange.trader("poor@example.org");
  await exchange.observeBitcoin(1_000, 60_000);
  const answer = async (payload: object, client = poor) => {
    const { code, data } = await client.call("leverOrder", { ...order, ...payload });
    return [code, data.error, data.params];
  };
  for (const bad of [
    { leverage: 4 },
    { type: "oco" },
    { symbol: "ETHUSDT" },
    { effect: "lend" },
    { product: "lever" },
  ])
    expect((await answer(bad)).slice(0, 2), JSON.stringify(bad)).toEqual([100, "trade.invalidParameters"]);
  expect(await answer({ quantity: "0.000001" })).toMatchObject([102, "trade.amountError", {}]);
  expect(await answer({ price: "10000" })).toMatchObject([331, "trade.priceOutOfBand", {}]);
  expect(await answer({ type: "stop-market", price: undefined, stopPrice: "50000" })).toMatchObject([
    339,
    "trade.triggerPrice",
    {},
  ]);
  expect(await answer({})).toEqual([345, "lever.borrowLimit", { max: "0.000000", asset: "USDT" }]);
  expect(await answer({ effect: "none" })).toEqual([
    103,
    "trade.insufficientBalance",
    { available: "0.000000", asset: "USDT" },
  ]);
  const repay = await poor.call("leverRepay", { ...BTC, asset: "USDT" });
  expect([repay.code, repay.data.error]).toEqual([347, "lever.noDebt"]);
  expect((await poor.call("leverRepay", { ...BTC, asset: "ETH" })).code).toBe(100);
  const owing = await trader.call("leverRepay", { ...BTC, asset: "USDT", amount: "5" });
  expect([owing.code, owing.data.error]).toEqual([213, "wallet.insufficientAmount"]);
  const transfer = { ...BTC, asset: "USDT", direction: "in", amount: "1" };
  expect((await poor.call("leverTransfer", transfer)).code).toBe(103);
  expect((await poor.call("leverTransfer", { ...transfer, direction: "out" })).code).toBe(348);
  expect((await poor.call("leverTransfer", { ...transfer, amount: "0" })).code).toBe(100);
  const userId = Number(accepted(await trader.call("profile")).id);
  await exchange.engine.execute({ kind: "freeze-account", userId, wallet: "coin", isFrozen: true });
  expect((await answer({}, trader)).slice(0, 2)).toEqual([217, "account.coinFrozen"]);
  expect((await trader.call("leverTransfer", transfer)).code).toBe(217);
  await exchange.engine.execute({ kind: "freeze-account", userId, wallet: "coin", isFrozen: false });
});

test("LEV-10 cancel and cancel-all know leveraged orders from spot orders of the same market", async () => {
  await exchange.observeBitcoin(1_000, 60_000);
  const ticket = { ...BTC, side: "buy", type: "limit", price: "58000", quantity: "0.001" };
  const spot = accepted(await trader.call("doOrder", ticket));
  const lever = accepted(await trader.call("leverOrder", ticket));
  const other = accepted(await trader.call("leverOrder", ticket));
  expect(accepted(await trader.call("orderLRecord")).list).toHaveLength(2);
  expect(accepted(await trader.call("record")).list).toHaveLength(1);
  const one = accepted(await trader.call("cancel", { orderId: lever.order.orderId }));
  expect(one.order.product).toBe("lever");
  const { canceled } = accepted(await trader.call("cancelAll", { product: "lever", ...BTC }));
  expect(canceled).toEqual([{ orderId: other.order.orderId, product: "lever", symbol: "BTCUSDT" }]);
  const open = accepted(await trader.call("record")).list;
  expect(open.map((row) => "orderId" in row && row.orderId)).toEqual([
    "order" in spot ? spot.order.orderId : "",
  ]);
  expect(accepted(await trader.call("cancelAll", { product: "spot" })).canceled).toHaveLength(1);
});
