import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { makeDirectory } from "./file-access.ts";
import { DirectoryLockedError } from "./journal-errors.ts";

const LOCK_FILE = "lock";
const MAX_TRIES = 10;

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

  /** Throws DirectoryLockedError when a live process holds the lock. Creates the directory when it is missing. */
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
        if (holder !== undefined && isAlive(holder)) throw new DirectoryLockedError(directory, holder.pid);
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
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
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

function isAlive(holder: Holder): boolean {
  const boot = bootId();
  if (holder.boot !== "" && boot !== "" && holder.boot !== boot) return false;
  if (holder.startedAt !== "") {
    const startedAt = processStart(holder.pid);
    if (startedAt !== undefined) return startedAt === holder.startedAt;
  }
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Field 22 of /proc/pid/stat, which differs when an id is reused; undefined where the file does not exist. */
function processStart(pid: number): string | undefined {
  const stat = readIfThere(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses and may itself contain spaces and parentheses.
  return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}

function bootId(): string {
  return readIfThere("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
}
