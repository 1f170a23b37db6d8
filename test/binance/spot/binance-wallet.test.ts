import { withdrawalSeqOf } from "@candor/domain/fund-ids";
import type { MainClient } from "binance";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type ApiKey,
  askSigned,
  botOf,
  listenFor,
  makeApiKey,
  refusal,
} from "../../support/wire/binance-bot.ts";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../../support/wire/gateway-under-test.ts";
import { CHAIN, ScriptedChain } from "../../support/wire/scripted-chain.ts";
import type { WireClient } from "../../support/wire-client.ts";

/** Ana's 1,000 USDT were deposited from a chain; her portfolio tool uses a read-only key. */
const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const paymentPassword = "246810";
let chain: ScriptedChain;
let exchange: GatewayUnderTest;
let url: string;
let ana: WireClient;
let anaId: number;
let key: ApiKey;
let tool: MainClient;
let stranger: MainClient;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { nowMs: Date.now, rateLimitFactor: 100 },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  exchange.time.ms = Date.now();
  await exchange.observePrices();
  url = await listenFor(exchange);
  ana = await exchange.registered("ana@example.org");
  await setPaymentPassword(ana, exchange, "ana@example.org");
  anaId = Number(accepted(await ana.call("profile")).id);
  const { depositId } = await chain.see(anaId, 0, 1_000_000_000);
  await chain.credit(depositId);
  key = await makeApiKey(ana, ["read"]);
  tool = botOf(key, url);
  stranger = botOf(await makeApiKey(await exchange.registered("eve@example.org")), url);
});
afterAll(() => exchange.close());

const transfer = async (from: string, to: string, amount: string) =>
  accepted(await ana.call("transfer", { asset: "USDT", from, to, amount, paymentPassword }));

test("BIN-16 coins, their chains, fees and limits, and the caller's holdings", async () => {
  expect(await tool.getSystemStatus()).toEqual({ status: 0, msg: "normal" });
  await transfer("main", "coin", "300");
  const coins = await tool.getBalances();
  expect(coins.map(({ coin }) => coin)).toEqual(exchange.listings.assets.map(({ spec }) => spec.symbol));
  const [usdt, btc] = coins;
  expect(usdt).toMatchObject({
    coin: "USDT",
    free: "300.000000",
    locked: "0.000000",
    depositAllEnable: true,
    withdrawAllEnable: true,
    trading: true,
    networkList: [
      {
        network: CHAIN,
        name: "Development chain",
        isDefault: true,
        depositEnable: true,
        withdrawEnable: true,
        depositDust: "1.000000",
        withdrawFee: "1.000000",
        withdrawMin: "10.000000",
        withdrawMax: "50000.000000",
        withdrawIntegerMultiple: "0.000001",
        minConfirm: 3,
      },
    ],
  });
  expect(btc).toMatchObject({ coin: "BTC", depositAllEnable: false, networkList: [] });
  const pattern = new RegExp(usdt?.networkList[0]?.addressRegex ?? "");
  const { address, coin } = await tool.getDepositAddress({ coin: "USDT", network: CHAIN });
  expect([coin, address]).toEqual(["USDT", await chain.depositAddressOf(anaId)]);
  expect(address).toMatch(pattern);
  expect(await refusal(tool.getDepositAddress({ coin: "BTC" }))).toMatch(/^-1130 /);
  chain.paused = "unreachable";
  expect((await tool.getBalances())[0]).toMatchObject({
    depositAllEnable: false,
    networkList: [{ withdrawEnable: false, withdrawDesc: "unreachable" }],
  });
  chain.paused = undefined;
  expect(await tool.getAssetDetail({ asset: "USDT" })).toEqual({
    USDT: {
      minWithdrawAmount: "10.000000",
      withdrawFee: "1.000000",
      depositStatus: true,
      withdrawStatus: true,
    },
  });
  // 300 and 700 USDT at 60,000 per bitcoin.
  expect(await tool.getUserAsset({ needBtcValuation: true })).toMatchObject([
    { asset: "USDT", free: "300.000000", locked: "0.000000", btcValuation: "0.00500000" },
  ]);
  expect(await tool.getFundingAsset({ needBtcValuation: true })).toMatchObject([
    { asset: "USDT", free: "700.000000", withdrawing: "0.000000", btcValuation: "0.01166666" },
  ]);
  expect(await stranger.getUserAsset({})).toEqual([]);
});

test("BIN-17 deposits, withdrawals and transfers are listed with their current state, to their owner only", async () => {
  const { depositId, txHash } = await chain.see(anaId, 2, 5_000_000);
  expect(await tool.getDepositHistory({})).toMatchObject([
    {
      id: depositId,
      coin: "ETH",
      amount: "0.05000000",
      status: 0,
      txId: txHash,
      confirmTimes: "1/3",
      walletType: 1,
    },
    { coin: "USDT", amount: "1000.000000", status: 1, confirmTimes: "3/3", network: CHAIN },
  ]);
  await chain.credit(depositId);
  expect(await tool.getDepositHistory({ coin: "ETH", status: "1" })).toMatchObject([{ id: depositId }]);
  expect(await tool.getDepositHistory({ limit: 1, offset: 1 })).toMatchObject([{ coin: "USDT" }]);
  expect(await stranger.getDepositHistory({})).toEqual([]);

  const asked = { asset: "USDT", chain: CHAIN, address: ADDRESS, amount: "100", paymentPassword };
  const { withdrawal } = accepted(await ana.call("withdraw", asked));
  const { withdrawalId } = withdrawal;
  const waiting = await tool.getWithdrawHistory({});
  expect(waiting).toMatchObject([
    {
      id: withdrawalId,
      coin: "USDT",
      amount: "99.000000",
      transactionFee: "1.000000",
      address: ADDRESS,
      txId: "",
    },
  ]);
  expect(waiting[0]?.applyTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect([2, 4]).toContain(waiting[0]?.status);
  expect(await tool.getFundingAsset({ asset: "USDT" })).toMatchObject([
    { free: "600.000000", withdrawing: "100.000000" },
  ]);
  const number = withdrawalSeqOf(withdrawalId) ?? 0;
  const { tracker } = exchange.funding.withdrawals;
  await expect.poll(() => tracker.find(number)?.state.status).toBe("approved");
  const sentIn = await chain.broadcast(number);
  const settle = {
    kind: "settle-withdrawal",
    withdrawalId: number,
    outcome: "confirmed",
    reason: "",
  } as const;
  const { executed } = await exchange.engine.execute({ ...settle, txHash: sentIn });
  expect(executed.error).toBeUndefined();
  expect(await tool.getWithdrawHistory({ coin: "USDT", status: "6" })).toMatchObject([
    { id: withdrawalId, status: 6, txId: sentIn, network: CHAIN },
  ]);
  expect(await tool.getWithdrawHistory({ status: "2" })).toEqual([]);
  expect(await stranger.getWithdrawHistory({})).toEqual([]);
  expect(await tool.getFundingAsset({ asset: "USDT" })).toMatchObject([
    { free: "600.000000", withdrawing: "0.000000" },
  ]);

  await transfer("coin", "option", "50");
  await transfer("main", "coin", "20");
  const listed = async (type: string, more: object = {}) =>
    await tool.getUniversalTransferHistory({ type, ...more } as Parameters<
      typeof tool.getUniversalTransferHistory
    >[0]);
  expect(await listed("FUNDING_MAIN")).toMatchObject({
    total: 2,
    rows: [
      { asset: "USDT", amount: "20.000000", type: "FUNDING_MAIN", status: "CONFIRMED" },
      { asset: "USDT", amount: "300.000000" },
    ],
  });
  expect(await listed("FUNDING_MAIN", { size: 1, current: 2 })).toMatchObject({
    total: 2,
    rows: [{ amount: "300.000000" }],
  });
  expect(await listed("MAIN_OPTION")).toMatchObject({ total: 1, rows: [{ amount: "50.000000" }] });
  expect(await listed("MAIN_UMFUTURE")).toEqual({ total: 0, rows: [] });
  expect(await refusal(listed("MAIN_NOWHERE"))).toMatch(/^-1100 /);
  expect(await tool.getAssetDividendRecord({})).toEqual({ rows: [], total: 0 });
});

test("BIN-17 earnings from invited users are listed as a distribution", async () => {
  const { invitationCode } = accepted(await ana.call("profile"));
  const friend = await exchange.trader("fay@example.org", { BTC: "0.01" }, invitationCode);
  const order = { symbol: "BTCUSDT", type: "limit", price: "60000", quantity: "0.001" };
  accepted(await ana.call("doOrder", { ...order, side: "buy" }));
  accepted(await friend.call("doOrder", { ...order, side: "sell" }));
  // Her fee is 0.1 % of 60 USDT; Ana gets 20 % of it.
  expect(await tool.getAssetDividendRecord({ asset: "USDT" })).toMatchObject({
    total: 1,
    rows: [{ asset: "USDT", amount: "0.012000", enInfo: "Referral reward", direction: 1 }],
  });
  expect(await tool.getAssetDividendRecord({ asset: "BTC" })).toEqual({ rows: [], total: 0 });
  expect(await stranger.getAssetDividendRecord({})).toEqual({ rows: [], total: 0 });
});

test("BIN-18 an account and a key report their permissions; no key moves money", async () => {
  expect(await tool.getAccountStatus()).toEqual({ data: "Normal" });
  expect(await tool.getApiTradingStatus()).toMatchObject({ data: { isLocked: false } });
  expect(await tool.getApiKeyPermissions()).toMatchObject({
    ipRestrict: false,
    enableReading: true,
    enableWithdrawals: false,
    enableInternalTransfer: false,
    permitsUniversalTransfer: false,
    enableSpotAndMarginTrading: false,
  });
  expect(await tool.getTradeFee({ symbol: "BTCUSDT" })).toEqual([
    { symbol: "BTCUSDT", makerCommission: "0.001000", takerCommission: "0.001000" },
  ]);
  expect(await tool.getTradeFee()).toHaveLength(3);
  const before = accepted(await ana.call("walletIndex")).wallets;
  const noPermission = "-1002 You are not authorized to execute this request.";
  const full = botOf(await makeApiKey(ana), url);
  expect(await refusal(full.withdraw({ coin: "USDT", network: CHAIN, address: ADDRESS, amount: 100 }))).toBe(
    noPermission,
  );
  const moved = { type: "FUNDING_MAIN", asset: "USDT", amount: 100, fromSymbol: "", toSymbol: "" } as const;
  expect(await refusal(full.submitUniversalTransfer(moved))).toBe(noPermission);
  expect(accepted(await ana.call("walletIndex")).wallets).toEqual(before);
  for (const path of ["/sapi/v1/accountSnapshot", "/sapi/v1/convert/getQuote"])
    expect(await askSigned(key, "GET", url + path)).toMatchObject({ status: 404, body: { code: -1020 } });
  // Without a signature only the system status is available.
  const unsigned = await fetch(`${url}/sapi/v1/capital/config/getall?timestamp=${Date.now()}`, {
    headers: { "x-mbx-apikey": key.apiKey },
  });
  expect([unsigned.status, await unsigned.json()]).toMatchObject([400, { code: -1102 }]);
  exchange.site.set(false, "back soon");
  expect(await tool.getSystemStatus()).toEqual({ status: 1, msg: "system_maintenance" });
  expect(await refusal(tool.getAccountStatus())).toMatch(/^-1016 /);
  exchange.site.set(true, null);
});
