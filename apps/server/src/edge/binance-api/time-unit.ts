import { BINANCE } from "./binance-error.ts";

const MICROSECONDS_IN_MS = 1_000;
/** Fields of replies that are times. */
const TIMES = new Set([
  "time",
  "updateTime",
  "workingTime",
  "transactTime",
  "transactionTime",
  "serverTime",
  "openTime",
  "closeTime",
  // Of aggregate trades.
  "T",
]);
const CHARTS = /klines$/i;
/** Columns of a chart's rows that are times. */
const CHART_TIMES = [0, 6];
/** Fields of stream events that are times, by the kind of event. */
const EVENT_TIMES: Readonly<Record<string, readonly string[]>> = {
  depthUpdate: ["E"],
  trade: ["E", "T"],
  aggTrade: ["E", "T"],
  kline: ["E", "t", "T"],
  avgPrice: ["E", "T"],
  "24hrTicker": ["E", "O", "C"],
  "24hrMiniTicker": ["E"],
  "1hTicker": ["E", "O", "C"],
  "4hTicker": ["E", "O", "C"],
  "1dTicker": ["E", "O", "C"],
  eventStreamTerminated: ["E"],
  balanceUpdate: ["E", "T"],
  listenKeyExpired: ["E"],
  executionReport: ["E", "T", "O", "W", "D"],
  outboundAccountPosition: ["E", "u"],
  listStatus: ["E", "T"],
};

/** Returns whether a time unit is microseconds; by default it is not. Throws -1194. */
export function isMicroseconds(unit: string | undefined): boolean {
  const name = (unit ?? "MILLISECOND").toUpperCase();
  if (name !== "MICROSECOND" && name !== "MILLISECOND") throw BINANCE.timeUnit();
  return name === "MICROSECOND";
}

/** Returns a time in microseconds; -1 and 0 are no times. */
const micro = (value: unknown): unknown =>
  typeof value === "number" && value > 0 ? value * MICROSECONDS_IN_MS : value;

/** Returns the body of a reply with its times in microseconds. */
export function replyInMicroseconds(path: string, body: unknown): unknown {
  return CHARTS.test(path) && Array.isArray(body) ? body.map(chartRow) : inMicroseconds(body);
}

const chartRow = (row: unknown): unknown =>
  Array.isArray(row)
    ? row.map((cell, at) => (CHART_TIMES.includes(at) ? micro(cell) : (cell as unknown)))
    : row;

function inMicroseconds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inMicroseconds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, TIMES.has(name) ? micro(each) : inMicroseconds(each)]),
  );
}

/** Returns a stream's event, or list of events, with its times in microseconds. */
export function eventInMicroseconds(event: object): object {
  if (Array.isArray(event)) return event.map((each) => eventInMicroseconds(each as object));
  const names = "e" in event ? EVENT_TIMES[String(event.e)] : undefined;
  if (names === undefined) return event;
  const timed = (fields: object): object =>
    Object.fromEntries(
      Object.entries(fields).map(([name, each]) => [
        name,
        names.includes(name) ? micro(each) : (each as unknown),
      ]),
    );
  const bar = "k" in event && typeof event.k === "object" && event.k !== null ? { k: timed(event.k) } : {};
  return { ...timed(event), ...bar };
}
