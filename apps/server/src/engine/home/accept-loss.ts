import { existsSync, renameSync } from "node:fs";
import path from "node:path";
import { DirectoryLock } from "@candor/journal/directory-lock";
import { makeDirectory } from "@candor/journal/file-access";
import { INSTANCE_FILE, writeInstance } from "../../config/instance.ts";
import { AuditLog } from "../../kit/durable/audit-log.ts";
import { exchangeHome } from "../runtime/exchange-home.ts";
import { ACCEPT_LOSS, NOWHERE } from "./accepted-losses.ts";
import { placeOfFile } from "./check-files.ts";
import { fillUpSegments } from "./fill-up-segments.ts";
import { directoryOf, EXCHANGE_STORE, LOST } from "./find-stores.ts";
import { assertNoIncompleteBackup } from "./incomplete-backup.ts";
import { type HomeProblem, type Inspection, inspectHome } from "./inspect-home.ts";

/**
 * Losses of these may only be detected when the server starts, by comparison with the commands in the read models and
 * the people in identity.
 */
const FOUND_LATER = new Set([EXCHANGE_STORE, "identity"]);

export interface LossToAccept {
  readonly home: string;
  /** CANDOR_KEY_FILE */
  readonly keyFile: string;
  readonly store: string;
  readonly operator: string;
  readonly reason: string;
  readonly nowMs: () => number;
}

/** Thrown with the reason why a loss cannot be accepted. */
class NotAcceptableError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "NotAcceptableError";
  }
}

/**
 * Accepts, on a stopped home, that a store, a file or all files in a folder have lost data, and records each in the
 * operators' log. The next start continues without that data and records the loss in the exchange's journal. Unusable
 * remains move to `lost/`. Throws NotAcceptableError, and DirectoryLockedError while a server runs.
 * @returns what was done, as lines
 */
export function acceptLoss(loss: LossToAccept): readonly string[] {
  const { home, keyFile, store } = loss;
  assertNoIncompleteBackup(home);
  const lock = DirectoryLock.acquire(exchangeHome(home).journalDirectory);
  try {
    const inspection = inspectHome(home, keyFile);
    const problems = inspection.problems.filter(
      (each) => each.store === store || each.store.startsWith(`${store}/`),
    );
    const isFoundLater = problems.length === 0 && FOUND_LATER.has(store);
    if (problems.length === 0 && !isFoundLater) throw new NotAcceptableError(nothingWrong(inspection, store));
    const done = problems.flatMap((problem) => makeUsable(loss, inspection, problem));
    const losses = isFoundLater
      ? [{ store, before: standOf(inspection, store), after: standOf(inspection, store) }]
      : problems.map((problem) => lossOf(problem, inspectHome(home, keyFile)));
    return [...done, ...enterIntoLog(loss, losses)];
  } finally {
    lock.release();
  }
}

interface Loss {
  readonly store: string;
  readonly before: typeof NOWHERE;
  readonly after: typeof NOWHERE;
}

/** @param now inspection after the remains were made usable */
function lossOf({ store, noted }: HomeProblem, now: Inspection): Loss {
  const there = now.problems.find((problem) => problem.store === store)?.present;
  const after = there ?? (store === INSTANCE_FILE ? NOWHERE : standOf(now, store));
  return { store, before: noted ?? after, after };
}

const standOf = ({ present }: Inspection, store: string): typeof NOWHERE => present.get(store) ?? NOWHERE;

function enterIntoLog({ home, operator, reason, nowMs }: LossToAccept, losses: readonly Loss[]): string[] {
  const audit = AuditLog.open(home, nowMs);
  try {
    return losses.map(({ store, before, after }) => {
      const { number, hash } = audit.append({
        phase: "done",
        operator,
        action: ACCEPT_LOSS,
        target: store,
        reason,
        before: { records: before.records, hash: before.hash },
        after: { records: after.records, hash: after.hash },
      });
      return `Accepted: the next start continues with ${store} as it is. Audit entry ${number}:${hash}`;
    });
  } finally {
    audit.close();
  }
}

function nothingWrong({ problems }: Inspection, store: string): string {
  const others = problems.map((problem) => `  ${problem.store}: ${problem.problem}`).join("\n");
  return problems.length === 0
    ? `nothing is missing from ${store} or from anything else in this home`
    : `nothing is missing from ${store}. Problems in this home:\n${others}`;
}

/** Leaves a state from which a server can start: readable data stays, the rest moves to `lost/`. */
function makeUsable(loss: LossToAccept, inspection: Inspection, { store }: HomeProblem): string[] {
  const { home, keyFile } = loss;
  if (store === INSTANCE_FILE) return [restoreInstance(loss, inspection)];
  const lost = path.join(home, LOST, new Date(loss.nowMs()).toISOString().replaceAll(":", "-"));
  if (inspection.files.files.has(store)) {
    const file = placeOfFile(home, keyFile, store);
    return existsSync(file) ? [setAside(file, path.join(lost, store))] : [];
  }
  const directory = directoryOf(home, store);
  const isReadable =
    inspection.present.has(store) || !inspection.found.some((found) => found.store === store);
  if (isReadable) return [];
  const done = fillUpSegments(inspection.found, store, path.join(lost, store));
  if (inspectHome(home, keyFile).present.has(store)) return done;
  if (store === EXCHANGE_STORE)
    throw new NotAcceptableError(
      `the exchange's journal is damaged in the middle and cannot continue from there: restore a backup`,
    );
  return [...done, setAside(directory, path.join(lost, store, "damaged"))];
}

/** The manifest has a copy, so only the file itself is lost. */
function restoreInstance({ home }: LossToAccept, { manifest }: Inspection): string {
  if (manifest === undefined)
    throw new NotAcceptableError(`nothing else records the mode of this home: restore ${INSTANCE_FILE}`);
  writeInstance(home, manifest.instance);
  return `${INSTANCE_FILE} was rewritten from the manifest: a home in ${manifest.instance.mode} mode`;
}

function setAside(from: string, to: string): string {
  makeDirectory(path.dirname(to));
  renameSync(from, to);
  return `${from} was moved to ${to}`;
}
