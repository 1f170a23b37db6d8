import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "@candor/journal/frame";
import { JournalReader, STOP_READING } from "@candor/journal/journal-reader";
import { writeDurably } from "./write-durably.ts";

/** A complete generation of a record store, and one that is being written while another one is in force. */
export const GENERATION = /^generation-([0-9]{6})$/;
export const UNFINISHED = /^generation-([0-9]{6})\.unfinished$/;

export const generationName = (generation: number): string =>
  `generation-${String(generation).padStart(6, "0")}`;

/** In each generation but the first: those before it. */
const ORIGIN = "origin.json";
/** A store that was rewritten more often keeps the newest. */
const KEPT_ORIGINS = 100;

/** Where a generation ended when the next one took its place. */
export interface EndedGeneration {
  readonly generation: number;
  readonly records: number;
  /** Hashes of its last and its first frame, in hex; "" for none. */
  readonly hash: string;
  readonly first: string;
}

/** The generation in force below a store's directory, without changing anything; undefined: there is none. */
export function generationInForce(directory: string): number | undefined {
  const names = readdirSync(directory);
  const unfinished = new Set(names.flatMap((name) => UNFINISHED.exec(name)?.[1] ?? []));
  const complete = names.flatMap((name) => {
    const digits = GENERATION.exec(name)?.[1];
    return digits === undefined || unfinished.has(digits) ? [] : [Number(digits)];
  });
  return complete.length === 0 ? undefined : Math.max(...complete);
}

/** Notes in the directory of a new generation which ones it follows. Before the new one is in force. */
export function writeOrigin(
  store: string,
  ended: Omit<EndedGeneration, "first">,
  name: string,
  next: string,
): void {
  const directory = join(store, generationName(ended.generation));
  const before = readOrigin(directory) ?? [];
  const origin = [...before, { ...ended, first: firstHash(directory, name) }].slice(-KEPT_ORIGINS);
  writeDurably(join(next, ORIGIN), JSON.stringify(origin));
}

/** The generations before the one in `directory`, oldest first; undefined: it does not say, or not legibly. */
export function readOrigin(directory: string): readonly EndedGeneration[] | undefined {
  const file = join(directory, ORIGIN);
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")) as readonly EndedGeneration[];
  } catch (error) {
    // The caller then has no proof of where the generation came from, and refuses if it needs one.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Hash of a journal's first frame in hex, which tells it from any other one; "" for none. */
export function firstHash(directory: string, name: string): string {
  let first = "";
  new JournalReader(directory, name).read((frame: Frame) => {
    first = Buffer.from(frame.hash).toString("hex");
    return STOP_READING;
  });
  return first;
}
