import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Units } from "@candor/money/brand";
import { readCustodyPlaces } from "@candor/server/config/chain/custody-places";
import type { DevelopmentChain } from "@candor/server/custody/chain/development/development-chain";
import { RemoteDevelopmentChain } from "@candor/server/custody/chain/development/remote-development-chain";
import type { Hex } from "@candor/server/kit/hex";
import { afterEach, describe, expect, test } from "vitest";
import { CONTRACT_CACHE } from "../support/chain/contract-cache.ts";
import { HAS_OPENSSL } from "../support/link/link-certificates.ts";
import { TestAuthority, WITHOUT_OPENSSL } from "../support/link/test-authority.ts";
import { repeats } from "../support/repeats.ts";
import { type RoleProcess, startRole } from "../support/server/run-role.ts";
import { ChainWorld, COMPILE_CACHE, directoryOnDisk, ETH, TestLog } from "./chain-world.ts";
import type { FailoverMessage } from "./custody-failover-target.ts";

const ADA = 10_001;
const RECEIVER: Hex = "0x00000000000000000000000000000000000c0de1";
const EXCHANGE = "1700000000000-42";
const WEI_PER_UNIT = 10n ** 10n;
const FEE = 100_000;
const SIGNER_KILLS = repeats(6, 50);
const CORE_ENDS = repeats(4, 50);
const CHAIN_KILLS = repeats(1, 8);

const byValue = (a: number, b: number): number => a - b;

const LONGEST_WAIT_FOR_CORE_MS = 15_000;

const leftOver: (() => unknown)[] = [];
afterEach(async () => {
  for (const clear of leftOver.splice(0).toReversed()) await clear();
});

/** A process that is started again in the same place after each kill. */
class Restarted {
  private readonly role: "signer" | "chain";
  private readonly variables: Readonly<Record<string, string>>;
  private earlierOutput = "";
  process: RoleProcess;

  private constructor(
    role: "signer" | "chain",
    variables: Readonly<Record<string, string>>,
    process: RoleProcess,
  ) {
    this.role = role;
    this.process = process;
    this.variables = { ...variables, CANDOR_LINK: this.place };
  }

  static async start(
    role: "signer" | "chain",
    variables: Readonly<Record<string, string>>,
  ): Promise<Restarted> {
    const started = new Restarted(role, variables, await startRole(role, variables));
    leftOver.push(() => started.process.stop("SIGKILL"));
    return started;
  }

  get place(): string {
    return `127.0.0.1:${this.process.port}`;
  }

  /** What all its processes have printed. */
  get output(): string {
    return this.earlierOutput + this.process.output();
  }

  async killAndStart(more: Readonly<Record<string, string>> = {}): Promise<void> {
    await this.process.stop("SIGKILL");
    this.earlierOutput = this.output;
    this.process = await startRole(this.role, { ...this.variables, ...more });
  }
}

function newAuthority(): TestAuthority {
  const authority = new TestAuthority();
  leftOver.push(() => rmSync(authority.directory, { recursive: true, force: true }));
  return authority;
}

/** Signer and chain as processes of their own, and what a core needs to use them. */
async function startCustody(authority = newAuthority()): Promise<{
  readonly home: string;
  readonly signer: Restarted;
  readonly chain: Restarted;
  readonly variables: Readonly<Record<string, string>>;
}> {
  const home = directoryOnDisk();
  leftOver.push(() => rmSync(home, { recursive: true, force: true }));
  const common = { ...COMPILE_CACHE, CANDOR_CACHE: CONTRACT_CACHE };
  const [signer, chain] = await Promise.all([
    Restarted.start("signer", {
      ...common,
      ...authority.variablesOf("signer"),
      CANDOR_HOME: path.join(home, "signer-machine"),
    }),
    Restarted.start("chain", {
      ...common,
      ...authority.variablesOf("chain"),
      CANDOR_HOME: path.join(home, "outside"),
    }),
  ]);
  const variables = {
    ...common,
    ...authority.variablesOf("core-1"),
    CANDOR_SIGNER: signer.place,
    CANDOR_DEVELOPMENT_CHAIN: chain.place,
    EXCHANGE,
    TO: RECEIVER,
    USER: String(ADA),
  };
  return { home, signer, chain, variables };
}

function openCore(
  variables: Readonly<Record<string, string>>,
  home: string,
  term: number,
  exchange = EXCHANGE,
): Promise<ChainWorld> {
  return ChainWorld.open({
    home,
    custody: readCustodyPlaces(variables, "sandbox", undefined),
    core: { exchange, term },
    development: { pollMs: 20 },
  });
}

describe.skipIf(!HAS_OPENSSL)(`custody across a failover${WITHOUT_OPENSSL}`, () => {
  test(`CLUS-05 ${CORE_ENDS} cores killed or frozen, signer killed ${SIGNER_KILLS} and chain ${CHAIN_KILLS} times at random: each withdrawal is paid once, each deposit credited once`, async () => {
    const { home, signer, chain, variables } = await startCustody();
    let core = path.join(home, "core-0");
    let isOver = false;
    let killing: readonly Promise<void>[] = [];
    let frozen: ChildProcess | undefined;
    let requested = 0;
    const onMessage = ({ kind }: FailoverMessage): void => {
      if (kind === "requested") requested++;
    };
    for (let term = 1; term <= CORE_ENDS; term++) {
      const leader = startCore({ ...variables, HOME_DIRECTORY: core, TERM: String(term) }, term, onMessage);
      await leader.until("requested");
      if (term === 1)
        killing = [
          killAtRandom(signer, SIGNER_KILLS, 1_500, () => isOver),
          killAtRandom(chain, CHAIN_KILLS, 8_000, () => isOver),
        ];
      await sleep(Math.random() * 1_500);
      if (frozen !== undefined) await wakeAndKill(frozen, signer);
      frozen = undefined;
      if (term % 3 === 0) {
        frozen = leader.child;
        await freeze(leader.child);
        // The standby's mirror: all that was written.
        const mirror = path.join(home, `core-${term}`);
        cpSync(core, mirror, { recursive: true });
        for (const lock of globSync("**/lock", { cwd: mirror })) rmSync(path.join(mirror, lock));
        core = mirror;
      } else {
        leader.child.kill("SIGKILL");
        await once(leader.child, "exit");
      }
    }
    isOver = true;
    await Promise.all(killing);
    const last = startCore(
      { ...variables, HOME_DIRECTORY: core, TERM: String(CORE_ENDS + 1), IS_LAST: "yes" },
      CORE_ENDS + 1,
      onMessage,
    );
    await last.until("open");
    if (frozen !== undefined) await wakeAndKill(frozen, signer);
    await last.until("idle");
    last.child.kill("SIGKILL");
    await once(last.child, "exit");

    const world = await openCore(variables, core, CORE_ENDS + 2);
    leftOver.push(() => world.close());
    const { identity, developmentChain } = readCustodyPlaces(variables, "sandbox", undefined);
    if (identity === undefined || developmentChain === undefined) throw new Error("no places");
    const outside = await RemoteDevelopmentChain.connect({
      place: developmentChain,
      identity,
      log: new TestLog(),
    });
    leftOver.push(() => outside.close());
    // Leaders that woke up sent deposits until they were killed.
    await world.until("all is credited", async () => {
      const isMined = (await outside.waitingTransactions()) === 0;
      const isRead = world.service.chains[0]?.headBlock === (await outside.chain.headNumber());
      return isMined && isRead && !world.service.isBusy;
    });
    const address = (await world.service.depositAddressOf(ADA)).toLowerCase() as Hex;
    const sent = await arrivals(outside, address);
    const paid = await arrivals(outside, RECEIVER);
    // Amounts are unique, so a withdrawal paid twice would show up twice.
    expect(paid.length).toBeGreaterThan(0);
    expect(new Set(paid).size).toBe(paid.length);
    const deposits = world.service.depositsOf(ADA, 100_000);
    expect(deposits.every(({ status }) => status === "credited")).toBe(true);
    expect(deposits.map(({ amountUnits }) => Number(amountUnits)).toSorted(byValue)).toEqual(
      sent.toSorted(byValue),
    );
    const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);
    const { assets } = await world.engine.solvencyView();
    const [available, isFrozen] = await world.balanceOf(ADA, ETH);
    expect(isFrozen).toBe(0);
    expect(assets[ETH]?.feesUnits).toBe(paid.length * FEE);
    expect(available + total(paid) + paid.length * FEE).toBe(total(sent));
    expect(assets[ETH]?.outsideWorldUnits).toBe(total(paid) - total(sent));
    expect(await world.custodyOf(ETH)).toMatchObject({ difference: "0" });
    // Each core that ended may have taken word of one request with it.
    expect(requested + CORE_ENDS).toBeGreaterThanOrEqual(paid.length);
  }, 3_600_000);

  test("CLUS-05 a core starts and credits while the signer is down, and pays once it is back", async () => {
    const { home, signer, variables } = await startCustody();
    const core = path.join(home, "core");
    const first = await openCore(variables, core, 1);
    await first.openUsers(ADA);
    const address = await first.service.depositAddressOf(ADA);
    await first.close();
    await signer.process.stop("SIGKILL");
    const world = await openCore(variables, core, 2);
    leftOver.push(() => world.close());
    expect(await world.service.depositAddressOf(ADA)).toBe(address);
    await world.service.sendFromFaucet(ADA, ETH, 50_000_000 as Units);
    await world.until(
      "the deposit is credited",
      async () => (await world.balanceOf(ADA, ETH))[0] === 50_000_000,
    );
    const withdrawalId = await world.withdraw(ADA, ETH, 20_000_000, FEE, RECEIVER);
    await world.until("the log says why it waits", () =>
      world.log.lines.some((line) => line.includes("signer unavailable")),
    );
    expect((await world.engine.withdrawalsView()).withdrawals).toMatchObject([{ status: "approved" }]);
    await signer.killAndStart();
    await world.until("it is paid", () => world.withdrawals.get(withdrawalId)?.status === "confirmed");
    expect(await world.custodyOf(ETH)).toMatchObject({ difference: "0" });
  }, 120_000);

  test("CLUS-05 SIGN-06 a core of a lower term, as after a restore, starts and credits, and pays once the term is forgotten", async () => {
    const { home, signer, variables } = await startCustody();
    const core = path.join(home, "core");
    const first = await openCore(variables, core, 7);
    await first.openUsers(ADA);
    await first.close();
    const world = await openCore(variables, core, 3);
    leftOver.push(() => world.close());
    await world.service.sendFromFaucet(ADA, ETH, 50_000_000 as Units);
    await world.until("it is credited", async () => (await world.balanceOf(ADA, ETH))[0] === 50_000_000);
    const withdrawalId = await world.withdraw(ADA, ETH, 20_000_000, FEE, RECEIVER);
    await world.until("the log says why it waits", () =>
      world.log.lines.some((line) => line.includes("it has seen term 7, this core leads in term 3")),
    );
    expect((await world.engine.withdrawalsView()).withdrawals).toMatchObject([{ status: "approved" }]);
    await signer.killAndStart({ CANDOR_SIGNER_FORGET_TERM: "6" });
    expect(signer.process.output()).not.toContain("forgot the highest term");
    await signer.killAndStart({ CANDOR_SIGNER_FORGET_TERM: "7" });
    await world.until("it is paid", () => world.withdrawals.get(withdrawalId)?.status === "confirmed");
  }, 120_000);

  test("CLUS-05 a signer with other keys is refused by name", async () => {
    const authority = newAuthority();
    const { home, signer, variables } = await startCustody(authority);
    const core = path.join(home, "core");
    const first = await openCore(variables, core, 1);
    await first.openUsers(ADA);
    await first.close();
    const other = await Restarted.start("signer", {
      ...COMPILE_CACHE,
      ...authority.variablesOf("signer"),
      CANDOR_HOME: path.join(home, "other-signer"),
    });
    const wrong = { ...variables, CANDOR_SIGNER: other.place };
    await expect(openCore(variables, core, 2, "1800000000000-7")).rejects.toThrow(
      "CANDOR_SIGNER names a signer whose keys belong to another exchange",
    );
    const refused = /CANDOR_SIGNER names a signer with the hot wallet 0x[0-9a-f]{40} and other keys/;
    await expect(openCore(wrong, core, 2)).rejects.toThrow(refused);
    // It answers only after the start: nothing is paid, and the log says why.
    await other.process.stop("SIGKILL");
    const world = await openCore(wrong, core, 2);
    leftOver.push(() => world.close());
    await world.service.sendFromFaucet(ADA, ETH, 50_000_000 as Units);
    await world.until("it is credited", async () => (await world.balanceOf(ADA, ETH))[0] === 50_000_000);
    await world.withdraw(ADA, ETH, 20_000_000, FEE, RECEIVER);
    await other.killAndStart();
    await world.until("the log says why", () => world.log.lines.some((line) => refused.test(line)));
    expect((await world.engine.withdrawalsView()).withdrawals).toMatchObject([{ status: "approved" }]);
    await signer.process.stop("SIGTERM");
  }, 120_000);
});

/** Stops a process. Resolves once all its threads have stopped: one that is running may still write for a moment. */
async function freeze(child: ChildProcess): Promise<void> {
  child.kill("SIGSTOP");
  const tasks = `/proc/${child.pid}/task`;
  const isStopped = (task: string): boolean =>
    /\) T /.test(readFileSync(path.join(tasks, task, "stat"), "utf8"));
  while (!readdirSync(tasks).every(isStopped)) await sleep(5);
}

/** A frozen leader wakes up while another one leads, and acts on its own old copy of everything, until it is refused. */
async function wakeAndKill(old: ChildProcess, signer: Restarted): Promise<void> {
  const refusals = (): number => signer.output.split('"refusal":"lower-term"').length;
  const before = refusals();
  old.kill("SIGCONT");
  await expect.poll(refusals, { timeout: 120_000 }).toBeGreaterThan(before);
  await sleep(Math.random() * 1_000);
  old.kill("SIGKILL");
  await once(old, "exit");
}

async function killAtRandom(
  target: Restarted,
  kills: number,
  withinMs: number,
  isOver: () => boolean,
): Promise<void> {
  for (let kill = 0; kill < kills && !isOver(); kill++) {
    // On a busy machine a core may need longer to connect than the time to the next kill.
    const endMs = Date.now() + LONGEST_WAIT_FOR_CORE_MS;
    while (Date.now() < endMs && !isOver() && !target.process.output().includes('"msg":"core connected"'))
      await sleep(20);
    await sleep(Math.random() * withinMs);
    await target.killAndStart();
  }
}

/** Returns the amounts that arrived at an address, in units, from all blocks of the chain. */
async function arrivals({ chain }: DevelopmentChain, address: Hex): Promise<readonly number[]> {
  const found: number[] = [];
  const head = await chain.headNumber();
  for (let number = 0; number <= head; number++) {
    const block = await chain.block(number);
    for (const { to, value, hash } of block?.transactions ?? []) {
      if (to !== address || value < 1_000_000n * WEI_PER_UNIT) continue;
      expect((await chain.receipt(hash))?.succeeded).toBe(true);
      found.push(Number(value / WEI_PER_UNIT));
    }
  }
  return found;
}

function startCore(
  variables: Readonly<Record<string, string>>,
  index: number,
  onMessage: (message: FailoverMessage) => void,
): { readonly child: ChildProcess; readonly until: (kind: FailoverMessage["kind"]) => Promise<void> } {
  const child = fork(path.join(import.meta.dirname, "custody-failover-target.ts"), {
    env: { ...process.env, ...variables, FIRST_AMOUNT: String(3_000_000 + index * 10_000) },
    execArgv: [],
  });
  leftOver.push(() => child.kill("SIGKILL"));
  child.on("message", onMessage);
  const until = async (wanted: FailoverMessage["kind"]): Promise<void> => {
    const found = Promise.withResolvers<void>();
    child.on("message", ({ kind }: FailoverMessage) => {
      if (kind === wanted) found.resolve();
    });
    child.once("exit", (code) => found.reject(new Error(`the core exited by itself with ${code}`)));
    const timer = setTimeout(() => found.reject(new Error(`the core was not ${wanted} in time`)), 120_000);
    await found.promise.finally(() => clearTimeout(timer));
  };
  return { child, until };
}
