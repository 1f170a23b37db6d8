import {
  constants,
  copyFileSync,
  existsSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import type { StorePosition } from "@candor/domain/commands/store-commands";
import { makeDirectory, syncPath } from "@candor/journal/file-access";
import { JournalCorruptError } from "@candor/journal/journal-errors";
import { SnapshotStore, snapshotFile } from "@candor/journal/snapshot-store";
import { generationName, ORIGIN } from "../../../kit/durable/generations.ts";
import { exchangeHome } from "../../runtime/exchange-home.ts";
import { SEALING_KEY, SIGNER_SEED } from "../check-files.ts";
import { FILES_STORE } from "../file-register.ts";
import type { KnownFile } from "../file-register-state.ts";
import { directoryOf, type FoundStore, findStores } from "../find-stores.ts";
import { incompleteMark } from "../incomplete-backup.ts";
import { type Manifest, writeManifest } from "../manifest.ts";
import { readRegister } from "../read-register.ts";
import { journalOf, readPosition } from "../store-position.ts";
import { checkBackup, SIGNER_STORE } from "./check-backup.ts";
import { FileCopies } from "./copy-files.ts";
import { copyJournal } from "./copy-journal.ts";
import { HomeChangedError, orHomeChanged } from "./home-changed-error.ts";

/** A rewritten store or an erased file costs one attempt, and an attempt only what changed. */
const MAX_ATTEMPTS = 30;
/** Not registered, because an operator edits it. */
const LISTING_FILE = "listing.json";

export interface BackupOptions {
  /** CANDOR_HOME, of a running server or locked by the caller. */
  readonly home: string;
  /** CANDOR_KEY_FILE */
  readonly keyFile: string;
  /** Prepared by `prepareTarget`. */
  readonly target: string;
  /** Whether to copy the signer's words, if they are in the home. */
  readonly withSeed: boolean;
  /** An earlier backup on the same disk: what has not changed since gets a second name instead of a copy. */
  readonly since?: string | undefined;
  /** Returns the positions of all stores at one moment. */
  readonly takePoint: () => Promise<Manifest>;
}

export interface Backup {
  /** As in the backup. */
  readonly manifest: Manifest;
  readonly stores: number;
  readonly files: number;
  /** Number of points taken until nothing of one was replaced while it was copied. */
  readonly attempts: number;
  readonly withoutKey: boolean;
}

/** Why there can be no backup in this directory. */
class BackupTargetError extends Error {
  constructor(problem: string) {
    super(problem);
    this.name = "BackupTargetError";
  }
}

/**
 * Copies a home at one moment, while its server runs, and checks the copy. The copy is a home as after a clean stop. It
 * is marked as incomplete until everything in it has been read again. Throws JournalCorruptError and file errors; the
 * target then stays marked.
 */
export async function backupHome(options: BackupOptions): Promise<Backup> {
  const { home, keyFile, target, withSeed, since } = options;
  const withoutKey = path.resolve(keyFile) !== path.resolve(home, SEALING_KEY);
  const files = new FileCopies(
    { home, keyFile },
    target,
    (file) => (file === SIGNER_SEED && !withSeed) || (file === SEALING_KEY && withoutKey),
    since === undefined ? undefined : { place: since, files: registerOf(since) },
  );
  // Pictures may take minutes. After the point, only those added since are left.
  files.begin(() => registerOf(home));
  const { point, attempts } = await copyPoint(options, files);
  const hasSeed = existsSync(path.join(home, SIGNER_SEED));
  const backup = { of: path.resolve(home), withoutSeed: hasSeed && !withSeed };
  const manifest: Manifest = { ...point, backup };
  writeManifest(target, manifest);
  syncDirectories(target);
  const keyOfCopy = withoutKey ? keyFile : path.join(target, SEALING_KEY);
  await checkBackup(target, keyOfCopy, withoutKey, manifest);
  rmSync(incompleteMark(target));
  syncPath(target);
  return { manifest, stores: point.stores.length, files: files.count, attempts, withoutKey };
}

/**
 * Marks a directory that does not exist or is empty as an incomplete backup. Throws BackupTargetError if it is neither,
 * or is inside the home.
 */
export function prepareTarget(home: string, target: string): void {
  if (existsSync(target)) {
    if (existsSync(incompleteMark(target)))
      throw new BackupTargetError(`${target} is an interrupted backup: remove it first`);
    if (readdirSync(target).length > 0)
      throw new BackupTargetError(`${target} is not empty: choose a directory that does not exist`);
  }
  const [source, copy] = [realPathOf(home), realPathOf(target)];
  if (isWithin(copy, source) || isWithin(source, copy))
    throw new BackupTargetError(`${target} must be outside the home directory ${home}`);
  makeDirectory(target);
  writeFileSync(incompleteMark(target), "This backup was interrupted. Do not start a server on it.\n");
  syncPath(target);
}

/** Resolves symbolic links in the part of the path that exists. */
function realPathOf(where: string): string {
  const absolute = path.resolve(where);
  if (existsSync(absolute)) return realpathSync(absolute);
  return path.join(realPathOf(path.dirname(absolute)), path.basename(absolute));
}

const isWithin = (inner: string, outer: string): boolean => `${inner}/`.startsWith(`${outer}/`);

async function copyPoint(
  { home, target, since, takePoint }: BackupOptions,
  files: FileCopies,
): Promise<{ readonly point: Manifest; readonly attempts: number }> {
  for (let attempts = 1; ; attempts++) {
    const point = await takePoint();
    try {
      orHomeChanged(() => copyStores({ home, target, since }, point, files));
      return { point, attempts };
    } catch (error) {
      if (!(error instanceof HomeChangedError) || attempts === MAX_ATTEMPTS) throw error;
    }
  }
}

/** What can be replaced is copied first; the exchange's journal only grows. */
function copyStores(
  { home, target, since }: Pick<BackupOptions, "home" | "target" | "since">,
  point: Manifest,
  files: FileCopies,
): void {
  const found = findStores(home);
  for (const position of point.stores)
    if (!SIGNER_STORE.test(position.store)) copyStore(found, target, position);
  files.finish(registerOf(target));
  copyJournal(
    exchangeHome(home).journalDirectory,
    exchangeHome(target).journalDirectory,
    point.exchange.records,
    since === undefined ? undefined : exchangeHome(since).journalDirectory,
  );
  copySnapshot(home, target, point.exchange.records);
  const listing = path.join(home, LISTING_FILE);
  if (existsSync(listing)) copyFileSync(listing, path.join(target, LISTING_FILE));
  // Last, because the newest is right with every point: it knows every payment that was signed.
  for (const each of found.filter(({ store }) => SIGNER_STORE.test(store)))
    copyStore(found, target, readPosition(each));
}

const registerOf = (home: string): ReadonlyMap<string, KnownFile> =>
  readRegister(findStores(home).find(({ store }) => store === FILES_STORE)).files;

function copyStore(found: readonly FoundStore[], target: string, position: StorePosition): void {
  const { store, generation, records } = position;
  const source = found.find((each) => each.store === store);
  if (source === undefined) throw new HomeChangedError(`${store} is not there any more`);
  const copy = directoryOf(target, store);
  rmSync(copy, { recursive: true, force: true });
  // Nothing has been written to it yet.
  if (records === 0 && generation === 0) return;
  const name = generation === 0 ? "" : generationName(generation);
  const [from, to] = [path.join(source.directory, name), path.join(copy, name)];
  try {
    copyJournal(from, to, records);
  } catch (error) {
    // A generation that is being removed looks damaged.
    if (error instanceof JournalCorruptError && journalOf(source)?.generation !== generation)
      throw new HomeChangedError(error.message);
    throw error;
  }
  const origin = path.join(from, ORIGIN);
  if (existsSync(origin)) copyFileSync(origin, path.join(to, ORIGIN));
}

/** Copies the newest snapshot of the copied commands; it only saves time. */
function copySnapshot(home: string, target: string, records: number): void {
  const [from, to] = [exchangeHome(home).snapshotDirectory, exchangeHome(target).snapshotDirectory];
  rmSync(to, { recursive: true, force: true });
  const seq = new SnapshotStore(from).sequenceNumbers().find((each) => each <= records);
  if (seq === undefined) return;
  makeDirectory(to);
  const name = snapshotFile(seq);
  copyFileSync(path.join(from, name), path.join(to, name), constants.COPYFILE_FICLONE);
  syncPath(path.join(to, name));
}

function syncDirectories(target: string): void {
  for (const entry of readdirSync(target, { withFileTypes: true, recursive: true }))
    if (entry.isDirectory()) syncPath(path.join(entry.parentPath, entry.name));
  syncPath(target);
}
