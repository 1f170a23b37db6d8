import { mkdtempSync, rmSync } from "node:fs";
import path from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import { EngineUnavailableError } from "@candor/domain/engine-errors";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { type AuditEntry, readAuditLog } from "../../kit/durable/audit-log.ts";
import type { MachineFactory } from "../runtime/engine-machine.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import { LocalEngine } from "../runtime/local-engine.ts";
import { machineAt } from "../runtime/machine-at.ts";
import { recover } from "../runtime/recover.ts";
import { readSkips } from "../runtime/skip-list.ts";
import { BREAKING_ASSET, machineFactory, tally } from "../runtime/testing/tally-machine.ts";
import { type Decision, decideRetry, decideSkip, NotDecidableError, stopOf } from "./decide-stop.ts";
import { assertNotStopped } from "./stopped-command.ts";

let home = "";
beforeEach(() => {
  home = mkdtempSync(path.join(MEMORY_DISK, "candor-stopped-"));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const decision = (factory: MachineFactory = machineFactory): Decision => ({
  home,
  factory,
  decidedBy: ["anna", "bert"],
  reason: "a fault in rounding",
  nowMs: Date.now,
});

const open = (factory = machineFactory, snapshotInterval = 1_000): LocalEngine =>
  new LocalEngine({ home: exchangeHome(home), factory, segmentBytes: 1 << 20, snapshotInterval });

async function run(engine: LocalEngine, ...commands: readonly Command[]): Promise<void> {
  for (const command of commands) await engine.execute(command);
}

/** A version of the program that cannot execute the command with this key. */
function versionWithout(key: string): MachineFactory {
  const faulty = (machine: ReturnType<MachineFactory["create"]>): typeof machine => {
    const execute = machine.execute.bind(machine);
    machine.execute = (command, ...rest) => {
      if ("key" in command && command.key === key) throw new Error("no such rounding");
      execute(command, ...rest);
    };
    return machine;
  };
  return {
    create: () => faulty(machineFactory.create()),
    restore: (snapshot) => faulty(machineFactory.restore(snapshot)),
  };
}

/** State after a replay of the whole journal, without snapshots. */
function replayed(factory = machineFactory): string {
  rmSync(exchangeHome(home).snapshotDirectory, { recursive: true, force: true });
  const { machine, journal } = recover({ home: exchangeHome(home), factory });
  journal.close();
  return Buffer.from(machine.snapshot()).toString("utf8");
}

const BROKEN = tally(7, 5, "broken", BREAKING_ASSET);

/** Ends an engine by a command that it cannot execute. */
async function breakEngine(): Promise<void> {
  const engine = open();
  await run(engine, tally(1, 10, "a"));
  const together = await Promise.allSettled([engine.execute(tally(1, 1, "b")), engine.execute(BROKEN)]);
  expect(together.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(engine.execute(tally(1, 1, "c"))).rejects.toThrow(EngineUnavailableError);
  await engine.close();
}

test("SKIP-01 a command that cannot be executed stops the exchange, is named, and is not offered to the next start", async () => {
  await breakEngine();
  expect(stopOf(home)).toMatchObject({ source: "offered", kind: "deposit", userId: 7, seq: 3 });
  expect(() => assertNotStopped(home)).toThrow(
    /command 3, deposit of user 7, cannot be executed: the tally does not add up\. It is not in the journal/,
  );
  // Nothing of the batch is in the journal.
  const engine = open();
  expect(engine.report.lastSeq).toBe(1);
  await engine.close();
  expect(() => assertNotStopped(home)).toThrow();
  decideRetry(decision());
  assertNotStopped(home);
  expect(() => decideSkip(decision())).toThrow(NotDecidableError);
});

test("SKIP-02 a skipped command is in the journal as a rejection, and so is every repetition, in every replay", async () => {
  await breakEngine();
  decideSkip(decision());
  assertNotStopped(home);
  const engine = open();
  expect(engine.report.lastSeq).toBe(2);
  expect(() => stopOf(home)).toThrow(/no command stopped/);
  const again = await engine.execute(BROKEN);
  expect(again.executed).toMatchObject({ seq: 3, error: "request.skipped", userId: 7 });
  await run(engine, tally(1, 1, "b"), tally(7, 4, "other"));
  const [repeated, later] = await Promise.all([engine.execute(BROKEN), engine.execute(tally(7, 1, "z"))]);
  expect([repeated.executed.error, later.executed.error]).toEqual(["request.skipped", undefined]);
  const live = await engine.stateHash();
  const { balances } = await engine.accountView(7);
  expect(balances[0]?.availableUnits).toBe(5);
  await engine.close();
  const restarted = open();
  expect(await restarted.stateHash()).toEqual(live);
  await restarted.close();
  expect(replayed()).toBe(
    Buffer.from(machineAt(exchangeHome(home), machineFactory, 7).machine.snapshot()).toString(),
  );
});

test("SKIP-03 both who decided are in the audit log and in the list that every replay reads", async () => {
  await breakEngine();
  decideSkip(decision());
  const entries: AuditEntry[] = [];
  readAuditLog(home, (entry) => entries.push(entry));
  expect(entries).toMatchObject([
    { operator: "anna", action: "stopped skip", reason: "a fault in rounding", phase: "done" },
    { operator: "bert", action: "stopped skip", after: { kind: "deposit", user: 7, with: "anna, bert" } },
  ]);
  expect(readSkips(exchangeHome(home)).all).toMatchObject([
    {
      seq: 2,
      fromSeq: 2,
      source: "offered",
      decidedBy: ["anna", "bert"],
      error: "the tally does not add up",
    },
  ]);
});

test("SKIP-04 a journaled command that a new version cannot execute is named with its frame, and the earlier version still starts", async () => {
  const engine = open();
  await run(engine, tally(1, 10, "a"), tally(2, 5, "x"), tally(3, 1, "c"));
  await engine.close();
  rmSync(exchangeHome(home).snapshotDirectory, { recursive: true });
  for (let start = 1; start <= 2; start++)
    expect(() => open(versionWithout("x"))).toThrow(
      /command 2, deposit of user 2, cannot be executed: no such rounding\. It is in frame 2 of the journal \(00000001\.journal, byte \d+\)/,
    );
  expect(stopOf(home)).toMatchObject({ source: "journal", seq: 2, kind: "deposit", userId: 2 });
  const earlier = open();
  expect(earlier.report.lastSeq).toBe(3);
  await earlier.close();
  expect(() => stopOf(home)).toThrow(/no command stopped/);
});

test("SKIP-04 a journaled command is skipped if nothing later depends on it, whichever snapshots there are", async () => {
  const engine = open();
  await run(engine, tally(1, 10, "a"), tally(2, 5, "x"), tally(3, 1, "c"));
  await engine.close();
  rmSync(exchangeHome(home).snapshotDirectory, { recursive: true });
  const faulty = versionWithout("x");
  expect(() => open(faulty)).toThrow("cannot be executed");
  decideSkip(decision(faulty));
  const skipping = open(faulty);
  const { balances } = await skipping.accountView(2);
  expect(balances).toEqual([]);
  // The same bytes again are rejected too; before the decision they were executed, or answered as a repetition.
  expect((await skipping.execute(tally(2, 5, "x"))).executed.error).toBe("request.skipped");
  const live = await skipping.stateHash();
  await skipping.close();
  const state = replayed(faulty);
  expect(state).not.toContain('"x"');
  const again = open(faulty);
  expect(await again.stateHash()).toEqual(live);
  await again.close();
});

test("SKIP-04 snapshots that contain what a skipped command did are set aside", async () => {
  const engine = open();
  await run(engine, tally(1, 10, "a"));
  await engine.close();
  const later = open();
  await run(later, tally(2, 5, "x"), tally(3, 1, "c"));
  await later.close();
  const faulty: MachineFactory = {
    ...versionWithout("x"),
    // It cannot read the newest snapshot either, so it starts with the one before.
    restore: (snapshot) => {
      if (Buffer.from(snapshot).toString("utf8").includes('"x"')) throw new Error("unknown version");
      return versionWithout("x").restore(snapshot);
    },
  };
  expect(() => open(faulty)).toThrow("cannot be executed");
  expect(decideSkip(decision(faulty)).join("\n")).toMatch(
    /snapshot-0000000000000003\.bin was moved to .*lost/,
  );
  const skipping = open(faulty);
  expect(skipping.report).toMatchObject({ snapshotSeq: 1, replayedCommands: 2 });
  await skipping.close();
});

test("SKIP-05 a journaled command that this version executes cannot be skipped", async () => {
  const engine = open();
  await run(engine, tally(1, 10, "a"), tally(2, 5, "x"));
  await engine.close();
  rmSync(exchangeHome(home).snapshotDirectory, { recursive: true });
  expect(() => open(versionWithout("x"))).toThrow("cannot be executed");
  expect(() => decideSkip(decision())).toThrow(
    /this version executes command 2, so there is nothing to skip/,
  );
  expect(readSkips(exchangeHome(home)).all).toEqual([]);
});

test("SKIP-05 what later acknowledged commands depend on cannot be skipped, nor what the exchange submits itself", async () => {
  const engine = open();
  await run(engine, tally(2, 5, "x"), tally(2, 1, "c"));
  await engine.close();
  rmSync(exchangeHome(home).snapshotDirectory, { recursive: true });
  const faulty = versionWithout("x");
  expect(() => open(faulty)).toThrow("cannot be executed");
  expect(() => decideSkip(decision(faulty))).toThrow(
    /command 1 cannot be skipped, because later acknowledged commands depend on it: replay diverges in frame 2/,
  );
  expect(readSkips(exchangeHome(home)).all).toEqual([]);
  const timeless: MachineFactory = {
    ...machineFactory,
    restore: (snapshot) => {
      const machine = machineFactory.restore(snapshot);
      machine.execute = () => {
        throw new Error("no time");
      };
      return machine;
    },
  };
  const earlier = open();
  await earlier.close();
  const stopping = open(timeless);
  await expect(stopping.execute({ kind: "advance-time" })).rejects.toThrow("no time");
  await stopping.close();
  expect(() => decideSkip(decision())).toThrow(/advance-time comes from the exchange itself/);
});
