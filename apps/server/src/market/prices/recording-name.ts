/** What the rows of a recorded file are. */
export type RecordedForm =
  | "klines"
  | "trades"
  | "aggTrades"
  | "bookTicker"
  | "tardis-trades"
  | "tardis-quotes"
  | "stream";

/** What the name of a file says. */
export interface RecordingName {
  readonly symbol: string;
  readonly form: RecordedForm;
  /** Length of a row of klines. */
  readonly intervalMs: number | undefined;
  /** For people: `trades`, `1m klines`. */
  readonly label: string;
}

/** Intervals of klines. Longer ones say too little about prices. */
export const KLINE_INTERVALS_MS: Readonly<Record<string, number>> = {
  "1s": 1_000,
  "1m": 60_000,
  "3m": 180_000,
  "5m": 300_000,
  "15m": 900_000,
  "30m": 1_800_000,
  "1h": 3_600_000,
  "2h": 7_200_000,
  "4h": 14_400_000,
  "6h": 21_600_000,
  "8h": 28_800_000,
  "12h": 43_200_000,
  "1d": 86_400_000,
};

const CSV = String.raw`(?:\.csv(?:\.gz|\.zip)?|\.zip)$`;
const SYMBOL = "([A-Z0-9]{4,20})";
/** `BTCUSDT-1m-2024-08-08.zip`, `BTCUSDT-spot-1h-2021_2026.csv.gz`. */
const KLINES = new RegExp(`^${SYMBOL}-(?:[^-]+-)?([0-9]+[smhd])(?:-[^/]*?)?${CSV}`);
/** `BTCUSDT-aggTrades-2024-08-08.zip`. */
const TICKS = new RegExp(`^${SYMBOL}-(trades|aggTrades|bookTicker)(?:-[^/]*?)?${CSV}`);
/** `binance_trades_2024-08-08_BTCUSDT.csv.gz`. */
const TARDIS = new RegExp(`^[a-z0-9-]+_(trades|quotes|book_ticker)_[0-9-]+_${SYMBOL}${CSV}`);
/** `BTCUSDT-stream-2024-08-08.jsonl.gz`. */
const STREAM = new RegExp(`^${SYMBOL}-stream(?:-[^/]*?)?${String.raw`\.jsonl(?:\.gz)?$`}`);
/** Which form is replayed if a symbol has several; shorter klines come first. */
const PREFERENCE: readonly RecordedForm[] = [
  "trades",
  "tardis-trades",
  "aggTrades",
  "stream",
  "bookTicker",
  "tardis-quotes",
  "klines",
];

/** Returns what a file is by its name, and undefined if it is none that can be replayed. */
export function recordingName(file: string): RecordingName | undefined {
  const ticks = TICKS.exec(file);
  if (ticks !== null) return named(ticks[1], ticks[2] as RecordedForm, ticks[2]);
  const tardis = TARDIS.exec(file);
  if (tardis !== null)
    return named(tardis[2], tardis[1] === "trades" ? "tardis-trades" : "tardis-quotes", tardis[1]);
  const stream = STREAM.exec(file);
  if (stream !== null) return named(stream[1], "stream", "stream messages");
  const [, symbol, interval = ""] = KLINES.exec(file) ?? [];
  const intervalMs = KLINE_INTERVALS_MS[interval];
  if (symbol === undefined || intervalMs === undefined) return undefined;
  return { symbol, form: "klines", intervalMs, label: `${interval} klines` };
}

/** Orders names so that the one with the most prices comes first; 0 for the same form and interval. */
export function compareForms(one: RecordingName, other: RecordingName): number {
  return (
    PREFERENCE.indexOf(one.form) - PREFERENCE.indexOf(other.form) ||
    (one.intervalMs ?? 0) - (other.intervalMs ?? 0)
  );
}

const named = (symbol = "", form: RecordedForm, label = ""): RecordingName => ({
  symbol,
  form,
  intervalMs: undefined,
  label,
});
