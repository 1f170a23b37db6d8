import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exchangeHome } from "@candor/server/engine/runtime/exchange-home";
import { machineFactory } from "@candor/server/engine/runtime/exchange-machine";
import { LocalEngine } from "@candor/server/engine/runtime/local-engine";
import { afterEach, beforeEach, expect, test } from "vitest";
import { orderNumber } from "../support/crash/kill-workload.ts";

const TARGET = join(import.meta.dirname, "disk-full-target.ts");
const SEGMENT_BYTES = 128 * 1024;
const DISK_BYTES = 16 * SEGMENT_BYTES;
/** Half a segment, in the shell's blocks of 512 bytes. */
const FILE_BLOCKS = SEGMENT_BYTES / 2 / 512;
/** More than fit on the disk. */
const COMMANDS = 50_000;

let root = "";
let home = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "candor-full-"));
  home = join(root, "disk");
  mkdirSync(home);
});
afterEach(() => {
  // Fails harmlessly if nothing is mounted.
  spawnSync("umount", ["-l", home]);
  rmSync(root, { recursive: true, force: true });
});

/** Runs the small server; `limit` is a shell command to run first. */
function run(first: number, count: number, limit = "") {
  const args = [TARGET, home, String(first), String(count)];
  const { status, stdout, stderr } = spawnSync(
    "/bin/sh",
    ["-c", `${limit} exec "$0" "$@"`, process.execPath, ...args],
    { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  const lines = `${stdout}${stderr}`.split("\n").filter((line) => line !== "");
  const numbersOf = (word: string): number[] =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [Number(/\d+/.exec(line)?.[0])] : []));
  return {
    status,
    text: lines.join("\n"),
    acknowledged: numbersOf("acknowledged"),
    refused: numbersOf("refused"),
  };
}

const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, i) => first + i);

function mount(options: string): boolean {
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", home]).status === 0;
}

async function expectFullAndCleanAgain(limit: string, error: RegExp, makeRoom: () => void): Promise<void> {
  const before = run(1, 200);
  expect(before).toMatchObject({ status: 0, acknowledged: from(1, 200), refused: [] });

  const full = run(201, COMMANDS, limit);
  expect(full.status, full.text).toBe(3);
  expect(full.text).toMatch(error);
  expect(full.text).toContain("lost: engine unavailable: journal: a frame could not be made durable");
  expect(full.acknowledged.length).toBeLessThan(COMMANDS);
  expect(full.acknowledged).toEqual(from(201, full.acknowledged.length));
  const last = 200 + full.acknowledged.length;
  for (const number of full.refused) expect(number).toBeGreaterThan(last);

  makeRoom();
  const again = run(last + 1, 200);
  expect(again).toMatchObject({ status: 0, acknowledged: from(last + 1, 200), refused: [] });
  const engine = new LocalEngine({
    home: exchangeHome(home),
    factory: machineFactory,
    segmentBytes: SEGMENT_BYTES,
  });
  const retried = await Promise.all(from(1, last + 200).map((number) => engine.execute(orderNumber(number))));
  for (const [index, { executed }] of retried.entries())
    if (executed.replayedSeq === 0)
      expect.unreachable(`command ${index + 1} was acknowledged and is not there`);
  await engine.close();
}

test("JRNL-04 a full disk gives a clear error, no acknowledgement, and a clean start once there is space", async (context) => {
  if (!mount(`size=${DISK_BYTES}`))
    context.skip("this user may not mount a small disk; the next test stands in");
  await expectFullAndCleanAgain("", /ENOSPC: no space left on device/, () => {
    expect(mount(`remount,size=${DISK_BYTES * 64}`)).toBe(true);
  });
}, 300_000);

test("JRNL-04 a file that may not grow gives a clear error, no acknowledgement, and a clean start afterwards", async () => {
  await expectFullAndCleanAgain(`ulimit -f ${FILE_BLOCKS};`, /EFBIG: file too large/, () => {});
}, 300_000);
