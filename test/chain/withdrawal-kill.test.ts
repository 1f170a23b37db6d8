import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Hex } from "@candor/server/kit/hex";
import { afterEach, expect, test } from "vitest";
import { TestNode } from "../support/chain/test-node.ts";
import { repeats } from "../support/repeats.ts";
import { ChainWorld, COMPILE_CACHE, directoryOnDisk, ETH } from "./chain-world.ts";
import { OutsideWorld } from "./outside-world.ts";
import type { KillMessage } from "./withdrawal-kill-target.ts";

const ADA = 10_001;
const COIN = 10n ** 18n;
const WEI_PER_UNIT = 10n ** 10n;
const RECEIVER: Hex = "0x00000000000000000000000000000000000c0de1";
const KILLS = repeats(12, 30);
const REQUESTS_A_ROUND = 3;
const MINE_EVERY_MS = 60;
const MAX_ROUND_MS = 90_000;

const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  for (const clear of leftOver.splice(0).toReversed()) await clear();
});

test(`FUND-02 kill -9 of server or signer at ${KILLS} random points: each withdrawal is paid exactly once or returned exactly once`, async () => {
  const node = await TestNode.start();
  leftOver.push(() => node.stop());
  const refuser = await node.deploy("Refuser");
  const home = directoryOnDisk();
  const outside = await OutsideWorld.open(node, {}, { home });
  leftOver.push(() => rmSync(home, { recursive: true, force: true }));
  await fund(node, outside);
  const { assets } = outside;
  await outside.world.close();
  const miner = setInterval(() => void node.mine().catch(() => undefined), MINE_EVERY_MS);
  leftOver.push(() => clearInterval(miner));

  const firstSeed = Number(process.env.CANDOR_SEED ?? 1 + Math.floor(Math.random() * 2 ** 30));
  let seed = firstSeed;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const requested = new Set<number>();
  const settled = new Map<number, string[]>();
  const variables = {
    HOME_DIRECTORY: home,
    RPC_URL: node.process.url,
    ASSETS: JSON.stringify(assets),
    TO: RECEIVER,
    REFUSER: refuser,
    USER: String(ADA),
  };
  const onMessage = (message: KillMessage): void => {
    if (message.kind === "requested") requested.add(message.value);
    if (message.kind === "settled")
      settled.set(message.value, [...(settled.get(message.value) ?? []), message.outcome ?? ""]);
  };
  let kills = 0;
  while (kills < KILLS) {
    const server = startTarget({ ...variables, REQUESTS: String(REQUESTS_A_ROUND) }, onMessage);
    let signer = await server.nextSigner(0);
    // The signer is killed while the server continues, then the server itself.
    for (let signerKills = 2 + random(3); signerKills > 0 && kills < KILLS - 1; signerKills--) {
      await sleep(random(400));
      process.kill(signer, "SIGKILL");
      kills++;
      signer = await server.nextSigner(signer);
    }
    await sleep(random(600));
    server.child.kill("SIGKILL");
    await once(server.child, "exit");
    kills++;
  }
  const last = startTarget({ ...variables, REQUESTS: "0" }, onMessage);
  await last.idle();
  last.child.kill("SIGKILL");
  await once(last.child, "exit");
  clearInterval(miner);

  const world = await ChainWorld.open({ home, settings: undefined, development: { anvil: null } });
  leftOver.push(() => world.close());
  const { assets: solvency } = await world.engine.solvencyView();
  const [available, frozen] = await world.balanceOf(ADA, ETH);
  expect(frozen).toBe(0);
  expect(requested.size).toBeGreaterThan(KILLS / 2);
  for (const [withdrawalId, outcomes] of settled)
    expect([withdrawalId, new Set(outcomes).size]).toEqual([withdrawalId, 1]);
  const received = BigInt((await node.request("eth_getBalance", [RECEIVER, "latest"])) as string);
  const paidUnits = -received / WEI_PER_UNIT;
  const outsideWorld = BigInt(solvency[ETH]?.outsideWorldUnits ?? 0);
  // The amount that left the exchange equals the amount received: nothing was paid twice, or both paid and returned.
  expect(outsideWorld, `seed ${firstSeed}`).toBe(-(100n * COIN) / WEI_PER_UNIT - paidUnits);
  expect(received).toBeGreaterThan(0n);
  expect(BigInt(available)).toBe(
    (100n * COIN) / WEI_PER_UNIT + paidUnits - BigInt(solvency[ETH]?.feesUnits ?? 0),
  );
  // Every payment arrived as a separate transaction.
  const paidCount = (await paymentsTo(node, RECEIVER)).length;
  expect(BigInt(solvency[ETH]?.feesUnits ?? 0)).toBe(BigInt(paidCount) * 100_000n);
  expect(paidCount).toBeLessThan(requested.size + KILLS);
}, 600_000);

/** Deposits a hundred coins of a user, swept by hand, and some of the platform's for gas. */
async function fund(node: TestNode, outside: OutsideWorld): Promise<void> {
  await outside.world.openUsers(ADA);
  await node.pay(null, await outside.addressOf(ADA), 100n * COIN);
  await node.pay(null, await outside.hotWallet(), 200n * COIN);
  await outside.settle();
  expect(await outside.world.balanceOf(ADA, ETH)).toEqual([10_000_000_000, 0]);
}

async function paymentsTo(node: TestNode, to: Hex): Promise<readonly string[]> {
  const head = Number(await node.request("eth_blockNumber"));
  const found: string[] = [];
  for (let number = 0; number <= head; number++) {
    const block = (await node.request("eth_getBlockByNumber", [`0x${number.toString(16)}`, true])) as {
      readonly transactions: readonly { readonly to: string | null; readonly hash: string }[];
    };
    for (const transaction of block.transactions) if (transaction.to === to) found.push(transaction.hash);
  }
  return found;
}

function startTarget(
  variables: Readonly<Record<string, string>>,
  onMessage: (message: KillMessage) => void,
): {
  readonly child: ChildProcess;
  readonly nextSigner: (after: number) => Promise<number>;
  readonly idle: () => Promise<void>;
} {
  const child = fork(path.join(import.meta.dirname, "withdrawal-kill-target.ts"), {
    env: { ...process.env, ...COMPILE_CACHE, ...variables },
    execArgv: [],
  });
  leftOver.push(() => child.kill("SIGKILL"));
  const listeners = new Set<(message: KillMessage) => void>();
  child.on("message", (message: KillMessage) => {
    onMessage(message);
    for (const listener of listeners) listener(message);
  });
  const until = (isIt: (message: KillMessage) => boolean): Promise<KillMessage> =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error("the server did nothing for too long")), MAX_ROUND_MS);
      const onExit = (code: number | null): void => {
        clearTimeout(timer);
        reject(new Error(`the server exited by itself with ${code}`));
      };
      const listener = (message: KillMessage): void => {
        if (!isIt(message)) return;
        clearTimeout(timer);
        listeners.delete(listener);
        child.off("exit", onExit);
        resolve(message);
      };
      child.once("exit", onExit);
      listeners.add(listener);
    });
  return {
    child,
    nextSigner: async (after) =>
      (await until(({ kind, value }) => kind === "signer" && value !== after && value > 0)).value,
    idle: async () => {
      await until(({ kind }) => kind === "idle");
    },
  };
}
