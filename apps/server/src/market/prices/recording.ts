import { readdir } from "node:fs/promises";
import path from "node:path";
import { RecordingError } from "./recording-error.ts";
import { compareForms, type RecordingName, recordingName } from "./recording-name.ts";
import { type RecordedFile, readRows } from "./recording-rows.ts";

/** A file and what it contains, as it was when the server started. */
interface ScannedFile extends RecordedFile {
  readonly beginMs: number;
  /** The time of its last row; of klines, the end of that. */
  readonly endMs: number;
  readonly rows: number;
}

/** The files of one symbol that are replayed, oldest first. */
export interface RecordedSymbol {
  readonly symbol: string;
  /** For people: `trades`, `1m klines`. */
  readonly label: string;
  /** Length of a row of klines. */
  readonly intervalMs: number | undefined;
  readonly files: readonly ScannedFile[];
  readonly beginMs: number;
  readonly endMs: number;
}

/** What a directory of recorded files contains. */
export interface Recording {
  readonly symbols: readonly RecordedSymbol[];
  /** The first and the last time of any symbol. */
  readonly beginMs: number;
  readonly endMs: number;
  /** Names of files that are not replayed. */
  readonly unused: readonly string[];
}

/**
 * Reads all files of a directory that will be replayed, so that a bad one is found before anything starts. Of the forms that
 * a symbol has, the one with the most prices is replayed.
 * @param wanted symbols of the exchange's markets; files of others are not used
 * Throws RecordingError with file, line and reason, and file system errors.
 */
export async function scanRecording(directory: string, wanted: ReadonlySet<string>): Promise<Recording> {
  const names = (await readdir(directory)).sort();
  const chosen = chooseFiles(names, wanted);
  if (chosen.size === 0)
    throw new RecordingError(
      directory,
      `no files named like BTCUSDT-1m-2024-08-08.zip, BTCUSDT-trades-2024-08-08.csv or binance_trades_2024-08-08_BTCUSDT.csv.gz for ${[...wanted].join(", ")}`,
    );
  const symbols: RecordedSymbol[] = [];
  for (const files of chosen.values()) symbols.push(await scanSymbol(directory, files));
  const used = new Set([...chosen.values()].flat().map(({ name }) => name));
  return {
    symbols,
    beginMs: Math.min(...symbols.map(({ beginMs }) => beginMs)),
    endMs: Math.max(...symbols.map(({ endMs }) => endMs)),
    unused: names.filter((name) => !used.has(name)),
  };
}

interface NamedFile {
  readonly name: string;
  readonly says: RecordingName;
}

/** Returns the files of each symbol in its best form. */
function chooseFiles(names: readonly string[], wanted: ReadonlySet<string>): Map<string, NamedFile[]> {
  const chosen = new Map<string, NamedFile[]>();
  for (const name of names) {
    const says = recordingName(name);
    if (says === undefined || !wanted.has(says.symbol)) continue;
    const [earlier] = chosen.get(says.symbol) ?? [];
    const order = earlier === undefined ? -1 : compareForms(says, earlier.says);
    if (order < 0) chosen.set(says.symbol, [{ name, says }]);
    else if (order === 0) chosen.get(says.symbol)?.push({ name, says });
  }
  return chosen;
}

async function scanSymbol(directory: string, files: readonly NamedFile[]): Promise<RecordedSymbol> {
  const scanned: ScannedFile[] = [];
  for (const { name, says } of files)
    scanned.push(await scanFile({ ...says, file: path.join(directory, name) }));
  scanned.sort((one, other) => one.beginMs - other.beginMs);
  const [first, last] = [scanned[0] as ScannedFile, scanned.at(-1) as ScannedFile];
  for (const [index, { file, beginMs }] of scanned.entries()) {
    const before = scanned[index - 1];
    if (before !== undefined && beginMs < before.endMs)
      throw new RecordingError(
        file,
        `begins at ${timeText(beginMs)}, before the end of ${path.basename(before.file)} at ${timeText(before.endMs)}: keep one of them`,
      );
  }
  const { symbol, label, intervalMs } = first;
  return { symbol, label, intervalMs, files: scanned, beginMs: first.beginMs, endMs: last.endMs };
}

async function scanFile(source: RecordedFile): Promise<ScannedFile> {
  let rows = 0;
  let beginMs = 0;
  let lastMs = 0;
  for await (const read of readRows(source)) {
    if (rows === 0) beginMs = read[0]?.timeMs ?? 0;
    rows += read.length;
    lastMs = read.at(-1)?.timeMs ?? lastMs;
  }
  if (rows === 0) throw new RecordingError(source.file, "has no rows with prices");
  return { ...source, rows, beginMs, endMs: lastMs + (source.intervalMs ?? 0) };
}

/** For people, in UTC. */
export const timeText = (timeMs: number): string => new Date(timeMs).toISOString().replace(".000Z", "Z");
