import path from "node:path";
import type { Frame } from "@candor/journal/frame";
import { Journal, type JournalOptions } from "@candor/journal/journal";
import type { JournalPort } from "@candor/journal/journal-port";
import { GENERATION } from "./generations.ts";

/** A journal of a home, by its path relative to it, with forward slashes. */
export interface HomeJournal {
  readonly path: string;
  /** Directory of its segment files; another one while they are being prepared. */
  readonly directory: string;
  /** Path of the record store whose generation it is; undefined if it is a journal on its own. */
  readonly store: string | undefined;
  /** Whether it becomes the store's active generation only later. */
  readonly isDraft: boolean;
}

/**
 * A home whose journals and files become durable in a database first. The files of the home are a copy. Every method
 * returns when the change is durable, and blocks the calling thread until then. Throws FencedError when another process
 * has taken over.
 */
export interface ReplicatedHome {
  openJournal(journal: HomeJournal, options: JournalOptions, visit: (frame: Frame) => void): JournalPort;
  /** Makes a draft its store's only generation, with its `origin.json`, in one step. The others are deleted. */
  activate(journalPath: string, origin: string): void;
  /** Deletes a draft. */
  discard(journalPath: string): void;
  putFile(file: string, content: Uint8Array): void;
  dropFile(file: string): void;
}

/** Replicated homes of this thread, by absolute path. */
const homes = new Map<string, ReplicatedHome>();

/**
 * Parts of a home that stay on their machine: the signer's journal and words, the key that seals the others' data, caches,
 * and what describes this copy. The origin of a generation is in the database with its journal.
 */
const LOCAL =
  /^(signer|lost|read-models|exchange\/snapshots)(\/|$)|^(manifest\.json|mirror\.json|confirmed\.json|keys\/sealing\.key)$|\/origin\.json$/;

export const isLocal = (below: string): boolean => LOCAL.test(below);

/** From here on, this thread's journals and files below `home` go to the database first. @returns ends that */
export function replicate(home: string, to: ReplicatedHome): () => void {
  const root = path.resolve(home);
  if (homes.has(root)) throw new Error(`${root} is replicated already`);
  homes.set(root, to);
  return () => void homes.delete(root);
}

/** Where a path is replicated to; undefined if it is on this machine only. */
export function replicaOf(
  place: string,
): { readonly replica: ReplicatedHome; readonly below: string } | undefined {
  if (homes.size === 0) return undefined;
  const absolute = path.resolve(place);
  for (const [root, replica] of homes) {
    const below = path.relative(root, absolute).replaceAll(path.sep, "/");
    if (below !== "" && !below.startsWith("..") && !isLocal(below)) return { replica, below };
  }
  return undefined;
}

/**
 * Opens the journal in `directory`, in the database first if its home is replicated; see `Journal.open` and
 * `ReplicatedHome`.
 * @param draftOf directory of the generation that this will become
 */
export function openJournal(
  directory: string,
  options: JournalOptions,
  visit: (frame: Frame) => void = () => {},
  draftOf?: string,
): JournalPort {
  const found = replicaOf(draftOf ?? directory);
  if (found === undefined) return Journal.open(directory, options, visit);
  const { replica, below } = found;
  const store = GENERATION.test(path.posix.basename(below)) ? path.posix.dirname(below) : undefined;
  return replica.openJournal(
    { path: below, directory, store, isDraft: draftOf !== undefined },
    options,
    visit,
  );
}
