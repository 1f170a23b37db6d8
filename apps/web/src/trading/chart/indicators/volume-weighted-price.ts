import type { BarPrices } from "./average-true-range.ts";

export interface VolumeBar extends BarPrices {
  /** Opening time in milliseconds, ascending. */
  readonly timestamp: number;
  readonly volume?: number;
}

const DAY_MS = 86_400_000;

/**
 * Volume-weighted average price of a session: Σ(typical price × volume) ÷ Σ volume since the session began, where the
 * typical price is (high + low + close) ÷ 3. Sessions are UTC days; UTC months for daily bars, UTC years for longer ones.
 *
 * @returns one value per bar in price units; undefined until the session has volume
 */
export function volumeWeightedPrice(bars: readonly VolumeBar[]): readonly (number | undefined)[] {
  const barMs = shortestStep(bars);
  let session: string | undefined;
  let value = 0;
  let volume = 0;
  return bars.map((bar) => {
    const now = sessionOf(bar.timestamp, barMs);
    if (now !== session) [session, value, volume] = [now, 0, 0];
    const traded = bar.volume ?? 0;
    value += ((bar.high + bar.low + bar.close) / 3) * traded;
    volume += traded;
    return volume > 0 ? value / volume : undefined;
  });
}

/** Bars may be missing, so the shortest of the first steps counts. */
function shortestStep(bars: readonly VolumeBar[]): number {
  let shortest = Number.POSITIVE_INFINITY;
  for (let index = 1; index < Math.min(bars.length, 20); index++)
    shortest = Math.min(shortest, (bars[index]?.timestamp ?? 0) - (bars[index - 1]?.timestamp ?? 0));
  return Number.isFinite(shortest) ? shortest : 0;
}

function sessionOf(timestampMs: number, barMs: number): string {
  const date = new Date(timestampMs).toISOString();
  if (barMs < DAY_MS) return date.slice(0, 10);
  return barMs === DAY_MS ? date.slice(0, 7) : date.slice(0, 4);
}
