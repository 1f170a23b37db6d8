import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "@candor/domain/commands/commands";
import { SnapshotStore } from "@candor/journal/snapshot-store";
import type { Units } from "@candor/money/brand";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MEMORY_DISK } from "../../../../../test/support/memory-disk.ts";
import { DEFAULT_ASSETS } from "../../config/default-listing.ts";
import { writeInstance } from "../../config/instance.ts";
import { exchangeHome } from "../../engine/runtime/exchange-home.ts";
import { machineFactory } from "../../engine/runtime/exchange-machine.ts";
import { LocalEngine } from "../../engine/runtime/local-engine.ts";

const PROGRAM = join(import.meta.dirname, "journal.ts");
const USER = 10_001;
/** Offset in a snapshot, after four magic bytes. */
const VERSION_AT = 4;

let home = "";
let engine: LocalEngine;

beforeAll(async () => {
  home = mkdtempSync(join(MEMORY_DISK, "candor-cli-"));
  writeInstance(home, { version: 1, createdAtMs: 1, mode: "sandbox", simulationSeed: 1 });
  const open = () =>
    new LocalEngine({
      home: exchangeHome(home),
      factory: machineFactory,
      clock: () => Date.UTC(2025, 0, 2, 3, 4, 5),
      segmentBytes: 1 << 20,
    });
  const commands: Command[] = DEFAULT_ASSETS.map((asset) => ({ kind: "list-asset", asset }));
  commands.push({ kind: "open-account", userId: USER, role: "trader" });
  for (let i = 1; i <= 5; i++)
    commands.push({
      kind: "deposit",
      userId: USER,
      assetId: 0,
      amountUnits: (i * 1_000_000) as Units,
      origin: "faucet",
      key: `gift-${i}`,
    });
  engine = open();
  for (const command of commands.splice(0, 10)) await engine.execute(command);
  await engine.close();
  engine = open();
  for (const command of commands) await engine.execute(command);
});
afterAll(async () => {
  await engine.close();
  rmSync(home, { recursive: true, force: true });
});

function run(...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...args, "--home", home], {
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("JRNL-08 verify replays the journal next to the running server and prints the same state hash", async () => {
  const { hash } = await engine.stateHash();
  const { status, stdout, stderr } = run("verify");
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout).toContain("16 executed again");
  expect(stdout).toContain(`State hash  ${hash}`);
  expect(stdout).toContain("Snapshots   1 matches the journal");
});

test("JRNL-08 a snapshot that another version wrote is named and is no complaint; a state that was changed is one", async () => {
  const store = new SnapshotStore(exchangeHome(home).snapshotDirectory);
  const kept = store.newest(Number.MAX_SAFE_INTEGER, () => undefined);
  if (kept === undefined) throw new Error("no snapshot");
  const { seq, frameNumber, frameHash, content } = kept;
  const changed = async (at: number) => {
    const other = Uint8Array.from(content);
    other[at] = (other[at] as number) ^ 64;
    await store.write(seq, frameNumber, frameHash, other);
    return run("verify");
  };
  const older = await changed(VERSION_AT);
  expect(older).toMatchObject({ status: 0, stderr: "" });
  expect(older.stdout).toMatch(/^Unusable {4}snapshot at 10: .*unknown version \d+/m);
  expect(older.stdout).not.toContain("Snapshots ");
  const tampered = await changed(content.length - 1);
  expect(tampered).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("the snapshot at 10 does not match the state"),
  });
  await store.write(seq, frameNumber, frameHash, content);
});

test("JRNL-08 stats counts frames and commands by kind", () => {
  const { status, stdout } = run("stats");
  expect(status).toBe(0);
  expect(stdout).toMatch(/^Frames +16, /m);
  expect(stdout).toMatch(/^ {2}list-asset +10$/m);
  expect(stdout).toMatch(/^ {2}deposit +5$/m);
  expect(stdout).toMatch(/^To +2025-01-02T03:04:05.000Z$/m);
});

test("JRNL-08 dump prints commands readably, from a sequence number on and no more than asked for", () => {
  const { status, stdout } = run("dump", "--from", "12", "--limit", "2");
  expect(status).toBe(0);
  expect(stdout.split("\n").filter((line) => line !== "")).toEqual([
    "        12  2025-01-02T03:04:05.000Z  deposit           userId=10001 assetId=0 amountUnits=1000000 origin=faucet key=gift-1",
    "        13  2025-01-02T03:04:05.000Z  deposit           userId=10001 assetId=0 amountUnits=2000000 origin=faucet key=gift-2",
  ]);
});

test("JRNL-08 verify reports file, byte, frame and sequence number of a flipped bit, and fails", () => {
  const file = join(exchangeHome(home).journalDirectory, "00000001.journal");
  const bytes = readFileSync(file);
  const flipped = Buffer.from(bytes);
  flipped[400] = (flipped[400] as number) ^ 16;
  writeFileSync(file, flipped);
  const { status, stderr } = run("verify");
  writeFileSync(file, bytes);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^journal damaged: .*00000001\.journal, byte \d+, frame \d, sequence number \d\)$/m);
});

test("JRNL-08 a wrong argument prints the correct usage", () => {
  expect(run("dump", "--limit", "many")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("--limit"),
  });
  expect(run("mend")).toMatchObject({
    status: 1,
    stderr: expect.stringContaining("npm run journal -- verify"),
  });
  expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining("npm run journal -- dump") });
});
