import { readdir } from "node:fs/promises";
import path from "node:path";
import { scanBooks } from "./book-scan.ts";
import type { RecordedBooks } from "./recorded-book.ts";
import { RecordingError } from "./recording-error.ts";
import { bookName, compareBooks, compareForms, type RecordingName, recordingName } from "./recording-name.ts";
import { type RecordedFile, readRows } from "./recording-rows.ts";
import { inOrder } from "./recording-span.ts";

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
  /** Undefined if its files contain no books. */
  readonly books: RecordedBooks | undefined;
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
  const chosen = chooseFiles(names, wanted, recordingName, compareForms);
  const chosenBooks = chooseFiles(names, wanted, bookName, compareBooks);
  for (const [symbol, [first]] of chosenBooks)
    if (first !== undefined && !chosen.has(symbol))
      throw new RecordingError(
        path.join(directory, first.name),
        `has no prices: add trades, quotes or klines of ${symbol}`,
      );
  if (chosen.size === 0)
    throw new RecordingError(
      directory,
      `no files named like BTCUSDT-1m-2024-08-08.zip, BTCUSDT-trades-2024-08-08.csv or binance_trades_2024-08-08_BTCUSDT.csv.gz for ${[...wanted].join(", ")}`,
    );
  const symbols: RecordedSymbol[] = [];
  for (const [symbol, files] of chosen) {
    const books = await scanBooks(placed(directory, chosenBooks.get(symbol) ?? []));
    symbols.push({ ...(await scanSymbol(directory, files)), books });
  }
  const used = new Set([
    ...[...chosen.values()].flat().map(({ name }) => path.join(directory, name)),
    ...symbols.flatMap(({ books }) => books?.files ?? []).map(({ file }) => file),
  ]);
  return {
    symbols,
    beginMs: Math.min(...symbols.map(({ beginMs }) => beginMs)),
    endMs: Math.max(...symbols.map(({ endMs }) => endMs)),
    unused: names.filter((name) => !used.has(path.join(directory, name))),
  };
}

interface NamedFile<Name> {
  readonly name: string;
  readonly says: Name;
}

/** Returns the files of each symbol in its best form. */
function chooseFiles<Name extends { readonly symbol: string }>(
  names: readonly string[],
  wanted: ReadonlySet<string>,
  nameOf: (file: string) => Name | undefined,
  compare: (one: Name, other: Name) => number,
): Map<string, NamedFile<Name>[]> {
  const chosen = new Map<string, NamedFile<Name>[]>();
  for (const name of names) {
    const says = nameOf(name);
    if (says === undefined || !wanted.has(says.symbol)) continue;
    const [earlier] = chosen.get(says.symbol) ?? [];
    const order = earlier === undefined ? -1 : compare(says, earlier.says);
    if (order < 0) chosen.set(says.symbol, [{ name, says }]);
    else if (order === 0) chosen.get(says.symbol)?.push({ name, says });
  }
  return chosen;
}

const placed = <Name>(directory: string, files: readonly NamedFile<Name>[]): (Name & { file: string })[] =>
  files.map(({ name, says }) => ({ ...says, file: path.join(directory, name) }));

async function scanSymbol(
  directory: string,
  files: readonly NamedFile<RecordingName>[],
): Promise<Omit<RecordedSymbol, "books">> {
  const unordered: ScannedFile[] = [];
  for (const file of placed(directory, files)) unordered.push(await scanFile(file));
  const scanned = inOrder(unordered);
  const [first, last] = [scanned[0] as ScannedFile, scanned.at(-1) as ScannedFile];
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
