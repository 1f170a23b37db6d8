import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DirectoryLock } from "./directory-lock.ts";
import { DirectoryLockedError } from "./journal-errors.ts";

const LOCK = join(import.meta.dirname, "directory-lock.ts");
let directory = "";
let children: ChildProcess[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "candor-lock-"));
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  rmSync(directory, { recursive: true, force: true });
});

async function start(
  command: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; pid: number }> {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "inherit"] });
  children.push(child);
  if (child.stdout === null) throw new Error("no output");
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, pid: Number(line.toString()) };
}

/** Starts a process that holds the lock and as many bytes of memory, and prints its id. */
function startHolder(bytes: number): Promise<{ child: ChildProcess; pid: number }> {
  const program = `import { DirectoryLock } from ${JSON.stringify(LOCK)};
    globalThis.held = [Buffer.alloc(${bytes}, 1), DirectoryLock.acquire(${JSON.stringify(directory)})];
    console.log(process.pid);
    setInterval(() => undefined, 1_000);`;
  return start(process.execPath, ["--input-type=module", "--eval", program]);
}

const stateOf = (pid: number): string =>
  /^State:\s(\S)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "";

describe.skipIf(!existsSync("/proc/self/stat"))("the lock of a process that was killed", () => {
  test("JRNL-07 is taken over from one that has ended and that its parent has not waited for", async () => {
    // The shell becomes a program that waits for nobody, as some containers' first process.
    const { pid } = await start("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"]);
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    const lock = { pid, threadId: 0, startedAt: fields[19], boot };
    writeFileSync(join(directory, "lock"), JSON.stringify(lock));
    expect(() => DirectoryLock.acquire(directory)).toThrow(DirectoryLockedError);
    process.kill(pid, "SIGKILL");
    await expect.poll(() => stateOf(pid)).toBe("Z");
    DirectoryLock.acquire(directory).release();
  });

  test("JRNL-07 is waited for while the process ends, and not while it lives, also stopped", async () => {
    const { child, pid } = await startHolder(400_000_000);
    expect(() => DirectoryLock.acquire(directory)).toThrow(`in use by the running process ${pid}`);
    child.kill("SIGSTOP");
    expect(() => DirectoryLock.acquire(directory)).toThrow(`in use by the running process ${pid}`);
    // Its memory is given back before its id.
    child.kill("SIGKILL");
    DirectoryLock.acquire(directory).release();
    await once(child, "exit");
  });
});
