import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import type { EngineMachine, MachineFactory } from "./engine-machine.ts";
import { exchangeHome } from "./exchange-home.ts";
import { LocalEngine } from "./local-engine.ts";
import { machineFactory } from "./testing/tally-machine.ts";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(MEMORY_DISK, "candor-lookahead-"));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

const COMMANDS: readonly Command[] = [
  { kind: "cancel-order", userId: 10_001, orderId: 5, key: "" },
  { kind: "advance-time" },
  { kind: "cancel-order", userId: 10_002, orderId: 6, key: "k" },
];

/** Creates machines that log their calls to `lines`, in order. */
function scribes(gainsByPrefetch: boolean, lines: string[]): MachineFactory {
  const scribe = (machine: EngineMachine): EngineMachine => {
    const execute = machine.execute.bind(machine);
    return Object.assign(machine, {
      gainsByPrefetch,
      prefetch: (...numbers: readonly number[]) => lines.push(`announced ${numbers.join(" ")}`),
      execute: (...announcements: Parameters<EngineMachine["execute"]>) => {
        lines.push(`executed ${announcements[0].kind}`);
        execute(...announcements);
      },
    });
  };
  return {
    create: () => scribe(machineFactory.create()),
    restore: (snapshot) => scribe(machineFactory.restore(snapshot)),
  };
}

/** Returns the calls a machine receives for one batch, and for its replay. */
async function announcements(gainsByPrefetch: boolean): Promise<readonly (readonly string[])[]> {
  const home = exchangeHome(root);
  const batches: string[][] = [];
  for (let start = 0; start < 2; start++) {
    const lines: string[] = [];
    const engine = new LocalEngine({
      home,
      factory: scribes(gainsByPrefetch, lines),
      clock: () => 1_000,
    });
    if (start === 0) await Promise.all(COMMANDS.map((command) => engine.execute(command)));
    await engine.close();
    rmSync(home.snapshotDirectory, { recursive: true, force: true });
    batches.push(lines);
  }
  return batches;
}

test("ENG-16 each command is announced before the previous one is executed, live and in a replay", async () => {
  const lines = [
    "announced 10001 -1 5",
    "announced 0 -1 0",
    "executed cancel-order",
    "announced 10002 -1 6",
    "executed advance-time",
    "announced 0 -1 0",
    "executed cancel-order",
  ];
  expect(await announcements(true)).toEqual([lines, lines]);
});

test("ENG-16 a machine that does not gain from announcements gets none", async () => {
  const lines = ["executed cancel-order", "executed advance-time", "executed cancel-order"];
  expect(await announcements(false)).toEqual([lines, lines]);
});
