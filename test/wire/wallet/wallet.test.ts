import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest, setPaymentPassword } from "../../support/wire/gateway-under-test.ts";
import type { WireClient } from "../../support/wire-client.ts";

let exchange: GatewayUnderTest;
let trader: WireClient;
const OUTBOX_TOKEN = "kPq0s5nQ1f3vJr8b2YxWm6Lc9ZtHd4Ge7uAoIiNyRwE";
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000, outboxToken: OUTBOX_TOKEN },
  });
  trader = await exchange.registered("trader@example.org");
  await setPaymentPassword(trader, exchange, "trader@example.org");
});
afterAll(async () => {
  await exchange.close();
});

test("WEB-104 the rest of a day's play money is shown, with the time of the next portion", async () => {
  const state = async () => accepted(await trader.call("faucetState"));
  const nextAtMs = (Math.floor(exchange.time.ms / 86_400_000) + 1) * 86_400_000;
  expect(await state()).toEqual({ asset: "USDT", most: "10000.000000", left: "10000.000000", nextAtMs });
  expect(accepted(await trader.call("faucetState", { asset: "btc" }))).toMatchObject({
    asset: "BTC",
    left: "0.10000000",
  });
});

test("WIRE-16 the faucet gives an asset's daily amount in parts or at once, and no more until the day is over", async () => {
  const part = accepted(await trader.call("faucet", { amount: "2500" }));
  expect(part).toMatchObject({ asset: "USDT", amount: "2500.000000", wallet: "main" });
  if (!("depositId" in part)) throw new Error("no chain is offered here");
  expect(part.depositId).toBe(String(part.asOfSeq));
  const rest = await trader.call("faucet");
  expect([rest.code, rest.data.error]).toEqual([212, "request.tooFast"]);
  accepted(await trader.call("faucet", { amount: "7500" }));
  expect((await trader.call("faucet", { amount: "0.000001" })).code).toBe(212);
  expect(accepted(await trader.call("faucetState")).left).toBe("0.000000");
  expect(accepted(await trader.call("faucet", { asset: "btc" })).amount).toBe("0.10000000");
  const both = await Promise.all([
    trader.call("faucet", { asset: "ETH" }),
    trader.call("faucet", { asset: "ETH" }),
  ]);
  expect(both.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([1, 212]);
  expect(accepted(await trader.call("walletIndex")).wallets.main).toEqual([
    { wallet: "main", asset: "USDT", available: "10000.000000", frozen: "0.000000" },
    { wallet: "main", asset: "BTC", available: "0.10000000", frozen: "0.00000000" },
    { wallet: "main", asset: "ETH", available: "2.00000000", frozen: "0.00000000" },
  ]);
});

test.each([
  ["more than a day's", { amount: "10000.000001" }, "range"],
  ["zero", { amount: "0" }, "range"],
  ["too precise", { amount: "1.0000001" }, "range"],
  ["no amount", { amount: "many" }, "format"],
])("WIRE-16 an amount that is %s is a parameter error", async (_what, request, reason) => {
  const answer = await trader.call("faucet", request);
  expect([answer.code, answer.data.fields]).toEqual([111, [{ path: "amount", reason }]]);
});

test("WIRE-16 every gift is a journaled deposit with its fund record", async () => {
  const { asOfSeq } = accepted(await trader.call("walletIndex"));
  const log = accepted(await trader.call("moneyLog", { asset: "USDT", minSeq: asOfSeq }));
  expect(
    log.list.map(({ kind, wallet, amount, balanceAfter, result }) => ({
      kind,
      wallet,
      amount,
      balanceAfter,
      result,
    })),
  ).toEqual([
    {
      kind: "faucet",
      wallet: "main",
      amount: "7500.000000",
      balanceAfter: "10000.000000",
      result: "success",
    },
    { kind: "faucet", wallet: "main", amount: "2500.000000", balanceAfter: "2500.000000", result: "success" },
  ]);
  exchange.time.ms += 86_400_000;
  accepted(await trader.call("faucet"));
});

test("WIRE-10 a transfer moves exactly its amount, and the reply has both balances", async () => {
  const before = accepted(await trader.call("marketBalance"));
  expect(before).toMatchObject({ asset: "USDT", minTransfer: "1.000000", fee: "0" });
  const moved = accepted(
    await trader.call("transfer", {
      asset: "usdt",
      from: "main",
      to: "contract",
      amount: "123.456789",
      paymentPassword: "246810",
    }),
  );
  expect(moved).toMatchObject({ asset: "USDT", from: "main", to: "contract", amount: "123.456789" });
  expect(moved.balances).toEqual([
    { wallet: "main", asset: "USDT", available: "19876.543211", frozen: "0.000000" },
    { wallet: "contract", asset: "USDT", available: "123.456789", frozen: "0.000000" },
  ]);
  const index = accepted(await trader.call("walletIndex"));
  expect(index).toMatchObject({
    allBalance: "20000.000000",
    money: "19876.543211",
    contract: { balance: "123.456789", blockBalance: "0.000000" },
    main: { balance: "19876.543211", available: "19876.543211", frozen: "0.000000" },
  });
  // 20,000 USDT, 0.1 BTC at 60,000 and 2 ETH at 3,000
  await exchange.observePrices();
  expect(accepted(await trader.call("walletIndex")).totalEquity).toEqual({
    asset: "USDT",
    amount: "32000.000000",
    leverage: "0.000000",
    mining: "0.000000",
    options: "0.000000",
    unrealizedProfit: "0.000000",
    unpriced: [],
    prices: [
      { asset: "BTC", price: "60000.00000000" },
      { asset: "ETH", price: "3000.00000000" },
    ],
  });
});

test("WIRE-10 profile, sessions, favourites, log out", async () => {
  const profile = accepted(await trader.call("profile"));
  expect(profile).toMatchObject({
    id: "10001",
    username: "trader@example.org",
    email: "t***r@example.org",
    phone: null,
    paymentPasswordSet: true,
    totpEnabled: false,
    withdrawalHoldUntilMs: null,
    withdrawalHoldReason: null,
  });
  expect(accepted(await trader.call("love", { symbol: "ethusdt" }))).toMatchObject({ love: true });
  accepted(await trader.call("love", { symbol: "BTCUSDT", love: 1 }));
  expect(accepted(await trader.call("love", { symbol: "ETHUSDT" })).love).toBe(false);
  expect(accepted(await trader.call("loveList")).coinsList.map((row) => [row.symbol, row.love])).toEqual([
    ["BTCUSDT", true],
  ]);
  const account = "trader@example.org";
  const session = accepted(
    await exchange.client().call("login", { account, password: "kestrel7", deviceName: "Phone" }),
  );
  const phone = exchange.client(session.token);
  const listed = accepted(await phone.call("sessions")).list;
  expect(listed.map(({ deviceName, current }) => [deviceName, current])).toContainEqual(["Phone", true]);
  expect(listed.length).toBe(2);
  expect(accepted(await phone.call("logout")).ended).toBe(1);
  expect((await phone.call("profile")).code).toBe(401);
  accepted(await trader.call("profile"));
});

test("WIRE-10 data for visitors: home, site, public configuration, markets, charts", async () => {
  const visitor = exchange.client();
  const home = accepted(await visitor.call("home"));
  expect(home.siteData).toMatchObject({ open_site: 1, mode: "sandbox", mailUrl: "/outbox" });
  expect(home.newest.map((row) => row.symbol)).toEqual(["ETHBTC", "ETHUSDT", "BTCUSDT"]);
  const status = accepted(await visitor.call("siteStatus"));
  expect(status.markets).toContainEqual({
    symbol: "BTCUSDT",
    market: "spot",
    status: "trading",
    statusReason: null,
  });
  expect(status.stateHash).toMatch(/^[0-9a-f]{64}$/);
  const config = accepted(await visitor.call("publicIndex"));
  expect(config.registration).toEqual({
    inviteOnly: true,
    by: ["email", "username"],
    houseCode: exchange.identity.houseCode,
    passwordRule: "short",
  });
  const { coinsList, assets } = accepted(await visitor.call("coinList", { q: "ether" }));
  expect(coinsList.map((row) => row.symbol).sort()).toEqual(["ETHBTC", "ETHUSDT"]);
  expect(assets.map((row) => row.asset)).toEqual(["USDT", "BTC", "ETH"]);
  expect(coinsList.find((row) => row.symbol === "ETHUSDT")).toMatchObject({
    indexPrice: "3000.00",
    tick: "0.01",
    love: null,
    makerFeeRate: "0.001000",
  });
  const hot = accepted(await visitor.call("hotSearch", { id: "2" }));
  expect(hot.list.length).toBe(3);
  expect(accepted(await visitor.call("hotSearch", { id: "1" })).list).toEqual([]);
  for (const period of ["1min", "1m", "60min", "1h", "4hour", "1day", "1w"])
    accepted(await visitor.call("kline", { period, price: "index" }));
  expect((await visitor.call("kline", { period: "1min", price: "mark" })).code).toBe(111);
});

test("WIRE-10 depth merges levels towards the worse price", async () => {
  accepted(
    await trader.call("transfer", {
      asset: "USDT",
      from: "main",
      to: "coin",
      amount: "1000",
      paymentPassword: "246810",
    }),
  );
  await exchange.observePrices();
  for (const [price, quantity] of [
    ["59000.1", "0.001"],
    ["59000.9", "0.002"],
    ["58999.9", "0.004"],
  ])
    accepted(
      await trader.call("doOrder", { symbol: "BTCUSDT", side: "buy", type: "limit", price, quantity }),
    );
  const fine = accepted(await exchange.client().call("depth", { levels: 5 }));
  expect(fine.bids).toEqual([
    ["59000.9", "0.00200"],
    ["59000.1", "0.00100"],
    ["58999.9", "0.00400"],
  ]);
  const coarse = accepted(await exchange.client().call("depth", { levels: 5, step: 10 }));
  expect(coarse.bids).toEqual([
    ["59000.0", "0.00300"],
    ["58999.0", "0.00400"],
  ]);
  expect((await exchange.client().call("depth", { levels: 7 })).code).toBe(111);
});

test("IDENT-14 the outbox answers browsers that opened the printed link, page by page", async () => {
  const near = exchange.client();
  near.headers = { cookie: `candor-outbox=${OUTBOX_TOKEN}` };
  const page = accepted(await near.call("outbox", { to: "TRADER@example.org", limit: "1" }));
  expect(page.list[0]).toMatchObject({ to: "trader@example.org", channel: "ems" });
  const next = accepted(
    await near.call("outbox", { to: "TRADER@example.org", limit: "1", cursor: page.nextCursor }),
  );
  expect(Number(next.list[0]?.id)).toBeLessThan(Number(page.list[0]?.id));
  expect((await exchange.client().call("outbox")).data.error).toBe("request.featureOff");
});

test("WIRE-16 live mode has no faucet, no outbox and no public invitation code", async () => {
  const live = await GatewayUnderTest.start({ gateway: { mode: "live" } });
  try {
    const client = await live.registered("trader@example.org");
    expect((await client.call("faucet")).data.error).toBe("request.featureOff");
    expect((await client.call("faucetState")).data.error).toBe("request.featureOff");
    expect((await client.call("outbox")).data.error).toBe("request.featureOff");
    const config = accepted(await client.call("publicIndex"));
    expect([config.registration.houseCode, config.features.faucet, config.mode]).toEqual([
      null,
      false,
      "live",
    ]);
  } finally {
    await live.close();
  }
});
