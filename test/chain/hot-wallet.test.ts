import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import type { Units } from "@candor/money/brand";
import { formatDecimal } from "@candor/money/decimal";
import { SignerLimits } from "@candor/server/config/chain/signer-limits";
import { DEFAULT_ASSETS } from "@candor/server/config/default-listing";
import { REORGANISATION_WINDOW_BLOCKS } from "@candor/server/custody/chain/chain-ledger";
import type { ChainAsset, ChainSpec } from "@candor/server/custody/chain/chain-spec";
import { ChainWatcher } from "@candor/server/custody/chain/chain-watcher";
import type { DevelopmentChain } from "@candor/server/custody/chain/development/development-chain";
import { startSimulatedChain } from "@candor/server/custody/chain/development/start-simulated-chain";
import { openWatchStore, registerChain } from "@candor/server/custody/chain/watch-store";
import { WithdrawalExecutor } from "@candor/server/custody/chain/withdrawal-executor";
import { Signer } from "@candor/server/custody/signer/signer";
import type { SignerPort } from "@candor/server/custody/signer/signer-connection";
import { newMnemonic, SignerKeys } from "@candor/server/custody/signer/signer-keys";
import { signerRequest } from "@candor/server/custody/signer/signer-messages";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import type { Hex } from "@candor/server/kit/hex";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ETH, TestLog, temporaryDirectory, USDT } from "./chain-world.ts";

const ADA = 10_001;
const RECEIVER: Hex = "0x00000000000000000000000000000000000c0de1";
const GWEI = 10n ** 9n;
const COIN = 10n ** 18n;
const WEI_PER_UNIT = { [ETH]: 10n ** 10n, [USDT]: 1n } as const;
/** A third above the expected gas, at twice the base fee plus tip: 3 gwei per unit of gas. */
const COIN_GAS = ((21_000n * 13n) / 10n) * 3n * GWEI;
const TOKEN_GAS = ((60_000n * 13n) / 10n) * 3n * GWEI;

const keys = new SignerKeys(newMnemonic());
const hotWallet = keys.hotWallet.address.toLowerCase() as Hex;
const limits = {
  minDepositUnits: 1 as Units,
  withdrawalFeeUnits: 1 as Units,
  minWithdrawalUnits: 2 as Units,
  maxWithdrawalUnits: (10 ** 15) as Units,
};

let home: string;
let engine: LocalEngine;
let development: DevelopmentChain;
let watcher: ChainWatcher;
let executor: WithdrawalExecutor;
let ask: SignerPort["ask"];
let log: TestLog;
let close: () => Promise<void>;

beforeEach(async () => {
  home = temporaryDirectory();
  const parts = { nowMs: Date.now, onFailure: fail };
  engine = openEngine();
  for (const asset of DEFAULT_ASSETS) await execute({ kind: "list-asset", asset });
  await execute({ kind: "open-account", userId: ADA, role: "trader" });
  for (const assetId of [ETH, USDT])
    await execute({
      kind: "deposit",
      userId: ADA,
      assetId,
      amountUnits: (10 ** 12) as Units,
      origin: "faucet",
      key: "",
    });
  development = startSimulatedChain({ directory: path.join(home, "simulated"), onFailure: fail });
  const signer = new Signer({
    directory: path.join(home, "signer"),
    mode: "sandbox",
    keys,
    limits: new SignerLimits("USDT:1000:2500,ETH:20:40"),
    ...parts,
  });
  const store = openWatchStore(path.join(home, "watch"), parts);
  const { chain, evmChainId, tokens } = development;
  const token = tokens[0]?.token ?? null;
  const assets: readonly ChainAsset[] = [
    { ...limits, assetId: ETH, symbol: "ETH", chainDecimals: 18, token: null, weiPerUnit: WEI_PER_UNIT[ETH] },
    { ...limits, assetId: USDT, symbol: "USDT", chainDecimals: 6, token, weiPerUnit: WEI_PER_UNIT[USDT] },
  ];
  const spec: ChainSpec = {
    chain: `evm-${evmChainId}`,
    chainIndex: await registerChain(store, evmChainId),
    chainName: "Simulated",
    evmChainId,
    confirmationsRequired: 1,
    etaSeconds: 1,
    testnet: true,
    kind: "simulated",
    explorerUrl: null,
    assets,
    pollMs: 1,
    firstBlock: 0,
  };
  ask = ((question: unknown) => signer.answer(signerRequest.parse(question))) as SignerPort["ask"];
  for (const { symbol, token: contract, chainDecimals } of assets)
    await ask({ kind: "open-asset", chainId: evmChainId, symbol, token: contract, decimals: chainDecimals });
  log = new TestLog();
  const addresses = {
    hotWallet,
    gasAccount: keys.gasAccount.address.toLowerCase() as Hex,
    userOf: () => undefined,
  };
  watcher = new ChainWatcher({ spec, chain, store, addresses, log, nowMs: Date.now });
  await watcher.advance();
  executor = new WithdrawalExecutor({
    spec,
    chain,
    watcher,
    signer: { ask },
    hotWallet,
    engine: {
      execute: (command) => engine.execute(command),
      withdrawalsView: () => engine.withdrawalsView(),
    },
    stuckAfterMs: 10 ** 9,
    nowMs: Date.now,
    log,
    progressed: () => undefined,
  });
  close = async () => {
    signer.close();
    store.close();
    await development.close();
    await engine.close();
  };
});
afterEach(async () => {
  await close();
  rmSync(home, { recursive: true, force: true });
});

const openEngine = () => new LocalEngine({ home: exchangeHome(home), factory: machineFactory });

/** Backs up the exchange; the result restores it. */
async function keepBackup(): Promise<() => Promise<void>> {
  const now = path.dirname(exchangeHome(home).journalDirectory);
  const backup = path.join(home, "backup");
  await engine.close();
  cpSync(now, backup, { recursive: true });
  engine = openEngine();
  return async () => {
    await engine.close();
    rmSync(now, { recursive: true });
    cpSync(backup, now, { recursive: true });
    engine = openEngine();
  };
}

function fail(error: Error): never {
  throw error;
}

async function execute(command: Command): Promise<number> {
  const { executed } = await engine.execute(command);
  if (executed.error !== undefined) throw new Error(executed.error);
  return executed.seq;
}

/** Requests and approves a withdrawal; the net amount is in wei. */
async function withdraw(assetId: typeof ETH | typeof USDT, netWei: bigint): Promise<number> {
  const feeUnits = 1_000 as Units;
  const amountUnits = (Number(netWei / WEI_PER_UNIT[assetId]) + feeUnits) as Units;
  const asked = { userId: ADA, assetId, chainIndex: 0, address: RECEIVER, amountUnits, feeUnits };
  const withdrawalId = await execute({ kind: "request-withdrawal", ...asked, needsReview: false, key: "" });
  await execute({ kind: "advance-withdrawal", withdrawalId, status: "approved", txHash: "" });
  return withdrawalId;
}

async function mine(): Promise<void> {
  await development.mine();
  await watcher.advance();
  await executor.run();
}

/** Returns the exchange's status of each; "ended" when no longer open. */
async function statuses(...ids: readonly number[]): Promise<readonly string[]> {
  const { withdrawals } = await engine.withdrawalsView();
  return ids.map((id) => withdrawals.find(({ withdrawalId }) => withdrawalId === id)?.status ?? "ended");
}

const refill = async (wei: bigint): Promise<void> => {
  await development.send(null, hotWallet, wei);
  await development.mine();
};
const received = async (): Promise<string> =>
  formatDecimal(Number((await development.chain.balance(RECEIVER)) / WEI_PER_UNIT[ETH]), 8);

test("FUND-02 the hot wallet signs no payment of coins without gas for it: it pays others, and these once there is gas", async () => {
  const token = development.tokens[0]?.token ?? null;
  await development.send(token, hotWallet, 500_000_000n);
  await refill(COIN);
  const all = await withdraw(ETH, COIN);
  await executor.run();
  expect(await statuses(all)).toEqual(["approved"]);
  expect(executor.shortfall(ETH)).toBe(COIN_GAS);
  // One wei too little for gas; a token's payment continues.
  const tokens = await withdraw(USDT, 40_000_000n);
  await executor.run();
  await mine();
  expect(await statuses(all, tokens)).toEqual(["approved", "ended"]);
  const spent = COIN - (await development.chain.balance(hotWallet));
  await refill(spent + COIN_GAS - 1n);
  await executor.run();
  expect([await statuses(all), executor.shortfall(ETH)]).toEqual([["approved"], 1n]);
  await refill(1n);
  await executor.run();
  expect([await statuses(all), executor.shortfall(ETH)]).toEqual([["broadcast"], 0n]);
  await mine();
  expect([await statuses(all), await received()]).toEqual([["ended"], "1.00000000"]);
});

test("FUND-02 gas that one payment may need is not promised to the next, in the same round and until it is mined", async () => {
  const token = development.tokens[0]?.token ?? null;
  await development.send(token, hotWallet, 500_000_000n);
  await refill(TOKEN_GAS * 2n - 1n);
  const first = await withdraw(USDT, 40_000_000n);
  const second = await withdraw(USDT, 50_000_000n);
  await executor.run();
  expect(await statuses(first, second)).toEqual(["broadcast", "approved"]);
  await executor.run();
  expect(await statuses(first, second)).toEqual(["broadcast", "approved"]);
  // Unused gas is available to the next one.
  await mine();
  expect(await statuses(first, second)).toEqual(["ended", "broadcast"]);
  expect(log.lines.join("\n")).not.toContain("rejected by the chain");
});

test("SIGN-01 a restored exchange reads later payments from signer and chain, and pays nothing twice", async () => {
  const token = development.tokens[0]?.token ?? null;
  await development.send(token, hotWallet, 500_000_000n);
  await refill(COIN);
  const first = await withdraw(USDT, 40_000_000n);
  const second = await withdraw(ETH, COIN / 10n);
  const restore = await keepBackup();
  await executor.run();
  await mine();
  expect([await statuses(first, second), await received()]).toEqual([["ended", "ended"], "0.10000000"]);
  await restore();
  expect(await statuses(first, second)).toEqual(["approved", "approved"]);
  await executor.run();
  expect(await statuses(first, second)).toEqual(["ended", "ended"]);
  const { balances } = await engine.accountView(ADA);
  expect(balances.map(({ frozenUnits }) => frozenUnits)).toEqual([0, 0]);
  await mine();
  expect(await received()).toBe("0.10000000");
  expect(await development.chain.nonce(hotWallet, "pending")).toBe(2);
});

test("SIGN-01 a payment that is final to the signer but missing on the chain waits for a person, and others proceed", async () => {
  await refill(COIN);
  const lost = await withdraw(ETH, COIN / 10n);
  await ask({
    kind: "pay",
    withdrawalId: lost,
    chainId: development.evmChainId,
    symbol: "ETH",
    to: RECEIVER,
    amount: String(COIN / 10n),
    minedNonce: 0,
    gasLimit: 21_000,
    maxFeePerGas: String(GWEI),
    maxPriorityFeePerGas: "0",
  });
  await ask({ kind: "forget", withdrawalId: lost });
  const next = await withdraw(ETH, COIN / 5n);
  await executor.run();
  expect(await statuses(lost, next)).toEqual(["approved", "broadcast"]);
  expect(log.lines.join("\n")).toContain("the signer recorded it as final");
});

test("FUND-02 a payment mined during an outage longer than the stored blocks is confirmed all the same", async () => {
  await refill(COIN);
  const withdrawalId = await withdraw(ETH, COIN / 10n);
  await executor.run();
  expect(await statuses(withdrawalId)).toEqual(["broadcast"]);
  for (let block = 0; block < 2 * REORGANISATION_WINDOW_BLOCKS + 2; block++) await development.mine();
  await watcher.advance();
  await executor.run();
  expect([await statuses(withdrawalId), await received()]).toEqual([["ended"], "0.10000000"]);
});
