import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { emptyBar } from "./kline-bar.ts";
import { PriceTape } from "./price-tape.ts";
import { RecordingError } from "./recording-error.ts";
import { KLINE_INTERVALS_MS } from "./recording-name.ts";
import { checkedBar } from "./recording-row.ts";

/** Maximum rows of one file: five years of minutes. */
const MAX_ROWS = 3_000_000;
const HEADER = "open_time_ms,open,high,low,close,volume";
/** For example `BTCUSDT-spot-1h-2021_2026.csv.gz`: symbol, anything, interval, anything. */
const NAME = /^([A-Z0-9]{4,20})-[^-]+-([0-9]+[mhd])(?:-[^/]*)?\.csv(?:\.gz)?$/;

/**
 * Reads a directory of recorded klines: for each symbol the file with the finest interval (if there are several, the
 * first by name). Files with other names are ignored. Throws RecordingError if there are none, or a file is invalid.
 */
export function readRecordings(directory: string): ReadonlyMap<string, PriceTape> {
  const chosen = new Map<string, { readonly file: string; readonly intervalMs: number }>();
  for (const file of readdirSync(directory).sort()) {
    const [, symbol, interval] = NAME.exec(file) ?? [];
    const intervalMs = interval === undefined ? undefined : KLINE_INTERVALS_MS[interval];
    if (symbol === undefined || intervalMs === undefined) continue;
    const earlier = chosen.get(symbol);
    if (earlier === undefined || intervalMs < earlier.intervalMs) chosen.set(symbol, { file, intervalMs });
  }
  if (chosen.size === 0)
    throw new RecordingError(directory, "no files named like BTCUSDT-spot-1h-2024.csv.gz");
  return new Map(
    [...chosen].map(([symbol, { file, intervalMs }]) => [
      symbol,
      readRecording(path.join(directory, file), intervalMs),
    ]),
  );
}

/** Reads one file. Missing rows repeat the close before them at zero volume. Throws RecordingError. */
export function readRecording(file: string, intervalMs: number): PriceTape {
  const bytes = readFileSync(file);
  let text: string;
  try {
    text = (file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("latin1");
  } catch (cause) {
    throw new RecordingError(file, "is not a gzip file", { cause });
  }
  const lines = text.split("\n");
  if (lines[0]?.trim() !== HEADER) throw new RecordingError(file, `must begin with ${HEADER}`);
  const tape = new PriceTape(intervalMs);
  for (let number = 1; number < lines.length; number++) {
    const line = (lines[number] as string).trim();
    if (line === "") continue;
    try {
      addRow(tape, line.split(","), intervalMs);
    } catch (cause) {
      throw RecordingError.atLine(file, number + 1, cause);
    }
    if (tape.length > MAX_ROWS) throw new RecordingError(file, `more than ${MAX_ROWS} rows`);
  }
  if (tape.length === 0) throw new RecordingError(file, "holds no rows");
  return tape;
}

function addRow(tape: PriceTape, fields: readonly string[], intervalMs: number): void {
  const [time] = fields;
  if (fields.length !== 6 || time === undefined || !/^[0-9]{1,15}$/.test(time))
    throw new RangeError("expected six fields, starting with a time");
  const openTimeMs = Number(time);
  const last = tape.last;
  if (openTimeMs % intervalMs !== 0) throw new RangeError(`${time} is not the start of an interval`);
  if (last !== undefined) {
    if (openTimeMs <= last.openTimeMs) throw new RangeError(`${time} is not after ${last.openTimeMs}`);
    if ((openTimeMs - last.openTimeMs) / intervalMs > MAX_ROWS) throw new RangeError("the gap is too long");
    for (let at = last.openTimeMs + intervalMs; at < openTimeMs; at += intervalMs)
      tape.add(emptyBar(at, last.closeE8));
  }
  const { volumeE8, ...prices } = checkedBar(fields.slice(1));
  tape.add({ ...emptyBar(openTimeMs, prices.closeE8), ...prices, volumeE8 });
}
