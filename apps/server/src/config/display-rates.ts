import { readFileSync, statSync } from "node:fs";
import { z } from "zod";
import { SettingError } from "./setting-error.ts";

/** Fiat currencies in which amounts are shown. They never enter an order or the ledger. */
export interface DisplayRates {
  /** `fixed`: made up for a sandbox; `operator`: from the operator's file; `none`: there are no rates. */
  readonly kind: "fixed" | "operator" | "none";
  /** Where the operator has them from. */
  readonly source: string | undefined;
  readonly asOfMs: number | undefined;
  /** Decimal strings: units of the currency for one USDT. */
  readonly perUsdt: Readonly<Record<string, string>>;
}

export const NO_RATES: DisplayRates = { kind: "none", source: undefined, asOfMs: undefined, perUsdt: {} };

/** A sandbox has no source of rates, so it has round figures that never change. */
export const FIXED_RATES: DisplayRates = {
  kind: "fixed",
  source: undefined,
  asOfMs: Date.UTC(2026, 0, 1),
  perUsdt: {
    USD: "1",
    EUR: "0.85",
    GBP: "0.74",
    JPY: "156",
    CNY: "7",
    KRW: "1440",
    RUB: "80",
    TRY: "43",
    BRL: "5.5",
    INR: "90",
    CAD: "1.37",
    AUD: "1.5",
    CHF: "0.79",
    MXN: "18",
    TWD: "31.4",
    VND: "26300",
    IDR: "16700",
  },
};

const VARIABLE = "CANDOR_DISPLAY_RATES";
const MAX_CURRENCIES = 200;
const CHECK_MS = 60_000;

const ratesFile = z.strictObject({
  source: z.string().trim().min(1).max(80),
  asOf: z.iso.datetime(),
  perUsdt: z
    .record(
      z.string().regex(/^[A-Z]{3}$/),
      z
        .string()
        .regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/, 'must be a decimal in quotes, such as "0.92"')
        .refine((rate) => Number(rate) > 0, "must be more than 0"),
    )
    .refine(
      (rates) => Object.keys(rates).length <= MAX_CURRENCIES,
      `has more than ${MAX_CURRENCIES} currencies`,
    ),
});

/** The operator's file of rates, which is read again when it has changed. */
export class DisplayRatesFile {
  private readonly path: string;
  private readonly onProblem: (error: unknown) => void;
  private rates: DisplayRates;
  private changedMs: number;
  private checkedMs: number;

  /**
   * Throws a SettingError if the file cannot be used.
   * @param onProblem called when a changed file cannot be used; the rates before it remain, with their time
   */
  constructor(path: string, nowMs: number, onProblem: (error: unknown) => void) {
    this.path = path;
    this.onProblem = onProblem;
    this.rates = readRates(path);
    this.changedMs = statSync(path).mtimeMs;
    this.checkedMs = nowMs;
  }

  /** Returns the rates; looks at the file at most once a minute. */
  current(nowMs: number): DisplayRates {
    if (nowMs - this.checkedMs < CHECK_MS) return this.rates;
    this.checkedMs = nowMs;
    try {
      const { mtimeMs } = statSync(this.path);
      if (mtimeMs === this.changedMs) return this.rates;
      this.changedMs = mtimeMs;
      this.rates = readRates(this.path);
    } catch (error) {
      this.onProblem(error);
    }
    return this.rates;
  }
}

function readRates(path: string): DisplayRates {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new SettingError(VARIABLE, `must be the path of a readable JSON file: ${String(error)}`);
  }
  const { success, data, error } = ratesFile.safeParse(content);
  if (!success) throw new SettingError(VARIABLE, `names a file with mistakes:\n${z.prettifyError(error)}`);
  return { kind: "operator", source: data.source, asOfMs: Date.parse(data.asOf), perUsdt: data.perUsdt };
}
