import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "@candor/journal/frame";
import { JournalReader, STOP_READING } from "@candor/journal/journal-reader";

/** Names of complete generations of a record store, and of one still being written. */
export const GENERATION = /^generation-([0-9]{6})$/;
export const UNFINISHED = /^generation-([0-9]{6})\.unfinished$/;

export const generationName = (generation: number): string =>
  `generation-${String(generation).padStart(6, "0")}`;

/** Lists the previous generations; present in every generation but the first. */
export const ORIGIN = "origin.json";
/** Maximum number of previous generations to list; the newest are kept. */
const KEPT_ORIGINS = 100;

/** Last state of a generation that was replaced. */
export interface EndedGeneration {
  readonly generation: number;
  readonly records: number;
  /** Hashes of its last and first frame, in hex; "" if it has none. */
  readonly hash: string;
  readonly first: string;
}

/** Returns the active generation in a store's directory, read-only; undefined if there is none. */
export function generationInForce(directory: string): number | undefined {
  const names = readdirSync(directory);
  const unfinished = new Set(names.flatMap((name) => UNFINISHED.exec(name)?.[1] ?? []));
  const complete = names.flatMap((name) => {
    const digits = GENERATION.exec(name)?.[1];
    return digits === undefined || unfinished.has(digits) ? [] : [Number(digits)];
  });
  return complete.length === 0 ? undefined : Math.max(...complete);
}

/** Returns the content of a new generation's `origin.json`: the generations that it follows. */
export function originAfter(store: string, ended: Omit<EndedGeneration, "first">, name: string): string {
  const directory = join(store, generationName(ended.generation));
  const before = readOrigin(directory) ?? [];
  const origin = [...before, { ...ended, first: firstHash(directory, name) }].slice(-KEPT_ORIGINS);
  return JSON.stringify(origin);
}

/**
 * Returns the generations before the one in `directory`, oldest first; undefined when the file is missing or
 * unreadable.
 */
export function readOrigin(directory: string): readonly EndedGeneration[] | undefined {
  const file = join(directory, ORIGIN);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as readonly EndedGeneration[];
  } catch (error) {
    // The caller then has no proof of the generation's origin, and rejects it if it needs one.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the hash of a journal's first frame in hex, which identifies the journal; "" if it has none. */
function firstHash(directory: string, name: string): string {
  let first = "";
  new JournalReader(directory, name).read((frame: Frame) => {
    first = Buffer.from(frame.hash).toString("hex");
    return STOP_READING;
  });
  return first;
}
