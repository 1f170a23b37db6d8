import { LANGUAGES, TRADING_WALLETS } from "@candor/domain/enumerations";
import { withdrawalSeqOf } from "@candor/domain/fund-ids";
import type { CallReply } from "@candor/wire/calls";
import { CATALOGUES } from "@candor/wire/translations/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { CHAIN, ScriptedChain } from "../../support/wire/scripted-chain.ts";
import type { WireClient } from "../../support/wire-client.ts";

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7";
const PAYMENT = "246810";

let chain: ScriptedChain;
let exchange: GatewayUnderTest;
let alice: WireClient;
let bob: WireClient;
let depositId: string;
let depositHash: string;

type Records = CallReply<"moneyLog">["list"];

/** Setup: bob offers a coin; alice deposits, transfers, buys and sells, and withdraws twice. */
beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  bob = await exchange.trader("bob@example.org", { BTC: "0.1" });
  alice = await exchange.trader("alice@example.org");
  const { id } = accepted(await alice.call("profile"));
  const deposit = await chain.see(Number(id), 0, 5_000_000_000);
  await chain.credit(deposit.depositId);
  ({ depositId, txHash: depositHash } = deposit);
  exchange.time.ms += 1_000;
  accepted(await alice.call("transfer", transferOf("2000")));
  await exchange.observePrices();
  const sell = { symbol: "BTCUSDT", type: "limit", price: "60000", quantity: "0.01" } as const;
  accepted(await bob.call("doOrder", { ...sell, side: "sell" }));
  accepted(await alice.call("doOrder", { ...sell, side: "buy" }));
  exchange.time.ms += 1_000;
});
afterAll(async () => {
  await exchange.close();
});

const transferOf = (amount: string, changes: object = {}) => ({
  asset: "USDT",
  from: "main",
  to: "coin",
  amount,
  paymentPassword: PAYMENT,
  ...changes,
});

const withdrawalOf = (amount: string) => ({
  asset: "USDT",
  chain: CHAIN,
  address: ADDRESS,
  amount,
  paymentPassword: PAYMENT,
});

/** Reads all records once the lists have caught up. */
async function log(client: WireClient, filter: object = {}): Promise<Records> {
  const { asOfSeq } = accepted(await client.call("walletIndex"));
  return accepted(await client.call("moneyLog", { limit: 100, minSeq: asOfSeq, ...filter })).list;
}

const inShort = (records: Records): string[] =>
  records.map(
    ({ kind, wallet, asset, amount, balanceAfter, result }) =>
      `${kind} ${wallet} ${amount} ${asset} → ${balanceAfter} ${result}`,
  );

async function settle(
  withdrawalId: string,
  outcome: "confirmed" | "returned",
  txHash: string,
): Promise<void> {
  const { executed } = await exchange.engine.execute({
    kind: "settle-withdrawal",
    withdrawalId: withdrawalSeqOf(withdrawalId) ?? 0,
    outcome,
    txHash,
    reason: outcome === "returned" ? "the network refused it" : "",
  });
  expect(executed.error).toBeUndefined();
}

test("FUND-08 every entry is explained in words and names what it belongs to", async () => {
  const records = await log(alice);
  expect(inShort(records)).toEqual([
    "trade-fee coin -0.00001000 BTC → 0.00999000 success",
    "trade coin 0.01000000 BTC → 0.01000000 success",
    "trade coin -600.000000 USDT → 1400.000000 success",
    "transfer-in coin 2000.000000 USDT → 2000.000000 success",
    "transfer-out main -2000.000000 USDT → 3000.000000 success",
    "deposit main 5000.000000 USDT → 5000.000000 success",
  ]);
  const [fee, bought, , moved, , deposit] = records;
  const order = bought?.orderId ?? "";
  expect(bought?.note).toBe(`Bought 0.01000 BTC at 60,000.0 USDT, order ${order}`);
  expect(fee?.note).toBe(`Trading fee for order ${order}, trade ${bought?.refId}`);
  expect([fee?.orderId, bought?.fee, fee?.fee]).toEqual([order, "0.00001000", "0.00000000"]);
  const history = accepted(await alice.call("record", { view: "trades" }));
  expect(history.list[0]).toMatchObject({ orderId: order, tradeId: bought?.refId });
  expect(moved?.note).toBe("From the main to the spot wallet");
  expect(deposit).toMatchObject({ refId: depositId });
  expect(deposit?.note).toBe(
    `Deposit on Development chain, transaction ${depositHash.slice(0, 10)}…${depositHash.slice(-8)}`,
  );
  expect((await log(bob, { kind: ["trade"] }))[0]?.note).toMatch(
    /^Sold 0\.01000 BTC at 60,000\.0 USDT, order /,
  );
  expect((await log(bob, { kind: ["faucet"] }))[0]).toMatchObject({
    note: "Play money from the sandbox",
    asset: "BTC",
  });
});

test.each(LANGUAGES)("FUND-08 the words are those of the caller's language: %s", async (language) => {
  alice.headers = { lang: language };
  try {
    const notes = (await log(alice)).map(({ note }) => note ?? "");
    expect(notes).toHaveLength(6);
    for (const note of notes) expect(note).not.toMatch(/[{}]|undefined|^$/);
    expect(notes[5]).toContain("Development chain");
    expect(notes[1]).toMatch(/60[.,\s]000[.,]0 USDT/);
    if (language !== "en")
      expect(notes.some((note) => /Bought|Deposit on|Transfer from/.test(note))).toBe(false);
  } finally {
    alice.headers = {};
  }
});

test("FUND-09 a withdrawal is listed while it is pending, when it is paid and when it is returned", async () => {
  const paid = accepted(await alice.call("withdraw", withdrawalOf("100"))).withdrawal;
  const newest = async () => (await log(alice, { wallet: "main" })).slice(0, 3);
  const underWay = await newest();
  expect(inShort(underWay.slice(0, 2))).toEqual([
    "withdrawal-fee main -1.000000 USDT → 3000.000000 in-progress",
    "withdrawal main -99.000000 USDT → 3000.000000 in-progress",
  ]);
  expect(underWay[1]).toMatchObject({
    recordId: paid.withdrawalId,
    refId: paid.withdrawalId,
    fee: "1.000000",
    note: `Withdrawal to ${ADDRESS} on Development chain`,
  });
  exchange.time.ms += 60_000;
  const transaction = await chain.broadcast(withdrawalSeqOf(paid.withdrawalId) ?? 0);
  await settle(paid.withdrawalId, "confirmed", transaction);
  // The order itself is newer than the lists, so wait for them: the two never contradict each other.
  const order = accepted(await alice.call("getOrder", { kind: "withdrawal", id: paid.withdrawalId }));
  expect(order.order).toMatchObject({ status: "confirmed", result: "success" });
  expect(order.records.map(({ result }) => result)).toEqual(["success", "success"]);
  const done = await newest();
  expect(inShort(done.slice(0, 2))).toEqual([
    "withdrawal-fee main -1.000000 USDT → 2900.000000 success",
    "withdrawal main -99.000000 USDT → 2901.000000 success",
  ]);
  expect(done[1]?.recordId).toBe(paid.withdrawalId);
  expect(done[1]?.timeMs).toBe(exchange.time.ms);

  const lost = accepted(await alice.call("withdraw", withdrawalOf("200"))).withdrawal;
  await settle(lost.withdrawalId, "returned", "");
  const back = await newest();
  expect(inShort(back)).toEqual([
    "withdrawal-return main 200.000000 USDT → 2900.000000 success",
    "withdrawal-fee main -1.000000 USDT → 2700.000000 failed",
    "withdrawal main -199.000000 USDT → 2701.000000 failed",
  ]);
  expect(back[0]?.note).toBe("Withdrawal failed, return!");
  alice.headers = { lang: "de" };
  expect((await newest())[0]?.note).toBe(CATALOGUES.de.errors["withdrawal.returned"]);
  alice.headers = {};
});

test("FUND-09 every filter passes exactly its matches, and joined pages are the list", async () => {
  const all = await log(alice);
  const same = async (filter: object, keeps: (record: Records[number]) => boolean): Promise<void> => {
    expect(
      (await log(alice, filter)).map(({ recordId }) => recordId),
      JSON.stringify(filter),
    ).toEqual(all.filter(keeps).map(({ recordId }) => recordId));
  };
  await same({ wallet: "coin" }, ({ wallet }) => wallet === "coin");
  await same({ asset: "btc" }, ({ asset }) => asset === "BTC");
  await same({ kind: ["deposit", "trade-fee"] }, ({ kind }) => kind === "deposit" || kind === "trade-fee");
  await same({ result: "failed" }, ({ result }) => result === "failed");
  await same({ result: "success" }, ({ result }) => result === "success");
  await same({ result: "in-progress" }, () => false);
  const middle = all[5]?.timeMs ?? 0;
  await same({ sinceMs: middle }, ({ timeMs }) => timeMs >= middle);
  await same({ untilMs: middle }, ({ timeMs }) => timeMs < middle);
  await same(
    { kind: ["trade"], asset: "USDT", wallet: "coin", result: "success" },
    ({ kind, asset }) => [kind, asset].join() === "trade,USDT",
  );
  await same({ asset: "NOPE" }, () => false);

  const paged: Records = [];
  let cursor: string | null = null;
  do {
    const page: CallReply<"moneyLog"> = accepted(
      await alice.call("moneyLog", { limit: 4, wallet: "main", ...(cursor === null ? {} : { cursor }) }),
    );
    paged.push(...page.list);
    cursor = page.nextCursor;
    if (cursor !== null)
      expect((await alice.call("moneyLog", { limit: 4, wallet: "coin", cursor })).data.fields).toEqual([
        { path: "cursor", reason: "conflict" },
      ]);
  } while (cursor !== null);
  expect(paged).toEqual(all.filter(({ wallet }) => wallet === "main"));
  expect((await alice.call("moneyLog", { kind: ["gift"] })).code).toBe(111);
});

test("FUND-10 one deposit, withdrawal or transfer is shown with its ledger entries", async () => {
  const [moved] = await log(alice, { kind: ["transfer-in"] });
  const transfer = accepted(await alice.call("getOrder", { kind: "transfer", id: moved?.refId ?? "" }));
  expect(transfer.order).toEqual({
    transferId: moved?.refId,
    asset: "USDT",
    from: "main",
    to: "coin",
    amount: "2000.000000",
    createdAtMs: moved?.timeMs,
  });
  expect(transfer.records.map(({ kind }) => kind)).toEqual(["transfer-out", "transfer-in"]);

  const deposit = accepted(await alice.call("getOrder", { kind: "deposit", id: depositId }));
  expect(deposit.order).toMatchObject({ depositId, status: "credited", txHash: depositHash });
  expect(deposit.records).toEqual(await log(alice, { kind: ["deposit"] }));

  const [returned] = await log(alice, { kind: ["withdrawal-return"] });
  const withdrawal = accepted(
    await alice.call("getOrder", { kind: "withdrawal", id: returned?.refId ?? "" }),
  );
  expect(withdrawal.order).toMatchObject({
    withdrawalId: returned?.refId,
    status: "returned",
    result: "failed",
    reason: "the network refused it",
  });
  expect(withdrawal.records.map(({ kind }) => kind)).toEqual([
    "withdrawal",
    "withdrawal-fee",
    "withdrawal-return",
  ]);

  const [gift] = await log(bob, { kind: ["faucet"] });
  const given = accepted(await bob.call("getOrder", { kind: "deposit", id: gift?.refId ?? "" }));
  expect(given.order).toMatchObject({ asset: "BTC", chain: "sandbox", status: "credited", txHash: null });
});

test("FUND-10 unknown records, and other users' records, are not found, and nothing of them is revealed", async () => {
  const ids: [string, string | null | undefined][] = [
    ["transfer", (await log(alice, { kind: ["transfer-in"] }))[0]?.refId],
    ["deposit", depositId],
    ["withdrawal", (await log(alice, { kind: ["withdrawal"] }))[0]?.refId],
  ];
  for (const [kind, id] of ids) {
    const answer = await bob.call("getOrder", { kind, id: id ?? "" });
    expect([answer.code, answer.data], kind).toEqual([320, { error: "request.unknownId" }]);
  }
  for (const [kind, id] of [
    ["withdrawal", "7"],
    ["withdrawal", "w-999999"],
    ["transfer", depositId],
    ["deposit", "999999"],
    ["convert", "1"],
  ] as const)
    expect((await alice.call("getOrder", { kind, id })).code, `${kind} ${id}`).toBe(320);
  expect((await alice.call("getOrder", { kind: "gift", id: "1" })).code).toBe(111);
  expect((await alice.call("getOrder", { kind: "transfer" })).data.fields).toEqual([
    { path: "id", reason: "missing" },
  ]);
  expect((await exchange.client().call("getOrder", { kind: "transfer", id: "1" })).code).toBe(48);
});

test("FUND-12 a transfer that is sent again after a restart gets its first balances and asks for no secret", async () => {
  const first = accepted(await alice.call("transfer", transferOf("50", { requestId: "move-1" })));
  accepted(await alice.call("transfer", transferOf("60", { requestId: "move-2" })));
  await exchange.restartFunding();
  [alice, bob] = [exchange.client(alice.token), exchange.client(bob.token)];
  const { paymentPassword: _, ...without } = transferOf("50", { requestId: "move-1" });
  const again = accepted(await alice.call("transfer", without));
  expect(again).toEqual({ ...first, replayed: true });
  const balances = accepted(await alice.call("walletIndex")).wallets;
  const other = await alice.call("transfer", transferOf("51", { requestId: "move-1" }));
  expect([other.code, other.data.params]).toEqual([300, { call: "/Wallet/transfer" }]);
  // Below the minimum, and with a used key: the key is checked first.
  expect((await alice.call("transfer", transferOf("0.5", { requestId: "move-1" }))).code).toBe(300);
  expect(accepted(await alice.call("walletIndex")).wallets).toEqual(balances);
});

test("FUND-12 a frozen account takes part in no transfer out of it, after the password and before the balance", async () => {
  const userId = Number(accepted(await alice.call("profile")).id);
  const freeze = async (isFrozen: boolean) => {
    for (const wallet of TRADING_WALLETS)
      await exchange.engine.execute({ kind: "freeze-account", userId, wallet, isFrozen });
  };
  await freeze(true);
  try {
    const from = async (wallet: string, changes: object = {}) =>
      (await alice.call("transfer", transferOf("999999", { from: wallet, to: "main", ...changes }))).code;
    expect(await from("coin", { paymentPassword: "000000" })).toBe(113);
    expect([await from("coin"), await from("contract"), await from("option")]).toEqual([217, 215, 216]);
    expect((await alice.call("transfer", transferOf("999999"))).code).toBe(114);
  } finally {
    await freeze(false);
  }
});

test("FUND-13 the wallet page has every field, the deposit address once there is one", async () => {
  const fresh = await exchange.registered("fresh@example.org");
  expect(accepted(await fresh.call("walletIndex")).u_address).toBeNull();
  const index = accepted(await alice.call("walletIndex"));
  const { main, contract, money, allBalance, wallets, totalEquity } = index;
  expect(index.u_address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(main).toEqual({ balance: money, available: money, frozen: "0.000000", contract });
  expect(allBalance).toBe(money);
  expect(wallets.main).toEqual([
    { wallet: "main", asset: "USDT", available: "2790.000000", frozen: "0.000000" },
  ]);
  // 2,790 + 1,510 USDT and 0.00999 BTC at 60,000
  expect(totalEquity).toEqual({
    asset: "USDT",
    amount: "4899.400000",
    leverage: "0.000000",
    mining: "0.000000",
    options: "0.000000",
    unrealizedProfit: "0.000000",
    unpriced: [],
    prices: [{ asset: "BTC", price: "60000.00000000" }],
  });
  const open = accepted(await alice.call("withdraw", withdrawalOf("90"))).withdrawal;
  expect(accepted(await alice.call("walletIndex")).main).toMatchObject({
    balance: "2790.000000",
    available: "2700.000000",
    frozen: "90.000000",
  });
  await settle(open.withdrawalId, "returned", "");
});
