import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { StorePosition } from "@candor/domain/commands/store-commands";
import type { Frame } from "@candor/journal/frame";
import { INSTANCE_FILE } from "../../config/instance.ts";
import { isLocal } from "../../kit/durable/replicated-home.ts";
import { mirroredExchange } from "../../kit/journal-database/home-identity.ts";
import { checkFiles, SEALING_KEY, SIGNER_SEED } from "./check-files.ts";
import { type Comparison, compareStore } from "./compare-store.ts";
import { FILES_STORE } from "./file-register.ts";
import type { FileRegisterState } from "./file-register-state.ts";
import { EXCHANGE_STORE, type FoundStore, findStores, precedesExchange } from "./find-stores.ts";
import { byStore, type Manifest, readManifest } from "./manifest.ts";
import { type NotedPosition, NoteReader } from "./read-notes.ts";
import { readRegister } from "./read-register.ts";

/** A problem with a store, a key or another file of the home. */
export interface HomeProblem {
  /** Its path relative to the home. */
  readonly store: string;
  /** A sentence with "it" as the subject. */
  readonly problem: string;
  /** Its recorded and its current position, which identify an accepted loss. Absent if nothing was recorded. */
  readonly noted?: { readonly records: number; readonly hash: string };
  readonly present?: { readonly records: number; readonly hash: string };
}

export interface Inspection {
  readonly home: string;
  /** `undefined` if there is no readable manifest; its data then comes from the exchange's journal. */
  readonly manifest: Manifest | undefined;
  readonly found: readonly FoundStore[];
  /** Recorded positions of the stores, including the exchange's own. */
  readonly noted: ReadonlyMap<string, StorePosition>;
  /** Sequence number of the newest note that is included in them; 0 if there is none. */
  readonly noteSeq: number;
  /** Their current positions, as far as they can be read. */
  readonly present: ReadonlyMap<string, StorePosition>;
  readonly files: FileRegisterState;
  readonly problems: readonly HomeProblem[];
  /** Worth a line in the log, but not a problem. */
  readonly warnings: readonly string[];
}

/** Bytes of files to read; `undefined` means as many as at a start. */
const budgetOf = { start: undefined, all: Number.POSITIVE_INFINITY } as const;

const NOTHING = { generation: 0, records: 0, hash: "", first: "" } as const;

/**
 * How much is read. `start` reads the end of the exchange's journal and a limited amount of the files; `all` reads
 * every note and every file.
 */
export type InspectionDepth = "start" | "all";

/**
 * Compares everything in a home with what its manifest and the exchange's journal have recorded about it. Read-only.
 */
export function inspectHome(home: string, keyFile: string, depth: InspectionDepth = "start"): Inspection {
  const found = findStores(home);
  const storeOf = (store: string): FoundStore | undefined => found.find((each) => each.store === store);
  const read = existsSync(home) ? readManifest(home) : undefined;
  const manifest = read === "damaged" ? undefined : read;
  const problems: HomeProblem[] = [];
  const warnings: string[] = [];
  const present = new Map<string, StorePosition>();
  const noted = byStore(manifest?.stores ?? []);
  const enter = (position: StorePosition, { present: there, problem }: Comparison): void => {
    const { store } = position;
    if (there !== undefined) present.set(store, there);
    if (problem !== undefined) problems.push({ store, problem, noted: position, present: there ?? NOTHING });
  };

  const notes = new NoteReader();
  const exchange = { store: EXCHANGE_STORE, ...NOTHING, ...manifest?.exchange };
  const visit = (frame: Frame): void => notes.visit(frame);
  enter(exchange, compareStore(exchange, storeOf(EXCHANGE_STORE), visit, depth === "all" ? 1 : undefined));
  for (const note of notes.positions.values()) {
    const stated = noted.get(note.store);
    // A manifest may have been edited to match an older store; the exchange's journal cannot be.
    const isContained = stated !== undefined && note.seq <= (manifest?.seq ?? 0);
    const isHeld =
      isContained && (isSame(note, stated) || compareStore(note, storeOf(note.store)).problem === undefined);
    if (!isHeld) noted.set(note.store, positionOf(note));
  }
  const isElsewhere = elsewhereIn(home);
  for (const position of noted.values())
    if (!isElsewhere(position.store)) enter(position, compareStore(position, storeOf(position.store)));
  noted.set(EXCHANGE_STORE, exchange);
  if (manifest === undefined && notes.seq > 0)
    warnings.push(
      `manifest.json is ${read === undefined ? "missing" : "damaged"}; rebuilding it from the exchange's journal`,
    );
  const isRegisterSound = !problems.some(({ store }) => store === FILES_STORE);
  const files = readRegister(isRegisterSound ? storeOf(FILES_STORE) : undefined);
  const here = new Map([...files.files].filter(([file]) => !isElsewhere(file)));
  for (const { file, problem, known, sha256 } of checkFiles(home, keyFile, here, budgetOf[depth]))
    problems.push({
      store: file,
      problem: isLeftOut(manifest, file) ? `${problem}: ${SEED_LEFT_OUT}` : problem,
      noted: { records: known.bytes, hash: known.sha256 },
      present: { records: 0, hash: sha256 },
    });
  const noteSeq = Math.max(manifest?.seq ?? 0, notes.seq);
  const inspection = { home, manifest, found, noted, noteSeq, present, files, warnings };
  problems.push(...crossChecks(inspection, keyFile, problems));
  return { ...inspection, problems };
}

/** A copy of a database does not have what stays on another machine. The sealing key must be on each. */
function elsewhereIn(home: string): (name: string) => boolean {
  if (mirroredExchange(home) === undefined) return () => false;
  return (name) => isLocal(name) && name !== SEALING_KEY;
}

const SEED_LEFT_OUT = "this backup was made without the signer's words, so put your own copy of them there";

/** Whether a file is missing because a backup was made without it. */
const isLeftOut = (manifest: Manifest | undefined, file: string): boolean =>
  file === SIGNER_SEED && manifest?.backup?.withoutSeed === true;

const isSame = (a: StorePosition, b: StorePosition): boolean =>
  a.generation === b.generation && a.records === b.records && a.hash === b.hash;

const positionOf = ({ seq: _seq, ...position }: NotedPosition): StorePosition => position;

type Uncrossed = Omit<Inspection, "problems">;

/** Checks parts of the home against each other, independent of notes. */
function crossChecks(
  inspection: Uncrossed,
  keyFile: string,
  known: readonly HomeProblem[],
): readonly HomeProblem[] {
  const problems: HomeProblem[] = [];
  const { home, manifest, found, present } = inspection;
  const isKnown = (store: string): boolean => known.some((problem) => problem.store === store);
  const exchange = present.get(EXCHANGE_STORE);
  const hasPeople = found.some(({ store }) => !precedesExchange(store) && store !== EXCHANGE_STORE);
  if (!isKnown(INSTANCE_FILE) && !existsSync(path.join(home, INSTANCE_FILE)) && found.length > 0)
    problems.push({
      store: INSTANCE_FILE,
      problem: "it is missing, and it records the mode of this home",
      ...(manifest === undefined ? {} : { noted: { records: 1, hash: "" } }),
    });
  if (!isKnown(EXCHANGE_STORE) && (exchange?.records ?? 0) === 0 && hasPeople)
    problems.push({
      store: EXCHANGE_STORE,
      problem: "its journal is missing, but the home has other stores",
    });
  if (!isKnown(SEALING_KEY) && !existsSync(keyFile) && hasPeople)
    problems.push({
      store: SEALING_KEY,
      problem: `it is missing (${keyFile}), and it is needed to open the sealed data of this home`,
      noted: { records: 0, hash: "" },
      present: { records: 0, hash: "" },
    });
  const tree = newestTree(home);
  if (!isKnown(EXCHANGE_STORE) && exchange !== undefined && tree.atSeq > exchange.records)
    problems.push({
      store: EXCHANGE_STORE,
      problem: `it ends at command ${exchange.records}, but tree ${tree.treeId} was published for command ${tree.atSeq}`,
      noted: { records: tree.atSeq, hash: "" },
      present: exchange,
    });
  problems.push(...newerThanTheRest(inspection));
  return problems;
}

/** Returns the highest command that a published liability tree covers. */
function newestTree(home: string): { readonly treeId: string; readonly atSeq: number } {
  const directory = path.join(home, "liabilities");
  let newest = { treeId: "", atSeq: 0 };
  if (!existsSync(directory)) return newest;
  for (const name of readdirSync(directory)) {
    if (!name.endsWith(".json")) continue;
    try {
      const tree = JSON.parse(readFileSync(path.join(directory, name), "utf8")) as typeof newest;
      if (tree.atSeq > newest.atSeq) newest = tree;
    } catch (error) {
      // The file check reports a tree that is not valid JSON; it proves nothing about the exchange.
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return newest;
}

/**
 * Stores that may be newer than a cleanly stopped home: the signer's, by design, and the operators' record of losses.
 */
const MAY_BE_NEWER = /^(signer(\/.*)?|audit)$/;

/** After a clean stop nothing writes: a store with newer records is from a different time, and the rest is older. */
function newerThanTheRest({ manifest, noted, present }: Uncrossed): HomeProblem[] {
  if (manifest === undefined || manifest.running !== undefined) return [];
  if (present.get(EXCHANGE_STORE)?.records !== manifest.exchange.records) return [];
  return [...noted.values()].flatMap((position) => {
    const there = present.get(position.store);
    if (there === undefined || MAY_BE_NEWER.test(position.store)) return [];
    const isNewer =
      there.generation > position.generation ||
      (there.generation === position.generation && there.records > position.records);
    const problem = `it is newer than the rest of the home, which was stopped when it had ${position.records} records`;
    return isNewer ? [{ store: position.store, problem, noted: position, present: there }] : [];
  });
}
