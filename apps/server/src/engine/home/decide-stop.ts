import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { makeDirectory } from "@candor/journal/file-access";
import { JournalReader } from "@candor/journal/journal-reader";
import { SnapshotStore, snapshotFile } from "@candor/journal/snapshot-store";
import { AuditLog } from "../../kit/durable/audit-log.ts";
import type { MachineFactory } from "../runtime/engine-machine.ts";
import { EXCHANGE_JOURNAL, type ExchangeHome, exchangeHome } from "../runtime/exchange-home.ts";
import { endsReplay, replayWithSkip } from "../runtime/replay-with-skip.ts";
import { appendSkip, readSkips, type SkippedCommand } from "../runtime/skip-list.ts";
import { readStop, removeStop, type Stop } from "../runtime/stop-file.ts";
import { LOST } from "./find-stores.ts";
import { expectChanges } from "./manifest.ts";

const SKIP_ACTION = "stopped skip";
const RETRY_ACTION = "stopped retry";

/** The exchange submits these itself, again and again with the same content: a skip would stop time or prices. */
const OWN_KINDS: ReadonlySet<string> = new Set(["advance-time", "observe-price", "note-stores"]);

/** Thrown with the reason why a decision is not possible. */
export class NotDecidableError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "NotDecidableError";
  }
}

export interface Decision {
  /** CANDOR_HOME, without a server */
  readonly home: string;
  readonly factory: MachineFactory;
  readonly decidedBy: readonly string[];
  readonly reason: string;
  readonly nowMs: () => number;
}

/** Returns the command that stopped the exchange. Throws NotDecidableError if none did. */
export function stopOf(home: string): Stop {
  const stop = readStop(exchangeHome(home));
  if (stop === undefined) throw new NotDecidableError(`no command stopped the exchange in ${home}`);
  return stop;
}

/**
 * Decides, on a stopped home, that the command that stopped the exchange is never executed. Every replay
 * rejects it from now on. Throws NotDecidableError, and DirectoryLockedError while a server runs.
 * @returns what was done, as lines
 */
export function decideSkip(decision: Decision): readonly string[] {
  const directories = exchangeHome(decision.home);
  const lock = DirectoryLock.acquire(directories.journalDirectory);
  try {
    const stop = stopOf(decision.home);
    const skip = stop.source === "offered" ? skipOffered(decision, stop) : skipJournaled(decision, stop);
    expectChanges(decision.home);
    enterIntoLog(decision, SKIP_ACTION, stop);
    appendSkip(directories, skip);
    const done = stop.source === "journal" ? setSnapshotsAside(decision, directories, skip.seq) : [];
    if (stop.source === "journal") removeStop(directories);
    return [
      `Command ${skip.seq}, ${skip.kind}, is rejected by every replay from now on.`,
      ...done,
      stop.source === "offered"
        ? "The next start enters it into the journal as a rejection."
        : "Run npm run rebuild-read-models before the next start.",
    ];
  } finally {
    lock.release();
  }
}

/** Decides that the command may be executed again, for example by a version in which the fault is corrected. */
export function decideRetry(decision: Decision): readonly string[] {
  const directories = exchangeHome(decision.home);
  const lock = DirectoryLock.acquire(directories.journalDirectory);
  try {
    const stop = stopOf(decision.home);
    enterIntoLog(decision, RETRY_ACTION, stop);
    removeStop(directories);
    return [
      "The next start accepts the command again. If it still cannot be executed, the exchange stops again.",
    ];
  } finally {
    lock.release();
  }
}

function skipOffered(decision: Decision, stop: Stop): SkippedCommand {
  if (OWN_KINDS.has(stop.kind))
    throw new NotDecidableError(
      `${stop.kind} comes from the exchange itself and would come again: only a version that executes it helps`,
    );
  const end = new JournalReader(exchangeHome(decision.home).journalDirectory, EXCHANGE_JOURNAL).read(
    () => undefined,
  );
  return { ...contentOf(decision, stop), seq: end.nextSeq, fromSeq: end.nextSeq };
}

function skipJournaled(decision: Decision, stop: Stop): SkippedCommand {
  const directories = exchangeHome(decision.home);
  const end = new JournalReader(directories.journalDirectory, EXCHANGE_JOURNAL).read(() => undefined);
  const skip = { ...contentOf(decision, stop), seq: stop.seq, fromSeq: end.nextSeq };
  const earlier = readSkips(directories);
  if (!endsReplay(directories, decision.factory, earlier, skip))
    throw new NotDecidableError(
      `this version executes command ${stop.seq}, so there is nothing to skip: start the server`,
    );
  try {
    return replayWithSkip(directories, decision.factory, earlier, skip);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new NotDecidableError(
      `command ${stop.seq} cannot be skipped, because later acknowledged commands depend on it: ${why}. Start the version that executed it`,
    );
  }
}

const contentOf = (
  { reason, decidedBy, nowMs }: Decision,
  { source, kind, userId, sha256, record, error }: Stop,
): Omit<SkippedCommand, "seq" | "fromSeq"> => ({
  source,
  kind,
  userId,
  sha256,
  record,
  error,
  reason,
  decidedBy,
  decidedAtMs: nowMs(),
});

/** One entry for each who decided. */
function enterIntoLog({ home, decidedBy, reason, nowMs }: Decision, action: string, stop: Stop): void {
  const audit = AuditLog.open(home, nowMs);
  try {
    const after = { kind: stop.kind, user: stop.userId, sha256: stop.sha256, with: decidedBy.join(", ") };
    for (const operator of decidedBy)
      audit.append({ phase: "done", operator, action, target: String(stop.seq), reason, after });
  } finally {
    audit.close();
  }
}

/** Snapshots that contain what the command did would hide the skip. */
function setSnapshotsAside(
  { home, nowMs }: Decision,
  { snapshotDirectory }: ExchangeHome,
  seq: number,
): string[] {
  const aside = path.join(home, LOST, new Date(nowMs()).toISOString().replaceAll(":", "-"), "snapshots");
  return new SnapshotStore(snapshotDirectory)
    .sequenceNumbers()
    .filter((each) => each >= seq)
    .map((each) => {
      const file = path.join(snapshotDirectory, snapshotFile(each));
      if (!existsSync(aside)) makeDirectory(aside);
      renameSync(file, path.join(aside, snapshotFile(each)));
      return `${file} was moved to ${aside}`;
    });
}
