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
import { type HomeProblem, type Inspection, inspectHome } from "./inspect-home.ts";

/** Losses of these may show only when the server starts: read models and identity know of commands and people. */
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

/** Why a loss cannot be accepted. */
export class NotAcceptableError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "NotAcceptableError";
  }
}

/**
 * Accepts knowingly, on a home that is stopped, that a store, a file or all files below a folder have lost something, and
 * notes each in the operators' log; the next start then goes on without it and notes it in the exchange's journal. What is
 * left and cannot be used is moved to `lost/`. Throws NotAcceptableError, and DirectoryLockedError while a server runs.
 * @returns what was done, in lines
 */
export function acceptLoss(loss: LossToAccept): readonly string[] {
  const { home, keyFile, store } = loss;
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

/** @param now after what is left was made usable */
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
      return `Accepted: the next start goes on with ${store} as it is. Audit entry ${number}:${hash}`;
    });
  } finally {
    audit.close();
  }
}

function nothingWrong({ problems }: Inspection, store: string): string {
  const others = problems.map((problem) => `  ${problem.store}: ${problem.problem}`).join("\n");
  return problems.length === 0
    ? `nothing is missing from ${store}, nor from anything else of this home`
    : `nothing is missing from ${store}. What is wrong here:\n${others}`;
}

/** Leaves something that a server can start on: what can be read stays, the rest goes to `lost/`. */
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
      `the exchange's journal is damaged in the middle, and nothing can go on from there: restore a backup`,
    );
  return [...done, setAside(directory, path.join(lost, store, "damaged"))];
}

/** The manifest has a copy, so that nothing is lost but the file. */
function restoreInstance({ home }: LossToAccept, { manifest }: Inspection): string {
  if (manifest === undefined)
    throw new NotAcceptableError(
      `nothing else says in which mode this home was made: restore ${INSTANCE_FILE}`,
    );
  writeInstance(home, manifest.instance);
  return `${INSTANCE_FILE} is written again from the manifest: a home of ${manifest.instance.mode} mode`;
}

function setAside(from: string, to: string): string {
  makeDirectory(path.dirname(to));
  renameSync(from, to);
  return `${from} is moved to ${to}`;
}
