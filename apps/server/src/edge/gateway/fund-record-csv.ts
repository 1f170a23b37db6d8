import type { WireFundRecord } from "@candor/wire/objects";

/**
 * The columns, in the order of the wire's FundRecord, new ones at the end. A margin account is a separate wallet here:
 * the amounts per wallet, pair and asset add up to its balance. A fee has its own row, so the `fee` of the entry it was
 * paid for is left out, or a sum would count it twice.
 */
const COLUMNS = [
  "recordId",
  "kind",
  "wallet",
  "asset",
  "time",
  "timeMs",
  "seq",
  "amount",
  "balanceAfter",
  "result",
  "refId",
  "note",
  "marginSymbol",
] as const satisfies readonly (keyof WireFundRecord | "time")[];
/** Wallet of a margin account's entries, which the wire includes in `coin`. */
const MARGIN_WALLET = "margin";
/** Numeric columns, which may begin with a minus and cannot be formulas. */
const NUMBERS: ReadonlySet<string> = new Set(["timeMs", "seq", "amount", "balanceAfter"]);
/**
 * Prefixes that a spreadsheet reads as a formula, including the full-width signs of East Asian keyboards:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** RFC 4180: https://www.rfc-editor.org/rfc/rfc4180 */
const LINE_END = "\r\n";

export const CSV_HEADER = COLUMNS.join(",") + LINE_END;

export function csvLine(record: WireFundRecord): string {
  const { marginSymbol } = record;
  const row = {
    ...record,
    time: new Date(record.timeMs).toISOString(),
    wallet: marginSymbol === undefined ? record.wallet : MARGIN_WALLET,
    marginSymbol: marginSymbol ?? null,
  };
  return COLUMNS.map((column) => field(column, row[column])).join(",") + LINE_END;
}

function field(column: string, value: string | number | null): string {
  let text = value === null ? "" : String(value);
  if (!NUMBERS.has(column) && FORMULA.test(text)) text = `'${text}`;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
