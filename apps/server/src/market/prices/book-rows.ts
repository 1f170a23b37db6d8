import { bookMessageRow } from "./book-message.ts";
import type { BookLevel, BookRow } from "./book-row.ts";
import { parsePriceE8, parseVolumeE8 } from "./decimal-e8.ts";
import type { BookName } from "./recording-name.ts";
import { ofSymbol, type ReadRow, SNAPSHOT_FIELDS, SNAPSHOT_HEADER } from "./recording-row.ts";
import { readTimedRows } from "./recording-rows.ts";
import { recordedTimeMs } from "./recording-time.ts";

/** A file of one symbol that contains books. */
export type BookFile = BookName & { readonly file: string };

/** Fields before the levels of a snapshot. */
const COMMON_FIELDS = 4;
const CHANGES = "exchange,symbol,timestamp,local_timestamp,is_snapshot,side,price,amount";

/** Reads the rows of a file in order of time, a piece at a time. Throws as `readRows` does. */
export function readBookRows(source: BookFile): AsyncGenerator<readonly BookRow[]> {
  return readTimedRows(source.file, bookReader(source), false);
}

function bookReader({ form, symbol }: BookFile): ReadRow<BookRow> {
  if (form === "tardis-changes") return changeReader(symbol);
  if (form === "tardis-snapshots")
    return (line, isFirst) => (isFirst && SNAPSHOT_HEADER.test(line) ? undefined : snapshotRow(line, symbol));
  let lastMs = 0;
  return (line) => {
    const row = bookMessageRow(line, symbol, lastMs);
    lastMs = row?.timeMs ?? lastMs;
    return row;
  };
}

/**
 * A snapshot has one row for each level, all with the same times. The first of them replaces the book, the others add to it.
 * Files of exchanges without changes have snapshots only.
 */
function changeReader(symbol: string): ReadRow<BookRow> {
  let snapshotTime: string | undefined;
  return (line, isFirst) => {
    if (isFirst && line === CHANGES) return undefined;
    const fields = line.split(",");
    const [, named, time, receipt, whole, side, price, amount] = fields;
    if (fields.length !== 8) throw new RangeError(`expected 8 fields, got ${fields.length}`);
    ofSymbol(named, symbol);
    if (whole !== "true" && whole !== "false")
      throw new RangeError(`is_snapshot is ${whole}, not true or false`);
    if (side !== "bid" && side !== "ask") throw new RangeError(`side is ${side}, not bid or ask`);
    const isSnapshot = whole === "true" && receipt !== snapshotTime;
    snapshotTime = whole === "true" ? receipt : undefined;
    const level = levelOf(price, amount);
    const [bids, asks] = side === "bid" ? [[level], []] : [[], [level]];
    return { timeMs: recordedTimeMs(time), isSnapshot, bids, asks };
  };
}

/** Levels that the book does not have are empty. */
function snapshotRow(line: string, symbol: string): BookRow {
  const fields = line.split(",");
  if (!SNAPSHOT_FIELDS.includes(fields.length))
    throw new RangeError(`expected ${SNAPSHOT_FIELDS.join(" or ")} fields, got ${fields.length}`);
  ofSymbol(fields[1], symbol);
  const [bids, asks]: [BookLevel[], BookLevel[]] = [[], []];
  for (let at = COMMON_FIELDS; at < fields.length; at += 4) {
    const [askPrice, askAmount, bidPrice, bidAmount] = fields.slice(at);
    if (askPrice !== "") asks.push(levelOf(askPrice, askAmount));
    if (bidPrice !== "") bids.push(levelOf(bidPrice, bidAmount));
  }
  return { timeMs: recordedTimeMs(fields[2]), isSnapshot: true, bids, asks };
}

const levelOf = (price: unknown, amount: unknown): BookLevel => [
  parsePriceE8(price, "price"),
  parseVolumeE8(amount, "amount"),
];
