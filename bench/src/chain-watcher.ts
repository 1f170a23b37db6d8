import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Units } from "@candor/money/brand";
import type { ChainSpec } from "@candor/server/custody/chain/chain-spec";
import { ChainWatcher } from "@candor/server/custody/chain/chain-watcher";
import { JsonRpcChain } from "@candor/server/custody/chain/json-rpc-chain";
import { openWatchStore, registerChain } from "@candor/server/custody/chain/watch-store";
import { createPublicClient, erc20Abi, http, type PublicClient } from "viem";
import {
  BLOCKS,
  CHAIN_ID,
  NOBODY,
  TOKEN,
  TRANSFERS_A_BLOCK,
  USERS,
  userAddress,
} from "./chain-watcher-node.ts";
import { type BenchResult, runBench } from "./harness.ts";

const RECEIPTS_AT_ONCE = 50;

/**
 * Blocks with 1,000 token transfers each, half of them to users, from a node that answers from memory, until every
 * deposit is in the watcher's journal and synced. The peer is the usual implementation: viem's logs of each block, then
 * the receipt of each relevant transfer, 50 in parallel; it neither links blocks nor persists anything.
 */
export async function* chainWatcher(): AsyncGenerator<BenchResult> {
  const node = fork(path.join(import.meta.dirname, "chain-watcher-node.ts"), { execArgv: [] });
  const directory = mkdtempSync(path.join(tmpdir(), "candor-bench-"));
  try {
    const [port] = (await once(node, "message")) as [number];
    const url = `http://127.0.0.1:${port}`;
    const client = createPublicClient({ transport: http(url) });
    let run = 0;
    yield await runBench({
      name: `deposits found in blocks of ${TRANSFERS_A_BLOCK} transfers`,
      unit: "transfers/s",
      better: "higher",
      measure: () => timed(() => watch(url, path.join(directory, `watch-${++run}`))),
      peer: {
        name: "viem: logs of the block, then a receipt each",
        measure: () => timed(() => plainReference(client)),
      },
      bar: 3,
      warmUps: 1,
    });
  } finally {
    if (node.connected) node.disconnect();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @returns transfers per second of a run that has found everything */
async function timed(find: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const found = await find();
  const seconds = (performance.now() - start) / 1_000;
  if (found !== (BLOCKS * TRANSFERS_A_BLOCK) / 2) throw new Error(`found ${found} deposits`);
  return (BLOCKS * TRANSFERS_A_BLOCK) / seconds;
}

async function watch(url: string, directory: string): Promise<number> {
  const store = openWatchStore(directory, {
    nowMs: Date.now,
    onFailure: (error) => {
      throw error;
    },
  });
  try {
    await registerChain(store, CHAIN_ID);
    const issued = Array.from({ length: USERS }, (_, userId) =>
      store.commit({ type: "address-issued", userId, address: userAddress(userId) }),
    );
    await Promise.all(issued);
    const watcher = new ChainWatcher({
      spec: SPEC,
      chain: new JsonRpcChain(url, { settledTag: undefined }),
      store,
      addresses: { hotWallet: NOBODY, gasAccount: NOBODY, userOf: (address) => store.state.userOf(address) },
      nowMs: Date.now,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    });
    // The first call sets the start, the second processes everything.
    while (await watcher.advance());
    return store.state.open(SPEC.chainIndex).length;
  } finally {
    store.close();
  }
}

async function plainReference(client: PublicClient): Promise<number> {
  const users = new Set<string>(Array.from({ length: USERS }, (_, user) => userAddress(user)));
  const head = Number(await client.getBlockNumber());
  let found = 0;
  for (let number = 1; number <= head; number++) {
    const block = BigInt(number);
    const logs = await client.getContractEvents({
      address: TOKEN,
      abi: erc20Abi,
      eventName: "Transfer",
      fromBlock: block,
      toBlock: block,
    });
    const own = logs.filter(({ args }) => users.has((args.to ?? "").toLowerCase()));
    for (let at = 0; at < own.length; at += RECEIPTS_AT_ONCE) {
      const some = own.slice(at, at + RECEIPTS_AT_ONCE);
      const receipts = await Promise.all(
        some.map(({ transactionHash }) => client.getTransactionReceipt({ hash: transactionHash })),
      );
      found += receipts.filter(({ status }) => status === "success").length;
    }
  }
  return found;
}

const ONE = 1 as Units;
const SPEC: ChainSpec = {
  chain: `evm-${CHAIN_ID}`,
  chainIndex: 0,
  chainName: "Bench",
  evmChainId: CHAIN_ID,
  confirmationsRequired: 12,
  etaSeconds: 1,
  testnet: true,
  kind: "external",
  explorerUrl: null,
  pollMs: 1_000,
  firstBlock: 0,
  assets: [
    {
      assetId: 0,
      symbol: "USDT",
      token: TOKEN,
      chainDecimals: 6,
      weiPerUnit: 1n,
      minDepositUnits: ONE,
      withdrawalFeeUnits: ONE,
      minWithdrawalUnits: ONE,
      maxWithdrawalUnits: ONE,
    },
  ],
};
