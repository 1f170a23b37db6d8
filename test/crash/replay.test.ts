import { randomInt } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "@candor/domain/commands/commands";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { mulberry32 } from "@candor/simulator/order-flow-random";
import { afterEach, beforeEach, expect, test } from "vitest";
import { observation, orderNumber, worldCommands } from "../support/crash/kill-workload.ts";
import { MEMORY_DISK } from "../support/memory-disk.ts";

const ORDERS = 20_000;
const NOW_MS = 1_750_000_000_000;

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(MEMORY_DISK, "candor-replay-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const open = (machine: string): LocalEngine =>
  new LocalEngine({
    home: exchangeHome(join(root, machine)),
    factory: machineFactory,
    segmentBytes: 1 << 20,
    clock: () => NOW_MS,
  });

function history(): Command[] {
  const orders = Array.from({ length: ORDERS }, (_, i) => orderNumber(i + 1));
  return [...worldCommands(), observation(NOW_MS), ...orders];
}

/** Executes the history in random batches, with random pauses and restarts. */
async function runLive(machine: string, seed: number, restarts: number): Promise<string> {
  const random = mulberry32(seed);
  let engine = open(machine);
  const commands = history();
  const restartsAt = Array.from({ length: restarts }, (_, i) => (commands.length * (i + 1)) / (restarts + 1));
  for (let from = 0; from < commands.length; ) {
    const to = from + 1 + random.below(random.chance(0.9) ? 200 : 3_000);
    await Promise.all(commands.slice(from, to).map((command) => engine.execute(command)));
    if (random.chance(0.05)) await sleep(random.below(3));
    if (to > (restartsAt[0] ?? Number.POSITIVE_INFINITY)) {
      restartsAt.shift();
      await engine.close();
      engine = open(machine);
    }
    from = to;
  }
  const { hash } = await engine.stateHash();
  await engine.close();
  return hash;
}

test("CORE-01 the same journal leads to the same state hash: live in any timing, full replay, snapshot and tail", async () => {
  const seeds = [randomInt(2 ** 31), randomInt(2 ** 31)] as const;
  process.stdout.write(`CORE-01 seeds ${seeds.join(", ")}\n`);
  const hash = await runLive("first", seeds[0], 2);
  expect(await runLive("second", seeds[1], 0)).toBe(hash);

  const { snapshotDirectory } = exchangeHome(join(root, "first"));
  const last = readdirSync(snapshotDirectory).sort().at(-1) as string;
  rmSync(join(snapshotDirectory, last));
  const tail = open("first");
  expect(tail.report.snapshotSeq).toBeGreaterThan(ORDERS / 2);
  expect(tail.report.replayedCommands).toBeGreaterThan(1_000);
  expect((await tail.stateHash()).hash).toBe(hash);
  await tail.close();

  rmSync(snapshotDirectory, { recursive: true });
  const full = open("first");
  expect(full.report).toMatchObject({ snapshotSeq: 0, replayedCommands: history().length });
  expect((await full.stateHash()).hash).toBe(hash);
  await full.close();
}, 120_000);
