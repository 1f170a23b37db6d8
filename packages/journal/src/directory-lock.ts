import { linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { makeDirectory } from "./file-access.ts";
import { DirectoryLockedError } from "./journal-errors.ts";

const LOCK_FILE = "lock";
const MAX_TRIES = 10;
/** For a killed process to end: its threads may still write. */
const ENDING_MS = 10_000;
const PAUSE_MS = 10;
/** In field 9 of /proc/pid/stat: the process is ending. */
const PF_EXITING = 0x4;
/** Of signal 9 in a set of signals. */
const SIGKILL_BIT = 0x100;

/**
 * The holder of a lock. A process is identified by its id and its start time, so that a reused id does not look alive.
 */
interface Holder {
  readonly pid: number;
  readonly threadId: number;
  /** Start in clock ticks since boot where the system provides it, else "". */
  readonly startedAt: string;
  /** Identifies the boot where the system provides it, else "". */
  readonly boot: string;
}

let unique = 0;

/**
 * An exclusive write lock on a directory, held by this process. The lock of a dead process is taken over. Readers need
 * none.
 */
export class DirectoryLock {
  private readonly path: string;
  private readonly text: string;
  private held = true;

  private constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
  }

  /**
   * Waits for a holder that was killed and is still ending. Throws DirectoryLockedError when a live process holds the lock.
   * Creates the directory when it is missing.
   */
  static acquire(directory: string): DirectoryLock {
    makeDirectory(directory);
    const path = join(directory, LOCK_FILE);
    const own = `${path}.${process.pid}.${threadId}.${++unique}`;
    const text = JSON.stringify(self());
    try {
      writeFileSync(own, text, { flag: "wx" });
      for (let tries = 0; tries < MAX_TRIES; tries++) {
        if (linkExclusively(own, path)) return new DirectoryLock(path, text);
        const present = readIfThere(path);
        if (present === undefined) continue;
        const holder = parseHolder(present);
        if (holder !== undefined && isAliveAfterWait(holder))
          throw new DirectoryLockedError(directory, holder.pid);
        removeStale(path, `${own}.stale`, present);
      }
      throw new Error(`${directory}: could not acquire the lock, it keeps changing owners`);
    } finally {
      rmSync(own, { force: true });
    }
  }

  /** Removes the lock that a thread of this process left when it died without releasing it. */
  static releaseOfDeadThread(directory: string, deadThreadId: number): void {
    const path = join(directory, LOCK_FILE);
    const present = readIfThere(path);
    if (present === undefined) return;
    const holder = parseHolder(present);
    if (holder?.pid === process.pid && holder.threadId === deadThreadId) rmSync(path, { force: true });
  }

  release(): void {
    if (!this.held) return;
    this.held = false;
    if (readIfThere(this.path) === this.text) rmSync(this.path, { force: true });
  }
}

function self(): Holder {
  return { pid: process.pid, threadId, startedAt: processStart(process.pid) ?? "", boot: bootId() };
}

function linkExclusively(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes a stale lock. Two starting processes may both find it stale: the rename gives it to one of them, and a
 * process that moved a fresh lock instead puts it back.
 */
function removeStale(path: string, aside: string, stale: string): void {
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (readFileSync(aside, "utf8") !== stale) linkExclusively(aside, path);
  rmSync(aside, { force: true });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // A process that ends while its file in /proc is being read: ESRCH.
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

/** Returns undefined unless the text is a complete lock: links are made to complete files only. */
function parseHolder(text: string): Holder | undefined {
  try {
    const value = JSON.parse(text) as Partial<Holder>;
    if (typeof value.pid !== "number" || value.pid <= 0) return undefined;
    return {
      pid: value.pid,
      threadId: value.threadId ?? 0,
      startedAt: value.startedAt ?? "",
      boot: value.boot ?? "",
    };
  } catch {
    return undefined;
  }
}

/** Returns whether a holder lives, after waiting for one that is ending. */
function isAliveAfterWait(holder: Holder): boolean {
  const untilMs = performance.now() + ENDING_MS;
  let life = lifeOf(holder);
  while (life === "ending" && performance.now() < untilMs) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    life = lifeOf(holder);
  }
  return life !== "dead";
}

function lifeOf({ pid, startedAt, boot: startedIn }: Holder): "alive" | "ending" | "dead" {
  const boot = bootId();
  if (startedIn !== "" && boot !== "" && startedIn !== boot) return "dead";
  const fields = statOf(pid);
  if (fields !== undefined) {
    if (startedAt !== "" && startedAt !== fields[START_AT]) return "dead";
    const hasEnded = ["Z", "X"].includes(fields[0] ?? "");
    // One that nobody has waited for yet does nothing more, unless it has threads that are still ending.
    if (hasEnded && threadsOf(pid) <= 1) return "dead";
    const isEnding = hasEnded || (Number(fields[FLAGS_AT]) & PF_EXITING) !== 0 || isKilled(pid);
    return isEnding ? "ending" : "alive";
  }
  try {
    process.kill(pid, 0);
    return "alive";
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM" ? "alive" : "dead";
  }
}

/** Places in the fields of `statOf`. */
const FLAGS_AT = 6;
const START_AT = 19;

/** Returns the fields of /proc/pid/stat from the third one, the state; undefined where the file does not exist. */
function statOf(pid: number): readonly string[] | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may itself contain spaces and parentheses.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ");
}

/** Start in clock ticks since boot, which differs when an id is reused; undefined where the system does not tell. */
const processStart = (pid: number): string | undefined => statOf(pid)?.[START_AT];

function threadsOf(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return 0;
    throw error;
  }
}

/** Whether a process was killed and has not noticed yet, as while it waits for its disk. */
function isKilled(pid: number): boolean {
  const status = readIfThere(`/proc/${pid}/status`) ?? "";
  const pending = status.matchAll(/^(?:SigPnd|ShdPnd):\s*([0-9a-f]+)$/gm);
  // Signals below 13 are in the last three digits.
  return [...pending].some(([, set = "0"]) => (Number.parseInt(set.slice(-3), 16) & SIGKILL_BIT) !== 0);
}

function bootId(): string {
  return readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
}
