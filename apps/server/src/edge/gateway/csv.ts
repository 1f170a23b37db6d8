/**
 * Prefixes that a spreadsheet reads as a formula, including the full-width signs of East Asian keyboards:
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const NEEDS_QUOTES = /[",\r\n]/;
/** RFC 4180: https://www.rfc-editor.org/rfc/rfc4180 */
const LINE_END = "\r\n";

/** A file's columns, and which of them are numbers, which may begin with a minus and cannot be formulas. */
export interface CsvColumns<Column extends string> {
  readonly columns: readonly Column[];
  readonly numbers: ReadonlySet<string>;
}

export const csvHeader = ({ columns }: CsvColumns<string>): string => columns.join(",") + LINE_END;

/** Writes a row; null is an empty field. */
export function csvRow<Column extends string>(
  { columns, numbers }: CsvColumns<Column>,
  row: { readonly [Name in Column]: string | number | null },
): string {
  return columns.map((column) => field(row[column], numbers.has(column))).join(",") + LINE_END;
}

function field(value: string | number | null, isNumber: boolean): string {
  let text = value === null ? "" : String(value);
  if (!isNumber && FORMULA.test(text)) text = `'${text}`;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
