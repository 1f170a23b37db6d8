import { BINANCE } from "./binance-error.ts";
import type { Parameters } from "./parameters.ts";

const TIME_ZONE = /^([+-]?)([0-9]{1,2})(?::([0-5][0-9]))?$/;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const MIN_MS = -12 * HOUR_MS;
const MAX_MS = 14 * HOUR_MS;

/** Returns the offset of `timeZone` from UTC, such as `8`, `-1:00` and `05:45`. Throws -1130. */
export function timeZoneMsOf(parameters: Parameters): number {
  const text = parameters.text("timeZone");
  if (text === undefined) return 0;
  const found = TIME_ZONE.exec(text);
  if (found === null) throw BINANCE.range("timeZone");
  const [, sign, hours = 0, minutes = 0] = found;
  const offsetMs = (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS) * (sign === "-" ? -1 : 1);
  if (offsetMs < MIN_MS || offsetMs > MAX_MS) throw BINANCE.range("timeZone");
  return offsetMs;
}
