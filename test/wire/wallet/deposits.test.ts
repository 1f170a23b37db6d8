import { TRANSACTION_NOTES, type TransactionNote } from "@candor/domain/enumerations";
import { ChainUnavailableError } from "@candor/server/custody/chain/evm-chain";
import { CATALOGUES } from "@candor/wire/translations/messages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accepted, GatewayUnderTest } from "../../support/wire/gateway-under-test.ts";
import { CHAIN, CONFIRMATIONS, ScriptedChain } from "../../support/wire/scripted-chain.ts";
import type { WireClient } from "../../support/wire-client.ts";

const TOKEN = "0x5FbDB2315678afecb367f032d93F642f64180aa3";

let chain: ScriptedChain;
let exchange: GatewayUnderTest;
let trader: WireClient;
let traderId: number;

beforeAll(async () => {
  exchange = await GatewayUnderTest.start({
    gateway: { rateLimitFactor: 1_000 },
    chains: (engine, nowMs) => {
      chain = new ScriptedChain(engine, nowMs);
      return chain;
    },
  });
  trader = await exchange.registered("depositor@example.org");
  traderId = Number(accepted(await trader.call("profile")).id);
});
afterAll(async () => {
  await exchange.close();
});

const mainOf = async (client: WireClient) =>
  accepted(await client.call("walletIndex")).wallets.main.map(({ asset, available }) => [asset, available]);

test("DPST-01 the depositable assets, for visitors too; records are the caller's own", async () => {
  const visitor = accepted(await exchange.client().call("rechargeList"));
  expect(visitor.list).toEqual([
    {
      asset: "USDT",
      chain: CHAIN,
      chainName: "Development chain",
      minDeposit: "1.000000",
      confirmationsRequired: CONFIRMATIONS,
      etaSeconds: 9,
      enabled: true,
      contractAddress: TOKEN,
      explorerUrl: null,
      testnet: true,
    },
    expect.objectContaining({ asset: "ETH", minDeposit: "0.00100000", contractAddress: null }),
  ]);
  expect(visitor.records).toEqual([]);
  expect(
    accepted(await trader.call("rechargeList", { asset: "eth" })).list.map(({ asset }) => asset),
  ).toEqual(["ETH"]);
  expect(accepted(await trader.call("rechargeList", { asset: "NOPE" })).list).toEqual([]);
  expect((await trader.call("rechargeList", { asset: "-" })).code).toBe(111);
  chain.paused = "unreachable";
  expect(accepted(await trader.call("rechargeList")).list.map(({ enabled }) => enabled)).toEqual([
    false,
    false,
  ]);
  chain.paused = undefined;
});

test("DPST-01 one address a user, the same for each asset, with the text of a QR code", async () => {
  expect(accepted(await trader.call("walletIndex")).u_address).toBe(null);
  const { list } = accepted(await trader.call("sites"));
  const address = await chain.depositAddressOf(traderId);
  expect(list).toEqual([
    {
      asset: "USDT",
      chain: CHAIN,
      chainName: "Development chain",
      address,
      uri: `ethereum:${TOKEN}@31337/transfer?address=${address}`,
      minDeposit: "1.000000",
      confirmationsRequired: CONFIRMATIONS,
    },
    expect.objectContaining({ asset: "ETH", address, uri: `ethereum:${address}@31337` }),
  ]);
  expect(accepted(await trader.call("walletIndex")).u_address).toBe(address);
  const login = { account: "depositor@example.org", password: "kestrel7" };
  expect(accepted(await exchange.client().call("login", login)).u_address).toBe(address);
  expect(accepted(await exchange.client().call("siteStatus")).chains).toEqual([
    { chain: CHAIN, height: 1, lagMs: null, paused: false },
  ]);
  expect(accepted(await trader.call("sites", { chain: "evm-1" })).list).toEqual([]);
  const other = await exchange.registered("other@example.org");
  expect(accepted(await other.call("sites", { asset: "ETH" })).list).not.toContainEqual(
    expect.objectContaining({ address }),
  );
});

test("DPST-02 a transaction is seen, confirmed, credited once, and naming it again changes nothing", async () => {
  const seen = await chain.see(traderId, 0, 25_000_000);
  const pointAt = async (txHash: string, headers = {}) => {
    const client = exchange.client(trader.token);
    client.headers = headers;
    return accepted(
      await client.call("rechargeOrder", { chain: CHAIN, txHash, asset: "USDT", amount: "25" }),
    );
  };
  const before = await exchange.engine.stateHash();
  expect(await pointAt(seen.txHash)).toEqual({
    deposit: {
      depositId: seen.depositId,
      asset: "USDT",
      chain: CHAIN,
      chainName: "Development chain",
      amount: "25.000000",
      address: seen.address,
      txHash: seen.txHash,
      status: "seen",
      result: "in-progress",
      confirmations: 1,
      confirmationsRequired: CONFIRMATIONS,
      reason: null,
      note: null,
      createdAtMs: exchange.time.ms,
      updatedAtMs: exchange.time.ms,
    },
    found: true,
    note: null,
  });
  expect(await exchange.engine.stateHash()).toEqual(before);
  await chain.credit(seen.depositId);
  expect(await mainOf(trader)).toEqual([["USDT", "25.000000"]]);
  const credited = await pointAt(seen.txHash);
  expect(credited).toMatchObject({
    deposit: { status: "credited", result: "success", confirmations: CONFIRMATIONS },
    success: "deposit.succeeded",
  });
  await pointAt(seen.txHash);
  expect(await mainOf(trader)).toEqual([["USDT", "25.000000"]]);

  const dust = await chain.see(traderId, 0, 999_999);
  chain.ignore(dust.depositId, "below-minimum");
  const ignored = await pointAt(dust.txHash);
  expect(ignored.deposit).toMatchObject({ status: "ignored", result: "failed", reason: "below-minimum" });
  expect(ignored.note).toBe(CATALOGUES.en.transactionNotes["below-minimum"]);
  const german = await pointAt(dust.txHash, { lang: "de" });
  expect(german.note).toBe(CATALOGUES.de.transactionNotes["below-minimum"]);
  expect(
    accepted(await trader.call("rechargeList")).records.map(({ depositId, status }) => [depositId, status]),
  ).toEqual([
    [dust.depositId, "ignored"],
    [seen.depositId, "credited"],
  ]);
});

type DepositAlone =
  | "below-minimum"
  | "reorganised"
  | "over-limit"
  | "account-closed"
  | "not-offered"
  | "unproven";
const DEPOSITS_ALONE: readonly string[] = [
  "below-minimum",
  "reorganised",
  "over-limit",
  "account-closed",
  "not-offered",
  "unproven",
] satisfies DepositAlone[];
const isOfDepositsAlone = (note: TransactionNote): note is DepositAlone => DEPOSITS_ALONE.includes(note);

test("DPST-02 a transaction that is not the caller's deposit is explained, and another user's deposit is not shown", async () => {
  const other = await exchange.registered("curious@example.org");
  const foreign = await chain.see(traderId, 0, 5_000_000);
  const call = (txHash: string) => other.call("rechargeOrder", { chain: CHAIN, txHash });
  expect(accepted(await call(foreign.txHash))).toEqual({
    deposit: null,
    found: false,
    note: CATALOGUES.en.transactionNotes["not-found"],
  });
  const txHash = `0x${"ab".repeat(32)}`;
  for (const kind of TRANSACTION_NOTES) {
    if (kind === "not-found" || isOfDepositsAlone(kind)) continue;
    chain.findings.set(txHash, { kind, deposit: undefined });
    expect(accepted(await call(txHash))).toEqual({
      deposit: null,
      found: true,
      note: CATALOGUES.en.transactionNotes[kind],
    });
  }
  const refused = async (payload: object) => (await other.call("rechargeOrder", payload)).code;
  expect(await refused({ chain: CHAIN })).toBe(111);
  expect(await refused({ chain: CHAIN, txHash: "0x12" })).toBe(111);
  chain.paused = "unreachable";
  expect(await refused({ chain: "evm-1", txHash })).toBe(111);
  expect(await refused({ chain: CHAIN, txHash })).toBe(364);
  chain.paused = undefined;
  expect((await exchange.client().call("rechargeOrder", { chain: CHAIN, txHash })).code).toBe(48);
});

test("DPST-03 the faucet sends over the chain; the money is there when the chain has confirmed it", async () => {
  const client = await exchange.registered("faucet@example.org");
  const userId = Number(accepted(await client.call("profile")).id);
  const sent = accepted(await client.call("faucet", { amount: "4000", requestId: "gift" }));
  expect(sent).toEqual({
    txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    asset: "USDT",
    amount: "4000.000000",
    chain: CHAIN,
    address: chain.existingDepositAddressOf(userId),
  });
  expect(await mainOf(client)).toEqual([]);
  const [seen] = accepted(await client.call("rechargeList")).records;
  expect(seen).toMatchObject({
    txHash: "txHash" in sent ? sent.txHash : "",
    status: "seen",
    amount: "4000.000000",
  });
  await chain.credit(seen?.depositId ?? "");
  expect(await mainOf(client)).toEqual([["USDT", "4000.000000"]]);
  expect(accepted(await client.call("faucet", { amount: "4000.0", requestId: "gift" }))).toEqual({
    ...sent,
    replayed: true,
  });
  expect((await client.call("faucet", { amount: "4001", requestId: "gift" })).code).toBe(300);
  expect((await client.call("faucet", { amount: "6000.000001" })).code).toBe(212);

  // The day's amount and the key survive a restart.
  await exchange.restartFunding();
  const later = exchange.client(client.token);
  expect(accepted(await later.call("faucet", { amount: "4000", requestId: "gift" }))).toMatchObject({
    replayed: true,
    txHash: "txHash" in sent ? sent.txHash : "",
  });
  expect((await later.call("faucet", { amount: "6000.000001" })).code).toBe(212);
  const both = await Promise.all([
    later.call("faucet", { amount: "6000" }),
    later.call("faucet", { amount: "6000" }),
  ]);
  expect(both.map(({ code }) => code).sort((a, b) => a - b)).toEqual([1, 212]);
  exchange.time.ms += 86_400_000;
  accepted(await later.call("faucet", { amount: "10000" }));

  // Assets without a chain are credited by the sandbox treasury at once.
  expect(accepted(await later.call("faucet", { asset: "BTC", amount: "0.05" }))).toMatchObject({
    wallet: "main",
  });
  expect(await mainOf(later)).toContainEqual(["BTC", "0.05000000"]);
});

test("DPST-03 a gift that the chain does not take is not counted", async () => {
  const client = await exchange.registered("unlucky@example.org");
  const send = chain.sendFromFaucet.bind(chain);
  chain.sendFromFaucet = () => Promise.reject(new Error("the node is gone"));
  expect((await client.call("faucet", { amount: "10000" })).code).toBe(500);
  expect(exchange.errors.splice(0)).toHaveLength(1);
  chain.sendFromFaucet = send;
  accepted(await client.call("faucet", { amount: "10000" }));
});

test("DPST-03 CLUS-05 calls that need the chain say that it is not available, without an error in the log", async () => {
  const client = await exchange.registered("waiting@example.org");
  const send = chain.sendFromFaucet.bind(chain);
  const explain = chain.explainTransaction.bind(chain);
  const away = () => Promise.reject(new ChainUnavailableError("the custody process is away"));
  Object.assign(chain, { sendFromFaucet: away, explainTransaction: away });
  const lookUp = { chain: CHAIN, txHash: `0x${"cd".repeat(32)}` };
  const answers = [
    await client.call("faucet", { amount: "10000" }),
    await client.call("rechargeOrder", lookUp),
  ];
  expect(answers.map(({ code, data }) => [code, data.error])).toEqual([
    [503, "system.unavailable"],
    [503, "system.unavailable"],
  ]);
  expect(exchange.errors).toEqual([]);
  Object.assign(chain, { sendFromFaucet: send, explainTransaction: explain });
  accepted(await client.call("faucet", { amount: "10000" }));
  expect(accepted(await client.call("rechargeOrder", lookUp))).toMatchObject({ found: false });
});
