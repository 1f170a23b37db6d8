import { spawn, spawnSync } from "node:child_process";
import { hash, randomInt } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandReader } from "@candor/codec/command-reader";
import { LAYOUT } from "@candor/codec/event-layouts";
import { EventCursor } from "@candor/codec/event-reader";
import { EVENT } from "@candor/codec/event-record";
import type { Frame } from "@candor/journal/frame";
import { JournalReader } from "@candor/journal/journal-reader";
import { EXCHANGE_JOURNAL, exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { FrameReplay } from "@candor/server/engine/runtime/frame-replay";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { recover } from "@candor/server/engine/runtime/recover";
import { afterEach, beforeEach, expect, test } from "vitest";
import { keyOf, worldCommands } from "../support/crash/kill-workload.ts";
import { repeats } from "../support/repeats.ts";

const KILLS = repeats(20, 50);
const LONGEST_LIFE_MS = 150;
const TARGET = join(import.meta.dirname, "kill-target.ts");

let home = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "candor-kill-"));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/**
 * Starts the target, kills it `lifeMs` after it is ready (or after its start, so that startup and recovery are killed
 * too), and returns the acknowledged numbers.
 */
function runAndKill(firstNumber: number, lifeMs: number, fromItsStart: boolean): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [TARGET, home, String(firstNumber)], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_COMPILE_CACHE: join(home, "cache") },
    });
    let output = "";
    let errors = "";
    let killed = false;
    const killLater = (): void => {
      setTimeout(() => {
        killed = child.kill("SIGKILL");
      }, lifeMs);
    };
    if (fromItsStart) killLater();
    child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    child.stdout.on("data", (chunk: Buffer) => {
      if (output === "" && !fromItsStart) killLater();
      output += chunk.toString();
    });
    child.on("error", reject);
    child.on("close", () => {
      if (!killed) reject(new Error(`the target ended by itself: ${errors}`));
      // The text after the last line end may be half a number.
      else resolve(output.split("\n").slice(1, -1).map(Number));
    });
  });
}

/** Runs the target once to its end, because a killed process does not write its compile cache. */
function fillCompileCache(): void {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(home, "cache") };
  const { status, stderr } = spawnSync(process.execPath, [TARGET, home], { encoding: "utf8", env });
  if (status !== 0) throw new Error(`the target does not start: ${stderr}`);
}

/** Replays the journal into its own machine and counts how often each key was accepted. */
class Auditor {
  readonly accepted = new Map<string, number>();
  readonly machine = machineFactory.create();
  private readonly replay = new FrameReplay(this.machine, 0, undefined, 0, ({ words }) => this.count(words));
  private readonly commands = new CommandReader();
  private keys: string[] = [];
  private seq = 0;

  follow(): void {
    const visit = (frame: Frame): void => {
      if (frame.lastSeq <= this.seq) return;
      this.keys = [];
      this.commands.open(frame.payload);
      for (let command = this.commands.next(); command !== undefined; command = this.commands.next())
        this.keys.push("key" in command ? command.key : "");
      this.replay.run(frame);
      this.seq = frame.lastSeq;
    };
    new JournalReader(exchangeHome(home).journalDirectory, EXCHANGE_JOURNAL).read(visit);
  }

  private count(words: Float64Array): void {
    const cursor = new EventCursor(words);
    let index = 0;
    while (cursor.next()) {
      if (cursor.kind !== EVENT.executed) continue;
      const key = this.keys[index++] ?? "";
      const [error, replayedSeq] = [
        cursor.field(LAYOUT.executed.at.error),
        cursor.field(LAYOUT.executed.at.replayedSeq),
      ];
      if (key !== "" && error === 0 && replayedSeq === 0)
        this.accepted.set(key, (this.accepted.get(key) ?? 0) + 1);
    }
  }
}

test(`JRNL-01 after kill -9 at ${KILLS} random moments under load every acknowledged order is there, none twice`, async () => {
  const world = new LocalEngine({ home: exchangeHome(home), factory: machineFactory });
  await Promise.all(worldCommands().map((command) => world.execute(command)));
  await world.close();
  fillCompileCache();
  const auditor = new Auditor();
  let acknowledged = 0;
  for (let kill = 1; kill <= KILLS; kill++) {
    const lifeMs = randomInt(LONGEST_LIFE_MS);
    const fromItsStart = kill % 5 === 0;
    const numbers = await runAndKill(acknowledged + 1, lifeMs, fromItsStart);
    const where = `kill ${kill}, ${lifeMs} ms after ${fromItsStart ? "its start" : "it was ready"}`;
    expect(numbers, where).toEqual(numbers.map((_, i) => acknowledged + 1 + i));
    // The next run resends everything not acknowledged in this one, executed or not.
    acknowledged += numbers.length;
    auditor.follow();
    // The journal only grows: recheck at the end that nothing was accepted twice.
    for (const number of numbers)
      if (auditor.accepted.get(keyOf(number)) !== 1)
        expect.unreachable(`${where}: ${number} accepted ${auditor.accepted.get(keyOf(number)) ?? 0} times`);
  }
  expect([...auditor.accepted.values()].every((times) => times === 1)).toBe(true);
  expect(acknowledged).toBeGreaterThan(1_000);

  const { machine, journal, report } = recover({ home: exchangeHome(home), factory: machineFactory });
  journal.close();
  expect(report.snapshotSeq).toBeGreaterThan(0);
  expect(hash("sha256", machine.snapshot(), "hex")).toBe(hash("sha256", auditor.machine.snapshot(), "hex"));
}, 600_000);
