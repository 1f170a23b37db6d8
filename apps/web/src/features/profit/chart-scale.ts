/** A vertical scale for a picture, so floating point is fine. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  /** Grid lines, lowest first. */
  readonly ticks: readonly number[];
  /** Decimals that tell the ticks apart. */
  readonly decimals: number;
}

const STEPS = 4;
/** Without any change, the line is in the middle of this share of its value. */
const FLAT_SHARE = 0.01;

/** Returns the smallest of 1, 2, 2.5 and 5 × 10ⁿ that is at least as large. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= step) ?? 10;
  return factor * power;
}

/** Returns a scale with round grid lines that holds all values. */
export function scaleOf(values: readonly number[]): Scale {
  const least = Math.min(...values);
  const most = Math.max(...values);
  const pad = most > least ? 0 : Math.max(Math.abs(most) * FLAT_SHARE, 1);
  const step = roundStep((most - least + 2 * pad) / STEPS);
  const first = Math.floor((least - pad) / step);
  const last = Math.ceil((most + pad) / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
  const decimals = Math.max(0, Math.min(8, -Math.floor(Math.log10(step)) + (step < 10 ? 1 : 0)));
  return {
    low: first * step,
    high: last * step,
    ticks,
    decimals: step >= 1 && step % 1 === 0 ? 0 : decimals,
  };
}
