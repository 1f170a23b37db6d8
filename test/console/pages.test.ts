import type { Dashboard } from "@candor/wire/console/dashboard";
import type { UserDetail, UserSearch } from "@candor/wire/console/users";
import type { WithdrawalQueue } from "@candor/wire/console/withdrawal-queue";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ConsoleClient, ConsoleUnderTest } from "../support/console/console-under-test.ts";
import { PLAN } from "../support/scenario/mining-world.ts";
import { accepted, setPaymentPassword } from "../support/wire/gateway-under-test.ts";
import { CHAIN, ScriptedChain } from "../support/wire/scripted-chain.ts";
import type { WireClient } from "../support/wire-client.ts";

const OUTSIDE = "0x52908400098527886E0F7030069857D2E4169EE7";

let office: ConsoleUnderTest;
let chain: ScriptedChain;
let owner: ConsoleClient;
let client: WireClient;
let userId: number;
beforeAll(async () => {
  office = await ConsoleUnderTest.start({
    mining: { plans: [PLAN], reserve: "1000" },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  owner = await office.operator("olga", "owner");
  const email = "maria.klein@example.org";
  client = await office.exchange.registered(email);
  await setPaymentPassword(client, office.exchange, email);
  userId = Number(accepted(await client.call("profile")).id);
  const deposit = await chain.see(userId, 0, 20_000_000_000);
  await chain.credit(deposit.depositId);
});
afterAll(() => office.close());

const ask = async <Reply>(name: string, input: object = {}): Promise<Reply> => {
  const { status, body } = await owner.call<Reply>(name, input);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};

test("CONS-10 liabilities, escrow, reserves and coverage follow a purchase that locks money, and the reserve shows the locked amount", async () => {
  const before = await ask<Dashboard>("dashboard");
  expect(before.solvency.find(({ asset }) => asset === "USDT")).toMatchObject({
    owed: "20000.000000",
    escrowed: "0.000000",
    // The deposit, plus play money given to the reserve by the treasury.
    held: "21000.000000",
    playMoney: "1000.000000",
    coverE4: 10_500,
  });
  expect(before.pools).toContainEqual({
    name: "Mining reserve",
    usedFor: "owed",
    asset: "USDT",
    used: "0.000000",
    total: "1000.000000",
    usedE4: 0,
  });
  expect(before.health.map(({ part, state }) => `${part} ${state}`)).toEqual([
    "journal well",
    "engine well",
    "read models well",
    "clock well",
    "chain well",
    "codes well",
  ]);
  expect(before).toMatchObject({
    siteOpen: true,
    users: 1,
    waiting: { withdrawals: 0, oldestWithdrawalMs: null },
  });

  accepted(await client.call("miningBuy", { planId: "p0", quantity: 1 }));
  const after = await ask<Dashboard>("dashboard");
  const { owed = "", escrowed = "", held = "" } = after.solvency.find(({ asset }) => asset === "USDT") ?? {};
  expect(held).toBe("21000.000000");
  expect(Number(escrowed)).toBeGreaterThan(0);
  expect(Number(owed)).toBeLessThan(20_000);
  const [reserve] = after.pools;
  expect(reserve).toMatchObject({ used: escrowed });
});

test("PROOF-11 the dashboard has the last published tree with its totals, its number of users, and when the next is due", async () => {
  const { liabilities: trees } = office.exchange;
  const before = await ask<Dashboard>("dashboard");
  expect(before.liabilities).toBeNull();
  expect(before.nextLiabilitiesAtMs).toBe(trees.nextAtMs);
  const { treeId, rootHash, atSeq } = await trees.makeNow();
  const { liabilities, nextLiabilitiesAtMs } = await ask<Dashboard>("dashboard");
  expect(liabilities).toMatchObject({ treeId, rootHash, atSeq, leaves: 256, users: 1 });
  // Liabilities and escrow in the ledger.
  const usdt = (await ask<Dashboard>("dashboard")).solvency.find(({ asset }) => asset === "USDT");
  const total = liabilities?.totals.find(({ asset }) => asset === "USDT");
  expect(Number(total?.liabilities)).toBe(Number(usdt?.owed) + Number(usdt?.escrowed));
  expect(total?.playMoney).toBe("1000.000000");
  expect(nextLiabilitiesAtMs).toBe(trees.nextAtMs);
});

test("CONS-10 a chain that is paused is shown as down", async () => {
  chain.paused = "unreachable";
  const { health } = await ask<Dashboard>("dashboard");
  const shown = health.find(({ part }) => part === "chain");
  expect(shown).toMatchObject({ state: "down", detail: "paused: unreachable" });
  chain.paused = undefined;
});

test("ALARM-04 an alarm is on the dashboard with its text until it is cleared", async () => {
  expect((await ask<Dashboard>("dashboard")).alarms).toEqual([]);
  office.alarms.raise("clock-held", "an hour ahead: accept it or set the clock");
  office.alarms.raise("deposit-waiting", "5 USDT of user 10001", "d0-12-0");
  expect((await ask<Dashboard>("dashboard")).alarms).toMatchObject([
    { name: "clock-held", title: "Clock held", severity: "critical", subject: "" },
    { name: "deposit-waiting", severity: "warning", subject: "d0-12-0", text: "5 USDT of user 10001" },
  ]);
  office.alarms.clear("clock-held");
  office.alarms.clear("deposit-waiting", "d0-12-0");
  expect((await ask<Dashboard>("dashboard")).alarms).toEqual([]);
});

test("CONS-10 a gas account's balance is shown, and flagged before it is empty", async () => {
  const shown = async () => {
    const { health } = await ask<Dashboard>("dashboard");
    return health.filter(({ part }) => part === "gas");
  };
  const account = { chain: "evm-31337", chainName: "Ethereum", coin: "ETH", address: "0xGas" };
  const has = (balance: string, sweeps: number, isLow: boolean) => {
    chain.gasViews = [{ ...account, balance, sweeps, isLow }];
  };
  has("1500000000000000000", 1_234, false);
  const name = "Gas account: Ethereum";
  const full = { part: "gas", name, state: "well", detail: "1.5 ETH, enough for 1,234 token sweeps" };
  expect(await shown()).toEqual([full]);
  has("99999999860783369126047", 9, false);
  expect((await shown())[0]?.detail).toMatch(/^99,999.9998 ETH, /);
  has("20000000000000000", 3, true);
  const low = { state: "delayed", detail: "0.02 ETH, enough for 3 token sweeps: refill 0xGas" };
  expect(await shown()).toMatchObject([low]);
  has("1", 0, true);
  expect(await shown()).toMatchObject([
    { state: "down", detail: expect.stringMatching(/^less than 0.0001 ETH/) },
  ]);
  chain.gasViews = undefined;
  expect(await shown()).toMatchObject([{ state: "delayed", detail: "a chain is not responding" }]);
  chain.gasViews = [];
});

test("CONS-09 a waiting withdrawal is listed with every rule's verdict, also after a restart", async () => {
  const { withdrawal } = accepted(
    await client.call("withdraw", {
      asset: "USDT",
      chain: CHAIN,
      address: OUTSIDE,
      amount: "6000",
      paymentPassword: "246810",
    }),
  );
  const { list, ...counts } = await ask<WithdrawalQueue>("withdrawal-queue");
  expect(counts).toEqual({ total: 1, byOperator: 1 });
  expect(await ask<WithdrawalQueue>("withdrawal-queue", { limit: 0 })).toEqual({ list: [], ...counts });
  const [queued] = list;
  expect(queued).toMatchObject({
    withdrawal: withdrawal.withdrawalId,
    userId,
    amount: "6000.000000",
    fee: "1.000000",
    net: "5999.000000",
    asset: "USDT",
    reason: "large-amount",
    byOperator: true,
    requestedToday: 1,
  });
  expect(queued?.checks.map(({ check, passed }) => [check, passed])).toEqual([
    ["Amount", false],
    ["Withdrawals in 24 hours", true],
    ["Total in 24 hours", true],
    ["Address", false],
    ["Session", true],
  ]);
  expect(queued?.checks[0]?.detail).toBe("6000.00 USDT; automatic up to 5000.00 USDT");
  expect((await ask<Dashboard>("dashboard")).waiting.withdrawals).toBe(1);
  await office.exchange.restartFunding();
  const again = office.exchange.funding.desk.pending()[0];
  expect(again?.checks).toHaveLength(5);
});

test("CONS-10 users are found by id, mailbox, phone, username and nickname, and by parts of them; contacts are masked", async () => {
  for (const text of [String(userId), "maria.klein@example.org", "MARIA", "klein@exa"]) {
    const { hits, more } = await ask<UserSearch>("user-search", { text });
    expect(
      hits.map((hit) => hit.userId),
      text,
    ).toEqual([userId]);
    expect(more).toBe(false);
  }
  const { hits } = await ask<UserSearch>("user-search", { text: String(userId) });
  expect(hits[0]?.email).toBe("m***n@example.org");
  expect((await ask<UserSearch>("user-search", { text: ".*" })).hits).toEqual([]);
  expect((await owner.call("user-search", { text: "a" })).status).toBe(400);
  const newest = (await ask<UserSearch>("user-search", {})).hits.map((hit) => hit.userId);
  expect(newest).toContain(userId);
  expect(newest).toEqual([...newest].sort((left, right) => right - left));
});

test("CONS-10 a user's page has balances and the newest ledger entries, and a freeze shows at once", async () => {
  await owner.command("account freeze", `${userId}/contract`, { reason: "looked into" });
  // This page may lag behind by what the read models have not processed yet.
  await office.exchange.readModels.waitFor(office.exchange.engine.durableSeq, 60_000);
  const detail = await ask<UserDetail>("user-detail", { userId });
  expect(detail.frozenAccounts).toEqual(["contract"]);
  expect(detail.funds.map(({ kind }) => kind)).toContain("deposit");
  const main = detail.balances.find(({ wallet, asset }) => wallet === "main" && asset === "USDT");
  expect(main?.frozen).toBe("6000.000000");
  expect((await owner.call("user-detail", { userId: 999_999 })).status).toBe(409);
});
