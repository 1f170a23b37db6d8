import { createReadStream } from "node:fs";
import { pipeline, type Readable } from "node:stream";
import { createGunzip, createInflateRaw } from "node:zlib";
import { RecordingError } from "./recording-error.ts";
import { DEFLATED, zipEntryOf } from "./zip-entry.ts";

/** Read from the disk at once. */
const CHUNK_BYTES = 262_144;
/** A message of a whole book has less than 100,000 characters. */
const MAX_LINE_LENGTH = 1_000_000;

/** Consecutive lines of a file. */
export interface Lines {
  readonly lines: readonly string[];
  /** Number of the first of them, from 1. */
  readonly firstNumber: number;
}

/**
 * Reads the lines of a plain, gzip (`.gz`) or zip (`.zip`, one entry) file, a piece at a time, so memory does not depend on
 * its length. Throws RecordingError, and file system errors.
 */
export async function* readLines(file: string): AsyncGenerator<Lines> {
  let rest = "";
  let firstNumber = 1;
  for await (const chunk of chunksOf(file)) {
    const lines = (rest + chunk.toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_LENGTH)
      throw RecordingError.atLine(file, firstNumber + lines.length, `exceeds ${MAX_LINE_LENGTH} characters`);
    yield { lines, firstNumber };
    firstNumber += lines.length;
  }
  if (rest !== "") yield { lines: [rest], firstNumber };
}

async function* chunksOf(file: string): AsyncGenerator<Buffer> {
  const readable = open(file);
  try {
    for await (const chunk of readable) yield chunk as Buffer;
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    if (!code.startsWith("Z_")) throw cause;
    throw new RecordingError(file, `is damaged, or not what its name says (${code})`, { cause });
  }
}

function open(file: string): Readable {
  if (file.endsWith(".gz")) return unpacked(file, createGunzip());
  if (!file.endsWith(".zip")) return createReadStream(file, { highWaterMark: CHUNK_BYTES });
  const { method, start, end } = zipEntryOf(file);
  const range = { start, end, highWaterMark: CHUNK_BYTES };
  return method === DEFLATED ? unpacked(file, createInflateRaw(), range) : createReadStream(file, range);
}

function unpacked(
  file: string,
  unpacker: ReturnType<typeof createGunzip | typeof createInflateRaw>,
  range: { readonly start?: number; readonly end?: number } = {},
): Readable {
  // Destroys both streams with the first error, which the reader of the second one gets.
  pipeline(createReadStream(file, { ...range, highWaterMark: CHUNK_BYTES }), unpacker, () => undefined);
  return unpacker;
}
