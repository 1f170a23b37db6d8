import { type ChildProcess, execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findAnvil } from "@candor/server/custody/chain/development/anvil-binary";
import { AnvilChain } from "@candor/server/custody/chain/development/anvil-chain";
import { startAnvilChain } from "@candor/server/custody/chain/development/start-anvil-chain";
import { writeDurablyAsync } from "@candor/server/kit/durable/write-durably";
import type { Hex } from "@candor/server/kit/hex";
import { afterEach, expect, test } from "vitest";
import {
  ChainWorld,
  COMPILE_CACHE,
  directoryOnDisk,
  TestLog,
  temporaryDirectory,
  USDT,
} from "./chain-world.ts";
import type { EmbeddedMessage } from "./embedded-kill-target.ts";

const ADA = 10_001;
const OUTSIDE: Hex = "0x00000000000000000000000000000000000c0de1";
const ROUNDS = 5;

const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  for (const clear of leftOver.splice(0).toReversed()) await clear();
});

test("CHAIN-01 kill -9 of server and node: credits and payments are on the chain, sent transactions arrive, once", async () => {
  const home = directoryOnDisk();
  leftOver.push(() => rmSync(home, { recursive: true, force: true }));
  const promised = { sent: new Set<string>(), credited: new Set<string>(), confirmed: new Set<string>() };
  for (let round = 0; round < ROUNDS; round++) {
    const child = startTarget(home, promised);
    await child.ready;
    await sleep(300 + 400 * round);
    const nodes = nodesOf(child.process.pid ?? 0);
    expect(nodes).toHaveLength(1);
    // Every other round the node is killed first, twice; the server restarts it and continues crediting.
    for (let kills = round % 2 === 1 ? 2 : 0; kills > 0; kills--) {
      const [pid] = nodesOf(child.process.pid ?? 0);
      const before = promised.credited.size;
      if (pid !== undefined) process.kill(pid, "SIGKILL");
      await until("the server goes on", () => promised.credited.size > before + 1);
      nodes.push(...nodesOf(child.process.pid ?? 0));
    }
    child.process.kill("SIGKILL");
    await once(child.process, "exit");
    await until("no node is left behind", () => nodes.every((pid) => !isAlive(pid)));
  }
  const world = await ChainWorld.open({ home });
  leftOver.push(() => world.close());
  const { service } = world;
  // Until its first read after a start, a chain is paused.
  await world.until(
    "the chain is read",
    () => service.chains[0]?.paused === undefined,
    () => String(service.chains[0]?.paused),
  );
  await world.until(
    "all that was sent is credited",
    () => missing(world, promised.sent).length === 0,
    async () => {
      const hashes = missing(world, promised.sent);
      const kinds = await Promise.all(
        hashes.map((hash) => service.explainTransaction("evm-31337", hash, ADA)),
      );
      return `${promised.sent.size} sent; ${JSON.stringify(kinds)}; head ${service.chains[0]?.headBlock}`;
    },
  );
  // A kill may have happened between request and approval; on a full server the withdrawal desk approves it.
  for (const { withdrawalId, status } of (await world.engine.withdrawalsView()).withdrawals)
    if (status === "frozen")
      await world.accept({ kind: "advance-withdrawal", withdrawalId, status: "approved", txHash: "" });
  await world.until(
    "all withdrawals have ended",
    async () => (await world.engine.withdrawalsView()).withdrawals.length === 0,
    async () => {
      const { withdrawals } = await world.engine.withdrawalsView();
      const expected = withdrawals.map((open) => ({
        ...open,
        progress: service.withdrawalProgress(open.withdrawalId),
      }));
      return JSON.stringify({ expected, chain: service.chains[0], busy: service.isBusy });
    },
  );
  expect(promised.credited.size).toBeGreaterThan(0);
  for (const hash of [...promised.credited, ...promised.confirmed])
    expect(await service.explainTransaction("evm-31337", hash, ADA)).not.toMatchObject({ kind: "not-found" });
  const { assets } = await world.engine.solvencyView();
  const deposits = service.depositsOf(ADA, 10_000).filter(({ status }) => status === "credited");
  const deposited = deposits.reduce((sum, { amountUnits }) => sum + (amountUnits ?? 0), 0);
  const [available, frozen] = await world.balanceOf(ADA, USDT);
  const fees = assets[USDT]?.feesUnits ?? 0;
  const paid = deposited + (assets[USDT]?.outsideWorldUnits ?? 0);
  expect([frozen, available + fees + paid]).toEqual([0, deposited]);
  expect(await world.custodyOf(USDT)).toMatchObject({ difference: "0" });
  expect(paid).toBeGreaterThan(0);
}, 600_000);

test("CHAIN-01 an interrupted first start begins again, and its files are readable by their owner only", async () => {
  const binary = findAnvil();
  if (binary === undefined) throw new Error("this test needs the development node");
  const directory = temporaryDirectory();
  leftOver.push(() => rmSync(directory, { recursive: true, force: true }));
  const open = () =>
    startAnvilChain({
      binary,
      directory,
      keepState: (state) => writeDurablyAsync(path.join(directory, "state.json"), state),
      log: new TestLog(),
      onFailure: (error) => {
        throw error;
      },
    });
  const first = await open();
  const { tokens } = first;
  await first.close();
  // Simulates a crash before the chain state was written.
  rmSync(path.join(directory, "state.json"));
  const again = await open();
  leftOver.push(() => again.close());
  expect(again.tokens).toEqual(tokens);
  const token = tokens[0]?.token;
  if (token === undefined) throw new Error("no token");
  await again.send(token, OUTSIDE, 5n);
  await again.mine();
  expect(await again.chain.tokenBalance(token, OUTSIDE)).toBe(5n);
});

test("CHAIN-01 a block that could not be kept is not settled; the next one is kept all the same", async () => {
  const binary = findAnvil();
  if (binary === undefined) throw new Error("this test needs the development node");
  const directory = temporaryDirectory();
  leftOver.push(() => rmSync(directory, { recursive: true, force: true }));
  const stateFile = path.join(directory, "state.json");
  const chain = await AnvilChain.start(
    {
      binary,
      evmChainId: 31_337,
      stateFile,
      keepState: (state) => writeDurablyAsync(stateFile, state),
      port: 0,
    },
    new TestLog(),
  );
  leftOver.push(() => chain.close());
  await chain.mine();
  await chain.keep("now");
  expect([await chain.headNumber(), await chain.settledNumber()]).toEqual([1, 1]);
  // Blocks the draft file that would replace the state.
  mkdirSync(`${stateFile}.new`);
  await chain.mine();
  await expect(chain.keep("now")).rejects.toThrow("EISDIR");
  expect([await chain.headNumber(), await chain.settledNumber()]).toEqual([2, 1]);
  rmdirSync(`${stateFile}.new`);
  await chain.keep("now");
  expect([await chain.headNumber(), await chain.settledNumber()]).toEqual([2, 2]);
});

function missing({ service }: ChainWorld, sent: ReadonlySet<string>): readonly string[] {
  const credited = new Set(
    service.depositsOf(ADA, 10_000).flatMap(({ status, txHash }) => (status === "credited" ? [txHash] : [])),
  );
  return [...sent].filter((hash) => !credited.has(hash));
}

function startTarget(
  home: string,
  promised: Readonly<Record<"sent" | "credited" | "confirmed", Set<string>>>,
): { readonly process: ChildProcess; readonly ready: Promise<void> } {
  const child = fork(path.join(import.meta.dirname, "embedded-kill-target.ts"), {
    env: { ...process.env, ...COMPILE_CACHE, HOME_DIRECTORY: home, USER_ID: String(ADA) },
    execArgv: [],
  });
  leftOver.push(() => child.kill("SIGKILL"));
  const ready = new Promise<void>((resolve, reject) => {
    child.once("exit", () => reject(new Error("it ended by itself")));
    child.on("message", ({ kind, value }: EmbeddedMessage) => {
      if (kind === "ready") resolve();
      else promised[kind].add(value);
    });
  });
  // Only awaited at the start of a round; a later kill rejects it.
  ready.catch(() => undefined);
  return { process: child, ready };
}

/** Returns the development nodes descended from a process. */
function nodesOf(ancestor: number): number[] {
  const rows = execFileSync("ps", ["-eo", "pid=,ppid=,comm="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const below = new Set([ancestor]);
  for (let grew = true; grew; ) {
    grew = false;
    for (const [pid, ppid] of rows) {
      if (below.has(Number(ppid)) && !below.has(Number(pid))) {
        below.add(Number(pid));
        grew = true;
      }
    }
  }
  return rows.flatMap(([pid, , command]) =>
    command === "anvil" && below.has(Number(pid)) ? [Number(pid)] : [],
  );
}

function isAlive(pid: number): boolean {
  try {
    return (
      !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8")) &&
      readdirSync("/proc").includes(String(pid))
    );
  } catch {
    return false;
  }
}

async function until(what: string, isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1_200; tries++) {
    if (isSo()) return;
    await sleep(50);
  }
  throw new Error(`waited in vain: ${what}`);
}
