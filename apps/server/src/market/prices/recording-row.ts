import { parsePriceE8, parseVolumeE8 } from "./decimal-e8.ts";
import { isQuote, quoteOf } from "./quote.ts";
import { atOnePrice, type RecordedPrices, type RecordedRow } from "./recorded-row.ts";
import { streamRow } from "./recording-message.ts";
import type { RecordedForm, RecordingName } from "./recording-name.ts";
import { recordedTimeMs } from "./recording-time.ts";

/** Fields of a row with 5 or 25 levels a side. */
export const SNAPSHOT_FIELDS: readonly number[] = [24, 104];
export const SNAPSHOT_HEADER =
  /^exchange,symbol,timestamp,local_timestamp(?:,asks\[\d+\]\.price,asks\[\d+\]\.amount,bids\[\d+\]\.price,bids\[\d+\]\.amount)+$/;

/** Where the fields of a form are, counted from 0, and how its first line may begin. */
interface Columns {
  readonly count: readonly number[];
  readonly header: RegExp;
  readonly row: (fields: readonly string[], symbol: string) => RecordedRow | undefined;
}

const CSV_COLUMNS: Readonly<Record<Exclude<RecordedForm, "stream">, Columns>> = {
  // open_time,open,high,low,close,volume[,close_time,quote_volume,count,taker_buy_volume,taker_buy_quote_volume,ignore]
  klines: {
    count: [6, 12],
    header: /^open_time(?:_ms)?,open,high,low,close,volume(?:,|$)/,
    row: ([time, ...prices]) => ({ timeMs: recordedTimeMs(time), ...checkedBar(prices) }),
  },
  // id,price,qty,quote_qty,time,is_buyer_maker[,is_best_match]
  trades: {
    count: [6, 7],
    header: /^id,price,qty,quote_?qty,time,is_?buyer_?maker(?:,|$)/i,
    row: ([, price, quantity, , time]) => trade(time, price, quantity),
  },
  // agg_trade_id,price,quantity,first_trade_id,last_trade_id,transact_time,is_buyer_maker[,is_best_match]
  aggTrades: {
    count: [7, 8],
    header:
      /^agg_?trade_?id,price,quantity,first_?trade_?id,last_?trade_?id,(?:transact_time|timestamp|time),/i,
    row: ([, price, quantity, , , time]) => trade(time, price, quantity),
  },
  // update_id,best_bid_price,best_bid_qty,best_ask_price,best_ask_qty,transaction_time,event_time
  bookTicker: {
    count: [7],
    header: /^update_id,best_bid_price,best_bid_qty,best_ask_price,best_ask_qty,transaction_time,event_time$/,
    row: ([, bid, , ask, , time], symbol) => quote(time, symbol, bid, ask),
  },
  // exchange,symbol,timestamp,local_timestamp,id,side,price,amount
  "tardis-trades": {
    count: [8],
    header: /^exchange,symbol,timestamp,local_timestamp,id,side,price,amount$/,
    row: ([, named, time, , , , price, amount], symbol) =>
      ofSymbol(named, symbol) ?? trade(time, price, amount),
  },
  // exchange,symbol,timestamp,local_timestamp,ask_amount,ask_price,bid_price,bid_amount
  "tardis-quotes": {
    count: [8],
    header: /^exchange,symbol,timestamp,local_timestamp,ask_amount,ask_price,bid_price,bid_amount$/,
    row: ([, named, time, , , ask, bid], symbol) => ofSymbol(named, symbol) ?? quote(time, symbol, bid, ask),
  },
  // exchange,symbol,timestamp,local_timestamp,asks[0].price,asks[0].amount,bids[0].price,bids[0].amount,…
  "tardis-snapshots": {
    count: SNAPSHOT_FIELDS,
    header: SNAPSHOT_HEADER,
    row: ([, named, time, , ask, , bid], symbol) => ofSymbol(named, symbol) ?? quote(time, symbol, bid, ask),
  },
};

/** Reads a line of a file. Returns undefined for one without a row. Throws Error with the reason if it is wrong. */
export type ReadRow<Row> = (line: string, isFirst: boolean) => Row | undefined;

/** Returns what reads the lines of such a file. */
export function rowReader({ form, symbol, intervalMs }: RecordingName): ReadRow<RecordedRow> {
  if (form === "stream") return (line) => streamRow(line, symbol);
  const { count, header, row } = CSV_COLUMNS[form];
  return (line, isFirst) => {
    if (isFirst && header.test(line)) return undefined;
    const fields = line.split(",");
    if (!count.includes(fields.length))
      throw new RangeError(`expected ${count.join(" or ")} fields, got ${fields.length}`);
    const read = row(fields, symbol);
    if (read !== undefined && intervalMs !== undefined && read.timeMs % intervalMs !== 0)
      throw new RangeError(`${fields[0]} is not the start of an interval`);
    return read;
  };
}

/** Reads open, high, low, close and volume; further fields are not used. Throws if they contradict each other. */
export function checkedBar([open, high, low, close, volume]: readonly string[]): RecordedPrices {
  const bar = {
    openE8: parsePriceE8(open, "open"),
    highE8: parsePriceE8(high, "high"),
    lowE8: parsePriceE8(low, "low"),
    closeE8: parsePriceE8(close, "close"),
    volumeE8: parseVolumeE8(volume, "volume"),
  };
  if (bar.highE8 < Math.max(bar.openE8, bar.closeE8) || bar.lowE8 > Math.min(bar.openE8, bar.closeE8))
    throw new RangeError("open or close is outside the range from low to high");
  return bar;
}

function trade(time: unknown, price: unknown, quantity: unknown): RecordedRow {
  const volumeE8 = parseVolumeE8(quantity, "quantity");
  return atOnePrice(recordedTimeMs(time), parsePriceE8(price, "price"), volumeE8);
}

/** A book without a middle has no price. */
function quote(time: unknown, symbol: string, bid: unknown, ask: unknown): RecordedRow | undefined {
  const timeMs = recordedTimeMs(time);
  const read = quoteOf(symbol, bid, ask);
  return isQuote(read) ? atOnePrice(timeMs, read.priceE8, 0n) : undefined;
}

/** Throws if a row is of another symbol than its file's name says. */
export function ofSymbol(named: string | undefined, symbol: string): undefined {
  if (named !== symbol) throw new RangeError(`the symbol is ${named}, not ${symbol}`);
}
