/** What the rows of a recorded file are. */
export type RecordedForm =
  | "klines"
  | "trades"
  | "aggTrades"
  | "bookTicker"
  | "tardis-trades"
  | "tardis-quotes"
  | "tardis-snapshots"
  | "stream";

/** What the rows of a recorded file with books are. */
type BookForm = "tardis-changes" | "tardis-snapshots" | "stream";

/** What the name of a file says. */
export interface RecordingName {
  readonly symbol: string;
  readonly form: RecordedForm;
  /** Length of a row of klines. */
  readonly intervalMs: number | undefined;
  /** For people: `trades`, `1m klines`. */
  readonly label: string;
}

/** What the name of a file with books says. */
export type BookName = Pick<RecordingName, "symbol" | "label"> & { readonly form: BookForm };

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
const TARDIS = new RegExp(
  `^[a-z0-9-]+_(trades|quotes|book_ticker|book_snapshot_(?:5|25)|incremental_book_L2)_[0-9-]+_${SYMBOL}${CSV}`,
);
const TARDIS_FORMS: Readonly<Record<string, RecordedForm>> = {
  trades: "tardis-trades",
  quotes: "tardis-quotes",
  book_ticker: "tardis-quotes",
  book_snapshot_5: "tardis-snapshots",
  book_snapshot_25: "tardis-snapshots",
};
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
  "tardis-snapshots",
  "klines",
];
/** Likewise, for books. */
const BOOK_PREFERENCE: readonly BookForm[] = ["tardis-changes", "stream", "tardis-snapshots"];

/** Returns what a file is by its name, and undefined if it is none that can be replayed. */
export function recordingName(file: string): RecordingName | undefined {
  const ticks = TICKS.exec(file);
  if (ticks !== null) return named(ticks[1], ticks[2] as RecordedForm, ticks[2]);
  const [, data = "", of] = TARDIS.exec(file) ?? [];
  const form = TARDIS_FORMS[data];
  if (form !== undefined) return named(of, form, data);
  const stream = STREAM.exec(file);
  if (stream !== null) return named(stream[1], "stream", "stream messages");
  const [, symbol, interval = ""] = KLINES.exec(file) ?? [];
  const intervalMs = KLINE_INTERVALS_MS[interval];
  if (symbol === undefined || intervalMs === undefined) return undefined;
  return { symbol, form: "klines", intervalMs, label: `${interval} klines` };
}

/** Returns which books a file may contain by its name, and undefined if none. */
export function bookName(file: string): BookName | undefined {
  const [, data, symbol = ""] = TARDIS.exec(file) ?? [];
  if (data === "incremental_book_L2") return { symbol, form: "tardis-changes", label: data };
  const says = recordingName(file);
  if (says?.form !== "stream" && says?.form !== "tardis-snapshots") return undefined;
  return { symbol: says.symbol, form: says.form, label: says.label };
}

/** Orders names so that the one with the most prices comes first; 0 for the same form and interval. */
export function compareForms(one: RecordingName, other: RecordingName): number {
  return (
    PREFERENCE.indexOf(one.form) - PREFERENCE.indexOf(other.form) ||
    (one.intervalMs ?? 0) - (other.intervalMs ?? 0)
  );
}

/** Likewise, for books: the most exact first. */
export const compareBooks = (one: BookName, other: BookName): number =>
  BOOK_PREFERENCE.indexOf(one.form) - BOOK_PREFERENCE.indexOf(other.form) ||
  one.label.localeCompare(other.label);

const named = (symbol = "", form: RecordedForm, label = ""): RecordingName => ({
  symbol,
  form,
  intervalMs: undefined,
  label,
});
