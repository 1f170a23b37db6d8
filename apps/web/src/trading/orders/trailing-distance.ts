import { TRAILING_MAX_PPM, TRAILING_MIN_PPM } from "@candor/domain/app-limits";

const PPM_PER_PERCENT = 10_000;
const PPM_PER_TENTH_PERCENT = 1_000;

/** Parses a trailing distance such as "2.5" into ppm; undefined if out of range. */
export function readTrailing(percent: string): number | undefined {
  const match = /^([0-9]{1,2})(?:\.([0-9]))?$/.exec(percent);
  if (match === null) return undefined;
  const ppm = Number(match[1]) * PPM_PER_PERCENT + Number(match[2] ?? "0") * PPM_PER_TENTH_PERCENT;
  return ppm < TRAILING_MIN_PPM || ppm > TRAILING_MAX_PPM ? undefined : ppm;
}
