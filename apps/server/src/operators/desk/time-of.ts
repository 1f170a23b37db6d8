/** Formats a time as `2026-01-01 12:00:00 UTC`. */
export function timeOf(timeMs: number): string {
  const iso = new Date(timeMs).toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;
}
