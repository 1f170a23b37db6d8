/** Digits of a time from 2001 to 2286 since 1970, and what to divide it by for milliseconds. */
const UNITS: Readonly<Record<number, bigint>> = { 13: 1n, 16: 1_000n, 19: 1_000_000n };

/** Reads a time in milliseconds, microseconds or nanoseconds since 1970 as whole milliseconds. Throws RangeError. */
export function recordedTimeMs(text: unknown): number {
  const unit = typeof text === "string" && /^[1-9][0-9]*$/.test(text) ? UNITS[text.length] : undefined;
  if (unit === undefined)
    throw new RangeError(
      `${JSON.stringify(text)} is not a time since 1970 in milliseconds, microseconds or nanoseconds`,
    );
  return Number(BigInt(text as string) / unit);
}
