import { BINANCE, type BinanceError } from "../binance-error.ts";

/** Binance's paths without any call here, and how requests below them are refused. */
export const FOREIGN_PREFIXES: Readonly<Record<string, () => BinanceError>> = {
  "/api/v1": BINANCE.notFound,
  // Portfolio margin: no key has it.
  "/papi": BINANCE.key,
};

const PREFIXES = [
  "/api/v3",
  "/fapi",
  "/futures/data",
  "/sapi",
  "/dapi",
  "/eapi",
  ...Object.keys(FOREIGN_PREFIXES),
];

/** Whether a path belongs to Binance's APIs, whose errors all have Binance's form. */
export function isBinancePath(path: string): boolean {
  const lower = path.toLowerCase();
  return PREFIXES.some((prefix) => lower === prefix || lower.startsWith(`${prefix}/`));
}
