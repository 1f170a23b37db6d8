import { trimZeros } from "@candor/money/decimal";
import { BINANCE } from "./binance-error.ts";
import { randomClientId } from "./client-ids.ts";

const DECIMAL = /^[0-9]{1,18}(\.[0-9]{1,18})?$/;
const ESCAPES = /[%+]/;
const INTEGER = /^[0-9]{1,16}$/;

/** The parameters of a request, from its query and its form. Empty values count as absent. */
export class Parameters {
  private readonly values = new Map<string, string>();
  /** Returns an id for an order without one. */
  readonly newClientId: () => string;

  /** Parameters of one request in a batch. */
  static of(fields: Readonly<Record<string, string | undefined>>, newClientId?: () => string): Parameters {
    const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
    return new Parameters(new URLSearchParams(given).toString(), "", newClientId);
  }

  /** Throws -1101 for a repeated name. */
  constructor(query: string, form: string, newClientId: () => string = randomClientId) {
    this.newClientId = newClientId;
    this.add(query);
    if (form === "") return;
    // For a name in both, the query wins.
    const ofQuery = this.values.size === 0 ? undefined : new Set(this.values.keys());
    this.add(form, ofQuery);
  }

  private add(text: string, skipped?: ReadonlySet<string>): void {
    // Text without escapes is only split, because programs send thousands of them per second.
    if (ESCAPES.test(text))
      for (const [name, value] of new URLSearchParams(text)) this.addField(name, value, skipped);
    else this.addPlain(text, skipped);
  }

  private addPlain(text: string, skipped: ReadonlySet<string> | undefined): void {
    let at = text.indexOf("=");
    for (let start = 0; start < text.length; ) {
      const found = text.indexOf("&", start);
      const end = found < 0 ? text.length : found;
      if (at >= 0 && at < start) at = text.indexOf("=", start);
      if (at >= 0 && at < end) this.addField(text.slice(start, at), text.slice(at + 1, end), skipped);
      else if (end > start) this.addField(text.slice(start, end), "", skipped);
      start = end + 1;
    }
  }

  private addField(name: string, value: string, skipped: ReadonlySet<string> | undefined): void {
    if (skipped?.has(name) === true) return;
    if (this.values.has(name)) throw BINANCE.sentTwice(name);
    this.values.set(name, value);
  }

  /** Returns the names and values as sent. */
  entries(): Iterable<readonly [name: string, value: string]> {
    return this.values;
  }

  /** Replaces a value; `undefined` removes it. */
  set(name: string, value: string | undefined): void {
    if (value === undefined) this.values.delete(name);
    else this.values.set(name, value);
  }

  /** Replaces all values; those that become `undefined` are removed. */
  change(change: (name: string, value: string) => string | undefined): void {
    for (const [name, value] of this.values) this.set(name, change(name, value));
  }

  text(name: string): string | undefined {
    const value = this.values.get(name);
    return value === "" ? undefined : value;
  }

  needed(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw BINANCE.missing(name);
    return value;
  }

  integer(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!INTEGER.test(value)) throw BINANCE.malformed(name);
    return Number(value);
  }

  /** `true` or `false` in any letter case. */
  flag(name: string): boolean | undefined {
    const value = this.text(name)?.toLowerCase();
    if (value !== undefined && value !== "true" && value !== "false") throw BINANCE.malformed(name);
    return value === undefined ? undefined : value === "true";
  }

  /** A count of at least 1; values above `most` are reduced to `most`, as Binance does. */
  limit(fallback: number, most: number): number {
    const asked = this.integer("limit") ?? fallback;
    if (asked < 1) throw BINANCE.range("limit");
    return Math.min(asked, most);
  }

  /** Removes trailing zeros, because bots pad numbers to eight decimals. */
  decimal(name: string): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!DECIMAL.test(value)) throw BINANCE.malformed(name);
    return trimZeros(value).replace(/^0+(?=[0-9])/, "");
  }

  /** Returns one of `names`, or throws the result of `otherwise`. */
  oneOf<Name extends string>(name: string, names: readonly Name[], otherwise: () => Error): Name | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const found = names.find((each) => each === value);
    if (found === undefined) throw otherwise();
    return found;
  }

  /** The named markets: `symbol`, or `symbols` as a JSON array; undefined if neither was sent. */
  symbols(): readonly string[] | undefined {
    const one = this.text("symbol");
    const many = this.text("symbols");
    if (one !== undefined && many !== undefined) throw BINANCE.combination();
    if (one !== undefined) return [one];
    if (many === undefined) return undefined;
    return readNames(many);
  }
}

function readNames(text: string): readonly string[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw BINANCE.malformed("symbols");
  }
  if (!Array.isArray(list) || list.length === 0) throw BINANCE.malformed("symbols");
  if (new Set(list).size < list.length) throw BINANCE.symbolTwice();
  return list.map((each) => {
    if (typeof each !== "string") throw BINANCE.malformed("symbols");
    return each;
  });
}
